// SPDX-License-Identifier: GPL-2.0-only
/*
 * A machine of any shape: its topology, its clock and its CPUs that come and go.
 */
#include <kunit/test.h>
#include <linux/math.h>

#include "engine/clock.h"
#include "engine/host.h"
#include "fake.h"

static unsigned int machine_stride(const struct fake_machine *machine)
{
	return max(machine->stride, 1U);
}

/**
 * fake_nr_cpus() - a machine's CPU numbers lie below this
 * @machine: its shape
 */
unsigned int fake_nr_cpus(const struct fake_machine *machine)
{
	return machine->cpus * machine_stride(machine);
}

static bool machine_has(const struct fake_machine *machine, unsigned int cpu)
{
	return cpu < fake_nr_cpus(machine) && !(cpu % machine_stride(machine));
}

/* Cores are dealt out evenly over the caches, those over nodes, and so on. */
static void machine_place(const struct fake_machine *machine, unsigned int nr,
			  struct ipb_place *place)
{
	unsigned int cores = DIV_ROUND_UP(machine->cpus, machine->threads);
	unsigned int caches = machine->packages * machine->nodes * machine->llcs;
	unsigned int core = nr / machine->threads;

	place->core = core * machine->threads * machine_stride(machine);
	place->llc = core * caches / cores;
	place->node = place->llc / machine->llcs;
	place->package = place->node / machine->nodes;
}

static void fill_topology(const struct fake_machine *machine, const unsigned long *offline,
			  struct ipb_topology *topology)
{
	unsigned int nr;

	for (nr = 0; nr < machine->cpus; nr++) {
		unsigned int cpu = nr * machine_stride(machine);

		if (offline && test_bit(cpu, offline))
			continue;
		__set_bit(cpu, topology->online);
		machine_place(machine, nr, &topology->place[cpu]);
	}
}

/**
 * fake_topology() - a machine's topology, all CPUs online, freed with the test
 * @test: the test
 * @machine: its shape
 */
struct ipb_topology *fake_topology(struct kunit *test, const struct fake_machine *machine)
{
	unsigned int nr = fake_nr_cpus(machine);
	struct ipb_topology *topology;

	topology = kunit_kzalloc(test, struct_size(topology, place, nr), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, topology);
	topology->nr_cpus = nr;
	topology->online = kunit_kcalloc(test, BITS_TO_LONGS(nr), sizeof(long), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, topology->online);
	fill_topology(machine, NULL, topology);
	return topology;
}

static struct ipb_topology *host_topology(void)
{
	struct fake *fake = fake_current();
	struct ipb_topology *topology;

	if (fake->no_topology)
		return NULL;
	topology = ipb_topology_alloc(fake_nr_cpus(fake->machine));
	if (!topology)
		return NULL;
	fill_topology(fake->machine, fake->offline, topology);
	if (ipb_topology_settle_llc(topology)) {
		ipb_topology_free(topology);
		return NULL;
	}
	return topology;
}

static bool host_possible(unsigned int cpu)
{
	return machine_has(fake_current()->machine, cpu);
}

static void host_allowed(unsigned long *cpus, unsigned int nr)
{
	unsigned int cpu;

	for (cpu = 0; cpu < nr; cpu++)
		if (host_possible(cpu))
			__set_bit(cpu, cpus);
}

static void host_clock(struct ipb_clock *clock)
{
	clock->name = "fake";
	ipb_clock_set_rate(clock, FAKE_KHZ);
	clock->resolution_ps = FAKE_RESOLUTION_PS;
	clock->read_ps = FAKE_READ_PS;
}

static bool host_online(unsigned int cpu)
{
	struct fake *fake = fake_current();

	if (!host_possible(cpu) || test_bit(cpu, fake->offline))
		return false;
	if (!test_bit(cpu, fake->away))
		return true;
	if (fake->away_looks && !--fake->away_looks)
		bitmap_zero(fake->away, FAKE_CPUS);
	return false;
}

/* Where this thread is; a place for each that may fire beside others. */
static unsigned int *here_of_thread(struct fake *fake)
{
	unsigned int i;

	if (!fake->job.bench->together)
		return &fake->here;
	spin_lock(&fake->lock);
	for (i = 0; i < FAKE_THREADS - 1 && fake->thread[i].task; i++)
		if (fake->thread[i].task == current)
			break;
	fake->thread[i].task = current;
	spin_unlock(&fake->lock);
	return &fake->thread[i].here;
}

static bool host_pin(unsigned int cpu)
{
	if (!host_online(cpu))
		return false;
	*here_of_thread(fake_current()) = cpu;
	return true;
}

/* A CPU that went took nobody with it: its threads are elsewhere now. */
static unsigned int host_here(void)
{
	struct fake *fake = fake_current();
	unsigned int here = *here_of_thread(fake);

	return test_bit(here, fake->away) ? FAKE_CPUS : here;
}

static struct ipb_target *host_occupy(unsigned int cpu)
{
	struct fake *fake = fake_current();

	if (fake->no_target)
		return NULL;
	fake->occupied++;
	/* Never looked into: the engine only hands it back. */
	return (struct ipb_target *)fake;
}

static void host_release(struct ipb_target *target)
{
	if (target)
		fake_current()->released++;
}

static void host_rest(u64 ticks)
{
	struct fake *fake = fake_current();

	fake->rests++;
	fake->rest_min = min(fake->rest_min ?: U64_MAX, ticks);
	fake->rest_max = max(fake->rest_max, ticks);
}

static bool host_sync(struct ipb_target *target, u64 timeout, s64 *low, s64 *high)
{
	struct fake *fake = fake_current();

	*low = fake->sync_low;
	*high = fake->sync_high;
	return !fake->deaf;
}

const struct ipb_host fake_host = {
	.topology	= host_topology,
	.allowed	= host_allowed,
	.possible	= host_possible,
	.clock		= host_clock,
	.pin		= host_pin,
	.here		= host_here,
	.online		= host_online,
	.occupy		= host_occupy,
	.release	= host_release,
	.rest		= host_rest,
	.sync		= host_sync,
};
