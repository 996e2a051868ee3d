/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_STATISTICS_H
#define IPIBENCH_CORE_STATISTICS_H

#include <linux/types.h>

/** struct ipb_u128 - unsigned 128-bit sum; 32-bit kernels have no __int128 */
struct ipb_u128 {
	u64 hi;
	u64 lo;
};

/* no overflow at 2^32 values of 2^40 */
struct ipb_statistics {
	u64 count;
	u64 min;		/* U64_MAX while empty */
	u64 max;
	struct ipb_u128 sum;
	struct ipb_u128 square;
};

void ipb_statistics_reset(struct ipb_statistics *s);
void ipb_statistics_add(struct ipb_statistics *s, u64 value);
void ipb_statistics_merge(struct ipb_statistics *into, const struct ipb_statistics *from);
u64 ipb_statistics_mean(const struct ipb_statistics *s);	/* 0 if empty */
u64 ipb_statistics_stddev(const struct ipb_statistics *s);	/* population; 0 if fewer than two */
/* mean of the middle half; sorts values in place; n >= 1 */
u64 ipb_statistics_midmean(u64 *values, unsigned int n);

#endif
