// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of mean, deviation and midmean.
 */
#include <kunit/test.h>
#include <linux/math64.h>
#include <linux/prandom.h>

#include "core/statistics.h"

#define MAX_VALUE	BIT_ULL(40)

struct moment_case {
	const char *desc;
	unsigned int n;
	u64 values[8];
	u64 mean;
	u64 stddev;
};

static const struct moment_case moment_cases[] = {
	{ "empty", 0, {}, 0, 0 },
	{ "one value", 1, { 7 }, 7, 0 },
	{ "one largest value", 1, { U64_MAX }, U64_MAX, 0 },
	{ "two equal", 2, { 9, 9 }, 9, 0 },
	{ "deviation below one", 2, { 0, 1 }, 0, 0 },
	{ "textbook", 8, { 2, 4, 4, 4, 5, 5, 7, 9 }, 5, 2 },
	{ "zeros", 4, { 0, 0, 0, 0 }, 0, 0 },
	{ "ends of the range", 2, { 0, MAX_VALUE }, MAX_VALUE / 2, MAX_VALUE / 2 },
	{ "ends of 64 bits", 2, { 0, U64_MAX }, U64_MAX / 2, U64_MAX / 2 },
	/* a variance around the truncated mean makes each of these one larger */
	{ "biased at 2", 3, { 0, 4, 4 }, 2, 1 },
	{ "biased at 3", 4, { 0, 0, 4, 7 }, 2, 2 },
	{ "biased at 4", 4, { 0, 2, 7, 10 }, 4, 3 },
	{ "biased and far from zero", 3, { MAX_VALUE, MAX_VALUE + 4, MAX_VALUE + 4 },
	  MAX_VALUE + 2, 1 },
};

KUNIT_ARRAY_PARAM_DESC(moment, moment_cases, desc);

static void statistics_moments(struct kunit *test)
{
	const struct moment_case *c = test->param_value;
	struct ipb_statistics s;
	unsigned int i;

	ipb_statistics_reset(&s);
	for (i = 0; i < c->n; i++)
		ipb_statistics_add(&s, c->values[i]);
	KUNIT_EXPECT_EQ(test, s.count, c->n);
	KUNIT_EXPECT_EQ(test, ipb_statistics_mean(&s), c->mean);
	KUNIT_EXPECT_EQ(test, ipb_statistics_stddev(&s), c->stddev);
}

static void statistics_reset(struct kunit *test)
{
	struct ipb_statistics s;

	memset(&s, 0xa5, sizeof(s));
	ipb_statistics_reset(&s);
	KUNIT_EXPECT_EQ(test, s.count, 0);
	KUNIT_EXPECT_EQ(test, s.min, U64_MAX);
	KUNIT_EXPECT_EQ(test, s.max, 0);
	KUNIT_EXPECT_EQ(test, ipb_statistics_mean(&s), 0);
	KUNIT_EXPECT_EQ(test, ipb_statistics_stddev(&s), 0);
}

/*
 * With values below 2^20 and at most 2^10 of them n^2 times the variance is
 * n * square - sum^2 and fits 64 bits: no division, no rounding.
 */
static void expect_exact(struct kunit *test, const struct ipb_statistics *s,
			 u64 sum, u64 square)
{
	u64 n = s->count, d = ipb_statistics_stddev(s);
	u64 spread = n * square - sum * sum;

	KUNIT_EXPECT_EQ_MSG(test, ipb_statistics_mean(s), div64_u64(sum, n),
			    "n %llu sum %llu", n, sum);
	KUNIT_EXPECT_LE_MSG(test, d * d * n * n, spread, "n %llu stddev %llu", n, d);
	KUNIT_EXPECT_GT_MSG(test, (d + 1) * (d + 1) * n * n, spread,
			    "n %llu stddev %llu", n, d);
}

static void statistics_oracle(struct kunit *test)
{
	struct ipb_statistics s;
	struct rnd_state rnd;
	unsigned int round, i, n;
	u64 sum, square, v, min, max;
	u32 range;

	prandom_seed_state(&rnd, 1);
	for (round = 0; round < 2000; round++) {
		n = 1 + prandom_u32_state(&rnd) % (round < 1000 ? 10 : 1000);
		range = 1 << (1 + prandom_u32_state(&rnd) % 20);
		ipb_statistics_reset(&s);
		sum = 0;
		square = 0;
		min = U64_MAX;
		max = 0;
		for (i = 0; i < n; i++) {
			v = prandom_u32_state(&rnd) % range;
			ipb_statistics_add(&s, v);
			sum += v;
			square += v * v;
			min = min(min, v);
			max = max(max, v);
		}
		KUNIT_EXPECT_EQ(test, s.count, n);
		KUNIT_EXPECT_EQ(test, s.min, min);
		KUNIT_EXPECT_EQ(test, s.max, max);
		expect_exact(test, &s, sum, square);
	}
}

/* merging with itself doubles: two values become 2^32 */
static void double_to_full_count(struct ipb_statistics *s)
{
	struct ipb_statistics copy;
	int i;

	for (i = 1; i < 32; i++) {
		copy = *s;
		ipb_statistics_merge(s, &copy);
	}
}

struct full_case {
	const char *desc;
	u64 low;	/* of half of 2^32 values */
	u64 high;	/* of the other half */
	u64 mean;
	u64 stddev;
};

static const struct full_case full_cases[] = {
	{ "all equal", MAX_VALUE, MAX_VALUE, MAX_VALUE, 0 },
	{ "as wide as can be", 0, MAX_VALUE, MAX_VALUE / 2, MAX_VALUE / 2 },
	{ "one apart", MAX_VALUE - 1, MAX_VALUE, MAX_VALUE - 1, 0 },
	{ "two apart", MAX_VALUE - 2, MAX_VALUE, MAX_VALUE - 1, 1 },
	{ "three apart", MAX_VALUE - 3, MAX_VALUE, MAX_VALUE - 2, 1 },
	{ "a thousand apart", MAX_VALUE - 1000, MAX_VALUE, MAX_VALUE - 500, 500 },
};

KUNIT_ARRAY_PARAM_DESC(full, full_cases, desc);

static void statistics_full_count(struct kunit *test)
{
	const struct full_case *c = test->param_value;
	struct ipb_statistics s;

	ipb_statistics_reset(&s);
	ipb_statistics_add(&s, c->low);
	ipb_statistics_add(&s, c->high);
	double_to_full_count(&s);
	KUNIT_EXPECT_EQ(test, s.count, 1ULL << 32);
	KUNIT_EXPECT_EQ(test, s.min, c->low);
	KUNIT_EXPECT_EQ(test, s.max, c->high);
	KUNIT_EXPECT_EQ(test, ipb_statistics_mean(&s), c->mean);
	KUNIT_EXPECT_EQ(test, ipb_statistics_stddev(&s), c->stddev);
}

static void statistics_merge_is_adding_all(struct kunit *test)
{
	struct ipb_statistics all, part[3], merged;
	struct rnd_state rnd;
	unsigned int i;
	u64 v;

	ipb_statistics_reset(&all);
	ipb_statistics_reset(&merged);
	for (i = 0; i < ARRAY_SIZE(part); i++)
		ipb_statistics_reset(&part[i]);

	prandom_seed_state(&rnd, 2);
	for (i = 0; i < 10000; i++) {
		v = ((u64)prandom_u32_state(&rnd) << 8) + 1;
		ipb_statistics_add(&all, v);
		/* the last part stays empty */
		ipb_statistics_add(&part[prandom_u32_state(&rnd) % 2], v);
	}
	for (i = 0; i < ARRAY_SIZE(part); i++)
		ipb_statistics_merge(&merged, &part[i]);
	KUNIT_EXPECT_MEMEQ(test, &merged, &all, sizeof(all));
}

/* adding the same to every value moves the mean and nothing else */
static void statistics_shift(struct kunit *test)
{
	struct ipb_statistics near, far;
	struct rnd_state rnd;
	unsigned int i;
	u64 v;

	ipb_statistics_reset(&near);
	ipb_statistics_reset(&far);
	prandom_seed_state(&rnd, 3);
	for (i = 0; i < 1000; i++) {
		v = prandom_u32_state(&rnd) % 1000;
		ipb_statistics_add(&near, v);
		ipb_statistics_add(&far, v + MAX_VALUE);
		KUNIT_EXPECT_EQ_MSG(test, ipb_statistics_stddev(&near),
				    ipb_statistics_stddev(&far), "value %u", i);
		KUNIT_EXPECT_EQ_MSG(test, ipb_statistics_mean(&near) + MAX_VALUE,
				    ipb_statistics_mean(&far), "value %u", i);
	}
}

struct midmean_case {
	const char *desc;
	unsigned int n;
	u64 values[8];
	u64 midmean;
};

static const struct midmean_case midmean_cases[] = {
	{ "none", 0, {}, 0 },
	{ "one", 1, { 5 }, 5 },
	{ "two", 2, { 10, 4 }, 7 },
	{ "three keep all", 3, { 9, 0, 3 }, 4 },
	{ "four drop one a side", 4, { 1000, 2, 0, 5 }, 3 },
	{ "seven drop one a side", 7, { 7, 6, 5, 4, 3, 2, 1000 }, 5 },
	{ "eight drop two a side", 8, { 0, 900, 4, 1, 800, 5, 6, 7 }, 5 },
	{ "all equal", 8, { 6, 6, 6, 6, 6, 6, 6, 6 }, 6 },
	/* a coarse clock ties the median at 20 */
	{ "ties", 8, { 20, 10, 20, 20, 10, 20, 10, 20 }, 17 },
	{ "largest", 4, { U64_MAX, U64_MAX, U64_MAX, U64_MAX }, U64_MAX },
	{ "sum beyond 64 bits", 4, { U64_MAX, U64_MAX - 2, 0, U64_MAX }, U64_MAX - 1 },
};

KUNIT_ARRAY_PARAM_DESC(midmean, midmean_cases, desc);

static void statistics_midmean(struct kunit *test)
{
	const struct midmean_case *c = test->param_value;
	u64 values[8];

	memcpy(values, c->values, sizeof(values));
	KUNIT_EXPECT_EQ(test, ipb_statistics_midmean(values, c->n), c->midmean);
}

/* by rank instead of by sorting: a value is in if its rank is in the middle */
static u64 naive_midmean(const u32 *values, unsigned int n)
{
	unsigned int i, j, rank;
	u64 sum = 0;

	for (i = 0; i < n; i++) {
		for (rank = 0, j = 0; j < n; j++)
			rank += values[j] < values[i] || (values[j] == values[i] && j < i);
		if (rank >= n / 4 && rank < n - n / 4)
			sum += values[i];
	}
	return div_u64(sum, n - 2 * (n / 4));
}

static void statistics_midmean_oracle(struct kunit *test)
{
	enum { MOST = 64 };
	u32 values[MOST], range;
	u64 sorted[MOST];
	unsigned int round, i, n;
	struct rnd_state rnd;

	prandom_seed_state(&rnd, 4);
	for (round = 0; round < 1000; round++) {
		n = 1 + prandom_u32_state(&rnd) % MOST;
		/* small ranges are full of ties */
		range = 1U << (prandom_u32_state(&rnd) % 32);
		for (i = 0; i < n; i++) {
			values[i] = prandom_u32_state(&rnd) % range;
			sorted[i] = values[i];
		}
		KUNIT_EXPECT_EQ_MSG(test, ipb_statistics_midmean(sorted, n),
				    naive_midmean(values, n), "round %u n %u", round, n);
		for (i = 1; i < n; i++)
			KUNIT_EXPECT_LE_MSG(test, sorted[i - 1], sorted[i], "at %u", i);
	}
}

static struct kunit_case statistics_test_cases[] = {
	KUNIT_CASE_PARAM(statistics_moments, moment_gen_params),
	KUNIT_CASE_PARAM(statistics_full_count, full_gen_params),
	KUNIT_CASE_PARAM(statistics_midmean, midmean_gen_params),
	KUNIT_CASE(statistics_reset),
	KUNIT_CASE(statistics_oracle),
	KUNIT_CASE(statistics_merge_is_adding_all),
	KUNIT_CASE(statistics_shift),
	KUNIT_CASE(statistics_midmean_oracle),
	{}
};

static struct kunit_suite statistics_test_suite = {
	.name = "ipibench_statistics",
	.test_cases = statistics_test_cases,
};

kunit_test_suite(statistics_test_suite);
