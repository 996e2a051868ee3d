// SPDX-License-Identifier: GPL-2.0-only
/*
 * Builds the model GICv4.1 machine over the nodes this machine has.
 */
#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/nodemask.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "bench/gic.h"

enum {
	MODEL_LEVEL = 2,	/* tables are shared by Aff3.Aff2, and Aff2 is the node */
	MODEL_FRAME = 0x30000,	/* an ITS of GICv4.1 has three frames of 64 KB */
};

#define MODEL_TABLE		(IPB_GITS_BASER_VALID | 0x80000000ULL)
#define MODEL_OWN_TABLE		(IPB_GICR_VPROPBASER_VALID | IPB_GICR_VPROPBASER_Z)

const char *const ipb_gic_tables_names[] = {
	[IPB_GIC_SHARED_TABLES]	= "shared",
	[IPB_GIC_OWN_TABLES]	= "own",
	NULL,
};

static int model_distance(int from, int to)
{
	return node_distance(from, to);
}

/* Aff2 has 8 bits; what a machine with more nodes folds together is only a table */
static u32 node_affinity(int node)
{
	return node < 0 ? 0 : (node & 0xff) << 16;
}

static int its_init(struct ipb_gic_its *its, unsigned int id, int node)
{
	/* a node without memory gets the nearest page instead */
	struct page *page = alloc_pages_node(node, GFP_KERNEL | __GFP_ZERO, 0);

	if (!page)
		return -ENOMEM;
	its->sgir = page_address(page) + (IPB_GITS_SGIR & ~PAGE_MASK);
	its->id = id;
	its->its.base = (u64)id * MODEL_FRAME;
	its->its.typer = IPB_GITS_TYPER_VLPIS;
	its->its.node = node;
	return 0;
}

static void its_make_v4_1(struct ipb_its *its, enum ipb_gic_tables tables)
{
	its->typer |= IPB_GITS_TYPER_VMAPP;
	its->baser2 = MODEL_TABLE;
	if (tables == IPB_GIC_OWN_TABLES)
		return;
	its->typer |= FIELD_PREP(IPB_GITS_TYPER_SVPET, MODEL_LEVEL);
	its->mpidr = node_affinity(its->node);
}

static int its_init_all(struct ipb_gic *gic, const struct ipb_gic_config *config)
{
	int node = first_online_node;
	unsigned int i;
	int err;

	for (i = 0; i < gic->nr_its; i++) {
		err = its_init(&gic->its[i], i, node);
		if (err)
			return err;
		if (i < config->nr_v4_1)
			its_make_v4_1(&gic->its[i].its, config->tables);
		ipb_its_add(&gic->system, &gic->its[i].its);
		node = next_node_in(node, node_online_map);
	}
	return 0;
}

static int cpus_init(struct ipb_gic *gic, unsigned int nr_cpus)
{
	struct ipb_its_cpu *cpus = kvcalloc(nr_cpus, sizeof(*cpus), GFP_KERNEL);
	unsigned int cpu;

	if (!cpus)
		return -ENOMEM;
	gic->system.cpus = cpus;
	gic->system.nr_cpus = nr_cpus;
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		if (!cpu_possible(cpu))
			continue;
		cpus[cpu].node = cpu_to_node(cpu);
		cpus[cpu].typer = FIELD_PREP(IPB_GICR_TYPER_AFFINITY,
					     (u64)node_affinity(cpus[cpu].node)) |
				  FIELD_PREP(IPB_GICR_TYPER_COMMON_LPI_AFF, MODEL_LEVEL) |
				  IPB_GICR_TYPER_RVPEID;
		ipb_its_cpu_up(&gic->system, cpu, MODEL_OWN_TABLE);
	}
	return 0;
}

/**
 * ipb_gic_alloc() - build a machine and bring it up
 * @config: what to build
 *
 * May sleep.
 *
 * Return: the machine, to be given to ipb_gic_free(), or NULL.
 */
struct ipb_gic *ipb_gic_alloc(const struct ipb_gic_config *config)
{
	unsigned int nr_its = config->nr_v4_1 + config->nr_v4_0;
	struct ipb_gic *gic = kzalloc(struct_size(gic, its, nr_its), GFP_KERNEL);

	if (!gic)
		return NULL;
	gic->nr_its = nr_its;
	INIT_LIST_HEAD(&gic->system.list);
	gic->system.rvpeid = true;
	gic->system.shareable = true;
	gic->system.distance = model_distance;
	if (its_init_all(gic, config) || cpus_init(gic, config->nr_cpus)) {
		ipb_gic_free(gic);
		return NULL;
	}
	return gic;
}

/**
 * ipb_gic_free() - take a machine away
 * @gic: the machine, half built or NULL
 */
void ipb_gic_free(struct ipb_gic *gic)
{
	unsigned int i;

	if (!gic)
		return;
	kvfree(gic->system.cpus);
	for (i = 0; i < gic->nr_its; i++) {
		if (gic->its[i].sgir)
			free_page((unsigned long)gic->its[i].sgir & PAGE_MASK);
	}
	kfree(gic);
}
