// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of what becomes of shots: nothing is lost from the count, and only
 * what was measured is folded in.
 */
#include <kunit/test.h>

#include "fake.h"

enum { SAMPLES = 96, BLOCK = 32, WARMUP = 8 };

/* One pair across packages, so that its class is the only one. */
static struct fake *one_pair(struct kunit *test)
{
	static const struct fake_machine two = { NULL, 2, 2, 1, 1, 1 };
	struct fake *fake = test->priv;

	fake_use(fake, &two, &fake_bench);
	__set_bit(0, fake->job.spec.senders);
	__set_bit(1, fake->job.spec.targets);
	fake->job.spec.samples = SAMPLES;
	fake->job.spec.block = BLOCK;
	fake->job.spec.warmup = WARMUP;
	return fake;
}

static const struct fake_cell *cross(const struct fake *fake, unsigned int variant)
{
	return fake_cell(fake, variant, IPB_CLASS_CROSS);
}

static u64 outcome(const struct fake *fake, unsigned int variant, enum ipb_outcome outcome)
{
	return cross(fake, variant)->cell.outcome[outcome];
}

static void expect_tidy(struct kunit *test, const struct fake *fake)
{
	KUNIT_EXPECT_EQ(test, fake->closes, fake->opens);
	KUNIT_EXPECT_EQ(test, fake->lowers, fake->aims);
	KUNIT_EXPECT_EQ(test, fake->released, fake->occupied);
}

/* Every shot is one of four things. */
static void expect_identity(struct kunit *test, const struct fake *fake)
{
	unsigned int variant;

	for (variant = 0; variant < FAKE_VARIANTS; variant++)
		KUNIT_EXPECT_EQ_MSG(test, outcome(fake, variant, IPB_SHOT_HIT),
				    fake->job.spec.samples -
				    outcome(fake, variant, IPB_SHOT_LOST) -
				    outcome(fake, variant, IPB_SHOT_SKIPPED_IDLE) -
				    outcome(fake, variant, IPB_SHOT_OFFLINE), "variant %u",
				    variant);
}

static void all_hits(struct kunit *test)
{
	struct fake *fake = one_pair(test);
	const struct fake_leg *leg = cross(fake, 1)->leg;

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_identity(test, fake);
	expect_tidy(test, fake);
	KUNIT_EXPECT_EQ(test, outcome(fake, 1, IPB_SHOT_HIT), SAMPLES);
	KUNIT_EXPECT_EQ(test, fake->fired[1], SAMPLES + WARMUP);
	KUNIT_EXPECT_EQ(test, leg[IPB_LEG_SEND].count, SAMPLES);
	KUNIT_EXPECT_EQ(test, leg[IPB_LEG_SEND].mean, FAKE_LATENCY_PS / 4);
	KUNIT_EXPECT_EQ(test, leg[IPB_LEG_DELIVER].mean, FAKE_LATENCY_PS / 2);
	KUNIT_EXPECT_EQ(test, leg[IPB_LEG_RTT].mean, FAKE_LATENCY_PS);
	KUNIT_EXPECT_EQ(test, leg[IPB_LEG_RTT].stddev, 0);
	KUNIT_EXPECT_FALSE(test, leg[IPB_LEG_OP].present);
	KUNIT_EXPECT_FALSE(test, leg[IPB_LEG_INJECT].present);
}

/* What a variant put in on purpose is measured, and held against nothing. */
static void delay_put_in_is_not_compared(struct kunit *test)
{
	struct fake *fake = one_pair(test);
	const struct fake_leg *leg = cross(fake, 2)->leg;

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_ASSERT_TRUE(test, leg[IPB_LEG_INJECT].present);
	KUNIT_EXPECT_EQ(test, leg[IPB_LEG_INJECT].count, SAMPLES);
	KUNIT_EXPECT_EQ(test, leg[IPB_LEG_INJECT].mean, FAKE_LATENCY_PS / 8);
	KUNIT_EXPECT_FALSE(test, leg[IPB_LEG_INJECT].compared);
	KUNIT_EXPECT_TRUE(test, leg[IPB_LEG_RTT].compared);
}

struct blocks_case {
	const char *desc;
	unsigned int samples;
	unsigned int block;
	unsigned int rounds;
};

static const struct blocks_case blocks_cases[] = {
	{ "one shot", 1, 1, 1 },
	{ "one block", 32, 32, 1 },
	{ "less than a block", 5, 32, 1 },
	{ "whole blocks", 96, 32, 3 },
	{ "a short last block", 100, 32, 4 },
	{ "blocks of one", 7, 1, 7 },
	{ "largest block", 2000, 1024, 2 },
};

KUNIT_ARRAY_PARAM_DESC(blocks, blocks_cases, desc);

static void samples_and_blocks(struct kunit *test)
{
	const struct blocks_case *c = test->param_value;
	struct fake *fake = one_pair(test);
	unsigned int variant;

	fake->job.spec.samples = c->samples;
	fake->job.spec.block = c->block;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->published->results.rounds, c->rounds);
	KUNIT_EXPECT_EQ(test, fake->job.shots_done, c->samples * FAKE_VARIANTS);
	for (variant = 0; variant < FAKE_VARIANTS; variant++) {
		KUNIT_EXPECT_EQ(test, outcome(fake, variant, IPB_SHOT_HIT), c->samples);
		KUNIT_EXPECT_EQ(test, fake->fired[variant], c->samples + WARMUP);
	}
}

static u64 slow_start(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n)
{
	return n < WARMUP ? 1000 * FAKE_LATENCY_PS : FAKE_LATENCY_PS;
}

static void warm_up_is_dropped(struct kunit *test)
{
	struct fake *fake = one_pair(test);

	fake->latency = slow_start;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, cross(fake, 0)->leg[IPB_LEG_RTT].max, FAKE_LATENCY_PS);
	KUNIT_EXPECT_EQ(test, cross(fake, 2)->leg[IPB_LEG_RTT].max, FAKE_LATENCY_PS);
}

/* A shot that did not hit has stamps that mean nothing. */
static void spoil(struct ipb_shot *shot, enum ipb_outcome outcome)
{
	shot->outcome = outcome;
	shot->sent = 0;
	shot->entry = 0;
	shot->done = U64_MAX;
}

static void mixed_outcomes(struct fake *fake, const struct ipb_aim *aim, unsigned int variant,
			   u64 n, struct ipb_shot *shot)
{
	if (n < WARMUP)
		return;
	if (n % 5 == 0)
		spoil(shot, IPB_SHOT_LOST);
	else if (n % 7 == 0)
		spoil(shot, IPB_SHOT_SKIPPED_IDLE);
	else if (n % 11 == 0)
		spoil(shot, IPB_SHOT_OFFLINE);
}

static void outcomes_are_counted(struct kunit *test)
{
	struct fake *fake = one_pair(test);
	unsigned int expect[IPB_NR_OUTCOMES] = {}, n, variant;
	const struct fake_leg *rtt;

	for (n = WARMUP; n < SAMPLES + WARMUP; n++) {
		struct ipb_shot shot = { .outcome = IPB_SHOT_HIT };

		mixed_outcomes(fake, NULL, 0, n, &shot);
		expect[shot.outcome]++;
	}
	fake->twist = mixed_outcomes;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_identity(test, fake);
	expect_tidy(test, fake);
	for (variant = 0; variant < FAKE_VARIANTS; variant++) {
		for (n = 0; n < IPB_NR_OUTCOMES; n++)
			KUNIT_EXPECT_EQ_MSG(test, outcome(fake, variant, n), expect[n],
					    "outcome %u", n);
		rtt = &cross(fake, variant)->leg[IPB_LEG_RTT];
		KUNIT_EXPECT_EQ(test, rtt->count, expect[IPB_SHOT_HIT]);
		KUNIT_EXPECT_EQ(test, rtt->min, FAKE_LATENCY_PS);
		KUNIT_EXPECT_EQ(test, rtt->max, FAKE_LATENCY_PS);
	}
	/* after every lost shot the pair is made usable again */
	KUNIT_EXPECT_EQ(test, fake->rearms, expect[IPB_SHOT_LOST] * FAKE_VARIANTS);
}

static void all_lost(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n,
		     struct ipb_shot *shot)
{
	spoil(shot, IPB_SHOT_LOST);
}

static void a_deaf_target_is_no_failure(struct kunit *test)
{
	struct fake *fake = one_pair(test);

	fake->twist = all_lost;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_identity(test, fake);
	KUNIT_EXPECT_EQ(test, outcome(fake, 0, IPB_SHOT_LOST), SAMPLES);
	KUNIT_EXPECT_EQ(test, cross(fake, 0)->leg[IPB_LEG_RTT].count, 0);
	KUNIT_EXPECT_FALSE(test, cross(fake, 0)->trusted);
	KUNIT_EXPECT_EQ(test, fake->published->results.verdicts, 0);
	KUNIT_EXPECT_EQ(test, fake->published->routes[0].count, 0);
}

/* Where half of a block is missing the rest is folded in but not compared. */
static void lost_all_but_base(struct fake *fake, const struct ipb_aim *aim, unsigned int variant,
			      u64 n, struct ipb_shot *shot)
{
	if (variant && n % 4)
		spoil(shot, IPB_SHOT_LOST);
}

static void thin_blocks_are_not_compared(struct kunit *test)
{
	struct fake *fake = one_pair(test);
	const struct fake_leg *leg = &cross(fake, 1)->leg[IPB_LEG_RTT];

	fake->job.spec.samples = 20 * BLOCK;
	fake->twist = lost_all_but_base;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, leg->count, 20 * BLOCK / 4);
	KUNIT_ASSERT_TRUE(test, leg->compared);
	KUNIT_EXPECT_EQ(test, leg->contrast.comparison.ci_low, S64_MIN);
	KUNIT_EXPECT_EQ(test, leg->contrast.comparison.verdict, IPB_VERDICT_UNCLEAR);
}

static struct kunit_case sampling_test_cases[] = {
	KUNIT_CASE(all_hits),
	KUNIT_CASE(delay_put_in_is_not_compared),
	KUNIT_CASE_PARAM(samples_and_blocks, blocks_gen_params),
	KUNIT_CASE(warm_up_is_dropped),
	KUNIT_CASE(outcomes_are_counted),
	KUNIT_CASE(a_deaf_target_is_no_failure),
	KUNIT_CASE(thin_blocks_are_not_compared),
	{}
};

static struct kunit_suite sampling_test_suite = {
	.name = "ipibench_sampling",
	.init = fake_init,
	.exit = fake_exit,
	.test_cases = sampling_test_cases,
};

kunit_test_suite(sampling_test_suite);
