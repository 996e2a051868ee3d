/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sending a kernel function's calls elsewhere, as live patching does.
 */
#ifndef IPIBENCH_LIVE_SPLICE_H
#define IPIBENCH_LIVE_SPLICE_H

#include <linux/ftrace.h>

#include "live/hook.h"

/**
 * IPB_LIVE_CAN_SPLICE - this kernel's ftrace can redirect a call, and a
 * function can be found by its name
 */
#if defined(CONFIG_DYNAMIC_FTRACE_WITH_ARGS) && defined(CONFIG_KPROBES) && defined(MODULE)
#define IPB_LIVE_CAN_SPLICE	1
#else
#define IPB_LIVE_CAN_SPLICE	0
#endif

/**
 * struct ipb_splice - a detour
 * @ops: as ftrace knows it
 * @stub: where calls go
 *
 * Zeroed at first, and again fit for ipb_splice_attach() after a detach.
 */
struct ipb_splice {
#if IPB_LIVE_CAN_SPLICE
	struct ftrace_ops ops;
#endif
	unsigned long stub;
};

/**
 * ipb_splice_hold() - the address of a kernel function, which stays there
 * @hook: whose function
 * @address: result; not 0: what an earlier call found
 *
 * Changes nothing in the kernel's text. May sleep.
 *
 * Return: NULL, or why there is none to splice, one line. After NULL comes
 * ipb_splice_release().
 */
const char *ipb_splice_hold(const struct ipb_hook *hook, unsigned long *address);

/**
 * ipb_splice_release() - the function may go, with its module
 * @hook: whose function
 *
 * May sleep.
 */
void ipb_splice_release(const struct ipb_hook *hook);

/**
 * ipb_splice_refused() - does the machine's policy forbid it?
 *
 * Return: NULL, or the reason, one line.
 */
const char *ipb_splice_refused(void);

/**
 * ipb_splice_attach() - start the detour
 * @splice: not attached
 * @hook: which stub, and which functions of ours share the filter
 * @address: of the kernel's function
 *
 * May sleep.
 *
 * Return: 0; -EBUSY: somebody else redirects this function, or tracing is
 * switched off; another -errno.
 */
int ipb_splice_attach(struct ipb_splice *splice, const struct ipb_hook *hook,
		      unsigned long address);

/**
 * ipb_splice_detach() - end the detour
 * @splice: attached
 *
 * The function's text is as it was and no task is inside the stub any more
 * when this returns. May sleep, for seconds.
 *
 * Return: 0, or -errno when ftrace itself is broken: the detour is still there.
 */
int ipb_splice_detach(struct ipb_splice *splice);

#endif /* IPIBENCH_LIVE_SPLICE_H */
