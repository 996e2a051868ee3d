/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_CONTROL_H
#define IPB_CONTROL_H

#include <stdbool.h>

/* From here on SIGINT, SIGTERM and SIGHUP only interrupt the run, if there is one */
void ipb_control_catch(void);

/* Whether one of them came */
bool ipb_control_interrupted(void);

/*
 * Start @bench and wait for its end, drawing its progress; stops it when
 * interrupted. An exit code, having said what went wrong.
 */
int ipb_control_run(const char *bench);

#endif
