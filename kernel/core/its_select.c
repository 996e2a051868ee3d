// SPDX-License-Identifier: GPL-2.0-only
/*
 * Bring-up of CPUs and ITSs, as far as it decides who sends through which ITS.
 */
#include <linux/export.h>
#include <linux/limits.h>
#include <asm/barrier.h>

#include "core/export.h"
#include "core/its_select.h"

static bool has_table(const struct ipb_its *its)
{
	return ipb_gits_typer_is_v4_1(its->typer) && (its->baser2 & IPB_GITS_BASER_VALID);
}

/**
 * ipb_its_matches() - would Linux let a redistributor share this ITS's table
 * @gicr_typer: GICR_TYPER of the redistributor
 * @its: the ITS
 *
 * Compares masked affinities only, as Linux does: two different levels may mask
 * two different affinities to the same number.
 *
 * Return: true if the masked affinities are equal and there is a shared table.
 */
bool ipb_its_matches(u64 gicr_typer, const struct ipb_its *its)
{
	return has_table(its) && ipb_gits_typer_level(its->typer) &&
	       ipb_gits_affinity(its->typer, its->mpidr) == ipb_gicr_common_affinity(gicr_typer);
}

IPB_EXPORT_FOR_KUNIT(ipb_its_matches);

/**
 * ipb_its_relate() - what an ITS is to a redistributor
 * @gicr_typer: GICR_TYPER of the redistributor
 * @its: the ITS
 *
 * Return: the relation; never fails.
 */
enum ipb_its_relation ipb_its_relate(u64 gicr_typer, const struct ipb_its *its)
{
	u64 unused;

	if (!has_table(its))
		return IPB_ITS_UNUSABLE;
	if (!ipb_its_matches(gicr_typer, its))
		return IPB_ITS_FOREIGN;
	if (ipb_gits_typer_level(its->typer) != ipb_gicr_typer_level(gicr_typer) ||
	    ipb_vpropbaser_from_baser2(its->baser2, false, &unused))
		return IPB_ITS_COMPATIBLE;
	return IPB_ITS_LOCAL;
}

IPB_EXPORT_FOR_KUNIT(ipb_its_relate);

/* same node first whatever the firmware calls its distance, unknown nodes last */
static u32 node_distance_of(const struct ipb_its_system *system, int from, int to)
{
	if (from < 0 || to < 0)
		return U32_MAX;
	return from == to ? 0 : system->distance(from, to);
}

static bool is_nearer(const struct ipb_its_system *system, const struct ipb_its_cpu *cpu,
		      const struct ipb_its *a, const struct ipb_its *b)
{
	bool a_local = ipb_its_relate(cpu->typer, a) == IPB_ITS_LOCAL;
	bool b_local = ipb_its_relate(cpu->typer, b) == IPB_ITS_LOCAL;
	u32 a_distance = node_distance_of(system, cpu->node, a->node);
	u32 b_distance = node_distance_of(system, cpu->node, b->node);

	if (a_local != b_local)
		return a_local;
	if (a_distance != b_distance)
		return a_distance < b_distance;
	return a->base < b->base;
}

static void nearest_update(const struct ipb_its_system *system, struct ipb_its_cpu *cpu)
{
	const struct ipb_its *its, *best = NULL;

	list_for_each_entry(its, &system->list, entry) {
		if (ipb_its_relate(cpu->typer, its) == IPB_ITS_UNUSABLE)
			continue;
		if (!best || is_nearer(system, cpu, its, best))
			best = its;
	}
	/* pairs with the address dependency of ipb_its_select_nearest() */
	smp_store_release(&cpu->nearest, best);
}

/**
 * ipb_its_add() - an ITS was probed
 * @system: the machine
 * @its: the ITS, all fields but @entry set; stays for the life of @system
 *
 * It becomes the head of the list. CPUs that are up think again about the
 * nearest ITS, but not about the local one: Linux does not.
 */
void ipb_its_add(struct ipb_its_system *system, struct ipb_its *its)
{
	unsigned int cpu;

	list_add(&its->entry, &system->list);
	for (cpu = 0; cpu < system->nr_cpus; cpu++) {
		if (system->cpus[cpu].up)
			nearest_update(system, &system->cpus[cpu]);
	}
}

IPB_EXPORT_FOR_KUNIT(ipb_its_add);

/* the first CPU of our group that has been up hands down all it has, be it NULL */
static bool inherit_from_sibling(const struct ipb_its_system *system, struct ipb_its_cpu *cpu)
{
	u32 affinity = ipb_gicr_common_affinity(cpu->typer);
	const struct ipb_its_cpu *sibling;

	for (sibling = system->cpus; sibling < system->cpus + system->nr_cpus; sibling++) {
		if (sibling == cpu || !sibling->up ||
		    ipb_gicr_common_affinity(sibling->typer) != affinity)
			continue;
		cpu->vpropbaser = ipb_vpropbaser_from_sibling(sibling->vpropbaser);
		cpu->local = sibling->local;
		return cpu->vpropbaser & IPB_GICR_VPROPBASER_VALID;
	}
	return false;
}

/* unlike Linux, passes over a table that GICR_VPROPBASER cannot describe */
static bool inherit_from_its(const struct ipb_its_system *system, struct ipb_its_cpu *cpu)
{
	const struct ipb_its *its;

	list_for_each_entry(its, &system->list, entry) {
		if (!ipb_its_matches(cpu->typer, its))
			continue;
		if (ipb_vpropbaser_from_baser2(its->baser2, system->shareable, &cpu->vpropbaser))
			continue;
		cpu->local = its;
		return true;
	}
	return false;
}

/**
 * ipb_its_cpu_up() - a CPU came up
 * @system: the machine
 * @cpu: index of the CPU in @system, its @typer and @node set
 * @own_vpropbaser: table of its own, for the case that it inherits none
 *
 * A CPU that was up before keeps what it has.
 */
void ipb_its_cpu_up(struct ipb_its_system *system, unsigned int cpu, u64 own_vpropbaser)
{
	struct ipb_its_cpu *this = &system->cpus[cpu];

	if (this->up)
		return;
	if (system->rvpeid && !inherit_from_sibling(system, this) &&
	    !inherit_from_its(system, this))
		this->vpropbaser = own_vpropbaser;
	nearest_update(system, this);
	this->up = true;
}

IPB_EXPORT_FOR_KUNIT(ipb_its_cpu_up);
