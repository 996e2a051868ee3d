// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the topology: which caches count, and which classes there are.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>

#include "fake.h"

enum {
	SMT	= BIT(IPB_CLASS_SMT),
	LLC	= BIT(IPB_CLASS_LLC),
	NODE	= BIT(IPB_CLASS_NODE),
	SOCKET	= BIT(IPB_CLASS_SOCKET),
	CROSS	= BIT(IPB_CLASS_CROSS),
};

struct classes_case {
	struct fake_machine machine;
	unsigned int classes;
	bool smt;
};

static const struct classes_case classes_cases[] = {
	{ { "single CPU", 1, 1, 1, 1, 1 }, 0, false },
	{ { "one core of two threads", 2, 1, 1, 1, 2 }, SMT, true },
	{ { "one cache", 8, 1, 1, 1, 1 }, LLC, false },
	{ { "two caches", 8, 1, 1, 2, 1 }, LLC | NODE, false },
	{ { "two nodes", 8, 1, 2, 1, 1 }, LLC | SOCKET, false },
	{ { "two packages", 8, 2, 1, 1, 1 }, LLC | CROSS, false },
	{ { "a cache a core", 8, 1, 1, 8, 1 }, NODE, false },
	{ { "two packages, a cache a core", 8, 2, 1, 2, 2 }, SMT | NODE | CROSS, true },
	{ { "everything", 64, 2, 2, 2, 2 }, SMT | LLC | NODE | SOCKET | CROSS, true },
	{ { "everything, sparse", 64, 2, 2, 2, 2, 61 }, SMT | LLC | NODE | SOCKET | CROSS, true },
	{ { "odd", 255, 2, 2, 2, 2 }, SMT | LLC | NODE | SOCKET | CROSS, true },
	{ { "large", 4096, 2, 2, 2, 2 }, SMT | LLC | NODE | SOCKET | CROSS, true },
};

static void classes_desc(const struct classes_case *c, char *desc)
{
	strscpy(desc, c->machine.desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(classes, classes_cases, classes_desc);

static void topology_classes(struct kunit *test)
{
	const struct classes_case *c = test->param_value;
	struct ipb_topology *topology = fake_topology(test, &c->machine);

	KUNIT_ASSERT_EQ(test, 0, ipb_topology_settle_llc(topology));
	KUNIT_EXPECT_EQ(test, ipb_topology_classes(topology), c->classes);
	KUNIT_EXPECT_EQ(test, ipb_topology_smt(topology), c->smt);
}

struct settle_case {
	const char *desc;
	unsigned int cpus;
	s32 core[6];
	s32 llc[6];
	s32 settled[6];
};

static const struct settle_case settle_cases[] = {
	{ "one CPU", 1, { 0 }, { 0 }, { -1 } },
	{ "shared by two cores", 2, { 0, 1 }, { 7, 7 }, { 7, 7 } },
	{ "each core its own", 2, { 0, 1 }, { 7, 8 }, { -1, -1 } },
	{ "each core's threads share one", 4, { 0, 0, 2, 2 }, { 7, 7, 8, 8 },
	  { -1, -1, -1, -1 } },
	{ "threads scattered", 6, { 0, 1, 2, 0, 1, 2 }, { 5, 5, 6, 5, 5, 6 },
	  { 5, 5, -1, 5, 5, -1 } },
	{ "unknown stays unknown", 3, { 0, 1, 2 }, { -1, -1, -1 }, { -1, -1, -1 } },
	{ "unknown among known", 4, { 0, 1, 2, 3 }, { 4, -1, 4, -1 }, { 4, -1, 4, -1 } },
	{ "one core left over", 5, { 0, 1, 2, 3, 4 }, { 1, 1, 2, 2, 3 },
	  { 1, 1, 2, 2, -1 } },
	{ "large ids", 3, { S32_MAX, S32_MIN, 0 }, { S32_MAX, S32_MAX, 0 },
	  { S32_MAX, S32_MAX, -1 } },
};

KUNIT_ARRAY_PARAM_DESC(settle, settle_cases, desc);

static void topology_settle_llc(struct kunit *test)
{
	const struct settle_case *c = test->param_value;
	const struct fake_machine machine = { NULL, c->cpus, 1, 1, 1, 1 };
	struct ipb_topology *topology = fake_topology(test, &machine);
	unsigned int cpu;

	for (cpu = 0; cpu < c->cpus; cpu++) {
		topology->place[cpu].core = c->core[cpu];
		topology->place[cpu].llc = c->llc[cpu];
	}
	KUNIT_ASSERT_EQ(test, 0, ipb_topology_settle_llc(topology));
	for (cpu = 0; cpu < c->cpus; cpu++) {
		KUNIT_EXPECT_EQ_MSG(test, topology->place[cpu].llc, c->settled[cpu], "CPU %u", cpu);
		KUNIT_EXPECT_EQ_MSG(test, topology->place[cpu].core, c->core[cpu], "CPU %u", cpu);
	}
}

/* What an offline CPU's place says is nobody's business. */
static void topology_ignores_offline(struct kunit *test)
{
	static const struct fake_machine machine = { NULL, 3, 1, 1, 1, 1 };
	struct ipb_topology *topology = fake_topology(test, &machine);

	__clear_bit(1, topology->online);
	topology->place[1].package = 9;
	topology->place[2].llc = 5;
	KUNIT_ASSERT_EQ(test, 0, ipb_topology_settle_llc(topology));
	KUNIT_EXPECT_EQ(test, topology->place[0].llc, IPB_LLC_UNKNOWN);
	KUNIT_EXPECT_EQ(test, topology->place[1].llc, 0);
	KUNIT_EXPECT_EQ(test, topology->place[2].llc, IPB_LLC_UNKNOWN);
	KUNIT_EXPECT_EQ(test, ipb_topology_classes(topology), NODE);
}

static void topology_of_any_size(struct kunit *test)
{
	static const unsigned int sizes[] = { 1, 64, 255, 4096, 8192 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct ipb_topology *topology = ipb_topology_alloc(sizes[i]);

		KUNIT_ASSERT_NOT_NULL(test, topology);
		KUNIT_EXPECT_EQ(test, topology->nr_cpus, sizes[i]);
		KUNIT_EXPECT_TRUE(test, bitmap_empty(topology->online, sizes[i]));
		KUNIT_EXPECT_EQ(test, ipb_topology_classes(topology), 0);
		KUNIT_EXPECT_EQ(test, ipb_topology_settle_llc(topology), 0);
		ipb_topology_free(topology);
	}
	ipb_topology_free(NULL);
}

/* Whatever machine this is, a core is named after a CPU of its own. */
static void topology_of_this_machine(struct kunit *test)
{
	struct ipb_topology *topology = ipb_topology_snapshot();
	unsigned int cpu;

	KUNIT_ASSERT_NOT_NULL(test, topology);
	KUNIT_EXPECT_EQ(test, topology->nr_cpus, nr_cpu_ids);
	KUNIT_EXPECT_FALSE(test, bitmap_empty(topology->online, nr_cpu_ids));
	KUNIT_EXPECT_TRUE(test, bitmap_subset(topology->online, cpumask_bits(cpu_possible_mask),
					      nr_cpu_ids));
	for_each_set_bit(cpu, topology->online, nr_cpu_ids) {
		const struct ipb_place *place = &topology->place[cpu], *first;

		KUNIT_EXPECT_GE_MSG(test, place->core, 0, "CPU %u", cpu);
		KUNIT_EXPECT_LE_MSG(test, place->core, (s32)cpu, "CPU %u", cpu);
		if (place->core < 0 || place->core > (s32)cpu)
			continue;
		first = &topology->place[place->core];
		KUNIT_EXPECT_EQ_MSG(test, first->core, place->core, "CPU %u", cpu);
		KUNIT_EXPECT_EQ_MSG(test, first->package, place->package, "CPU %u", cpu);
		KUNIT_EXPECT_EQ_MSG(test, first->llc, place->llc, "CPU %u", cpu);
	}
	ipb_topology_free(topology);
}

static struct kunit_case topology_test_cases[] = {
	KUNIT_CASE_PARAM(topology_classes, classes_gen_params),
	KUNIT_CASE_PARAM(topology_settle_llc, settle_gen_params),
	KUNIT_CASE(topology_ignores_offline),
	KUNIT_CASE(topology_of_any_size),
	KUNIT_CASE(topology_of_this_machine),
	{}
};

static struct kunit_suite topology_test_suite = {
	.name = "ipibench_topology",
	.test_cases = topology_test_cases,
};

kunit_test_suite(topology_test_suite);
