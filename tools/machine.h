/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_MACHINE_H
#define IPB_MACHINE_H

#include <json-c/json.h>

/*
 * A file of this machine by absolute path, below $IPIBENCH_SYSROOT if that is
 * set (as tests do); NULL if it cannot be read. The caller frees it.
 */
char *ipb_machine_read(const char *path);
char *ipb_machine_path(const char *path);

/* What identifies this machine and boot: the "host" of a result file */
struct json_object *ipb_machine_host(void);

#endif
