// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "interval.h"

static int by_value(const void *a, const void *b)
{
	long long x = *(const long long *)a, y = *(const long long *)b;

	return (x > y) - (x < y);
}

/* Values to leave out at each end: so few fall below the median once in forty. */
static unsigned int outside(unsigned int nr)
{
	double chance = ldexp(1, -(int)nr), sum = chance;
	unsigned int k = 0;

	while (sum <= 0.025) {
		k++;
		chance *= (nr - k + 1.0) / k;
		sum += chance;
	}
	return k ? k - 1 : 0;
}

struct interval interval_of(long long *values, unsigned int nr)
{
	unsigned int out = outside(nr);

	qsort(values, nr, sizeof(*values), by_value);
	return (struct interval){
		.median = values[(nr - 1) / 2],
		.low = values[out],
		.high = values[nr - 1 - out],
	};
}
