// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the generator and of the order of blocks.
 */
#include <kunit/test.h>

#include "core/schedule.h"

struct vector_case {
	const char *desc;
	u64 seed;
	u64 out[3];
};

/* computed from the definition of splitmix64, outside of C */
static const struct vector_case vector_cases[] = {
	{ "seed 0", 0,
	  { 0xe220a8397b1dcdafULL, 0x6e789e6aa1b965f4ULL, 0x06c45d188009454fULL } },
	{ "seed 1234567", 1234567,
	  { 0x599ed017fb08fc85ULL, 0x2c73f08458540fa5ULL, 0x883ebce5a3f27c77ULL } },
	{ "largest seed", U64_MAX,
	  { 0xe4d971771b652c20ULL, 0xe99ff867dbf682c9ULL, 0x382ff84cb27281e9ULL } },
};

KUNIT_ARRAY_PARAM_DESC(vector, vector_cases, desc);

static void random_vector(struct kunit *test)
{
	const struct vector_case *c = test->param_value;
	struct ipb_random r;
	unsigned int i;

	ipb_random_seed(&r, c->seed);
	for (i = 0; i < ARRAY_SIZE(c->out); i++)
		KUNIT_EXPECT_EQ_MSG(test, ipb_random_next(&r), c->out[i], "number %u", i);
}

struct bound_case {
	const char *desc;
	u32 bound;
	u32 cells;	/* divides bound */
};

static const struct bound_case bound_cases[] = {
	{ "one", 1, 1 },
	{ "two", 2, 2 },
	{ "three", 3, 3 },
	{ "ten", 10, 10 },
	{ "a power of two", 64, 64 },
	/* a plain modulo favours the first third, a plain product every third value */
	{ "where bias is largest", 3U << 30, 3 },
	{ "an odd large one", 0xaaaaaaab, 1 },
	{ "largest", U32_MAX, 5 },
};

KUNIT_ARRAY_PARAM_DESC(bound, bound_cases, desc);

/* five standard deviations, 1/sqrt(hits) each, are 5 % of 10,000 hits */
enum { HITS = 10000, HITS_MARGIN = 500, MAX_CELLS = 64 };

static void random_below(struct kunit *test)
{
	const struct bound_case *c = test->param_value;
	u32 by_place[MAX_CELLS] = {}, by_rest[MAX_CELLS] = {};
	struct ipb_random r;
	unsigned int i;
	u32 v;

	ipb_random_seed(&r, 42);
	for (i = 0; i < HITS * c->cells; i++) {
		v = ipb_random_below(&r, c->bound);
		KUNIT_ASSERT_LT_MSG(test, v, c->bound, "draw %u", i);
		by_place[v / (c->bound / c->cells)]++;
		by_rest[v % c->cells]++;
	}
	for (i = 0; i < c->cells; i++) {
		KUNIT_EXPECT_LE_MSG(test, abs((int)by_place[i] - HITS), HITS_MARGIN,
				    "cell %u: %u", i, by_place[i]);
		KUNIT_EXPECT_LE_MSG(test, abs((int)by_rest[i] - HITS), HITS_MARGIN,
				    "rest %u: %u", i, by_rest[i]);
	}
}

/* number of an order of 0, 1, 2, 3 among all 24; -1 if it is none */
static int order_number(const u8 *order)
{
	unsigned int i, j, less, number = 0, seen = 0;

	for (i = 0; i < 4; i++) {
		if (order[i] > 3 || seen & BIT(order[i]))
			return -1;
		seen |= BIT(order[i]);
		for (less = 0, j = i + 1; j < 4; j++)
			less += order[j] < order[i];
		number = number * (4 - i) + less;
	}
	return number;
}

static void expect_orders_even(struct kunit *test, const u32 *hits, u32 rounds)
{
	u32 mean = rounds / 24;
	unsigned int i;

	/* 12,000 rounds: 500 +- 22 a cell, five of that */
	for (i = 0; i < 24; i++)
		KUNIT_EXPECT_LE_MSG(test, abs((int)hits[i] - (int)mean), 110,
				    "order %u: %u of %u", i, hits[i], rounds);
}

static void random_shuffle_orders(struct kunit *test)
{
	enum { ROUNDS = 12000 };
	u32 hits[24] = {}, v[4];
	struct ipb_random r;
	unsigned int i, j;
	u8 order[4];
	int number;

	ipb_random_seed(&r, 7);
	for (i = 0; i < ROUNDS; i++) {
		for (j = 0; j < 4; j++)
			v[j] = j;
		ipb_random_shuffle(&r, v, 4);
		for (j = 0; j < 4; j++)
			order[j] = v[j];
		number = order_number(order);
		KUNIT_ASSERT_GE(test, number, 0);
		hits[number]++;
	}
	expect_orders_even(test, hits, ROUNDS);
}

static void random_shuffle_small(struct kunit *test)
{
	struct ipb_random r;
	u32 v[2] = { 5, 6 };

	ipb_random_seed(&r, 7);
	ipb_random_shuffle(&r, v, 0);
	ipb_random_shuffle(&r, v, 1);
	KUNIT_EXPECT_EQ(test, v[0], 5);
	KUNIT_EXPECT_EQ(test, v[1], 6);
}

static void schedule_first_orders(struct kunit *test)
{
	enum { ROUNDS = 12000 };
	u32 hits[24] = {};
	unsigned int i;
	u8 order[4];
	int number;

	/* neighbouring pairs and seeds must not share their orders: vary all three */
	for (i = 0; i < ROUNDS; i++) {
		ipb_schedule_round(i / 400, i / 20 % 20, i % 20, 4, order);
		number = order_number(order);
		KUNIT_ASSERT_GE_MSG(test, number, 0, "round %u", i);
		hits[number]++;
	}
	expect_orders_even(test, hits, ROUNDS);
}

static void expect_permutation(struct kunit *test, const u8 *order, unsigned int n)
{
	DECLARE_BITMAP(seen, IPB_SCHEDULE_MAX_VARIANTS);
	unsigned int i;

	bitmap_zero(seen, IPB_SCHEDULE_MAX_VARIANTS);
	for (i = 0; i < n; i++)
		set_bit(order[i], seen);
	KUNIT_EXPECT_EQ(test, bitmap_weight(seen, IPB_SCHEDULE_MAX_VARIANTS), n);
	KUNIT_EXPECT_TRUE(test, bitmap_full(seen, n));
}

static void schedule_mirrors(struct kunit *test)
{
	static const unsigned int counts[] = { 0, 1, 2, 3, 4, 5, 8, IPB_SCHEDULE_MAX_VARIANTS };
	u8 even[IPB_SCHEDULE_MAX_VARIANTS + 1], odd[IPB_SCHEDULE_MAX_VARIANTS + 1];
	unsigned int c, n, i, round;

	for (c = 0; c < ARRAY_SIZE(counts); c++) {
		n = counts[c];
		for (round = 0; round < 64; round += 2) {
			memset(even, 0xa5, sizeof(even));
			memset(odd, 0xa5, sizeof(odd));
			ipb_schedule_round(3, 9, round, n, even);
			ipb_schedule_round(3, 9, round + 1, n, odd);

			expect_permutation(test, even, n);
			for (i = 0; i < n; i++)
				KUNIT_EXPECT_EQ_MSG(test, even[i], odd[n - 1 - i],
						    "round %u variants %u", round, n);
			KUNIT_EXPECT_EQ_MSG(test, even[n], 0xa5, "wrote past %u", n);
			KUNIT_EXPECT_EQ_MSG(test, odd[n], 0xa5, "wrote past %u", n);
		}
	}
}

/* what the mirror is for: over two rounds every variant has the same mean time */
static void schedule_cancels_drift(struct kunit *test)
{
	unsigned int pair, round, i, when[5];
	u8 order[5];

	for (pair = 0; pair < 100; pair++) {
		memset(when, 0, sizeof(when));
		for (round = 0; round < 16; round++) {
			ipb_schedule_round(1, pair, round, 5, order);
			for (i = 0; i < 5; i++)
				when[order[i]] += 5 * round + i;
		}
		for (i = 1; i < 5; i++)
			KUNIT_EXPECT_EQ_MSG(test, when[i], when[0], "pair %u", pair);
	}
}

/* rounds of 16 variants that agree in two of these would be a coincidence of 1 in 16! */
static void schedule_depends_on_arguments(struct kunit *test)
{
	u8 first[16], again[16], other[16];

	ipb_schedule_round(1, 2, 4, 16, first);
	ipb_schedule_round(1, 2, 4, 16, again);
	KUNIT_EXPECT_MEMEQ(test, first, again, sizeof(first));

	ipb_schedule_round(2, 2, 4, 16, other);
	KUNIT_EXPECT_MEMNEQ(test, first, other, sizeof(first));
	ipb_schedule_round(1, 3, 4, 16, other);
	KUNIT_EXPECT_MEMNEQ(test, first, other, sizeof(first));
	ipb_schedule_round(1, 2, 6, 16, other);
	KUNIT_EXPECT_MEMNEQ(test, first, other, sizeof(first));
	ipb_schedule_round(1ULL << 63 | 1, 2, 4, 16, other);
	KUNIT_EXPECT_MEMNEQ(test, first, other, sizeof(first));
	ipb_schedule_round(1, UINT_MAX, UINT_MAX, 16, other);
	expect_permutation(test, other, 16);
}

static struct kunit_case schedule_test_cases[] = {
	KUNIT_CASE_PARAM(random_vector, vector_gen_params),
	KUNIT_CASE_PARAM(random_below, bound_gen_params),
	KUNIT_CASE(random_shuffle_orders),
	KUNIT_CASE(random_shuffle_small),
	KUNIT_CASE(schedule_first_orders),
	KUNIT_CASE(schedule_mirrors),
	KUNIT_CASE(schedule_cancels_drift),
	KUNIT_CASE(schedule_depends_on_arguments),
	{}
};

static struct kunit_suite schedule_test_suite = {
	.name = "ipibench_schedule",
	.test_cases = schedule_test_cases,
};

kunit_test_suite(schedule_test_suite);
