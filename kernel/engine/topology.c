// SPDX-License-Identifier: GPL-2.0-only
#include <linux/bitmap.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "compat.h"
#include "core/export.h"
#include "engine/topology.h"

/**
 * ipb_topology_alloc() - room for a topology, nobody online
 * @nr_cpus: CPU numbers will lie below this
 *
 * May sleep.
 *
 * Return: the topology or NULL.
 */
struct ipb_topology *ipb_topology_alloc(unsigned int nr_cpus)
{
	struct ipb_topology *topology;

	topology = kvzalloc(struct_size(topology, place, nr_cpus), GFP_KERNEL);
	if (!topology)
		return NULL;
	topology->nr_cpus = nr_cpus;
	topology->online = bitmap_zalloc(nr_cpus, GFP_KERNEL);
	if (!topology->online) {
		kvfree(topology);
		return NULL;
	}
	return topology;
}

/**
 * ipb_topology_free() - give it back; NULL is fine
 * @topology: from ipb_topology_alloc() or ipb_topology_snapshot()
 */
void ipb_topology_free(struct ipb_topology *topology)
{
	if (!topology)
		return;
	bitmap_free(topology->online);
	kvfree(topology);
}

/* The last-level cache's id, or IPB_LLC_UNKNOWN. */
static s32 topology_llc(unsigned int cpu)
{
#ifdef ipb_compat_llc_id
	u32 id = ipb_compat_llc_id(cpu);

	return id > S32_MAX ? IPB_LLC_UNKNOWN : id;
#elif defined(CONFIG_GENERIC_ARCH_TOPOLOGY)
	unsigned int first = cpumask_first(&cpu_topology[cpu].llc_sibling);

	return first < nr_cpu_ids ? first : IPB_LLC_UNKNOWN;
#else
	return IPB_LLC_UNKNOWN;
#endif
}

static void topology_read(unsigned int cpu, struct ipb_place *place)
{
	place->package = topology_physical_package_id(cpu);
	place->node = cpu_to_node(cpu);
	place->core = cpumask_first(topology_sibling_cpumask(cpu));
	place->llc = topology_llc(cpu);
}

static int by_llc_then_core(const void *a, const void *b)
{
	const struct ipb_place *const *x = a, *const *y = b;

	if ((*x)->llc != (*y)->llc)
		return (*x)->llc < (*y)->llc ? -1 : 1;
	if ((*x)->core != (*y)->core)
		return (*x)->core < (*y)->core ? -1 : 1;
	return 0;
}

/**
 * ipb_topology_settle_llc() - an LLC of one core is no knowledge
 * @topology: places read; those whose LLC nobody shares lose it
 *
 * Firmware that knows nothing of a shared cache reports each core's own.
 * May sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int ipb_topology_settle_llc(struct ipb_topology *topology)
{
	struct ipb_place **sorted;
	unsigned int cpu, from, to, nr = 0;

	sorted = kvmalloc_array(topology->nr_cpus, sizeof(*sorted), GFP_KERNEL);
	if (!sorted)
		return -ENOMEM;
	for_each_set_bit(cpu, topology->online, topology->nr_cpus)
		sorted[nr++] = &topology->place[cpu];
	sort(sorted, nr, sizeof(*sorted), by_llc_then_core, NULL);

	for (from = 0; from < nr; from = to) {
		for (to = from; to < nr && sorted[to]->llc == sorted[from]->llc; to++)
			;
		if (sorted[from]->core == sorted[to - 1]->core)
			for (cpu = from; cpu < to; cpu++)
				sorted[cpu]->llc = IPB_LLC_UNKNOWN;
	}
	kvfree(sorted);
	return 0;
}

/**
 * ipb_topology_snapshot() - this machine, now
 *
 * May sleep.
 *
 * Return: the topology or NULL without memory.
 */
struct ipb_topology *ipb_topology_snapshot(void)
{
	struct ipb_topology *topology = ipb_topology_alloc(nr_cpu_ids);
	unsigned int cpu;

	if (!topology)
		return NULL;
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		__set_bit(cpu, topology->online);
		topology_read(cpu, &topology->place[cpu]);
	}
	cpus_read_unlock();
	if (ipb_topology_settle_llc(topology)) {
		ipb_topology_free(topology);
		return NULL;
	}
	return topology;
}

/**
 * ipb_topology_classes() - which classes this machine has
 * @topology: the topology
 *
 * Looks from the first CPUs at all others: enough to find every class of a
 * regular machine without work that grows with the square of its size.
 * May sleep.
 *
 * Return: mask of BIT(enum ipb_class).
 */
unsigned int ipb_topology_classes(const struct ipb_topology *topology)
{
	unsigned int from, to, left = 64, classes = 0;

	for_each_set_bit(from, topology->online, topology->nr_cpus) {
		if (!left--)
			break;
		for_each_set_bit(to, topology->online, topology->nr_cpus)
			if (from != to)
				classes |= BIT(ipb_classify(&topology->place[from],
							    &topology->place[to]));
		cond_resched();
	}
	return classes;
}

/**
 * ipb_topology_smt() - do any two online CPUs share a core?
 * @topology: the topology
 */
bool ipb_topology_smt(const struct ipb_topology *topology)
{
	unsigned int cpu;

	/* A core is named after its first CPU: every other one is a sibling. */
	for_each_set_bit(cpu, topology->online, topology->nr_cpus)
		if (topology->place[cpu].core != cpu)
			return true;
	return false;
}

IPB_EXPORT_FOR_KUNIT(ipb_topology_alloc);
IPB_EXPORT_FOR_KUNIT(ipb_topology_free);
IPB_EXPORT_FOR_KUNIT(ipb_topology_settle_llc);
IPB_EXPORT_FOR_KUNIT(ipb_topology_snapshot);
IPB_EXPORT_FOR_KUNIT(ipb_topology_classes);
IPB_EXPORT_FOR_KUNIT(ipb_topology_smt);
