// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of benches whose senders fire together, from real threads at invented
 * CPUs.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/time64.h>

#include "fake.h"

enum { SAMPLES = 6, BLOCK = 4, WARMUP = 2, CPUS = 4 };

static struct fake *use(struct kunit *test, enum ipb_class pattern)
{
	static const struct fake_machine four = { NULL, CPUS, 2, 1, 1, 1 };
	struct fake *fake = test->priv;

	fake_use(fake, &four, &fake_bench_together);
	fake->job.spec.samples = SAMPLES;
	fake->job.spec.block = BLOCK;
	fake->job.spec.warmup = WARMUP;
	if (pattern != IPB_NR_GROUPS)
		fake->job.spec.param[IPB_TOGETHER_PATTERN] = pattern - IPB_CLASS_RING + 1;
	return fake;
}

static const struct ipb_route *routes(const struct fake *fake, unsigned int variant)
{
	return &fake->published->routes[variant * fake->published->results.nr_routes];
}

static void expect_tidy(struct kunit *test, const struct fake *fake)
{
	KUNIT_EXPECT_EQ(test, fake->closes, fake->opens);
	KUNIT_EXPECT_EQ(test, fake->lowers, fake->aims);
	KUNIT_EXPECT_EQ(test, fake->released, fake->occupied);
}

struct pattern_case {
	const char *desc;
	enum ipb_class pattern;
	unsigned int pairs[IPB_NR_GROUPS - IPB_NR_CLASSES];
};

static const struct pattern_case pattern_cases[] = {
	{ "all", IPB_NR_GROUPS, { 4, 3, 4, 4 } },
	{ "ring", IPB_CLASS_RING, { 4 } },
	{ "all-to-one", IPB_CLASS_ALL_TO_ONE, { 0, 3 } },
	{ "broadcast", IPB_CLASS_BROADCAST, { 0, 0, 4 } },
	{ "pairs", IPB_CLASS_PAIRS, { 0, 0, 0, 4 } },
};

KUNIT_ARRAY_PARAM_DESC(pattern, pattern_cases, desc);

/* What is fired beyond a block is in the routes and nowhere else. */
static void patterns_are_measured(struct kunit *test)
{
	const struct pattern_case *c = test->param_value;
	struct fake *fake = use(test, c->pattern);
	unsigned int i, variant, pairs = 0;

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_tidy(test, fake);
	for (i = 0; i < ARRAY_SIZE(c->pairs); i++) {
		for (variant = 0; variant < FAKE_VARIANTS; variant++) {
			const struct fake_cell *cell = fake_cell(fake, variant, IPB_CLASS_RING + i);

			KUNIT_EXPECT_EQ(test, cell->cell.pairs, c->pairs[i]);
			KUNIT_EXPECT_EQ(test, cell->cell.outcome[IPB_SHOT_HIT],
					SAMPLES * c->pairs[i]);
			KUNIT_EXPECT_EQ(test, cell->leg[IPB_LEG_RTT].count,
					SAMPLES * c->pairs[i]);
		}
		pairs += c->pairs[i];
	}
	KUNIT_EXPECT_EQ(test, fake->published->results.nr_routes, pairs);
	KUNIT_EXPECT_EQ(test, fake->aims, pairs);
	KUNIT_EXPECT_EQ(test, fake->occupied, c->pairs[1] != 0);
	KUNIT_EXPECT_EQ(test, fake->job.shots_done, fake->job.shots_planned);
	KUNIT_EXPECT_EQ(test, fake->awaits, fake->fired[0] + fake->fired[1] + fake->fired[2]);
	for (i = 0; i < pairs * FAKE_VARIANTS; i++) {
		const struct ipb_route *route = &fake->published->routes[i];

		KUNIT_EXPECT_GE(test, route->count, SAMPLES);
		KUNIT_EXPECT_EQ(test, route->lost, 0);
		KUNIT_EXPECT_GE(test, route->ns, 2 * NSEC_PER_MSEC);
	}
}

struct lists_case {
	const char *desc;
	enum ipb_class pattern;
	unsigned long senders;
	unsigned long targets;
	unsigned int pairs;
	unsigned int occupied;
	u32 to;
};

static const struct lists_case lists_cases[] = {
	{ "ring, a sender that is no target", IPB_CLASS_RING, 0x1, 0x6, 1, 1, 2 },
	{ "ring, more targets", IPB_CLASS_RING, 0x1, 0xf, 1, 1, 1 },
	{ "ring, fewer targets", IPB_CLASS_RING, 0xf, 0x8, 3, 1, 3 },
	{ "all to one of the senders", IPB_CLASS_ALL_TO_ONE, 0xe, 0x6, 2, 1, 1 },
	{ "broadcast to others", IPB_CLASS_BROADCAST, 0x1, 0xe, 1, 3, 0 },
	{ "broadcast of two", IPB_CLASS_BROADCAST, 0x3, 0x3, 2, 0, 0 },
};

KUNIT_ARRAY_PARAM_DESC(lists, lists_cases, desc);

/* A target that does not fire is kept busy. */
static void lists_are_obeyed(struct kunit *test)
{
	const struct lists_case *c = test->param_value;
	struct fake *fake = use(test, c->pattern);
	unsigned int i;

	fake->job.spec.senders[0] = c->senders;
	fake->job.spec.targets[0] = c->targets;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_tidy(test, fake);
	KUNIT_ASSERT_EQ(test, fake->published->results.nr_routes, c->pairs);
	KUNIT_EXPECT_EQ(test, fake->occupied, c->occupied);
	for (i = 0; i < c->pairs; i++)
		KUNIT_EXPECT_TRUE(test, c->senders & BIT(routes(fake, 0)[i].from));
	if (c->pattern != IPB_CLASS_ALL_TO_ONE)
		KUNIT_EXPECT_EQ(test, routes(fake, 0)[0].to, c->to);
}

static void alone_there_is_no_storm(struct kunit *test)
{
	struct fake *fake = use(test, IPB_NR_GROUPS);

	fake->job.spec.senders[0] = 0x4;
	fake->job.spec.targets[0] = 0x4;
	KUNIT_EXPECT_EQ(test, fake_start(fake), -ENXIO);
	expect_tidy(test, fake);
}

static void pairs_max_limits_senders(struct kunit *test)
{
	struct fake *fake = use(test, IPB_CLASS_RING);

	fake->job.spec.pairs_max = 3;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->published->results.nr_routes, 3);
	KUNIT_EXPECT_EQ(test, fake->occupied, 0);
}

/* The only sender has somebody to fire at. */
static void one_sender_is_enough(struct kunit *test)
{
	struct fake *fake = use(test, IPB_CLASS_RING);

	fake->job.spec.pairs_max = 1;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->published->results.nr_routes, 1);
	KUNIT_EXPECT_EQ(test, routes(fake, 0)[0].to, 1);
}

static void pairs_come_from_the_seed(struct kunit *test)
{
	static const struct fake_machine twelve = { NULL, 12, 2, 1, 1, 1 };
	struct fake *fake = use(test, IPB_CLASS_PAIRS);
	u32 to[12];
	unsigned int i, same = 0, turn;

	for (turn = 0; turn < 3; turn++) {
		fake_use(fake, &twelve, &fake_bench_together);
		fake->job.spec.samples = 1;
		fake->job.spec.warmup = 0;
		fake->job.spec.variants = 1;
		fake->job.spec.param[IPB_TOGETHER_PATTERN] = IPB_CLASS_PAIRS - IPB_CLASS_RING + 1;
		fake->job.spec.seed = turn == 2 ? 5 : 4;
		memset(fake->thread, 0, sizeof(fake->thread));
		KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
		KUNIT_ASSERT_EQ(test, fake->published->results.nr_routes, ARRAY_SIZE(to));
		for (i = 0; i < ARRAY_SIZE(to); i++) {
			u32 target = routes(fake, 0)[i].to;

			if (turn == 1)
				KUNIT_EXPECT_EQ(test, target, to[i]);
			same += turn == 2 && target == to[i];
			to[i] = target;
		}
	}
	KUNIT_EXPECT_LT(test, same, ARRAY_SIZE(to));
}

static void lose_twin(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n,
		      struct ipb_shot *shot)
{
	if (variant == 1)
		shot->outcome = IPB_SHOT_LOST;
}

static void lost_shots_are_counted(struct kunit *test)
{
	struct fake *fake = use(test, IPB_CLASS_RING);
	unsigned int i;

	fake->twist = lose_twin;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_tidy(test, fake);
	KUNIT_EXPECT_EQ(test, fake->rearms, fake->fired[1]);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 1, IPB_CLASS_RING)->cell.outcome[IPB_SHOT_LOST],
			CPUS * SAMPLES);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_RING)->cell.outcome[IPB_SHOT_HIT],
			CPUS * SAMPLES);
	for (i = 0; i < CPUS; i++) {
		KUNIT_EXPECT_EQ(test, routes(fake, 1)[i].count, 0);
		KUNIT_EXPECT_GE(test, routes(fake, 1)[i].lost, SAMPLES);
	}
}

/* The one that went fires nothing, and nothing is fired at it. */
static void a_cpu_may_be_gone(struct kunit *test)
{
	struct fake *fake = use(test, IPB_CLASS_RING);

	__set_bit(2, fake->away);
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	expect_tidy(test, fake);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_RING)->cell.outcome[IPB_SHOT_OFFLINE],
			2 * SAMPLES);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_RING)->cell.outcome[IPB_SHOT_HIT],
			2 * SAMPLES);
	KUNIT_EXPECT_EQ(test, routes(fake, 0)[1].count, 0);
	KUNIT_EXPECT_EQ(test, routes(fake, 0)[2].count, 0);
}

static void senders_rest(struct kunit *test)
{
	struct fake *fake = use(test, IPB_CLASS_RING);
	u64 fired = 0;
	unsigned int variant;

	fake->job.spec.warmup = 0;
	fake->job.spec.param[IPB_TOGETHER_DUTY_PCT] = 25;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	for (variant = 0; variant < FAKE_VARIANTS; variant++)
		fired += routes(fake, variant)[0].ns;
	KUNIT_EXPECT_LE(test, 4 * fired,
			(fake->published->results.duration_ms + 1) * NSEC_PER_MSEC);
}

static void a_storm_can_be_stopped(struct kunit *test)
{
	struct fake *fake = use(test, IPB_NR_GROUPS);

	fake->job.spec.samples = 1 << 14;
	KUNIT_ASSERT_EQ(test, 0, fake_start(fake));
	msleep(20);
	ipb_job_stop(&fake->job);
	KUNIT_EXPECT_EQ(test, fake_wait(fake), IPB_STATE_STOPPED);
	ipb_engine_shutdown(&fake->engine);
	fake->down = true;
	expect_tidy(test, fake);
}

static void no_memory_for_a_sender(struct kunit *test)
{
	struct fake *fake = use(test, IPB_CLASS_RING);

	fake->aim_error = -ENOMEM;
	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_FAILED);
	KUNIT_EXPECT_EQ(test, fake->aims, 1);
	KUNIT_EXPECT_EQ(test, fake->lowers, 0);
	KUNIT_EXPECT_EQ(test, fake->closes, fake->opens);
}

static void no_rearming(struct kunit *test)
{
	struct fake *fake = use(test, IPB_CLASS_PAIRS);

	fake->twist = lose_twin;
	fake->rearm_error = -ENOMEM;
	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_FAILED);
	expect_tidy(test, fake);
}

static struct kunit_case together_test_cases[] = {
	KUNIT_CASE_PARAM(patterns_are_measured, pattern_gen_params),
	KUNIT_CASE_PARAM(lists_are_obeyed, lists_gen_params),
	KUNIT_CASE(alone_there_is_no_storm),
	KUNIT_CASE(pairs_max_limits_senders),
	KUNIT_CASE(one_sender_is_enough),
	KUNIT_CASE(pairs_come_from_the_seed),
	KUNIT_CASE(lost_shots_are_counted),
	KUNIT_CASE(a_cpu_may_be_gone),
	KUNIT_CASE(senders_rest),
	KUNIT_CASE(a_storm_can_be_stopped),
	KUNIT_CASE(no_memory_for_a_sender),
	KUNIT_CASE(no_rearming),
	{}
};

static struct kunit_suite together_test_suite = {
	.name = "ipibench_together",
	.init = fake_init,
	.exit = fake_exit,
	.test_cases = together_test_cases,
};

kunit_test_suite(together_test_suite);
