// SPDX-License-Identifier: GPL-2.0-only
/*
 * All senders at once: who fires at whom, and how to put it in one number.
 */
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/time64.h>

#include "core/export.h"
#include "core/storm.h"

u32 ipb_storm_target(enum ipb_class pattern, u32 pos, u32 nr)
{
	bool pairs = pattern == IPB_CLASS_PAIRS;
	u32 first = pairs && nr > 3 ? nr - 3 : 0;	/* of the ring */

	if (pattern == IPB_CLASS_ALL_TO_ONE)
		return 0;
	if (pattern == IPB_CLASS_BROADCAST)
		return pos;
	if (pairs && (!(nr % 2) || pos < first))
		return pos ^ 1;
	return pos + 1 < nr ? pos + 1 : first;
}

u64 ipb_storm_rate(u64 shots, u64 ns)
{
	/* 1000 x 10^9 lies below 2^40: beyond this the division might overflow. */
	if (shots >> 24 >= ns)
		return shots ? U64_MAX : 0;
	return mul_u64_u64_div_u64(shots, 1000ULL * NSEC_PER_SEC, ns);
}

u32 ipb_storm_fairness(u64 slowest, u64 fastest)
{
	return fastest ? mul_u64_u64_div_u64(slowest, 1000, fastest) : 0;
}

IPB_EXPORT_FOR_KUNIT(ipb_storm_target);
IPB_EXPORT_FOR_KUNIT(ipb_storm_rate);
IPB_EXPORT_FOR_KUNIT(ipb_storm_fairness);
