// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the patterns and of the arithmetic of rates.
 */
#include <kunit/test.h>
#include <linux/limits.h>
#include <linux/prandom.h>
#include <linux/time64.h>

#include "core/storm.h"

enum { CPUS_MAX = 257 };

struct target_case {
	enum ipb_class pattern;
	u32 pos;
	u32 nr;
	u32 target;
};

static const struct target_case target_cases[] = {
	{ IPB_CLASS_RING, 0, 1, 0 },
	{ IPB_CLASS_RING, 0, 2, 1 },
	{ IPB_CLASS_RING, 1, 2, 0 },
	{ IPB_CLASS_RING, 6, 8, 7 },
	{ IPB_CLASS_RING, 7, 8, 0 },
	{ IPB_CLASS_PAIRS, 0, 1, 0 },
	{ IPB_CLASS_PAIRS, 1, 2, 0 },
	{ IPB_CLASS_PAIRS, 0, 3, 1 },
	{ IPB_CLASS_PAIRS, 1, 3, 2 },
	{ IPB_CLASS_PAIRS, 2, 3, 0 },
	{ IPB_CLASS_PAIRS, 2, 4, 3 },
	{ IPB_CLASS_PAIRS, 1, 5, 0 },
	{ IPB_CLASS_PAIRS, 4, 5, 2 },
	{ IPB_CLASS_ALL_TO_ONE, 0, 5, 0 },
	{ IPB_CLASS_ALL_TO_ONE, 4, 5, 0 },
	{ IPB_CLASS_BROADCAST, 0, 5, 0 },
	{ IPB_CLASS_BROADCAST, 4, 5, 4 },
};

static void target_desc(const struct target_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s, place %u of %u", ipb_class_name(c->pattern),
		 c->pos, c->nr);
}

KUNIT_ARRAY_PARAM(target, target_cases, target_desc);

static void target_of_a_place(struct kunit *test)
{
	const struct target_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, ipb_storm_target(c->pattern, c->pos, c->nr), c->target);
}

/* How many fire at each place. */
static void count_targets(struct kunit *test, enum ipb_class pattern, u32 nr, u32 *hits)
{
	u32 pos;

	memset(hits, 0, CPUS_MAX * sizeof(*hits));
	for (pos = 0; pos < nr; pos++) {
		u32 target = ipb_storm_target(pattern, pos, nr);

		KUNIT_ASSERT_LT_MSG(test, target, nr, "%s, place %u of %u",
				    ipb_class_name(pattern), pos, nr);
		hits[target]++;
	}
}

/* Everybody fires and everybody is fired at, once; nobody at himself. */
static void expect_derangement(struct kunit *test, enum ipb_class pattern)
{
	u32 *hits = kunit_kzalloc(test, CPUS_MAX * sizeof(*hits), GFP_KERNEL), nr, pos;

	KUNIT_ASSERT_NOT_NULL(test, hits);
	for (nr = 2; nr <= CPUS_MAX; nr++) {
		count_targets(test, pattern, nr, hits);
		for (pos = 0; pos < nr; pos++) {
			KUNIT_EXPECT_EQ_MSG(test, hits[pos], 1, "place %u of %u", pos, nr);
			KUNIT_EXPECT_NE_MSG(test, ipb_storm_target(pattern, pos, nr), pos,
					    "of %u", nr);
		}
	}
}

static void ring_is_a_permutation(struct kunit *test)
{
	expect_derangement(test, IPB_CLASS_RING);
}

/* From any place it is one walk through all of them. */
static void ring_is_one_ring(struct kunit *test)
{
	u32 nr, pos, steps;

	for (nr = 1; nr <= CPUS_MAX; nr++) {
		pos = ipb_storm_target(IPB_CLASS_RING, 0, nr);
		for (steps = 1; pos && steps <= nr; steps++)
			pos = ipb_storm_target(IPB_CLASS_RING, pos, nr);
		KUNIT_EXPECT_EQ(test, steps, nr);
	}
}

static void pairs_are_a_permutation(struct kunit *test)
{
	expect_derangement(test, IPB_CLASS_PAIRS);
}

/* All but the last three of an odd number fire back. */
static void pairs_fire_at_each_other(struct kunit *test)
{
	u32 nr, pos;

	for (nr = 2; nr <= CPUS_MAX; nr++) {
		u32 paired = nr % 2 ? nr - 3 : nr;

		for (pos = 0; pos < paired; pos++) {
			u32 other = ipb_storm_target(IPB_CLASS_PAIRS, pos, nr);

			KUNIT_EXPECT_EQ_MSG(test, ipb_storm_target(IPB_CLASS_PAIRS, other, nr),
					    pos, "of %u", nr);
		}
	}
}

static void all_to_one_has_one_target(struct kunit *test)
{
	u32 nr, pos;

	for (nr = 1; nr <= CPUS_MAX; nr++)
		for (pos = 0; pos < nr; pos++)
			KUNIT_EXPECT_EQ(test, ipb_storm_target(IPB_CLASS_ALL_TO_ONE, pos, nr), 0);
}

static void broadcast_is_marked_by_the_sender(struct kunit *test)
{
	u32 nr, pos;

	for (nr = 1; nr <= CPUS_MAX; nr++)
		for (pos = 0; pos < nr; pos++)
			KUNIT_EXPECT_EQ(test, ipb_storm_target(IPB_CLASS_BROADCAST, pos, nr),
					pos);
}

struct rate_case {
	const char *desc;
	u64 shots;
	u64 ns;
	u64 rate;
};

static const struct rate_case rate_cases[] = {
	{ "nothing", 0, 0, 0 },
	{ "no shot", 0, NSEC_PER_SEC, 0 },
	{ "no time", 1, 0, U64_MAX },
	{ "one a second", 1, NSEC_PER_SEC, 1000 },
	{ "one in three seconds", 1, 3ULL * NSEC_PER_SEC, 333 },
	{ "less than a thousandth", 1, 1001ULL * NSEC_PER_SEC, 0 },
	{ "a million in a millisecond", 1000000, NSEC_PER_MSEC, 1000000000000ULL },
	{ "one a nanosecond, for 584 years", U64_MAX, U64_MAX, 1000000000000ULL },
	{ "the most that fits", (1 << 24) - 1, 1, 16777215000000000000ULL },
	{ "one more", 1 << 24, 1, U64_MAX },
	{ "far too many", U64_MAX, 1, U64_MAX },
};

KUNIT_ARRAY_PARAM_DESC(rate, rate_cases, desc);

static void rate_of_shots(struct kunit *test)
{
	const struct rate_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, ipb_storm_rate(c->shots, c->ns), c->rate);
}

/* shots = rate x time, to within the thousandth that was rounded off. */
static void rates_multiply_back(struct kunit *test)
{
	struct rnd_state rnd;
	unsigned int i;

	prandom_seed_state(&rnd, 42);
	for (i = 0; i < 4096; i++) {
		u64 ns = 1 + prandom_u32_state(&rnd) % 1000000;
		u64 shots = prandom_u32_state(&rnd) % 1000000;
		u64 rate = ipb_storm_rate(shots, ns);

		KUNIT_EXPECT_LE_MSG(test, rate * ns, shots * 1000000000000ULL,
				    "%llu shots in %llu ns", shots, ns);
		KUNIT_EXPECT_GT_MSG(test, (rate + 1) * ns, shots * 1000000000000ULL,
				    "%llu shots in %llu ns", shots, ns);
	}
}

struct fairness_case {
	u64 slowest;
	u64 fastest;
	u32 fairness;
};

static const struct fairness_case fairness_cases[] = {
	{ 0, 0, 0 },
	{ 0, 1, 0 },
	{ 1, 1, 1000 },
	{ 1, 3, 333 },
	{ 999, 1000, 999 },
	{ 1, U64_MAX, 0 },
	{ U64_MAX / 2, U64_MAX, 499 },
	{ U64_MAX, U64_MAX, 1000 },
};

static void fairness_desc(const struct fairness_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%llu of %llu", c->slowest, c->fastest);
}

KUNIT_ARRAY_PARAM(fairness, fairness_cases, fairness_desc);

static void fairness_of_rates(struct kunit *test)
{
	const struct fairness_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, ipb_storm_fairness(c->slowest, c->fastest), c->fairness);
}

static struct kunit_case storm_test_cases[] = {
	KUNIT_CASE_PARAM(target_of_a_place, target_gen_params),
	KUNIT_CASE(ring_is_a_permutation),
	KUNIT_CASE(ring_is_one_ring),
	KUNIT_CASE(pairs_are_a_permutation),
	KUNIT_CASE(pairs_fire_at_each_other),
	KUNIT_CASE(all_to_one_has_one_target),
	KUNIT_CASE(broadcast_is_marked_by_the_sender),
	KUNIT_CASE_PARAM(rate_of_shots, rate_gen_params),
	KUNIT_CASE(rates_multiply_back),
	KUNIT_CASE_PARAM(fairness_of_rates, fairness_gen_params),
	{}
};

static struct kunit_suite storm_test_suite = {
	.name = "ipibench_storm",
	.test_cases = storm_test_cases,
};

kunit_test_suite(storm_test_suite);
