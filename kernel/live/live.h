/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A hook as it stands: its directory, what was written there, and the session
 * between enabling and disabling.
 */
#ifndef IPIBENCH_LIVE_LIVE_H
#define IPIBENCH_LIVE_LIVE_H

#include <linux/mutex.h>
#include <linux/workqueue.h>

#include "face/publish.h"
#include "live/hook.h"
#include "live/ledger.h"
#include "live/splice.h"

struct ipb_dir;

enum { IPB_LIVE_ERROR = 96 };

/**
 * struct ipb_live - one hook
 * @hook: what it is
 * @lock: for all below but @fold_lock
 * @dir: its directory
 * @published: what that shows of the latest session
 * @variant: which variant serves; staged for the next session
 * @alternate_calls: calls per block when all take turns, 0: @variant alone;
 *	staged likewise
 * @error: why enabling failed, one line, or empty
 * @address: of the kernel's function; 0: not found yet
 * @enabled: a session is on
 * @gone: the module is going: nothing can be enabled any more
 * @ids: publications so far
 * @calls: calls detoured in the last session, when it is over
 * @misses: answered the slow way in it
 * @splice: the detour
 * @recorders: of the session
 * @fold_lock: for @ledger
 * @ledger: of the session
 * @folder: folds what was recorded, a few times a second
 */
struct ipb_live {
	const struct ipb_hook *hook;
	struct mutex lock;		/* all below but the ledger */
	struct ipb_dir *dir;
	struct ipb_published published;
	unsigned int variant;
	u32 alternate_calls;
	char error[IPB_LIVE_ERROR];
	unsigned long address;
	bool enabled;
	bool gone;
	u32 ids;
	u64 calls;
	u64 misses;
	struct ipb_splice splice;
	struct ipb_recorders recorders;
	struct mutex fold_lock;		/* the ledger */
	struct ipb_ledger ledger;
	struct delayed_work folder;
};

/* session.c */

/**
 * ipb_live_unsupported() - why this hook cannot be enabled here
 * @live: the hook; its lock is held
 *
 * May sleep.
 *
 * Return: NULL: it can; else one line.
 */
const char *ipb_live_unsupported(struct ipb_live *live);

/**
 * ipb_live_enable() - splice, or publish what there is if that was done before
 * @live: the hook
 *
 * May sleep.
 *
 * Return: 0 or -errno, with the reason in live->error.
 */
int ipb_live_enable(struct ipb_live *live);

/**
 * ipb_live_disable() - restore the kernel's function and publish
 * @live: the hook, enabled or not
 *
 * May sleep, for seconds.
 *
 * Return: 0 or -errno.
 */
int ipb_live_disable(struct ipb_live *live);

/**
 * ipb_live_retire() - disable for good, nothing is published
 * @live: the hook
 *
 * Returns when the kernel's function is restored. May sleep, for seconds.
 */
void ipb_live_retire(struct ipb_live *live);

/**
 * ipb_live_counts() - calls detoured and answered the slow way
 * @live: the hook
 * @calls: of the present session, or the last one
 * @misses: likewise
 *
 * May sleep.
 */
void ipb_live_counts(struct ipb_live *live, u64 *calls, u64 *misses);

/* hook_dir.c */

/**
 * ipb_hook_dir_create() - the hook's directory
 * @parent: where
 * @live: the hook
 *
 * May sleep.
 *
 * Return: 0 or -errno.
 */
int ipb_hook_dir_create(struct ipb_dir *parent, struct ipb_live *live);

#endif /* IPIBENCH_LIVE_LIVE_H */
