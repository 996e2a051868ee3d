// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of numbers and verdicts from shot to publication: everything the
 * engine publishes is computed once more, slowly, from the shots the bench
 * fired.
 */
#include <kunit/test.h>
#include <linux/sort.h>

#include "core/schedule.h"
#include "fake.h"

enum { BLOCK = 32, PAIRS = 2, MOST = 4096 };

static const struct fake_machine four = { NULL, 4, 2, 1, 1, 1 };

/**
 * struct noise - how long shots take
 * @base_ps: at least
 * @width_ps: and up to that much more, at random
 * @permille: what a variant takes of that
 */
struct noise {
	u32 base_ps;
	u32 width_ps;
	u32 permille[FAKE_VARIANTS];
};

static struct noise noise;

static u64 noisy(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n)
{
	struct ipb_random random;

	ipb_random_seed(&random, (u64)variant << 40 | (u64)aim->to << 32 | n);
	return div_u64((noise.base_ps + ipb_random_below(&random, noise.width_ps + 1)) *
		       (u64)noise.permille[variant], 1000);
}

/* CPU 0 to the two of the other package. */
static struct fake *two_pairs(struct kunit *test, const struct noise *with, unsigned int rounds)
{
	struct fake *fake = test->priv;

	noise = *with;
	fake_use(fake, &four, &fake_bench);
	__set_bit(0, fake->job.spec.senders);
	bitmap_set(fake->job.spec.targets, 2, 2);
	fake->job.spec.samples = rounds * BLOCK;
	fake->job.spec.block = BLOCK;
	fake->job.spec.warmup = 0;
	fake->latency = noisy;
	fake_log(fake, MOST);
	return fake;
}

static const struct fake_leg *rtt(const struct fake *fake, unsigned int variant)
{
	return &fake_cell(fake, variant, IPB_CLASS_CROSS)->leg[IPB_LEG_RTT];
}

static int by_value(const void *a, const void *b)
{
	s64 x = *(const s64 *)a, y = *(const s64 *)b;

	return x < y ? -1 : x > y;
}

/* All round trips of a variant, sorted. Times are far from the sign bit. */
static unsigned int all_of(const struct fake *fake, unsigned int variant, s64 *values)
{
	unsigned int i, nr = 0;

	for (i = 0; i < fake->logged; i++)
		if (fake->log[i].variant == variant)
			values[nr++] = fake->log[i].ticks;
	sort(values, nr, sizeof(*values), by_value, NULL);
	return nr;
}

static s64 *room(struct kunit *test)
{
	s64 *values = kunit_kcalloc(test, MOST, sizeof(*values), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, values);
	return values;
}

/* A percentile is a bucket's upper end: never below, at most 1/64 above. */
static void expect_percentile(struct kunit *test, u64 value, const s64 *sorted, unsigned int nr,
			      unsigned int permille)
{
	u64 exact = sorted[DIV_ROUND_UP(nr * permille, 1000) - 1];

	KUNIT_EXPECT_GE_MSG(test, value, exact, "permille %u", permille);
	KUNIT_EXPECT_LE_MSG(test, value, exact + exact / 64, "permille %u", permille);
}

static void distributions_are_exact(struct kunit *test)
{
	static const struct noise with = { 900000, 300000, { 1000, 1003, 1500 } };
	struct fake *fake = two_pairs(test, &with, 20);
	s64 *values = room(test);
	unsigned int variant, nr, i;

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	for (variant = 0; variant < FAKE_VARIANTS; variant++) {
		const struct fake_leg *leg = rtt(fake, variant);
		u64 sum = 0, square = 0, spread;

		nr = all_of(fake, variant, values);
		for (i = 0; i < nr; i++) {
			sum += values[i];
			square += values[i] * values[i];
		}
		KUNIT_ASSERT_EQ(test, nr, PAIRS * 20 * BLOCK);
		KUNIT_EXPECT_EQ(test, leg->count, nr);
		KUNIT_EXPECT_EQ(test, leg->min, values[0]);
		KUNIT_EXPECT_EQ(test, leg->max, values[nr - 1]);
		KUNIT_EXPECT_EQ(test, leg->mean, div_u64(sum, nr));
		/* the truncated mean moves the variance by less than twice itself */
		spread = div_u64(square, nr) - leg->mean * leg->mean;
		KUNIT_EXPECT_LE(test, leg->stddev * leg->stddev, spread + 1);
		KUNIT_EXPECT_GE(test, (leg->stddev + 1) * (leg->stddev + 1) + 2 * leg->mean,
				spread);
		expect_percentile(test, leg->p50, values, nr, 500);
		expect_percentile(test, leg->p99, values, nr, 990);
	}
}

/* The mean of the middle half of a block, sorted in place. */
static s64 block_midmean(s64 *values)
{
	unsigned int i;
	s64 sum = 0;

	sort(values, BLOCK, sizeof(*values), by_value, NULL);
	for (i = BLOCK / 4; i < BLOCK - BLOCK / 4; i++)
		sum += values[i];
	return div_s64(sum, BLOCK / 2);
}

/* Blocks in the order they were fired: all variants of a round together. */
static unsigned int deltas_of(struct fake *fake, unsigned int variant, s64 *deltas)
{
	unsigned int rounds = fake->logged / BLOCK / FAKE_VARIANTS, round, block, i;
	s64 values[BLOCK], midmean[FAKE_VARIANTS];

	for (round = 0; round < rounds; round++) {
		for (block = 0; block < FAKE_VARIANTS; block++) {
			const struct fake_shot *shot;

			shot = &fake->log[(round * FAKE_VARIANTS + block) * BLOCK];
			for (i = 0; i < BLOCK; i++)
				values[i] = shot[i].ticks;
			midmean[shot->variant] = block_midmean(values);
		}
		deltas[round] = midmean[variant] - midmean[0];
	}
	sort(deltas, rounds, sizeof(*deltas), by_value, NULL);
	return rounds;
}

static enum ipb_verdict verdict_of(s64 low, s64 high, s64 margin)
{
	if (low >= -margin && high <= margin)
		return IPB_VERDICT_SAME;
	if (high < 0)
		return IPB_VERDICT_FASTER;
	return low > 0 ? IPB_VERDICT_SLOWER : IPB_VERDICT_UNCLEAR;
}

enum { FLOOR_PS = FAKE_RESOLUTION_PS / 5 };	/* over the root of a block */

static void comparisons_are_exact(struct kunit *test)
{
	static const struct noise with = { 900000, 200000, { 1000, 1008, 970 } };
	struct fake *fake = two_pairs(test, &with, 20);
	s64 *deltas = room(test), median, margin;
	unsigned int variant, nr, k;

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	/* two variants beside the baseline, three legs, one class */
	KUNIT_EXPECT_EQ(test, fake->published->results.verdicts, 6);
	margin = div_u64(rtt(fake, 0)->p50, 100);
	for (variant = 1; variant < FAKE_VARIANTS; variant++) {
		const struct ipb_contrast *contrast = &rtt(fake, variant)->contrast;
		const struct ipb_comparison *c = &contrast->comparison;

		KUNIT_ASSERT_TRUE(test, rtt(fake, variant)->compared);
		nr = deltas_of(fake, variant, deltas);
		KUNIT_ASSERT_EQ(test, nr, PAIRS * 20);
		median = div_s64(deltas[nr / 2 - 1] + deltas[nr / 2], 2);
		KUNIT_EXPECT_EQ(test, c->delta, median);
		k = ipb_compare_rank(nr, 1);
		KUNIT_EXPECT_EQ(test, c->ci_low, min(deltas[k - 1], median - FLOOR_PS));
		KUNIT_EXPECT_EQ(test, c->ci_high, max(deltas[nr - k], median + FLOOR_PS));
		k = ipb_compare_rank(nr, 6);
		KUNIT_EXPECT_EQ(test, c->verdict, verdict_of(deltas[k - 1], deltas[nr - k],
							     margin));
		KUNIT_EXPECT_EQ(test, contrast->baseline_ps, rtt(fake, 0)->p50);
		KUNIT_EXPECT_EQ(test, contrast->p99_delta_ps,
				(s64)(rtt(fake, variant)->p99 - rtt(fake, 0)->p99));
	}
}

struct verdict_case {
	const char *desc;
	struct noise noise;
	unsigned int rounds;
	enum ipb_verdict twin;
	enum ipb_verdict other;
};

static const struct verdict_case verdict_cases[] = {
	{ "3 % slower", { 900000, 200000, { 1000, 1000, 1030 } }, 20,
	  IPB_VERDICT_SAME, IPB_VERDICT_SLOWER },
	{ "3 % faster", { 900000, 200000, { 1000, 1000, 970 } }, 20,
	  IPB_VERDICT_SAME, IPB_VERDICT_FASTER },
	{ "half as long", { 900000, 200000, { 1000, 1000, 500 } }, 20,
	  IPB_VERDICT_SAME, IPB_VERDICT_FASTER },
	{ "no noise, no difference", { 1000000, 0, { 1000, 1000, 1000 } }, 20,
	  IPB_VERDICT_SAME, IPB_VERDICT_SAME },
	{ "no noise, inside the margin", { 1000000, 0, { 1000, 1009, 991 } }, 20,
	  IPB_VERDICT_SAME, IPB_VERDICT_SAME },
	{ "no noise, outside the margin", { 1000000, 0, { 1000, 1011, 989 } }, 20,
	  IPB_VERDICT_SLOWER, IPB_VERDICT_FASTER },
	/* no evidence is not evidence of sameness */
	{ "noise hides it", { 100000, 1800000, { 1000, 1000, 1005 } }, 10,
	  IPB_VERDICT_UNCLEAR, IPB_VERDICT_UNCLEAR },
	{ "too few rounds", { 1000000, 0, { 1000, 1000, 500 } }, 7,
	  IPB_VERDICT_UNCLEAR, IPB_VERDICT_UNCLEAR },
	{ "just enough rounds", { 1000000, 0, { 1000, 1000, 500 } }, 8,
	  IPB_VERDICT_SAME, IPB_VERDICT_FASTER },
};

KUNIT_ARRAY_PARAM_DESC(verdict, verdict_cases, desc);

static void verdicts(struct kunit *test)
{
	const struct verdict_case *c = test->param_value;
	struct fake *fake = two_pairs(test, &c->noise, c->rounds);

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_STREQ(test,
			   ipb_verdict_name(rtt(fake, 1)->contrast.comparison.verdict),
			   ipb_verdict_name(c->twin));
	KUNIT_EXPECT_STREQ(test,
			   ipb_verdict_name(rtt(fake, 2)->contrast.comparison.verdict),
			   ipb_verdict_name(c->other));
}

/* A margin below the clock's resolution is the resolution. */
static void margin_is_a_parameter(struct kunit *test)
{
	static const struct noise with = { 1000000, 0, { 1000, 1003, 1001 } };
	struct fake *fake = two_pairs(test, &with, 20);

	fake->job.spec.same_margin_mpct = 200;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, rtt(fake, 1)->contrast.comparison.verdict, IPB_VERDICT_SLOWER);
	KUNIT_EXPECT_EQ(test, rtt(fake, 2)->contrast.comparison.verdict, IPB_VERDICT_SAME);
	fake->job.spec.same_margin_mpct = 500;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, rtt(fake, 1)->contrast.comparison.verdict, IPB_VERDICT_SAME);
	fake->job.spec.same_margin_mpct = 0;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, rtt(fake, 1)->contrast.comparison.verdict, IPB_VERDICT_SLOWER);
	/* 1000 ps and its interval of 200 more */
	KUNIT_EXPECT_EQ(test, rtt(fake, 2)->contrast.comparison.verdict, IPB_VERDICT_SLOWER);
}

/* Every shot takes a little longer than the one before, whoever fires it. */
static u64 drifting(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n)
{
	return FAKE_LATENCY_PS + 100 * (fake->fired[0] + fake->fired[1] + fake->fired[2]);
}

static void drift_cancels(struct kunit *test)
{
	static const struct noise with = {};
	struct fake *fake = two_pairs(test, &with, 20);
	unsigned int variant;

	fake->latency = drifting;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	for (variant = 1; variant < FAKE_VARIANTS; variant++) {
		const struct ipb_comparison *c = &rtt(fake, variant)->contrast.comparison;

		KUNIT_EXPECT_NE(test, c->verdict, IPB_VERDICT_FASTER);
		KUNIT_EXPECT_NE(test, c->verdict, IPB_VERDICT_SLOWER);
		KUNIT_EXPECT_LE(test, c->ci_low, 0);
		KUNIT_EXPECT_GE(test, c->ci_high, 0);
	}
}

static unsigned int variant_at(const struct fake *fake, unsigned int round, unsigned int block)
{
	return fake->log[(round * FAKE_VARIANTS + block) * BLOCK].variant;
}

static void blocks_are_interleaved_and_mirrored(struct kunit *test)
{
	static const struct noise with = { 1000000, 0, { 1000, 1000, 1000 } };
	struct fake *fake = two_pairs(test, &with, 12);
	unsigned int i, round, block, differing = 0;

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_ASSERT_EQ(test, fake->logged, PAIRS * 12 * FAKE_VARIANTS * BLOCK);
	/* a block is one variant on one pair */
	for (i = 0; i < fake->logged; i++) {
		const struct fake_shot *first = &fake->log[i - i % BLOCK];

		KUNIT_ASSERT_EQ_MSG(test, fake->log[i].variant, first->variant, "shot %u", i);
		KUNIT_ASSERT_EQ_MSG(test, fake->log[i].to, first->to, "shot %u", i);
	}
	for (round = 0; round < PAIRS * 12; round++) {
		u32 seen = 0;

		for (block = 0; block < FAKE_VARIANTS; block++) {
			unsigned int v = variant_at(fake, round, block);

			seen |= BIT(v);
			differing += v != variant_at(fake, 0, block);
			if (round & 1)
				KUNIT_EXPECT_EQ_MSG(test, v,
						    variant_at(fake, round - 1,
							       FAKE_VARIANTS - 1 - block),
						    "round %u block %u", round, block);
		}
		KUNIT_EXPECT_EQ_MSG(test, seen, BIT(FAKE_VARIANTS) - 1, "round %u", round);
	}
	KUNIT_EXPECT_GT(test, differing, 0);
}

/* How long a shot takes by how far it goes. */
static u64 by_distance(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n)
{
	return (aim->from ^ aim->to) * 1000000ULL;
}

static void classes_are_kept_apart(struct kunit *test)
{
	static const struct fake_machine eight = { NULL, 8, 2, 1, 1, 2 };
	struct fake *fake = test->priv;

	fake_use(fake, &eight, &fake_bench);
	fake->job.spec.samples = BLOCK;
	fake->latency = by_distance;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_SMT)->leg[IPB_LEG_RTT].min, 1000000);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_SMT)->leg[IPB_LEG_RTT].max, 1000000);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_LLC)->leg[IPB_LEG_RTT].min, 2000000);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_LLC)->leg[IPB_LEG_RTT].max, 3000000);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_CROSS)->leg[IPB_LEG_RTT].min, 4000000);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_CROSS)->leg[IPB_LEG_RTT].max, 7000000);
}

static struct kunit_case verdict_test_cases[] = {
	KUNIT_CASE(distributions_are_exact),
	KUNIT_CASE(comparisons_are_exact),
	KUNIT_CASE_PARAM(verdicts, verdict_gen_params),
	KUNIT_CASE(margin_is_a_parameter),
	KUNIT_CASE(drift_cancels),
	KUNIT_CASE(blocks_are_interleaved_and_mirrored),
	KUNIT_CASE(classes_are_kept_apart),
	{}
};

static struct kunit_suite verdict_test_suite = {
	.name = "ipibench_verdict",
	.init = fake_init,
	.exit = fake_exit,
	.test_cases = verdict_test_cases,
};

kunit_test_suite(verdict_test_suite);
