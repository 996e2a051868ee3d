// SPDX-License-Identifier: GPL-2.0-only
/*
 * ipibench_kunit: every suite registers itself; this file holds the licence.
 */
#include <linux/module.h>

#include "compat.h"

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("KUnit tests for ipibench");
IPB_IMPORT_KUNIT();
