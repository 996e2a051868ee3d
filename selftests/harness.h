/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's harness, with more patience: an emulated machine under every
 * debug option is no failure, and whoever runs the programs ends one that hangs.
 */
#ifndef SELFTESTS_HARNESS_H
#define SELFTESTS_HARNESS_H

#include "../kselftest_harness.h"

#undef TEST_TIMEOUT_DEFAULT
#define TEST_TIMEOUT_DEFAULT 300 /* seconds per test */

#endif /* SELFTESTS_HARNESS_H */
