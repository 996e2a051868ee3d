// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of one pair from aim to lower: CPUs that go, clocks that disagree,
 * memory that is not there, targets that idle, batches.
 */
#include <kunit/test.h>
#include <linux/string.h>

#include "fake.h"

enum { SAMPLES = 96, BLOCK = 32 };

static const struct fake_machine four = { NULL, 4, 2, 1, 1, 1 };

/* CPU 0 to the two of the other package. */
static struct fake *two_pairs(struct kunit *test)
{
	struct fake *fake = test->priv;

	fake_use(fake, &four, &fake_bench);
	__set_bit(0, fake->job.spec.senders);
	bitmap_set(fake->job.spec.targets, 2, 2);
	fake->job.spec.samples = SAMPLES;
	fake->job.spec.block = BLOCK;
	fake->job.spec.warmup = 0;
	return fake;
}

static const struct fake_cell *cross(const struct fake *fake, unsigned int variant)
{
	return fake_cell(fake, variant, IPB_CLASS_CROSS);
}

static u64 total(const struct fake *fake, enum ipb_outcome outcome)
{
	unsigned int variant;
	u64 sum = 0;

	for (variant = 0; variant < FAKE_VARIANTS; variant++)
		sum += cross(fake, variant)->cell.outcome[outcome];
	return sum;
}

static u64 fired(const struct fake *fake)
{
	return fake->fired[0] + fake->fired[1] + fake->fired[2];
}

/* Nothing fired at who is not there, and every shot accounted for. */
static void expect_rest_offline(struct kunit *test, const struct fake *fake)
{
	KUNIT_EXPECT_EQ(test, total(fake, IPB_SHOT_HIT), fired(fake));
	KUNIT_EXPECT_EQ(test, total(fake, IPB_SHOT_OFFLINE),
			2 * SAMPLES * FAKE_VARIANTS - fired(fake));
	KUNIT_EXPECT_EQ(test, fake->lowers, fake->aims);
	KUNIT_EXPECT_EQ(test, fake->released, fake->occupied);
}

enum { GOES_AT = BLOCK + 5 };

static void target_goes(struct fake *fake, const struct ipb_aim *aim, unsigned int variant,
			u64 n, struct ipb_shot *shot)
{
	if (fired(fake) == GOES_AT)
		__set_bit(aim->to, fake->away);
}

static void target_goes_offline(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	fake->twist = target_goes;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_rest_offline(test, fake);
	/* the block that ran was fired to its end; the other pair is whole */
	KUNIT_EXPECT_EQ(test, fired(fake), 2 * BLOCK + SAMPLES * FAKE_VARIANTS);
}

static void sender_goes(struct fake *fake, const struct ipb_aim *aim, unsigned int variant,
			u64 n, struct ipb_shot *shot)
{
	if (fired(fake) == GOES_AT)
		__set_bit(aim->from, fake->away);
}

static void sender_goes_offline(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	fake->twist = sender_goes;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_rest_offline(test, fake);
	KUNIT_EXPECT_EQ(test, fired(fake), 2 * BLOCK);
}

static void target_gone_from_the_start(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	__set_bit(2, fake->away);
	__set_bit(3, fake->away);
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fired(fake), 0);
	KUNIT_EXPECT_EQ(test, fake->occupied, 0);
	KUNIT_EXPECT_FALSE(test, cross(fake, 0)->trusted);
	expect_rest_offline(test, fake);
}

/*
 * What kept a target busy, and whose clock was checked, is gone with it: one
 * that comes back in the middle of a pair is no target any more.
 */
static void target_comes_back(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	fake->twist = target_goes;
	fake->away_looks = 1;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_rest_offline(test, fake);
	KUNIT_EXPECT_TRUE(test, bitmap_empty(fake->away, FAKE_CPUS));
	KUNIT_EXPECT_EQ(test, fired(fake), 2 * BLOCK + SAMPLES * FAKE_VARIANTS);
}

static void target_comes_late(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	__set_bit(2, fake->away);
	fake->away_looks = 1;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_rest_offline(test, fake);
	KUNIT_EXPECT_EQ(test, fake->occupied_when_fired, fired(fake));
	KUNIT_EXPECT_EQ(test, fired(fake), SAMPLES * FAKE_VARIANTS);
}

struct clocks_case {
	const char *desc;
	s64 low;
	s64 high;
	bool deaf;
	u64 error_ps;
	bool trusted;
};

/* deliver takes half of FAKE_LATENCY_PS */
static const struct clocks_case clocks_cases[] = {
	{ "in step", -100, 100, false, 100, true },
	{ "ahead", 400000, 499999, false, 499999, true },
	{ "behind", -499999, -400000, false, 499999, true },
	{ "as far off as the latency", 0, 500000, false, 500000, false },
	{ "too far ahead", 700000, 800000, false, 800000, false },
	{ "too far behind", -800000, 0, false, 800000, false },
	{ "no answer", 0, 0, true, U64_MAX, false },
};

KUNIT_ARRAY_PARAM_DESC(clocks, clocks_cases, desc);

static void deliver_needs_clocks_in_step(struct kunit *test)
{
	const struct clocks_case *c = test->param_value;
	struct fake *fake = two_pairs(test);
	unsigned int variant;

	fake->sync_low = c->low;
	fake->sync_high = c->high;
	fake->deaf = c->deaf;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	for (variant = 0; variant < FAKE_VARIANTS; variant++) {
		const struct fake_cell *cell = cross(fake, variant);

		KUNIT_EXPECT_EQ(test, cell->cell.clock_error_ps, c->error_ps);
		KUNIT_EXPECT_EQ(test, cell->trusted, c->trusted);
		KUNIT_EXPECT_EQ(test, cell->leg[IPB_LEG_DELIVER].compared,
				c->trusted && variant);
		KUNIT_EXPECT_EQ(test, cell->leg[IPB_LEG_RTT].compared, variant != 0);
	}
	/* a verdict that may not be drawn widens no other's interval */
	KUNIT_EXPECT_EQ(test, fake->published->results.verdicts, c->trusted ? 6 : 4);
	KUNIT_EXPECT_EQ(test, fake->engine.clock_error_ps, c->error_ps);
	KUNIT_EXPECT_TRUE(test, fake->engine.clock_checked);
}

static void early_entry(struct fake *fake, const struct ipb_aim *aim, unsigned int variant,
			u64 n, struct ipb_shot *shot)
{
	if (variant == 1 && n % 8 == 0)
		shot->entry = shot->start - 1;
}

static void negatives_are_counted_not_folded(struct kunit *test)
{
	struct fake *fake = two_pairs(test);
	const struct fake_cell *cell = cross(fake, 1);

	fake->twist = early_entry;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, cell->cell.negative, 2 * SAMPLES / 8);
	KUNIT_EXPECT_EQ(test, cell->cell.outcome[IPB_SHOT_HIT], 2 * SAMPLES);
	KUNIT_EXPECT_EQ(test, cell->leg[IPB_LEG_RTT].count, 2 * SAMPLES);
	KUNIT_EXPECT_EQ(test, cell->leg[IPB_LEG_DELIVER].count, 2 * SAMPLES - 2 * SAMPLES / 8);
	KUNIT_EXPECT_EQ(test, cell->leg[IPB_LEG_DELIVER].min, FAKE_LATENCY_PS / 2);
	KUNIT_EXPECT_EQ(test, cell->leg[IPB_LEG_DELIVER].max, FAKE_LATENCY_PS / 2);
	KUNIT_EXPECT_EQ(test, cross(fake, 0)->cell.negative, 0);
}

static void expect_failed(struct kunit *test, struct fake *fake, const char *error)
{
	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_FAILED);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(fake->job.error, error), "%s", fake->job.error);
	KUNIT_EXPECT_EQ(test, fake->publications, 0);
	KUNIT_EXPECT_EQ(test, fake->closes, fake->opens);
	KUNIT_EXPECT_EQ(test, fake->released, fake->occupied);
}

static void no_memory_to_aim(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	fake->aim_error = -ENOMEM;
	expect_failed(test, fake, "error -12 after 0 of");
	/* what was not aimed is not lowered */
	KUNIT_EXPECT_EQ(test, fake->aims, 1);
	KUNIT_EXPECT_EQ(test, fake->lowers, 0);
	KUNIT_EXPECT_EQ(test, fired(fake), 0);
}

static void no_memory_for_a_target(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	fake->no_target = true;
	expect_failed(test, fake, "error -12");
	KUNIT_EXPECT_EQ(test, fake->lowers, 1);
	KUNIT_EXPECT_EQ(test, fired(fake), 0);
}

static void lose_one(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n,
		     struct ipb_shot *shot)
{
	if (fired(fake) == GOES_AT)
		shot->outcome = IPB_SHOT_LOST;
}

static void no_memory_to_rearm(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	fake->twist = lose_one;
	fake->rearm_error = -ENOMEM;
	expect_failed(test, fake, "error -12");
	KUNIT_EXPECT_EQ(test, fake->rearms, 1);
	KUNIT_EXPECT_EQ(test, fake->lowers, 1);
	KUNIT_EXPECT_EQ(test, fired(fake), GOES_AT);
}

static void busy_target_is_occupied(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->occupied, 2);
	KUNIT_EXPECT_EQ(test, fake->occupied_when_fired, fired(fake));
}

/* Occupied for the clock check only. */
static void idle_target_is_left_alone(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	fake->job.spec.target_state = IPB_TARGET_IDLE;
	fake->job.spec.gap_us = 1;
	fake->sync_high = 100;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->occupied, 2);
	KUNIT_EXPECT_EQ(test, fake->released, 2);
	KUNIT_EXPECT_EQ(test, fake->occupied_when_fired, 0);
	KUNIT_EXPECT_EQ(test, total(fake, IPB_SHOT_HIT), 2 * SAMPLES * FAKE_VARIANTS);
	KUNIT_EXPECT_EQ(test, cross(fake, 0)->cell.clock_error_ps, 100);
}

/* Each shot is fired at another distance from the last one, 4 to 12 us. */
static void shots_have_no_rhythm(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->rests, fired(fake));
	KUNIT_EXPECT_GE(test, fake->rest_min, 4000000);
	KUNIT_EXPECT_LT(test, fake->rest_min, 5000000);
	KUNIT_EXPECT_GT(test, fake->rest_max, 11000000);
	KUNIT_EXPECT_LT(test, fake->rest_max, 12000000);
}

static void observer_is_told_on_request(struct kunit *test)
{
	struct fake *fake = two_pairs(test);

	fake->job.spec.warmup = 16;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->told, 0);
	fake->traced = true;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->told, 2 * SAMPLES * FAKE_VARIANTS);
}

/* 5 ns an operation by the twin, 3 by the base. */
static u64 quick(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n)
{
	return variant ? 5000 : 3000;
}

static void batches_outlast_the_clock(struct kunit *test)
{
	struct fake *fake = test->priv;
	const struct fake_cell *base, *twin;

	fake_use(fake, &four, &fake_bench);
	KUNIT_ASSERT_EQ(test, 0, ipb_spec_set_backend(&fake->job.spec, &fake_bench, "model"));
	fake->job.spec.samples = SAMPLES;
	fake->latency = quick;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	base = fake_cell(fake, 0, IPB_CLASS_LOCAL);
	twin = fake_cell(fake, 1, IPB_CLASS_LOCAL);
	KUNIT_EXPECT_EQ(test, base->cell.pairs, 4);
	/* 100 clock reads of 20 ns: powers of two of at least 667 and 400 operations */
	KUNIT_EXPECT_EQ(test, base->cell.ops, 1024);
	KUNIT_EXPECT_EQ(test, twin->cell.ops, 512);
	KUNIT_EXPECT_EQ(test, base->leg[IPB_LEG_OP].mean, 3000);
	KUNIT_EXPECT_EQ(test, twin->leg[IPB_LEG_OP].mean, 5000);
	KUNIT_EXPECT_EQ(test, base->leg[IPB_LEG_OP].count, 4 * SAMPLES);
	KUNIT_EXPECT_FALSE(test, base->leg[IPB_LEG_RTT].present);
	KUNIT_EXPECT_EQ(test, fake->occupied, 0);
	KUNIT_EXPECT_EQ(test, fake->rests, 0);
}

static struct kunit_case pair_test_cases[] = {
	KUNIT_CASE(target_goes_offline),
	KUNIT_CASE(sender_goes_offline),
	KUNIT_CASE(target_gone_from_the_start),
	KUNIT_CASE(target_comes_back),
	KUNIT_CASE(target_comes_late),
	KUNIT_CASE_PARAM(deliver_needs_clocks_in_step, clocks_gen_params),
	KUNIT_CASE(negatives_are_counted_not_folded),
	KUNIT_CASE(no_memory_to_aim),
	KUNIT_CASE(no_memory_for_a_target),
	KUNIT_CASE(no_memory_to_rearm),
	KUNIT_CASE(busy_target_is_occupied),
	KUNIT_CASE(idle_target_is_left_alone),
	KUNIT_CASE(shots_have_no_rhythm),
	KUNIT_CASE(observer_is_told_on_request),
	KUNIT_CASE(batches_outlast_the_clock),
	{}
};

static struct kunit_suite pair_test_suite = {
	.name = "ipibench_pair",
	.init = fake_init,
	.exit = fake_exit,
	.test_cases = pair_test_cases,
};

kunit_test_suite(pair_test_suite);
