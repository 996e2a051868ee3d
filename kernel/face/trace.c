// SPDX-License-Identifier: GPL-2.0-only
/*
 * The one place that makes the trace events. Whether anybody listens is asked
 * once a run, so that listening costs the shots of other runs nothing.
 */
#include "compat.h"

#define CREATE_TRACE_POINTS
#include "face/events.h"
#include "face/trace.h"

/**
 * ipb_trace_wanted() - is the shot event enabled?
 */
bool ipb_trace_wanted(void)
{
	return trace_ipibench_shot_enabled();
}

/**
 * ipb_trace_shot() - tell of one shot
 * @run: its run
 * @pair: its pair
 * @variant: index of its variant
 * @shot: the shot, over
 */
void ipb_trace_shot(const struct ipb_run *run, const struct ipb_pair *pair, unsigned int variant,
		    const struct ipb_shot *shot)
{
	trace_ipibench_shot(run, pair, variant, shot);
}
