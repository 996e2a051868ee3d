// SPDX-License-Identifier: GPL-2.0-only
/*
 * The machine this runs on.
 */
#include <linux/bitmap.h>
#include <linux/cpumask.h>
#include <linux/processor.h>
#include <linux/sched.h>
#include <linux/sched/isolation.h>

#include "bench/stamp.h"
#include "engine/clock.h"
#include "engine/host.h"
#include "engine/target.h"
#include "engine/topology.h"

static bool cpu_allowed(unsigned int cpu)
{
	return cpumask_test_cpu(cpu, housekeeping_cpumask(HK_TYPE_DOMAIN)) &&
	       cpumask_test_cpu(cpu, housekeeping_cpumask(HK_TYPE_TICK)) &&
	       cpumask_test_cpu(cpu, current->cpus_ptr);
}

static void host_allowed(unsigned long *cpus, unsigned int nr)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		if (cpu < nr && cpu_allowed(cpu))
			__set_bit(cpu, cpus);
}

static bool host_possible(unsigned int cpu)
{
	return cpu < nr_cpu_ids && cpu_possible(cpu);
}

static bool host_pin(unsigned int cpu)
{
	return !set_cpus_allowed_ptr(current, cpumask_of(cpu));
}

static unsigned int host_here(void)
{
	return smp_processor_id();
}

static bool host_online(unsigned int cpu)
{
	return cpu_online(cpu);
}

static void host_rest(u64 ticks)
{
	u64 start = ipb_stamp();

	while (ipb_stamp() - start < ticks)
		cpu_relax();
}

const struct ipb_host ipb_host_machine = {
	.topology	= ipb_topology_snapshot,
	.allowed	= host_allowed,
	.possible	= host_possible,
	.clock		= ipb_clock_init,
	.pin		= host_pin,
	.here		= host_here,
	.online		= host_online,
	.occupy		= ipb_target_start,
	.release	= ipb_target_stop,
	.rest		= host_rest,
	.sync		= ipb_target_sync,
};
