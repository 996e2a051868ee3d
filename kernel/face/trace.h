/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_FACE_TRACE_H
#define IPIBENCH_FACE_TRACE_H

#include <linux/types.h>

struct ipb_pair;
struct ipb_run;
struct ipb_shot;

bool ipb_trace_wanted(void);
void ipb_trace_shot(const struct ipb_run *run, const struct ipb_pair *pair, unsigned int variant,
		    const struct ipb_shot *shot);

#endif /* IPIBENCH_FACE_TRACE_H */
