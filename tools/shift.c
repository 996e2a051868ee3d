// SPDX-License-Identifier: GPL-2.0-only
/* The shift between two samples, free of assumptions on their distribution */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shift.h"
#include "text.h"

enum { EXACT_MAX = 2500 };

void ipb_sample_add(struct ipb_sample *sample, double value)
{
	size_t bytes = (sample->count + 1) * sizeof(double);

	sample->value = ipb_text_grow(sample->value, bytes);
	sample->value[sample->count++] = value;
}

void ipb_sample_free(struct ipb_sample *sample)
{
	free(sample->value);
	sample->value = NULL;
	sample->count = 0;
}

static int value_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double ipb_sample_median(struct ipb_sample *sample)
{
	size_t middle = sample->count / 2;

	if (!sample->count)
		return 0;
	qsort(sample->value, sample->count, sizeof(double), value_compare);
	return sample->count % 2 ? sample->value[middle] :
				   (sample->value[middle - 1] + sample->value[middle]) / 2;
}

/*
 * The chance of each number of pairs with b < a where there is no shift: with
 * i of a and j of b left, the largest is of a with chance i / (i + j) and then
 * beats all j. chance[j][u] is filled row by row of i.
 */
static double *rank_sum_chances(size_t n, size_t m)
{
	size_t width = n * m + 1;
	double *chance = ipb_text_grow(NULL, (m + 1) * width * sizeof(double));

	memset(chance, 0, (m + 1) * width * sizeof(double));
	for (size_t j = 0; j <= m; j++)
		chance[j * width] = 1;
	for (size_t i = 1; i <= n; i++) {
		/* j = 0 stays: nothing to beat */
		for (size_t j = 1; j <= m; j++) {
			double of_a = (double)i / (i + j);
			double *here = &chance[j * width];

			for (size_t u = width; u--;)
				here[u] = (u >= j ? of_a * here[u - j] : 0) +
					  (1 - of_a) * here[u - width];
		}
	}
	memmove(chance, &chance[m * width], width * sizeof(double));
	return chance;
}

/* The number of standard deviations that leaves @tail above it */
static double normal_quantile(double tail)
{
	double low = 0, high = 40;

	for (int i = 0; i < 100; i++) {
		double middle = (low + high) / 2;

		if (erfc(middle / sqrt(2)) / 2 > tail)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* With many values the sum is normal to far more digits than matter here */
static long rank_of_many(size_t n, size_t m, double alpha)
{
	double deviation = sqrt((double)n * m * (n + m + 1) / 12);

	return floor(n * m / 2.0 - 1 - normal_quantile(alpha / 2) * deviation);
}

/* How many of the least and of the largest differences to leave out; -1 for none will do */
static long rank_of(size_t n, size_t m, double alpha)
{
	double *chance;
	double sum = 0;
	long rank = -1;

	if (n * m > EXACT_MAX)
		return rank_of_many(n, m, alpha);
	chance = rank_sum_chances(n, m);
	for (size_t u = 0; u < n * m / 2; u++) {
		sum += chance[u];
		if (sum > alpha / 2)
			break;
		rank = u;
	}
	free(chance);
	return rank;
}

bool ipb_shift_interval(const struct ipb_sample *a, const struct ipb_sample *b, double alpha,
			double *low, double *high)
{
	size_t pairs = a->count * b->count;
	struct ipb_sample shift = { NULL, 0 };
	long rank;

	if (!pairs)
		return false;
	rank = rank_of(a->count, b->count, alpha);
	if (rank < 0)
		return false;
	for (size_t i = 0; i < a->count; i++)
		for (size_t j = 0; j < b->count; j++)
			ipb_sample_add(&shift, b->value[j] - a->value[i]);
	qsort(shift.value, pairs, sizeof(double), value_compare);
	*low = shift.value[rank];
	*high = shift.value[pairs - 1 - rank];
	ipb_sample_free(&shift);
	return true;
}
