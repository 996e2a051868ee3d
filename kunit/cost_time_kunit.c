// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long what surrounds the shots takes: starting a run, recording a shot,
 * judging and publishing. Times are printed and judged by nobody; what is tested
 * is that all of it happens.
 */
#include <kunit/test.h>

#include "cost.h"
#include "engine/volley.h"
#include "fake.h"

enum { SHOTS = 1024, PAIRS = 56, ROUNDS_OF_SHOTS = 63, ROUNDS_OF_RUNS = 15 };

/* One pair of the fake bench, and what a run does with it. */
static void pair_fire(void *context, unsigned int n)
{
	struct ipb_volley *volley = context;
	unsigned int nr;

	for (; n; n -= nr) {
		nr = min_t(u64, n, volley->run->spec.block);
		ipb_volley_fire_block(volley, 0, nr);
	}
}

static void pair_fire_bare(void *context, unsigned int n)
{
	struct ipb_volley *volley = context;
	const struct ipb_variant *variant = volley->run->variant[0];
	unsigned int block = volley->run->spec.block;

	preempt_disable();
	while (n--)
		variant->shoot(&volley->aim, &volley->shots[n % block]);
	preempt_enable();
}

static void pair_fold(void *context, unsigned int n)
{
	struct ipb_volley *volley = context;
	unsigned int nr;

	for (; n; n -= nr) {
		nr = min_t(u64, n, volley->run->spec.block);
		ipb_volley_fold_block(volley, 0, 0, nr);
	}
}

static void time_of_a_shot(struct kunit *test)
{
	struct ipb_volley volley;
	struct cost_contest fire = {
		.group = "engine", .what = "firing it, outside its window",
		.body = { pair_fire, &volley }, .bare = { pair_fire_bare, &volley },
		.n = SHOTS, .rounds = ROUNDS_OF_SHOTS,
	};
	struct cost_contest fold = {
		.group = "engine", .what = "recording it, three legs",
		.body = { pair_fold, &volley },
		.n = SHOTS, .rounds = ROUNDS_OF_SHOTS,
	};
	const struct ipb_cell *cell;
	u64 before;

	KUNIT_ASSERT_EQ(test, 0, cost_prepare(test, 8, 2, 1));
	cost_measure(test, 1);
	ipb_volley_init(&volley, cost_fixture.run, 0);
	volley.rest_ticks = 1000;
	cost_print_ratio(test, &fire);
	cell = &cost_fixture.run->results->cell[0][volley.pair->class];
	before = cell->outcome[IPB_SHOT_HIT];
	cost_print_ratio(test, &fold);
	KUNIT_EXPECT_GE(test, cell->outcome[IPB_SHOT_HIT] - before, SHOTS);
	KUNIT_EXPECT_EQ(test, cell->leg[IPB_LEG_RTT]->statistics.count,
			cell->outcome[IPB_SHOT_HIT]);
}

static void start_runs(void *context, unsigned int n)
{
	u64 pairs_max = cost_fixture.run->spec.pairs_max;
	unsigned int cpus = cost_fixture.machine.cpus;
	struct kunit *test = context;

	while (n--)
		KUNIT_ASSERT_EQ(test, 0, cost_prepare(test, cpus, 2, pairs_max));
}

static void judge_run(void *context, unsigned int n)
{
	while (n--)
		ipb_run_judge(cost_fixture.run);
}

static void publish_run(void *context, unsigned int n)
{
	struct kunit *test = context;

	while (n--)
		KUNIT_ASSERT_EQ(test, 0, ipb_publish(cost_fixture.dir, &cost_fixture.published,
						     cost_fixture.run->results));
}

static void print_time(struct kunit *test, const char *what,
		       void (*body)(void *context, unsigned int n))
{
	char text[64];
	const struct cost_contest contest = {
		.group = "run", .what = text, .body = { body, test }, .n = 1,
		.rounds = ROUNDS_OF_RUNS,
	};

	snprintf(text, sizeof(text), "%s %u pairs, %u CPUs", what, cost_fixture.run->nr_pairs,
		 cost_fixture.machine.cpus);
	cost_print_ratio(test, &contest);
}

struct run_case {
	const char *desc;
	unsigned int cpus;
	u64 pairs_max;
};

static const struct run_case run_cases[] = {
	{ "8 CPUs", 8, PAIRS },
	{ "64 CPUs", 64, PAIRS },
	{ "255 CPUs", 255, PAIRS },
	{ "4096 CPUs", 4096, PAIRS },
	{ "the whole matrix of 64 CPUs", 64, 64 * 63 },
};

KUNIT_ARRAY_PARAM_DESC(run, run_cases, desc);

static void time_of_a_run(struct kunit *test)
{
	const struct run_case *c = test->param_value;

	KUNIT_ASSERT_EQ(test, 0, cost_prepare(test, c->cpus, 2, c->pairs_max));
	KUNIT_EXPECT_EQ(test, cost_fixture.run->nr_pairs, c->pairs_max);
	print_time(test, "starting", start_runs);
	/* Of a matrix one round is enough to wait for, and too few to judge. */
	cost_measure(test, c->pairs_max > PAIRS ? 1 : cost_fixture.run->rounds);
	ipb_run_judge(cost_fixture.run);
	KUNIT_EXPECT_EQ(test, cost_fixture.run->results->verdicts, 2 * 3 * 3);
	if (c->pairs_max <= PAIRS)
		print_time(test, "judging", judge_run);
	print_time(test, "publishing", publish_run);
	KUNIT_EXPECT_NOT_NULL(test, cost_fixture.published.results);
}

static struct kunit_case cost_time_test_cases[] = {
	KUNIT_CASE(time_of_a_shot),
	KUNIT_CASE_PARAM(time_of_a_run, run_gen_params),
	{}
};

static struct kunit_suite cost_time_test_suite = {
	.name = "ipibench_cost_time",
	.init = cost_init,
	.exit = cost_exit,
	.test_cases = cost_time_test_cases,
};

kunit_test_suite(cost_time_test_suite);
