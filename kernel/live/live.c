// SPDX-License-Identifier: GPL-2.0-only
/*
 * ipibench_live: variants of an interrupt's path, spliced into a running KVM.
 *
 * Loading only makes directories. A write to `enabled` splices, and unloading
 * restores whatever still is.
 */
#include <linux/kernel.h>
#include <linux/module.h>

#include "compat.h"
#include "face/dir.h"
#include "face/face.h"
#include "live/live.h"

static struct ipb_live hooks[] = {
	{ .hook = &ipb_hook_fastpath },
	{ .hook = &ipb_hook_mpidr },
};

static struct ipb_dir *root;

/* First nobody can enable any more, then what is enabled ends, then files go. */
static void retire_hooks(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hooks); i++)
		ipb_live_retire(&hooks[i]);
	ipb_dir_remove(root);
}

static int __init ipibench_live_init(void)
{
	struct kobject *parent = ipb_face_kobject();
	unsigned int i;
	int ret = 0;

	for (i = 0; i < ARRAY_SIZE(hooks); i++) {
		mutex_init(&hooks[i].lock);
		mutex_init(&hooks[i].fold_lock);
	}
	if (!parent)
		return -ENODEV;
	root = ipb_dir_create(parent, "live");
	if (!root)
		return -ENOMEM;
	for (i = 0; !ret && i < ARRAY_SIZE(hooks); i++)
		ret = ipb_hook_dir_create(root, &hooks[i]);
	if (ret)
		retire_hooks();
	return ret;
}
module_init(ipibench_live_init);

static void __exit ipibench_live_exit(void)
{
	retire_hooks();
}
module_exit(ipibench_live_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Splices variants of an interrupt's path into a running KVM");
IPB_IMPORT_SHARED();
#if IS_ENABLED(CONFIG_IPIBENCH_KUNIT_TEST)
IPB_IMPORT_KUNIT();
#endif
