/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A model of the GICv4.1 machine that virtual SGIs are sent on: real pages on
 * real nodes, registers that nobody listens to.
 */
#ifndef IPIBENCH_BENCH_GIC_H
#define IPIBENCH_BENCH_GIC_H

#include <linux/compiler.h>
#include <linux/container_of.h>

#include "core/its_select.h"

enum { IPB_GIC_MAX_ITS = 64 };

/**
 * enum ipb_gic_tables - who keeps vPEs where
 * @IPB_GIC_SHARED_TABLES: the ITSs and redistributors of a node share a table
 * @IPB_GIC_OWN_TABLES: ITSs share with nobody (SVPET is 0)
 */
enum ipb_gic_tables {
	IPB_GIC_SHARED_TABLES,
	IPB_GIC_OWN_TABLES,
};

/* Names of enum ipb_gic_tables, NULL behind the last. */
extern const char *const ipb_gic_tables_names[];

/**
 * struct ipb_gic_config - a machine to build
 * @nr_v4_1: GICv4.1 ITSs, 1..IPB_GIC_MAX_ITS
 * @nr_v4_0: GICv4.0 ITSs that lie before them in the list, 0..IPB_GIC_MAX_ITS
 * @tables: who keeps vPEs where
 * @nr_cpus: one more than the highest CPU number that will send
 */
struct ipb_gic_config {
	unsigned int nr_v4_1;
	unsigned int nr_v4_0;
	enum ipb_gic_tables tables;
	unsigned int nr_cpus;
};

/**
 * struct ipb_gic_its - an ITS with a frame of its own
 * @its: what selectors look at
 * @sgir: the model's GITS_SGIR, in a page on the node of the ITS
 * @id: order of probing, from 0
 */
struct ipb_gic_its {
	struct ipb_its its;
	u64 *sgir;
	unsigned int id;
};

/**
 * struct ipb_gic - ITSs and CPUs, all brought up
 * @system: what selectors look at
 * @kept: state of ipb_its_select_kept()
 * @nr_its: ITSs in @its
 * @its: the ITSs, in order of probing
 *
 * The ITSs go round the nodes in order, so that the head of the list, which is
 * the last probed, is often another node's; GICv4.0 ITSs are probed after all
 * others and so lie before them.
 */
struct ipb_gic {
	struct ipb_its_system system;
	const struct ipb_its *kept;
	unsigned int nr_its;
	struct ipb_gic_its its[] __counted_by(nr_its);
};

/**
 * ipb_gic_send() - write GITS_SGIR: make an SGI of a vPE pending
 * @its: chosen ITS, of a &struct ipb_gic
 * @vpeid: virtual processor
 * @sgi: SGI number
 *
 * Any context; one relaxed write, as the real thing.
 */
static __always_inline void ipb_gic_send(const struct ipb_its *its, unsigned int vpeid,
					 unsigned int sgi)
{
	const struct ipb_gic_its *gic_its = container_of(its, struct ipb_gic_its, its);

	WRITE_ONCE(*gic_its->sgir, ipb_gits_sgir(vpeid, sgi));
}

/**
 * ipb_gic_received() - what was written to GITS_SGIR last
 * @its: an ITS of a &struct ipb_gic
 */
static inline u64 ipb_gic_received(const struct ipb_its *its)
{
	return READ_ONCE(*container_of(its, struct ipb_gic_its, its)->sgir);
}

/**
 * ipb_gic_its_id() - which ITS this is
 * @its: an ITS of a &struct ipb_gic
 *
 * Return: its place in order of probing, from 0.
 */
static inline unsigned int ipb_gic_its_id(const struct ipb_its *its)
{
	return container_of(its, struct ipb_gic_its, its)->id;
}

struct ipb_gic *ipb_gic_alloc(const struct ipb_gic_config *config);
void ipb_gic_free(struct ipb_gic *gic);

#endif /* IPIBENCH_BENCH_GIC_H */
