/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A hook: one function of the running kernel whose calls can be sent through
 * one of several variants, the kernel's own among them.
 *
 * A hook is const data plus one stub. The stub has the function's prototype
 * and takes every detoured call: it asks the recorder which variant's turn it
 * is, stamps, calls it, stamps. There is one call site for all variants, so
 * that two variants with the same code cost the same.
 */
#ifndef IPIBENCH_LIVE_HOOK_H
#define IPIBENCH_LIVE_HOOK_H

#include <linux/types.h>

struct ipb_recorders;

/**
 * struct ipb_hook - a place where variants can be spliced in
 * @name: directory in sysfs, and the kernel's function
 * @absent: why this build of the module cannot use it; NULL: it can
 * @useless: why this machine never calls the function, or NULL; no such op: it
 *	may. May sleep
 * @exported: the function is exported (GPL) and may be a module's, which comes
 *	and goes: looked up for each use, its module held while enabled
 * @variants: NULL-terminated names; the first one is the kernel's own
 *	function, which the others are compared with
 * @stub: where detoured calls go
 * @own: NULL-terminated functions of ours that the stub calls. They are put
 *	into the same filter, so each pays the entry that the kernel's pays
 * @open: get ready for calls: memory, @recorders and the address @function of
 *	the kernel's own; 0 or -errno; may sleep
 * @close: optional; undo open(); no call is under way any more; may sleep
 */
struct ipb_hook {
	const char *name;
	const char *absent;
	const char *(*useless)(void);
	bool exported;
	const char *const *variants;
	void *stub;
	void *const *own;
	int (*open)(struct ipb_recorders *recorders, unsigned long function);
	void (*close)(void);
};

extern const struct ipb_hook ipb_hook_fastpath;
extern const struct ipb_hook ipb_hook_mpidr;

#endif /* IPIBENCH_LIVE_HOOK_H */
