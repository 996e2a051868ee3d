/* SPDX-License-Identifier: GPL-2.0-only */
/* How every test of a hook ends; after harness.h. */
#ifndef SELFTESTS_LIVE_LEAVE_H
#define SELFTESTS_LIVE_LEAVE_H

#include "live.h"

static inline void live_leave(struct __test_metadata *_metadata, const char *function)
{
	EXPECT_EQ(0, live_disable(function));
	EXPECT_EQ(0, live_unload());
	EXPECT_FALSE(live_spliced(function));
}

#endif /* SELFTESTS_LIVE_LEAVE_H */
