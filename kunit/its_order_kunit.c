// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random machines, brought up in random orders: what may and what may not
 * depend on the order.
 */
#include <kunit/test.h>
#include <linux/prandom.h>

#include "core/its_select.h"

enum {
	NR_MACHINES = 3000,
	MAX_CPUS = 16,
	MAX_ITS = 8,
	NR_NODES = 4,
};

#define OWN_TABLE	0x8010000090000783ULL

struct machine {
	struct rnd_state rnd;
	struct ipb_its_system system;
	struct ipb_its_cpu cpus[MAX_CPUS];
	struct ipb_its its[MAX_ITS];
	unsigned int nr_its;
	u8 its_order[MAX_ITS];
	u8 cpu_order[MAX_CPUS];
};

/* equal distances exist, and none equals a node's distance to itself */
static int distance(int from, int to)
{
	return 10 + (from ^ to);
}

static u32 below(struct machine *m, u32 bound)
{
	return prandom_u32_state(&m->rnd) % bound;
}

static void shuffle(struct machine *m, u8 *order, unsigned int n)
{
	unsigned int i, other;

	for (i = 0; i < n; i++)
		order[i] = i;
	for (i = n; i > 1; i--) {
		other = below(m, i);
		swap(order[i - 1], order[other]);
	}
}

static u32 random_affinity(struct machine *m)
{
	u32 bits = below(m, 16);

	return (bits & 1) << 24 | (bits & 2) << 15 | (bits & 4) << 6;
}

static u64 random_table(struct machine *m)
{
	u64 table = IPB_GITS_BASER_ADDR & ((u64)below(m, 1000) << 12);

	if (below(m, 4))
		table |= IPB_GITS_BASER_VALID;
	if (!below(m, 8))
		table |= 0x80;		/* more than 128 pages */
	return table;
}

static void describe(struct machine *m)
{
	unsigned int i;

	m->nr_its = below(m, MAX_ITS + 1);
	m->system.nr_cpus = 1 + below(m, MAX_CPUS);
	m->system.cpus = m->cpus;
	m->system.rvpeid = true;
	m->system.distance = distance;
	for (i = 0; i < m->nr_its; i++) {
		m->its[i].base = (u64)(MAX_ITS - i) << 20;
		m->its[i].typer = FIELD_PREP(IPB_GITS_TYPER_SVPET, below(m, 4));
		if (below(m, 3))
			m->its[i].typer |= IPB_GITS_TYPER_VMAPP;
		m->its[i].mpidr = random_affinity(m);
		m->its[i].baser2 = random_table(m);
		m->its[i].node = (int)below(m, NR_NODES + 1) - 1;
	}
	for (i = 0; i < m->system.nr_cpus; i++) {
		m->cpus[i].typer = (u64)random_affinity(m) << 32 | below(m, 4) << 24;
		m->cpus[i].node = (int)below(m, NR_NODES + 1) - 1;
	}
}

/* forget all that bring-up decided, then choose new orders */
static void reset(struct machine *m)
{
	unsigned int cpu;

	INIT_LIST_HEAD(&m->system.list);
	for (cpu = 0; cpu < m->system.nr_cpus; cpu++) {
		m->cpus[cpu].local = NULL;
		m->cpus[cpu].nearest = NULL;
		m->cpus[cpu].vpropbaser = 0;
		m->cpus[cpu].up = false;
	}
	shuffle(m, m->its_order, m->nr_its);
	shuffle(m, m->cpu_order, m->system.nr_cpus);
}

static void probe_all(struct machine *m)
{
	unsigned int i;

	for (i = 0; i < m->nr_its; i++)
		ipb_its_add(&m->system, &m->its[m->its_order[i]]);
}

static void bring_up_all(struct machine *m)
{
	unsigned int i;

	for (i = 0; i < m->system.nr_cpus; i++)
		ipb_its_cpu_up(&m->system, m->cpu_order[i], OWN_TABLE);
}

static struct machine *machine_alloc(struct kunit *test, u64 seed)
{
	struct machine *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, m);
	prandom_seed_state(&m->rnd, seed);
	return m;
}

/* the oracle: bytes of affinities instead of masks, sieves instead of a comparison */
static bool oracle_local(const struct ipb_its_cpu *cpu, const struct ipb_its *its)
{
	unsigned int level = (its->typer >> 41) & 3, i;

	if (!level || level != ((cpu->typer >> 24) & 3) || (its->baser2 & 0x80))
		return false;
	for (i = 0; i < level; i++) {
		if ((u8)(its->mpidr >> (24 - 8 * i)) != (u8)(cpu->typer >> (56 - 8 * i)))
			return false;
	}
	return true;
}

static int oracle_distance(const struct ipb_its_cpu *cpu, const struct ipb_its *its)
{
	if (cpu->node < 0 || its->node < 0)
		return S32_MAX;
	return cpu->node == its->node ? 0 : distance(cpu->node, its->node);
}

static const struct ipb_its *oracle_nearest(const struct machine *m, const struct ipb_its_cpu *cpu)
{
	bool usable[MAX_ITS], any_local = false;
	const struct ipb_its *best = NULL;
	int min = S32_MAX;
	unsigned int i;

	for (i = 0; i < m->nr_its; i++) {
		usable[i] = (m->its[i].typer >> 40 & 1) && (m->its[i].baser2 >> 63);
		any_local |= usable[i] && oracle_local(cpu, &m->its[i]);
	}
	for (i = 0; i < m->nr_its; i++) {
		usable[i] &= !any_local || oracle_local(cpu, &m->its[i]);
		if (usable[i])
			min = min(min, oracle_distance(cpu, &m->its[i]));
	}
	for (i = 0; i < m->nr_its; i++) {
		if (usable[i] && oracle_distance(cpu, &m->its[i]) == min &&
		    (!best || m->its[i].base < best->base))
			best = &m->its[i];
	}
	return best;
}

static void nearest_knows_no_order(struct kunit *test)
{
	struct machine *m = machine_alloc(test, 1);
	unsigned int i, cpu, order;

	for (i = 0; i < NR_MACHINES; i++) {
		describe(m);
		for (order = 0; order < 3; order++) {
			reset(m);
			if (order == 1)		/* ITSs may come after the CPUs */
				bring_up_all(m);
			probe_all(m);
			bring_up_all(m);
			for (cpu = 0; cpu < m->system.nr_cpus; cpu++)
				KUNIT_ASSERT_PTR_EQ_MSG(test,
							ipb_its_select_nearest(&m->cpus[cpu]),
							oracle_nearest(m, &m->cpus[cpu]),
							"machine %u order %u CPU %u",
							i, order, cpu);
		}
	}
}

static void groups_agree(struct kunit *test)
{
	struct machine *m = machine_alloc(test, 2);
	unsigned int i, a, b;

	for (i = 0; i < NR_MACHINES; i++) {
		describe(m);
		reset(m);
		probe_all(m);
		bring_up_all(m);
		for (a = 0; a < m->system.nr_cpus; a++) {
			for (b = 0; b < a; b++) {
				const struct ipb_its_cpu *x = &m->cpus[a], *y = &m->cpus[b];

				if (ipb_gicr_common_affinity(x->typer) !=
				    ipb_gicr_common_affinity(y->typer))
					continue;
				KUNIT_ASSERT_PTR_EQ_MSG(test, x->local, y->local,
							"machine %u CPUs %u %u", i, a, b);
				KUNIT_ASSERT_EQ_MSG(test, x->vpropbaser & ~IPB_GICR_VPROPBASER_Z,
						    y->vpropbaser & ~IPB_GICR_VPROPBASER_Z,
						    "machine %u CPUs %u %u", i, a, b);
				if (x->node == y->node && ipb_gicr_typer_level(x->typer) ==
							  ipb_gicr_typer_level(y->typer))
					KUNIT_ASSERT_PTR_EQ_MSG(test, x->nearest, y->nearest,
								"machine %u CPUs %u %u", i, a, b);
			}
		}
	}
}

static void null_only_if_nothing_usable(struct kunit *test)
{
	struct machine *m = machine_alloc(test, 3);
	unsigned int i, k, cpu;

	for (i = 0; i < NR_MACHINES; i++) {
		bool v4_1 = false, usable = false;

		describe(m);
		reset(m);
		probe_all(m);
		bring_up_all(m);
		for (k = 0; k < m->nr_its; k++) {
			v4_1 |= m->its[k].typer >> 40 & 1;
			usable |= (m->its[k].typer >> 40 & 1) && m->its[k].baser2 >> 63;
		}
		KUNIT_ASSERT_EQ(test, !!ipb_its_select_first(&m->system.list), v4_1);
		for (cpu = 0; cpu < m->system.nr_cpus; cpu++) {
			const struct ipb_its_cpu *c = &m->cpus[cpu];
			const struct ipb_its *local = ipb_its_select_local(c, &m->system.list);

			KUNIT_ASSERT_EQ(test, !!local, v4_1);
			KUNIT_ASSERT_EQ(test, !!c->nearest, usable);
			if (local)
				KUNIT_ASSERT_TRUE(test, ipb_gits_typer_is_v4_1(local->typer));
			if (c->nearest)
				KUNIT_ASSERT_NE(test, ipb_its_relate(c->typer, c->nearest),
						IPB_ITS_UNUSABLE);
		}
	}
}

static void local_is_first_where_nothing_is_shared(struct kunit *test)
{
	struct machine *m = machine_alloc(test, 4);
	const struct ipb_its *kept;
	unsigned int i, k, cpu;

	for (i = 0; i < NR_MACHINES; i++) {
		describe(m);
		for (k = 0; k < m->nr_its; k++)
			m->its[k].typer &= ~IPB_GITS_TYPER_SVPET;
		reset(m);
		probe_all(m);
		bring_up_all(m);
		kept = NULL;
		for (cpu = 0; cpu < m->system.nr_cpus; cpu++) {
			const struct ipb_its *first = ipb_its_select_first(&m->system.list);

			KUNIT_ASSERT_NULL(test, m->cpus[cpu].local);
			KUNIT_ASSERT_PTR_EQ(test, first, ipb_its_select_local(&m->cpus[cpu],
									      &m->system.list));
			KUNIT_ASSERT_PTR_EQ(test, first, ipb_its_select_kept(&m->system.list,
									     &kept));
		}
	}
}

static struct kunit_case its_order_cases[] = {
	KUNIT_CASE(nearest_knows_no_order),
	KUNIT_CASE(groups_agree),
	KUNIT_CASE(null_only_if_nothing_usable),
	KUNIT_CASE(local_is_first_where_nothing_is_shared),
	{}
};

static struct kunit_suite its_order_suite = {
	.name = "ipibench_its_order",
	.test_cases = its_order_cases,
};

kunit_test_suite(its_order_suite);
