// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of what a run takes on: CPUs, pairs and memory, on simulated machines
 * of up to 4,096 CPUs that go through the engine like any other.
 */
#include <kunit/test.h>

#include "fake.h"

static struct fake *use(struct kunit *test, const struct fake_machine *machine)
{
	struct fake *fake = test->priv;

	fake_use(fake, machine, &fake_bench);
	fake->job.spec.samples = 32;
	fake->job.spec.block = 16;
	fake->job.spec.warmup = 0;
	return fake;
}

static const struct fake_machine machines[] = {
	{ "2 CPUs", 2, 2, 1, 1, 1 },
	{ "8 CPUs", 8, 2, 2, 2, 2 },
	{ "64 CPUs", 64, 2, 2, 2, 2 },
	{ "64 CPUs, sparse", 64, 2, 2, 2, 2, 61 },
	{ "255 CPUs", 255, 2, 2, 2, 2 },
	{ "1024 CPUs", 1024, 4, 2, 2, 2 },
	{ "4096 CPUs", 4096, 8, 2, 2, 2 },
};

KUNIT_ARRAY_PARAM_DESC(machine, machines, desc);

static void expect_route(struct kunit *test, const struct ipb_route *route,
			 const struct ipb_topology *topology, u64 samples)
{
	KUNIT_ASSERT_LT(test, route->from, topology->nr_cpus);
	KUNIT_ASSERT_LT(test, route->to, topology->nr_cpus);
	KUNIT_EXPECT_TRUE(test, test_bit(route->from, topology->online));
	KUNIT_EXPECT_TRUE(test, test_bit(route->to, topology->online));
	KUNIT_EXPECT_EQ(test, route->count, samples);
	KUNIT_EXPECT_EQ(test, route->p50, FAKE_LATENCY_PS);
	KUNIT_EXPECT_EQ(test, route->p99, FAKE_LATENCY_PS);
}

static void plan_runs_on_any_machine(struct kunit *test)
{
	const struct fake_machine *machine = test->param_value;
	struct fake *fake = use(test, machine);
	const struct ipb_results *results = &fake->published->results;
	struct ipb_topology *topology = fake_topology(test, machine);
	unsigned int i, class, classes, pairs = 0;

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_ASSERT_EQ(test, 0, ipb_topology_settle_llc(topology));
	classes = ipb_topology_classes(topology);
	for (class = 0; class < IPB_NR_CLASSES; class++) {
		const struct ipb_cell *cell = &fake_cell(fake, 0, class)->cell;

		KUNIT_EXPECT_EQ_MSG(test, cell->pairs != 0, !!(classes & BIT(class)), "class %s",
				    ipb_class_name(class));
		KUNIT_EXPECT_EQ(test, cell->outcome[IPB_SHOT_HIT], cell->pairs * 32ULL);
		pairs += cell->pairs;
	}
	KUNIT_EXPECT_EQ(test, results->nr_routes, pairs);
	KUNIT_EXPECT_EQ(test, pairs, min(machine->cpus * (machine->cpus - 1), 64U));
	for (i = 0; i < pairs * FAKE_VARIANTS; i++)
		expect_route(test, &fake->published->routes[i], topology, 32);
}

static u64 memory_of(struct kunit *test, unsigned int cpus, unsigned int pairs_max)
{
	struct fake_machine machine = { NULL, cpus, 2, 2, 2, 2 };
	struct fake *fake = use(test, &machine);

	fake->job.spec.pairs_max = pairs_max;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	return fake->published->results.memory_bytes;
}

/* With as many pairs the memory may grow with the CPUs, never with their square. */
static void plan_memory_by_cpus(struct kunit *test)
{
	static const unsigned int sizes[] = { 64, 255, 1024, 4096 };
	u64 first = 0, bytes;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		bytes = memory_of(test, sizes[i], 64);
		first = first ?: bytes;
		KUNIT_EXPECT_LE_MSG(test, bytes, first + 64 * sizes[i], "%u CPUs", sizes[i]);
	}
	/* fewer pairs and fewer classes need no more */
	KUNIT_EXPECT_LE(test, memory_of(test, 8, 64), first);
}

/* What a pair takes is the same for the thousandth as for the hundredth. */
static void plan_memory_by_pairs(struct kunit *test)
{
	u64 a = memory_of(test, 1024, 100), b = memory_of(test, 1024, 200);
	u64 c = memory_of(test, 1024, 1000);

	KUNIT_EXPECT_GT(test, b, a);
	KUNIT_EXPECT_EQ(test, c - a, (b - a) * 9);
}

static void plan_memory_is_capped(struct kunit *test)
{
	struct fake *fake = use(test, &machines[6]);

	fake->job.spec.pairs_max = 4096;
	fake->job.spec.samples = 1 << 20;
	fake->job.spec.block = 1;
	KUNIT_EXPECT_EQ(test, -ENOMEM, fake_start(fake));
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_IDLE);
	KUNIT_EXPECT_EQ(test, fake->aims, 0);
	KUNIT_EXPECT_EQ(test, fake->fired[0], 0);
	KUNIT_EXPECT_EQ(test, fake->closes, fake->opens);

	use(test, &machines[6]);
	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_LE(test, fake->published->results.memory_bytes, 64ULL << 20);
}

static void plan_without_topology(struct kunit *test)
{
	struct fake *fake = use(test, &machines[1]);

	fake->no_topology = true;
	KUNIT_EXPECT_EQ(test, -ENOMEM, fake_start(fake));
	KUNIT_EXPECT_EQ(test, fake->opens, 0);
	KUNIT_EXPECT_EQ(test, fake->closes, 0);
	fake->no_topology = false;
	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_DONE);
}

static void plan_without_a_bench(struct kunit *test)
{
	struct fake *fake = use(test, &machines[1]);

	fake->open_error = -ENOMEM;
	KUNIT_EXPECT_EQ(test, -ENOMEM, fake_start(fake));
	KUNIT_EXPECT_EQ(test, fake->opens, 1);
	KUNIT_EXPECT_EQ(test, fake->closes, 0);
	fake->open_error = 0;
	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_DONE);
}

static void plan_obeys_the_lists(struct kunit *test)
{
	struct fake *fake = use(test, &machines[2]);
	const struct ipb_route *route = fake->published->routes;
	unsigned int i;

	bitmap_set(fake->job.spec.senders, 3, 2);
	bitmap_set(fake->job.spec.targets, 4, 3);
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	/* 3 and 4 to 4, 5 and 6, but 4 not to itself */
	KUNIT_ASSERT_EQ(test, fake->published->results.nr_routes, 5);
	for (i = 0; i < 5; i++) {
		KUNIT_EXPECT_TRUE(test, route[i].from == 3 || route[i].from == 4);
		KUNIT_EXPECT_TRUE(test, route[i].to >= 4 && route[i].to <= 6);
	}
	KUNIT_EXPECT_EQ(test, fake->published->results.cpus_offline, 0);
}

/* A CPU that is named and not there is counted, once, whichever lists name it. */
static void plan_leaves_out_offline(struct kunit *test)
{
	struct fake *fake = use(test, &machines[1]);
	const struct ipb_route *route = fake->published->routes;
	unsigned int i;

	__set_bit(2, fake->offline);
	__set_bit(5, fake->offline);
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->published->results.cpus_offline, 0);
	KUNIT_EXPECT_EQ(test, fake->published->results.nr_routes, 6 * 5);
	for (i = 0; i < 6 * 5; i++) {
		KUNIT_EXPECT_FALSE(test, test_bit(route[i].from, fake->offline));
		KUNIT_EXPECT_FALSE(test, test_bit(route[i].to, fake->offline));
	}

	bitmap_set(fake->job.spec.senders, 1, 2);
	bitmap_set(fake->job.spec.targets, 5, 2);
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->published->results.cpus_offline, 2);
	KUNIT_EXPECT_EQ(test, fake->published->results.nr_routes, 1);

	bitmap_zero(fake->job.spec.targets, 8);
	__set_bit(5, fake->job.spec.targets);
	KUNIT_EXPECT_EQ(test, -ENXIO, fake_start(fake));
}

static void plan_some_variants(struct kunit *test)
{
	struct fake *fake = use(test, &machines[0]);
	const struct ipb_results *results = &fake->published->results;

	fake->job.spec.variants = 6;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, results->nr_variants, 2);
	KUNIT_EXPECT_STREQ(test, results->variant[0], "twin");
	KUNIT_EXPECT_STREQ(test, results->variant[1], "other");
	KUNIT_EXPECT_EQ(test, results->baseline, -1);
	KUNIT_EXPECT_EQ(test, results->verdicts, 0);
	KUNIT_EXPECT_EQ(test, fake->fired[0], 0);
	KUNIT_EXPECT_EQ(test, fake->fired[1], 2 * 32);

	KUNIT_ASSERT_EQ(test, 0, ipb_spec_set_baseline(&fake->job.spec, &fake_bench, "other"));
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, results->baseline, 1);
	KUNIT_EXPECT_EQ(test, results->verdicts, 3);
}

/* Targets of the bench's own are no CPUs: one CPU aims at all of them. */
static void plan_own_targets(struct kunit *test)
{
	static const struct fake_machine single = { NULL, 1, 1, 1, 1, 1 };
	struct fake *fake = test->priv;
	unsigned int i;
	u32 seen = 0;

	fake_use(fake, &single, &fake_bench_own);
	fake->job.spec.samples = 32;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_ASSERT_EQ(test, fake->published->results.nr_routes, FAKE_TARGETS);
	for (i = 0; i < FAKE_TARGETS; i++)
		seen |= BIT(fake->published->routes[i].to);
	KUNIT_EXPECT_EQ(test, seen, GENMASK(FAKE_TARGETS - 1, 0));
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_CROSS)->cell.pairs, FAKE_TARGETS - 1);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_NODE)->cell.pairs, 1);
	KUNIT_EXPECT_TRUE(test, fake_cell(fake, 0, IPB_CLASS_CROSS)->leg[IPB_LEG_OP].present);
	KUNIT_EXPECT_EQ(test, fake->occupied, 0);

	fake->placeless = true;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake_cell(fake, 0, IPB_CLASS_NODE)->cell.pairs, FAKE_TARGETS);
}

static struct kunit_case plan_test_cases[] = {
	KUNIT_CASE_PARAM(plan_runs_on_any_machine, machine_gen_params),
	KUNIT_CASE(plan_memory_by_cpus),
	KUNIT_CASE(plan_memory_by_pairs),
	KUNIT_CASE(plan_memory_is_capped),
	KUNIT_CASE(plan_without_topology),
	KUNIT_CASE(plan_without_a_bench),
	KUNIT_CASE(plan_obeys_the_lists),
	KUNIT_CASE(plan_leaves_out_offline),
	KUNIT_CASE(plan_some_variants),
	KUNIT_CASE(plan_own_targets),
	{}
};

static struct kunit_suite plan_test_suite = {
	.name = "ipibench_plan",
	.init = fake_init,
	.exit = fake_exit,
	.test_cases = plan_test_cases,
};

kunit_test_suite(plan_test_suite);
