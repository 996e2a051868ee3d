// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two sockets, up to three ITSs: who sends through which ITS.
 *
 * CPUs 0-3 are Aff2 0 on node 0, CPUs 4-7 Aff2 1 on node 1. They come up in
 * order after all ITSs were probed.
 */
#include <kunit/test.h>

#include "core/its_select.h"

#define V4_0		0x0000002000000003ULL
#define V4_1(svpet)	(0x0000012000000003ULL | (u64)(svpet) << 41)
#define TABLE		0xba07000080000403ULL
#define NO_TABLE	0x3a07000080000403ULL
#define HUGE_TABLE	0xba07000080000480ULL
#define OWN_TABLE	0x8010000090000783ULL

enum { NR_CPUS_HERE = 8, NR_ITS_HERE = 3, ANY_CPU = -1 };

struct its_desc {
	char name;
	u64 typer;
	u32 mpidr;
	u64 baser2;
	int node;
	u64 base;
};

#define ITS_A { 'A', V4_1(2), 0x00000000, TABLE, 0, 0x10000000 }
#define ITS_B { 'B', V4_1(2), 0x00010000, TABLE, 1, 0x20000000 }

struct row {
	const char *desc;
	struct its_desc its[NR_ITS_HERE];	/* in order of probing */
	unsigned int rd_level;
	int cpu;
	char first;				/* 0 = none */
	char local;
	char nearest;
};

static const struct row rows[] = {
	{ "1 CPU0", { ITS_A, ITS_B }, 2, 0, 'B', 'A', 'A' },
	{ "2 CPU3, copied from CPU0", { ITS_A, ITS_B }, 2, 3, 'B', 'A', 'A' },
	{ "3 CPU4", { ITS_A, ITS_B }, 2, 4, 'B', 'B', 'B' },
	{ "4 CPU7, copied from CPU4", { ITS_A, ITS_B }, 2, 7, 'B', 'B', 'B' },
	{ "5 probed the other way", { ITS_B, ITS_A }, 2, 5, 'A', 'B', 'B' },
	{ "6 nothing shared, nodes known",
	  { { 'A', V4_1(0), 0, TABLE, 0, 0x10000000 },
	    { 'B', V4_1(0), 0, TABLE, 1, 0x20000000 } }, 2, 0, 'B', 'B', 'A' },
	{ "7 A is v4.0", { { 'A', V4_0, 0, TABLE, 0, 0x10000000 }, ITS_B }, 2, 0, 'B', 'B', 'B' },
	{ "8 both are v4.0",
	  { { 'A', V4_0, 0, TABLE, 0, 0x10000000 },
	    { 'B', V4_0, 0, TABLE, 1, 0x20000000 } }, 2, ANY_CPU, 0, 0, 0 },
	{ "9 no ITS", {}, 2, ANY_CPU, 0, 0, 0 },
	{ "10 A has no valid table",
	  { { 'A', V4_1(2), 0, NO_TABLE, 0, 0x10000000 }, ITS_B }, 2, 0, 'B', 'B', 'B' },
	{ "10 the same, A is head of the list",
	  { ITS_B, { 'A', V4_1(2), 0, NO_TABLE, 0, 0x10000000 } }, 2, 0, 'A', 'A', 'B' },
	{ "10 nobody has a valid table",
	  { { 'A', V4_1(2), 0, NO_TABLE, 0, 0x10000000 } }, 2, ANY_CPU, 'A', 'A', 0 },
	{ "11 A and C both match, A is lower",
	  { ITS_A, ITS_B, { 'C', V4_1(2), 0, TABLE, 0, 0x30000000 } }, 2, 0, 'C', 'C', 'A' },
	{ "11 A and C both match, C is lower",
	  { ITS_A, ITS_B, { 'C', V4_1(2), 0, TABLE, 0, 0x08000000 } }, 2, 0, 'C', 'C', 'C' },
	{ "12 RD level 0 against SVPET 1",
	  { { 'A', V4_1(1), 0, TABLE, 0, 0x10000000 }, ITS_B }, 0, 6, 'B', 'A', 'B' },
	{ "13 RD level 2 against SVPET 3 only",
	  { { 'A', V4_1(3), 0x00010000, TABLE, 0, 0x10000000 } }, 2, 4, 'A', 'A', 'A' },
	{ "14 B shares with nobody, NULL is copied",
	  { ITS_A, { 'B', V4_1(0), 0, TABLE, 1, 0x20000000 } }, 2, 5, 'B', 'B', 'B' },
	{ "15 other Aff3",
	  { { 'A', V4_1(1), 0x01000000, TABLE, 0, 0x10000000 } }, 1, 0, 'A', 'A', 'A' },
	{ "a table no redistributor can describe is not shared",
	  { { 'A', V4_1(2), 0, HUGE_TABLE, 1, 0x10000000 },
	    { 'B', V4_1(0), 0, TABLE, 0, 0x20000000 } }, 2, 0, 'B', 'B', 'B' },
	{ "node unknown comes last",
	  { { 'A', V4_1(0), 0, TABLE, -1, 0x10000000 },
	    { 'B', V4_1(0), 0, TABLE, 1, 0x20000000 } }, 2, 0, 'B', 'B', 'B' },
	{ "affinity beats node",
	  { { 'A', V4_1(2), 0, TABLE, 1, 0x20000000 },
	    { 'B', V4_1(0), 0, TABLE, 0, 0x10000000 } }, 2, 0, 'B', 'A', 'A' },
};

KUNIT_ARRAY_PARAM_DESC(row, rows, desc);

struct machine {
	struct ipb_its_system system;
	struct ipb_its_cpu cpus[NR_CPUS_HERE];
	struct ipb_its its[NR_ITS_HERE];
};

static int distance(int from, int to)
{
	return from == to ? 10 : 20;
}

static struct machine *machine_alloc(struct kunit *test, unsigned int rd_level)
{
	struct machine *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);
	u64 affinity, socket;
	unsigned int cpu;

	KUNIT_ASSERT_NOT_NULL(test, m);
	INIT_LIST_HEAD(&m->system.list);
	m->system.cpus = m->cpus;
	m->system.nr_cpus = NR_CPUS_HERE;
	m->system.rvpeid = true;
	m->system.shareable = true;
	m->system.distance = distance;
	for (cpu = 0; cpu < NR_CPUS_HERE; cpu++) {
		socket = cpu / 4;
		affinity = socket << 16 | cpu % 4;
		m->cpus[cpu].typer = affinity << 32 | rd_level << 24 | IPB_GICR_TYPER_RVPEID;
		m->cpus[cpu].node = socket;
	}
	return m;
}

static void machine_probe(struct machine *m, unsigned int slot, const struct its_desc *d)
{
	m->its[slot] = (struct ipb_its) {
		.base = d->base,
		.typer = d->typer,
		.baser2 = d->baser2,
		.mpidr = d->mpidr,
		.node = d->node,
	};
	ipb_its_add(&m->system, &m->its[slot]);
}

static struct machine *machine_of_row(struct kunit *test, const struct row *p)
{
	struct machine *m = machine_alloc(test, p->rd_level);
	unsigned int i;

	for (i = 0; i < NR_ITS_HERE && p->its[i].name; i++)
		machine_probe(m, i, &p->its[i]);
	for (i = 0; i < NR_CPUS_HERE; i++)
		ipb_its_cpu_up(&m->system, i, OWN_TABLE);
	return m;
}

static char name_of(const struct machine *m, const struct row *p, const struct ipb_its *its)
{
	return its ? p->its[its - m->its].name : 0;
}

static void selection(struct kunit *test)
{
	const struct row *p = test->param_value;
	struct machine *m = machine_of_row(test, p);
	const struct list_head *list = &m->system.list;
	unsigned int cpu;

	for (cpu = 0; cpu < NR_CPUS_HERE; cpu++) {
		const struct ipb_its_cpu *c = &m->cpus[cpu];

		if (p->cpu != ANY_CPU && p->cpu != cpu)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, name_of(m, p, ipb_its_select_first(list)), p->first,
				    "CPU%u", cpu);
		KUNIT_EXPECT_EQ_MSG(test, name_of(m, p, ipb_its_select_local(c, list)), p->local,
				    "CPU%u", cpu);
		KUNIT_EXPECT_EQ_MSG(test, name_of(m, p, ipb_its_select_nearest(c)), p->nearest,
				    "CPU%u", cpu);
	}
}

struct relation_case {
	const char *desc;
	struct its_desc its;
	unsigned int rd_level;
	int cpu;
	bool matches;
	enum ipb_its_relation expect;
};

static const struct relation_case relation_cases[] = {
	{ "own socket", ITS_A, 2, 0, true, IPB_ITS_LOCAL },
	{ "other socket", ITS_B, 2, 0, false, IPB_ITS_FOREIGN },
	{ "shared with nobody", { 'A', V4_1(0), 0, TABLE }, 0, 0, false, IPB_ITS_FOREIGN },
	{ "v4.0", { 'A', V4_0, 0, TABLE }, 2, 0, false, IPB_ITS_UNUSABLE },
	{ "no table", { 'A', V4_1(2), 0, NO_TABLE }, 2, 0, false, IPB_ITS_UNUSABLE },
	{ "table too large to share", { 'A', V4_1(2), 0, HUGE_TABLE }, 2, 0, true,
	  IPB_ITS_COMPATIBLE },
	{ "RD level 0, SVPET 1", { 'A', V4_1(1), 0, TABLE }, 0, 6, true, IPB_ITS_COMPATIBLE },
	{ "RD level 0, SVPET 2", { 'A', V4_1(2), 0, TABLE }, 0, 6, true, IPB_ITS_COMPATIBLE },
	{ "RD level 2, SVPET 3", { 'A', V4_1(3), 0x00010000, TABLE }, 2, 4, true,
	  IPB_ITS_COMPATIBLE },
	{ "RD level 3, SVPET 3", { 'A', V4_1(3), 0x00010000, TABLE }, 3, 4, true, IPB_ITS_LOCAL },
};

KUNIT_ARRAY_PARAM_DESC(relation, relation_cases, desc);

static void relation(struct kunit *test)
{
	const struct relation_case *p = test->param_value;
	struct machine *m = machine_alloc(test, p->rd_level);
	u64 typer = m->cpus[p->cpu].typer;

	machine_probe(m, 0, &p->its);
	KUNIT_EXPECT_EQ(test, ipb_its_matches(typer, &m->its[0]), p->matches);
	KUNIT_EXPECT_EQ(test, ipb_its_relate(typer, &m->its[0]), p->expect);
}

static const struct its_desc its_a = ITS_A, its_b = ITS_B;

static void table_is_inherited_in_order(struct kunit *test)
{
	struct machine *m = machine_alloc(test, 2);

	machine_probe(m, 0, &its_a);
	ipb_its_cpu_up(&m->system, 1, OWN_TABLE);	/* from A */
	ipb_its_cpu_up(&m->system, 0, OWN_TABLE);	/* from CPU 1 */
	ipb_its_cpu_up(&m->system, 4, OWN_TABLE);	/* from nobody */
	machine_probe(m, 1, &its_b);
	ipb_its_cpu_up(&m->system, 5, OWN_TABLE);	/* from CPU 4, though B matches */

	KUNIT_EXPECT_EQ(test, m->cpus[1].vpropbaser, 0x8000000080000783);
	KUNIT_EXPECT_EQ(test, m->cpus[0].vpropbaser, 0x8000000080000783);
	KUNIT_EXPECT_EQ(test, m->cpus[4].vpropbaser, OWN_TABLE);
	KUNIT_EXPECT_EQ(test, m->cpus[5].vpropbaser, OWN_TABLE & ~IPB_GICR_VPROPBASER_Z);
	KUNIT_EXPECT_PTR_EQ(test, m->cpus[0].local, &m->its[0]);
	KUNIT_EXPECT_NULL(test, m->cpus[4].local);
	KUNIT_EXPECT_NULL(test, m->cpus[5].local);
	/* a late ITS is lost on `local`, not on `nearest` */
	KUNIT_EXPECT_PTR_EQ(test, m->cpus[4].nearest, &m->its[1]);
	KUNIT_EXPECT_PTR_EQ(test, m->cpus[5].nearest, &m->its[1]);
}

static void second_bring_up_changes_nothing(struct kunit *test)
{
	struct machine *m = machine_alloc(test, 2);
	struct ipb_its_cpu before;

	machine_probe(m, 0, &its_a);
	ipb_its_cpu_up(&m->system, 4, OWN_TABLE);
	machine_probe(m, 1, &its_b);
	before = m->cpus[4];
	ipb_its_cpu_up(&m->system, 4, OWN_TABLE ^ IPB_GICR_VPROPBASER_ADDR);
	KUNIT_EXPECT_MEMEQ(test, &m->cpus[4], &before, sizeof(before));
}

static void sibling_without_table_hands_down_nothing(struct kunit *test)
{
	struct machine *m = machine_alloc(test, 2);

	ipb_its_cpu_up(&m->system, 0, 0);		/* its own allocation failed */
	machine_probe(m, 0, &its_a);
	ipb_its_cpu_up(&m->system, 1, OWN_TABLE);
	KUNIT_EXPECT_EQ(test, m->cpus[1].vpropbaser, 0x8000000080000783);
	KUNIT_EXPECT_PTR_EQ(test, m->cpus[1].local, &m->its[0]);
}

static void old_redistributors_inherit_nothing(struct kunit *test)
{
	struct machine *m = machine_alloc(test, 2);

	m->system.rvpeid = false;
	machine_probe(m, 0, &its_a);
	ipb_its_cpu_up(&m->system, 0, OWN_TABLE);
	KUNIT_EXPECT_EQ(test, m->cpus[0].vpropbaser, 0);
	KUNIT_EXPECT_NULL(test, m->cpus[0].local);
}

static void kept_choice_is_blind_to_later_probes(struct kunit *test)
{
	struct machine *m = machine_alloc(test, 2);
	const struct ipb_its *kept = NULL;

	KUNIT_EXPECT_NULL(test, ipb_its_select_kept(&m->system.list, &kept));
	machine_probe(m, 0, &its_a);
	KUNIT_EXPECT_PTR_EQ(test, ipb_its_select_kept(&m->system.list, &kept), &m->its[0]);
	machine_probe(m, 1, &its_b);
	KUNIT_EXPECT_PTR_EQ(test, ipb_its_select_kept(&m->system.list, &kept), &m->its[0]);
	KUNIT_EXPECT_PTR_EQ(test, ipb_its_select_first(&m->system.list), &m->its[1]);
}

static struct kunit_case its_select_cases[] = {
	KUNIT_CASE_PARAM(selection, row_gen_params),
	KUNIT_CASE_PARAM(relation, relation_gen_params),
	KUNIT_CASE(table_is_inherited_in_order),
	KUNIT_CASE(second_bring_up_changes_nothing),
	KUNIT_CASE(sibling_without_table_hands_down_nothing),
	KUNIT_CASE(old_redistributors_inherit_nothing),
	KUNIT_CASE(kept_choice_is_blind_to_later_probes),
	{}
};

static struct kunit_suite its_select_suite = {
	.name = "ipibench_its_select",
	.test_cases = its_select_cases,
};

kunit_test_suite(its_select_suite);
