/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_STATISTICS_H
#define IPIBENCH_CORE_STATISTICS_H

#include <linux/types.h>

/**
 * struct ipb_u128 - unsigned 128-bit sum; 32-bit kernels have no __int128
 * @hi: upper half
 * @lo: lower half
 */
struct ipb_u128 {
	u64 hi;
	u64 lo;
};

/**
 * struct ipb_statistics - running moments of a stream of values
 * @count: values added
 * @min: smallest value; U64_MAX while empty
 * @max: largest value; 0 while empty
 * @sum: of the values
 * @square: of their squares
 *
 * Values are picoseconds. Nothing is rounded before it is asked for and
 * nothing overflows as long as @square holds: 2^32 values of 2^40 use 112 of
 * its 128 bits.
 */
struct ipb_statistics {
	u64 count;
	u64 min;
	u64 max;
	struct ipb_u128 sum;
	struct ipb_u128 square;
};

/**
 * ipb_statistics_reset - forget all values
 * @s: the statistics, in any state
 *
 * Context: any. No function here takes a lock or sleeps.
 */
void ipb_statistics_reset(struct ipb_statistics *s);

/**
 * ipb_statistics_add - take in one value
 * @s: the statistics
 * @value: picoseconds
 */
void ipb_statistics_add(struct ipb_statistics *s, u64 value);

/**
 * ipb_statistics_merge - take in all values of another
 * @into: receives them, as if each had been added here
 * @from: stays as it is
 */
void ipb_statistics_merge(struct ipb_statistics *into, const struct ipb_statistics *from);

/**
 * ipb_statistics_mean - arithmetic mean
 * @s: the statistics
 *
 * Return: picoseconds, rounded down; 0 if empty.
 */
u64 ipb_statistics_mean(const struct ipb_statistics *s);

/**
 * ipb_statistics_stddev - population standard deviation
 * @s: the statistics
 *
 * Return: picoseconds, the exact value rounded down; 0 for fewer than two
 * values.
 */
u64 ipb_statistics_stddev(const struct ipb_statistics *s);

/**
 * ipb_statistics_midmean - mean of the middle half
 * @values: picoseconds; sorted in place
 * @n: how many
 *
 * Drops floor(n/4) values at either end: as deaf to outliers as a median, but
 * a coarse clock does not tie it.
 *
 * Context: any; O(n log n).
 *
 * Return: picoseconds, rounded down; 0 if @n is 0.
 */
u64 ipb_statistics_midmean(u64 *values, unsigned int n);

#endif
