// SPDX-License-Identifier: GPL-2.0-only
/*
 * Per-CPU recording of rounds.
 */
#include <linux/cpumask.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/random.h>
#include <linux/topology.h>

#include "live/recorder.h"

/* A ring's size, unless a few rounds need more. */
enum { RING_BYTES = 32 << 10, RING_ROUNDS_MIN = 4 };

static struct ipb_round *ring_slot(const struct ipb_recorders *all,
				   const struct ipb_recorder *cpu, u32 number)
{
	return cpu->ring + (size_t)(number & (all->nr_rounds - 1)) * all->round_bytes;
}

/* So many calls are not recorded, all served by one variant at random. */
static void start_rest(struct ipb_recorders *all, struct ipb_recorder *cpu)
{
	cpu->rest = ipb_random_below(&cpu->random, all->block + 1);
	cpu->variant = all->first + ipb_random_below(&cpu->random, all->nr_variants);
}

static struct ipb_round *start_round(struct ipb_recorders *all, struct ipb_recorder *cpu)
{
	struct ipb_round *round = ring_slot(all, cpu, cpu->head);
	unsigned int i;

	ipb_schedule_round(all->seed, raw_smp_processor_id(), cpu->started++, all->nr_variants,
			   round->order);
	for (i = 0; i < all->nr_variants; i++)
		round->order[i] += all->first;
	cpu->at = 0;
	return round;
}

u32 ipb_recorder_between(struct ipb_recorders *all, struct ipb_recorder *cpu)
{
	if (cpu->rest) {
		cpu->rest--;
		return cpu->variant;
	}
	/* Pairs with the release in ipb_recorder_drop(). */
	if (cpu->head - smp_load_acquire(&cpu->tail) == all->nr_rounds) {
		cpu->full++;
		start_rest(all, cpu);
		return cpu->variant;
	}
	cpu->round = start_round(all, cpu);
	return cpu->round->order[0];
}

void ipb_recorder_finish(struct ipb_recorders *all, struct ipb_recorder *cpu)
{
	cpu->round = NULL;
	/* Pairs with the acquire in ipb_recorder_peek(). */
	smp_store_release(&cpu->head, cpu->head + 1);
	start_rest(all, cpu);
}

struct ipb_round *ipb_recorder_peek(struct ipb_recorders *all, unsigned int nr)
{
	struct ipb_recorder *cpu = per_cpu_ptr(all->cpu, nr);

	/* Pairs with the release in ipb_recorder_finish(). */
	if (cpu->tail == smp_load_acquire(&cpu->head))
		return NULL;
	return ring_slot(all, cpu, cpu->tail);
}

void ipb_recorder_drop(struct ipb_recorders *all, unsigned int nr)
{
	struct ipb_recorder *cpu = per_cpu_ptr(all->cpu, nr);

	/* Pairs with the acquire in ipb_recorder_between(). */
	smp_store_release(&cpu->tail, cpu->tail + 1);
}

/* Of a counter that stands @at so far into each recorder. */
static u64 sum_of(const struct ipb_recorders *all, size_t at)
{
	unsigned int cpu;
	u64 sum = 0;

	for_each_possible_cpu(cpu) {
		const void *recorder = per_cpu_ptr(all->cpu, cpu);
		const u64 *counter = recorder + at;

		sum += READ_ONCE(*counter);
	}
	return sum;
}

u64 ipb_recorders_calls(const struct ipb_recorders *all)
{
	return sum_of(all, offsetof(struct ipb_recorder, calls));
}

u64 ipb_recorders_misses(const struct ipb_recorders *all)
{
	return sum_of(all, offsetof(struct ipb_recorder, misses));
}

u64 ipb_recorders_full(const struct ipb_recorders *all)
{
	return sum_of(all, offsetof(struct ipb_recorder, full));
}

void ipb_recorders_destroy(struct ipb_recorders *all)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		kvfree(per_cpu_ptr(all->cpu, cpu)->ring);
	free_percpu(all->cpu);
	all->cpu = NULL;
}

void ipb_recorders_seed(struct ipb_recorders *all, u64 seed)
{
	unsigned int cpu;

	all->seed = seed;
	for_each_possible_cpu(cpu) {
		struct ipb_recorder *recorder = per_cpu_ptr(all->cpu, cpu);

		ipb_random_seed(&recorder->random, seed + cpu);
		start_rest(all, recorder);
	}
}

int ipb_recorders_create(struct ipb_recorders *all, unsigned int nr_variants,
			 unsigned int first, unsigned int block, u64 *bytes)
{
	unsigned int cpu;

	all->nr_variants = nr_variants;
	all->first = first;
	all->block = block;
	all->round_bytes = ALIGN(sizeof(struct ipb_round) + nr_variants * block * sizeof(u32), 8);
	all->nr_rounds = rounddown_pow_of_two(max(RING_BYTES / all->round_bytes,
						  (u32)RING_ROUNDS_MIN));
	all->cpu = alloc_percpu(struct ipb_recorder);
	if (!all->cpu)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		struct ipb_recorder *recorder = per_cpu_ptr(all->cpu, cpu);
		size_t ring = (size_t)all->nr_rounds * all->round_bytes;

		recorder->ring = kvzalloc_node(ring, GFP_KERNEL, cpu_to_node(cpu));
		if (!recorder->ring) {
			ipb_recorders_destroy(all);
			return -ENOMEM;
		}
		*bytes += ring + sizeof(*recorder);
	}
	ipb_recorders_seed(all, get_random_u64());
	return 0;
}
