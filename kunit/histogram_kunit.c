// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the histogram.
 */
#include <kunit/test.h>
#include <linux/math64.h>
#include <linux/prandom.h>
#include <linux/sort.h>

#include "core/histogram.h"

#define OVERFLOW	BIT_ULL(IPB_HISTOGRAM_MAX_BITS)

struct bucket_case {
	const char *desc;
	u64 value;
	unsigned int index;
	u64 upper;
};

static const struct bucket_case bucket_cases[] = {
	{ "zero", 0, 0, 0 },
	{ "one", 1, 1, 1 },
	{ "last exact value of row 0", 63, 63, 63 },
	{ "first of the first octave", 64, 64, 64 },
	{ "last exact value", 127, 127, 127 },
	{ "first bucket of two", 128, 128, 129 },
	{ "second value of it", 129, 128, 129 },
	{ "next bucket of two", 130, 129, 131 },
	{ "last below 256", 255, 191, 255 },
	{ "first bucket of four", 256, 192, 259 },
	{ "one microsecond", 1000000, 954, 1007615 },
	{ "half of the range", 1ULL << 41, 2304, (1ULL << 41) + (1ULL << 35) - 1 },
	{ "largest value", OVERFLOW - 1, IPB_HISTOGRAM_BUCKETS - 1, OVERFLOW - 1 },
	{ "overflow", OVERFLOW, IPB_HISTOGRAM_BUCKETS, U64_MAX },
	{ "largest overflow", U64_MAX, IPB_HISTOGRAM_BUCKETS, U64_MAX },
};

KUNIT_ARRAY_PARAM_DESC(bucket, bucket_cases, desc);

static void histogram_bucket(struct kunit *test)
{
	const struct bucket_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, ipb_histogram_index(c->value), c->index);
	KUNIT_EXPECT_EQ(test, ipb_histogram_upper(c->index), c->upper);
}

static void histogram_buckets_tile(struct kunit *test)
{
	u64 lower = 0, upper;
	unsigned int i;

	for (i = 0; i < IPB_HISTOGRAM_BUCKETS; i++) {
		upper = ipb_histogram_upper(i);
		KUNIT_EXPECT_EQ_MSG(test, ipb_histogram_index(lower), i, "bucket %u", i);
		KUNIT_EXPECT_EQ_MSG(test, ipb_histogram_index(upper), i, "bucket %u", i);
		KUNIT_EXPECT_LE_MSG(test, (upper - lower) * 64, lower, "bucket %u", i);
		lower = upper + 1;
	}
	KUNIT_EXPECT_EQ(test, lower, OVERFLOW);
}

/* any number of bits is equally likely, up to some beyond the range */
static u64 random_value(struct rnd_state *rnd)
{
	u64 v = (u64)prandom_u32_state(rnd) << 32 | prandom_u32_state(rnd);

	return v >> (63 - prandom_u32_state(rnd) % (IPB_HISTOGRAM_MAX_BITS + 1));
}

static struct ipb_histogram *histogram_new(struct kunit *test)
{
	struct ipb_histogram *h = kunit_kzalloc(test, sizeof(*h), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, h);
	memset(h, 0xa5, sizeof(*h));
	ipb_histogram_reset(h);
	return h;
}

static int compare_u64(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return (x > y) - (x < y);
}

static void expect_percentile(struct kunit *test, const struct ipb_histogram *h,
			      const u64 *sorted, unsigned int n, unsigned int permille)
{
	unsigned int rank = DIV_ROUND_UP(n * permille, 1000);
	u64 exact = sorted[max(rank, 1U) - 1];
	u64 got = ipb_histogram_percentile(h, permille);

	if (exact >= OVERFLOW) {
		KUNIT_EXPECT_EQ_MSG(test, got, U64_MAX, "n %u permille %u", n, permille);
		return;
	}
	KUNIT_EXPECT_GE_MSG(test, got, exact, "n %u permille %u", n, permille);
	KUNIT_EXPECT_LE_MSG(test, (got - exact) * 64, exact, "n %u permille %u", n, permille);
	KUNIT_EXPECT_EQ_MSG(test, got, ipb_histogram_upper(ipb_histogram_index(exact)),
			    "n %u permille %u value %llu", n, permille, exact);
}

static void histogram_percentile_oracle(struct kunit *test)
{
	static const unsigned int permilles[] = { 0, 1, 10, 500, 900, 990, 999, 1000 };
	enum { MOST = 3000 };
	struct ipb_histogram *h = histogram_new(test);
	u64 *values = kunit_kcalloc(test, MOST, sizeof(*values), GFP_KERNEL);
	struct rnd_state rnd;
	unsigned int round, i, n;

	KUNIT_ASSERT_NOT_NULL(test, values);
	prandom_seed_state(&rnd, 1);
	for (round = 0; round < 100; round++) {
		n = round < 20 ? round + 1 : 1 + prandom_u32_state(&rnd) % MOST;
		ipb_histogram_reset(h);
		for (i = 0; i < n; i++) {
			values[i] = random_value(&rnd);
			ipb_histogram_add(h, values[i]);
		}
		sort(values, n, sizeof(*values), compare_u64, NULL);
		for (i = 0; i < ARRAY_SIZE(permilles); i++)
			expect_percentile(test, h, values, n, permilles[i]);
		KUNIT_EXPECT_EQ(test, ipb_histogram_percentile(h, 1001),
				ipb_histogram_percentile(h, 1000));
	}
}

static void histogram_merge_is_adding_all(struct kunit *test)
{
	struct ipb_histogram *all = histogram_new(test), *merged = histogram_new(test);
	struct ipb_histogram *part[3];
	struct rnd_state rnd;
	unsigned int i;
	u64 value;

	for (i = 0; i < ARRAY_SIZE(part); i++)
		part[i] = histogram_new(test);

	prandom_seed_state(&rnd, 2);
	for (i = 0; i < 10000; i++) {
		value = random_value(&rnd);
		ipb_histogram_add(all, value);
		ipb_histogram_add(part[prandom_u32_state(&rnd) % ARRAY_SIZE(part)], value);
	}
	for (i = 0; i < ARRAY_SIZE(part); i++)
		ipb_histogram_merge(merged, part[i]);

	KUNIT_EXPECT_EQ(test, all->count, 10000);
	KUNIT_EXPECT_GT(test, all->overflow, 0);
	KUNIT_EXPECT_MEMEQ(test, merged, all, sizeof(*all));
}

static void histogram_walk(struct kunit *test)
{
	struct ipb_histogram *h = histogram_new(test);
	unsigned int i, buckets = 0;
	struct rnd_state rnd;
	u64 sum = 0;

	prandom_seed_state(&rnd, 3);
	for (i = 0; i < 500; i++)
		ipb_histogram_add(h, random_value(&rnd));
	ipb_histogram_add(h, OVERFLOW - 1);

	for (i = ipb_histogram_next(h, 0); i < IPB_HISTOGRAM_BUCKETS;
	     i = ipb_histogram_next(h, i + 1)) {
		KUNIT_EXPECT_NE_MSG(test, h->bucket[i], 0, "bucket %u", i);
		sum += h->bucket[i];
		buckets++;
	}
	KUNIT_EXPECT_GT(test, buckets, 100);
	KUNIT_EXPECT_EQ(test, sum, h->count - h->overflow);
	KUNIT_EXPECT_EQ(test, ipb_histogram_next(h, IPB_HISTOGRAM_BUCKETS - 1),
			IPB_HISTOGRAM_BUCKETS - 1);
	KUNIT_EXPECT_EQ(test, ipb_histogram_next(h, IPB_HISTOGRAM_BUCKETS),
			IPB_HISTOGRAM_BUCKETS);
	KUNIT_EXPECT_EQ(test, ipb_histogram_next(h, UINT_MAX), IPB_HISTOGRAM_BUCKETS);
}

static void histogram_empty(struct kunit *test)
{
	struct ipb_histogram *h = histogram_new(test);

	KUNIT_EXPECT_EQ(test, h->count, 0);
	KUNIT_EXPECT_EQ(test, h->overflow, 0);
	KUNIT_EXPECT_EQ(test, ipb_histogram_percentile(h, 500), 0);
	KUNIT_EXPECT_EQ(test, ipb_histogram_next(h, 0), IPB_HISTOGRAM_BUCKETS);
}

static void histogram_only_overflow(struct kunit *test)
{
	struct ipb_histogram *h = histogram_new(test);

	ipb_histogram_add(h, U64_MAX);
	ipb_histogram_add(h, OVERFLOW);
	KUNIT_EXPECT_EQ(test, h->count, 2);
	KUNIT_EXPECT_EQ(test, h->overflow, 2);
	KUNIT_EXPECT_EQ(test, ipb_histogram_percentile(h, 0), U64_MAX);
	KUNIT_EXPECT_EQ(test, ipb_histogram_next(h, 0), IPB_HISTOGRAM_BUCKETS);
}

/* 999 of 1000 at 10 ps, the rest at 100 ps, as often as 64 bits allow */
static void histogram_huge_counts(struct kunit *test)
{
	struct ipb_histogram *h = histogram_new(test);
	u64 unit = div_u64(U64_MAX, 1000);

	h->bucket[10] = 999 * unit;
	h->bucket[100] = unit;
	h->count = 1000 * unit;
	KUNIT_EXPECT_EQ(test, ipb_histogram_percentile(h, 500), 10);
	KUNIT_EXPECT_EQ(test, ipb_histogram_percentile(h, 999), 10);
	KUNIT_EXPECT_EQ(test, ipb_histogram_percentile(h, 1000), 100);

	h->bucket[10]--;
	h->bucket[100]++;
	KUNIT_EXPECT_EQ(test, ipb_histogram_percentile(h, 998), 10);
	KUNIT_EXPECT_EQ(test, ipb_histogram_percentile(h, 999), 100);
}

static struct kunit_case histogram_test_cases[] = {
	KUNIT_CASE_PARAM(histogram_bucket, bucket_gen_params),
	KUNIT_CASE(histogram_buckets_tile),
	KUNIT_CASE(histogram_percentile_oracle),
	KUNIT_CASE(histogram_merge_is_adding_all),
	KUNIT_CASE(histogram_walk),
	KUNIT_CASE(histogram_empty),
	KUNIT_CASE(histogram_only_overflow),
	KUNIT_CASE(histogram_huge_counts),
	{}
};

static struct kunit_suite histogram_test_suite = {
	.name = "ipibench_histogram",
	.test_cases = histogram_test_cases,
};

kunit_test_suite(histogram_test_suite);
