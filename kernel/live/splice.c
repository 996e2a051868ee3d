// SPDX-License-Identifier: GPL-2.0-only
/*
 * The detour: an ftrace op that modifies the address to return to.
 */
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/slab.h>

#include "compat.h"
#include "live/splice.h"

const char *ipb_splice_refused(void)
{
	if (security_locked_down(LOCKDOWN_DBG_WRITE_KERNEL))
		return "the kernel is locked down";
	return NULL;
}

#if IPB_LIVE_CAN_SPLICE
/*
 * A kprobe that is never armed: all of it that is wanted is that it looks the
 * name up, which modules may not do themselves.
 */
static const char *look_up(const char *name, unsigned long *address)
{
	struct kprobe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	const char *why = NULL;
	int ret;

	if (!probe)
		return "no memory";
	probe->symbol_name = name;
	probe->flags = KPROBE_FLAG_DISABLED;
	ret = register_kprobe(probe);
	if (!ret) {
		*address = (unsigned long)probe->addr;
		unregister_kprobe(probe);
	} else if (ret == -ENOENT) {
		why = "this kernel has no such function";
	} else {
		why = "this kernel does not let the function be probed";
	}
	kfree(probe);
	return why;
}

const char *ipb_splice_hold(const struct ipb_hook *hook, unsigned long *address)
{
	if (!hook->exported)
		return *address ? NULL : look_up(hook->name, address);
	/* Whoever has the symbol has its module, too. */
	*address = (unsigned long)__symbol_get(hook->name);
	return *address ? NULL : "KVM is not loaded";
}

void ipb_splice_release(const struct ipb_hook *hook)
{
	if (hook->exported)
		__symbol_put(hook->name);
}

/*
 * Calls that come from this module are the stub's: they shall reach the
 * variant it chose, the kernel's own function included. Reaches nothing that
 * could be traced, so it needs no guard against recursion.
 */
static void notrace splice_detour(unsigned long ip, unsigned long parent, struct ftrace_ops *ops,
				  struct ftrace_regs *regs)
{
	struct ipb_splice *splice = container_of(ops, struct ipb_splice, ops);

	if (!within_module(parent, THIS_MODULE))
		ipb_compat_redirect(regs, splice->stub);
}

static int add_to_filter(struct ipb_splice *splice, const struct ipb_hook *hook,
			 unsigned long address)
{
	int ret = ftrace_set_filter_ip(&splice->ops, address, 0, 0);
	unsigned int i;

	for (i = 0; !ret && hook->own[i]; i++)
		ret = ftrace_set_filter_ip(&splice->ops, (unsigned long)hook->own[i], 0, 0);
	return ret;
}

int ipb_splice_attach(struct ipb_splice *splice, const struct ipb_hook *hook,
		      unsigned long address)
{
	int ret;

	memset(splice, 0, sizeof(*splice));
	splice->stub = (unsigned long)hook->stub;
	splice->ops.func = splice_detour;
	/* Permanent: switching tracing off would end the detour behind our back. */
	splice->ops.flags = FTRACE_OPS_FL_IPMODIFY | FTRACE_OPS_FL_PERMANENT;
	ret = add_to_filter(splice, hook, address);
	if (!ret)
		ret = register_ftrace_function(&splice->ops);
	if (ret)
		ftrace_free_filter(&splice->ops);
	return ret;
}

/*
 * Unregistering waits until every task has left the trampoline and what it was
 * sent to: nothing of ours sleeps, and a task that slept or ran in user space
 * since is elsewhere.
 */
int ipb_splice_detach(struct ipb_splice *splice)
{
	int ret = unregister_ftrace_function(&splice->ops);

	if (!ret)
		ftrace_free_filter(&splice->ops);
	return ret;
}
#else
const char *ipb_splice_hold(const struct ipb_hook *hook, unsigned long *address)
{
	return "this kernel's ftrace cannot redirect calls";
}

void ipb_splice_release(const struct ipb_hook *hook)
{
}

int ipb_splice_attach(struct ipb_splice *splice, const struct ipb_hook *hook,
		      unsigned long address)
{
	return -EOPNOTSUPP;
}

int ipb_splice_detach(struct ipb_splice *splice)
{
	return 0;
}
#endif
