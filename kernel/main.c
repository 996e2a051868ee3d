// SPDX-License-Identifier: GPL-2.0-only
/*
 * ipibench: what an inter-processor interrupt costs on this machine.
 *
 * The only file that knows everybody: it wires benches into the engine and
 * the engine into sysfs.
 */
#include <linux/module.h>

static int __init ipibench_init(void)
{
	return 0;
}
module_init(ipibench_init);

static void __exit ipibench_exit(void)
{
}
module_exit(ipibench_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Inter-processor interrupt benchmark");
