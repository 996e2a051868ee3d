/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which ITS a CPU sends its virtual SGIs through, chosen in three ways.
 *
 * Any GICv4.1 ITS that maps the virtual processor is correct; which one is
 * taken decides only how far the write to GITS_SGIR travels.
 *
 *   first    the head of the list, for every CPU: what Linux up to 6.15 takes
 *   local    the ITS this CPU got its vPE table from, else first: Linux 6.16
 *   nearest  ours: affinity with its level, then node distance, decided before
 *            the first send and independent of the order of probing
 */
#ifndef IPIBENCH_CORE_ITS_SELECT_H
#define IPIBENCH_CORE_ITS_SELECT_H

#include <linux/compiler.h>
#include <linux/list.h>
#include <linux/types.h>

#include "core/its_regs.h"

/**
 * struct ipb_its - one interrupt translation service
 * @entry: in &struct ipb_its_system.list; never taken out again
 * @base: physical base address, different for each ITS
 * @typer: GITS_TYPER
 * @baser2: GITS_BASER2, on GICv4.1 always the vPE table
 * @mpidr: GITS_MPIDR
 * @node: NUMA node, negative if unknown
 */
struct ipb_its {
	struct list_head entry;
	u64 base;
	u64 typer;
	u64 baser2;
	u32 mpidr;
	int node;
};

/**
 * struct ipb_its_cpu - what one CPU and its redistributor know
 * @local: ITS the vPE table came from, NULL if from none; kept while offline
 * @nearest: final choice, NULL if there is no usable ITS
 * @typer: GICR_TYPER
 * @vpropbaser: GICR_VPROPBASER, set at bring-up
 * @node: NUMA node, negative if unknown
 * @up: has been brought up once
 */
struct ipb_its_cpu {
	const struct ipb_its *local;
	const struct ipb_its *nearest;
	u64 typer;
	u64 vpropbaser;
	int node;
	bool up;
};

/**
 * struct ipb_its_system - all ITSs and CPUs of one machine
 * @list: &struct ipb_its.entry of every ITS, the last probed first
 * @cpus: the possible CPUs
 * @nr_cpus: how many
 * @rvpeid: every redistributor is GICv4.1
 * @shareable: redistributors honour shareability and cacheability
 * @distance: distance of two known nodes, any unit; smaller is nearer
 *
 * ipb_its_add() and ipb_its_cpu_up() are serialised by the caller; senders may
 * select meanwhile.
 */
struct ipb_its_system {
	struct list_head list;
	struct ipb_its_cpu *cpus;
	unsigned int nr_cpus;
	bool rvpeid;
	bool shareable;
	int (*distance)(int from, int to);
};

/**
 * enum ipb_its_relation - what an ITS is to a redistributor
 * @IPB_ITS_UNUSABLE: not GICv4.1, or no valid vPE table: a write to its
 *	GITS_SGIR is lost
 * @IPB_ITS_FOREIGN: usable, shares its table with others or with nobody
 * @IPB_ITS_COMPATIBLE: the masked affinities are equal, but not the levels they
 *	were masked at, or the table is too large for a redistributor: Linux
 *	takes this for local, we do not
 * @IPB_ITS_LOCAL: shares its vPE table with this redistributor
 */
enum ipb_its_relation {
	IPB_ITS_UNUSABLE,
	IPB_ITS_FOREIGN,
	IPB_ITS_COMPATIBLE,
	IPB_ITS_LOCAL,
};

/**
 * ipb_its_select_first() - first GICv4.1 ITS of the list
 * @list: &struct ipb_its_system.list
 *
 * The selectors are inline: a call would cost more than the fastest of them.
 * They may run in any context.
 *
 * Return: the ITS, valid vPE table or not; NULL if there is none.
 */
static inline const struct ipb_its *ipb_its_select_first(const struct list_head *list)
{
	const struct ipb_its *its;

	list_for_each_entry(its, list, entry) {
		if (ipb_gits_typer_is_v4_1(its->typer))
			return its;
	}
	return NULL;
}

/**
 * ipb_its_select_kept() - first GICv4.1 ITS of the list, looked for once
 * @list: &struct ipb_its_system.list
 * @kept: the answer of last time, shared by all CPUs; NULL at first
 *
 * The function of Linux up to 6.15 walks the list with a static variable, so
 * that what the walk finds stays: an ITS probed later is never looked at.
 *
 * Return: as ipb_its_select_first().
 */
static inline const struct ipb_its *ipb_its_select_kept(const struct list_head *list,
							const struct ipb_its **kept)
{
	const struct ipb_its *its = READ_ONCE(*kept);

	if (unlikely(!its)) {
		its = ipb_its_select_first(list);
		WRITE_ONCE(*kept, its);
	}
	return its;
}

/**
 * ipb_its_select_local() - the ITS this CPU's vPE table came from
 * @cpu: the sending CPU
 * @list: &struct ipb_its_system.list, walked anew each time @cpu has no such ITS
 *
 * Return: as ipb_its_select_first().
 */
static inline const struct ipb_its *ipb_its_select_local(const struct ipb_its_cpu *cpu,
							 const struct list_head *list)
{
	return cpu->local ?: ipb_its_select_first(list);
}

/**
 * ipb_its_select_nearest() - the ITS found nearest when CPU or ITS came up
 * @cpu: the sending CPU
 *
 * Return: the ITS; NULL if none has a valid vPE table or @cpu was never up.
 */
static inline const struct ipb_its *ipb_its_select_nearest(const struct ipb_its_cpu *cpu)
{
	return READ_ONCE(cpu->nearest);
}

bool ipb_its_matches(u64 gicr_typer, const struct ipb_its *its);
enum ipb_its_relation ipb_its_relate(u64 gicr_typer, const struct ipb_its *its);
void ipb_its_add(struct ipb_its_system *system, struct ipb_its *its);
void ipb_its_cpu_up(struct ipb_its_system *system, unsigned int cpu, u64 own_vpropbaser);

#endif /* IPIBENCH_CORE_ITS_SELECT_H */
