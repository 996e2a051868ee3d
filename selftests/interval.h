/* SPDX-License-Identifier: GPL-2.0-only */
/* A median and how sure it is. */
#ifndef SELFTESTS_INTERVAL_H
#define SELFTESTS_INTERVAL_H

enum { INTERVAL_MIN = 6 };

/**
 * struct interval - the median of some values
 * @median: of an even number the lower one of the two in the middle
 * @low: with 95 % confidence the true median is not below, whatever the values'
 *	distribution: an order statistic
 * @high: nor above
 */
struct interval {
	long long median;
	long long low;
	long long high;
};

/* Sorts @values. From INTERVAL_MIN of them on the bounds are what they say. */
struct interval interval_of(long long *values, unsigned int nr);

#endif /* SELFTESTS_INTERVAL_H */
