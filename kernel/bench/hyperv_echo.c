// SPDX-License-Identifier: GPL-2.0-only
/*
 * How a CPU tells that it took an interrupt of ours that runs no code of ours.
 *
 * The acknowledgment is the kernel's own count of call interrupts. When the
 * handler began is stamped by a probe on its tracepoint, which stands before
 * the count; the probe is there during a run only, and for every variant.
 */
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "bench/hyperv_echo.h"

#define ECHO_TRACEPOINT	"call_function_single_entry"

/* To a compiler that knows per-CPU pointers they are numbers elsewhere. */
static void *to_data(struct ipb_hyperv_echo __percpu *echo)
{
	return (void *)(__force unsigned long)echo;
}

static struct ipb_hyperv_echo __percpu *from_data(void *data)
{
	return (__force struct ipb_hyperv_echo __percpu *)(unsigned long)data;
}

static void echo_probe(void *data, int vector)
{
	u64 entry = ipb_stamp();
	struct ipb_hyperv_echo *echo = this_cpu_ptr(from_data(data));

	WRITE_ONCE(echo->entry, entry);
	WRITE_ONCE(echo->entries, echo->entries + 1);
}

static void echo_match(struct tracepoint *tp, void *found)
{
	if (!strcmp(tp->name, ECHO_TRACEPOINT))
		*(struct tracepoint **)found = tp;
}

static struct tracepoint *echo_tracepoint(void)
{
	struct tracepoint *tp = NULL;

	for_each_kernel_tracepoint(echo_match, &tp);
	return tp;
}

/**
 * ipb_hyperv_echo_missing() - why there is no echo in this kernel
 *
 * May sleep.
 *
 * Return: NULL if there is.
 */
const char *ipb_hyperv_echo_missing(void)
{
	return echo_tracepoint() ? NULL : "this kernel has no tracepoint " ECHO_TRACEPOINT;
}

/**
 * ipb_hyperv_echo_start() - begin to stamp the vector on every CPU
 *
 * May sleep.
 *
 * Return: to be given to ipb_hyperv_echo_stop(), or NULL.
 */
struct ipb_hyperv_echo __percpu *ipb_hyperv_echo_start(void)
{
	struct ipb_hyperv_echo __percpu *echo = alloc_percpu(struct ipb_hyperv_echo);
	struct tracepoint *tp = echo_tracepoint();

	if (!echo || !tp)
		goto fail;
	if (tracepoint_probe_register(tp, echo_probe, to_data(echo)))
		goto fail;
	return echo;

fail:
	free_percpu(echo);
	return NULL;
}

/**
 * ipb_hyperv_echo_stop() - end it; no probe runs any more on return
 * @echo: from ipb_hyperv_echo_start(); NULL is fine
 *
 * May sleep.
 */
void ipb_hyperv_echo_stop(struct ipb_hyperv_echo __percpu *echo)
{
	if (!echo)
		return;
	tracepoint_probe_unregister(echo_tracepoint(), echo_probe, to_data(echo));
	tracepoint_synchronize_unregister();
	free_percpu(echo);
}

/**
 * ipb_hyperv_watch_settle() - after the window: was that count ours, and alone
 * @watch: the target's counts before the shot
 * @shot: has start and done; gets entry and outcome
 *
 * Somebody else's call may have been taken for ours, which then is still to
 * come. So as long again is waited as the shot took, and a target that has
 * counted anything but one is not believed: the shot is lost.
 */
void ipb_hyperv_watch_settle(const struct ipb_hyperv_watch *watch, struct ipb_shot *shot)
{
	u64 took = shot->done - shot->start;

	while (ipb_stamp() - shot->done < took)
		cpu_relax();

	shot->entry = READ_ONCE(watch->echo->entry);
	shot->outcome = IPB_SHOT_LOST;
	if (READ_ONCE(*watch->calls) - watch->before == 1 &&
	    READ_ONCE(watch->echo->entries) - watch->entries == 1)
		shot->outcome = IPB_SHOT_HIT;
}
