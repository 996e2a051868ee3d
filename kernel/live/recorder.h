/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a stub does around a call: which variant is next, and how long it took.
 *
 * Every CPU is on its own, with preemption off. Calls are recorded in rounds:
 * one block of consecutive calls per variant, in random order, each second
 * round the mirror of the one before. Between rounds a random number of calls
 * goes unrecorded, so that no rhythm of the traffic meets a rhythm of ours.
 * Whole rounds go through a ring of the CPU to whoever folds them; with the
 * ring full, calls are served and not recorded.
 */
#ifndef IPIBENCH_LIVE_RECORDER_H
#define IPIBENCH_LIVE_RECORDER_H

#include <linux/percpu.h>
#include <linux/preempt.h>

#include "bench/bench.h"
#include "core/schedule.h"

/**
 * struct ipb_round - the raw times of one round
 * @order: the variants, by position of their block
 * @ticks: per position the block's times, in ticks of ipb_stamp_counter()
 */
struct ipb_round {
	u8 order[IPB_MAX_VARIANTS];
	u32 ticks[];
};

/**
 * struct ipb_recorder - one CPU's
 * @busy: a call is being recorded; one that interrupts it is not
 * @calls: calls that came by
 * @misses: those, and calls inside them, that were answered the slow way
 * @full: times a round was not recorded for want of room
 * @random: for what must not be foreseen
 * @started: rounds begun, the number that fixes a round's order
 * @rest: calls to let go before the next round
 * @at: calls recorded of @round
 * @variant: the variant that serves while none is recorded
 * @round: being filled, or NULL
 * @head: rounds filled, written by the CPU
 * @tail: rounds taken out, written by the folder
 * @ring: memory of the rounds
 */
struct ipb_recorder {
	bool busy;
	u64 calls;
	u64 misses;
	u64 full;
	struct ipb_random random;
	u32 started;
	u32 rest;
	u32 at;
	u32 variant;
	struct ipb_round *round;
	u32 head;
	u32 tail;
	void *ring;
};

/**
 * struct ipb_recorders - all CPUs' of one hook
 * @seed: all randomness comes from it
 * @nr_variants: variants in a round
 * @first: number of the first one, when it is a single one
 * @block: calls per block, not 0
 * @round_bytes: size of a round
 * @nr_rounds: rounds in a ring
 * @cpu: the recorders
 */
struct ipb_recorders {
	u64 seed;
	u32 nr_variants;
	u32 first;
	u32 block;
	u32 round_bytes;
	u32 nr_rounds;
	struct ipb_recorder __percpu *cpu;
};

/**
 * ipb_recorders_seed() - begin the randomness anew
 * @all: created; no call came by yet
 * @seed: the same calls with the same seed are recorded in the same way
 */
void ipb_recorders_seed(struct ipb_recorders *all, u64 seed);

/**
 * ipb_recorders_create() - recorders at rest, seeded at random
 * @all: filled in
 * @nr_variants: variants in a round, 1 .. IPB_MAX_VARIANTS
 * @first: number of the first
 * @block: calls per block, 1 .. IPB_RECORDER_BLOCK_MAX
 * @bytes: grows by the memory taken
 *
 * May sleep.
 *
 * Return: 0 or -ENOMEM, and then there is nothing to destroy.
 */
int ipb_recorders_create(struct ipb_recorders *all, unsigned int nr_variants,
			 unsigned int first, unsigned int block, u64 *bytes);

/**
 * ipb_recorders_destroy() - give the memory back
 * @all: created; no call is under way
 *
 * May sleep.
 */
void ipb_recorders_destroy(struct ipb_recorders *all);

/**
 * ipb_recorders_calls() - calls that came by so far
 * @all: created
 *
 * Context: any.
 */
u64 ipb_recorders_calls(const struct ipb_recorders *all);

/**
 * ipb_recorders_misses() - calls answered the slow way so far
 * @all: created
 *
 * Context: any.
 */
u64 ipb_recorders_misses(const struct ipb_recorders *all);

/**
 * ipb_recorders_full() - rounds not recorded for want of room
 * @all: created
 *
 * Context: any.
 */
u64 ipb_recorders_full(const struct ipb_recorders *all);

/**
 * ipb_recorder_peek() - the oldest complete round of a CPU
 * @all: created
 * @cpu: which
 *
 * Context: any, one caller at a time.
 *
 * Return: the round, valid until ipb_recorder_drop(), or NULL.
 */
struct ipb_round *ipb_recorder_peek(struct ipb_recorders *all, unsigned int cpu);

/**
 * ipb_recorder_drop() - the round that ipb_recorder_peek() gave is done with
 * @all: created
 * @cpu: which
 */
void ipb_recorder_drop(struct ipb_recorders *all, unsigned int cpu);

/* Calls per block at most: rings stay small. */
enum { IPB_RECORDER_BLOCK_MAX = 1024 };

/* Use the inline functions below. */
u32 ipb_recorder_between(struct ipb_recorders *all, struct ipb_recorder *cpu);
void ipb_recorder_finish(struct ipb_recorders *all, struct ipb_recorder *cpu);

/**
 * ipb_recorder_enter() - a call comes in
 * @all: created
 * @variant: receives the variant that is to serve it
 *
 * Switches preemption off until ipb_recorder_leave().
 *
 * Return: for ipb_recorder_leave(); NULL for a call inside another, which is
 * not recorded.
 */
static __always_inline struct ipb_recorder *ipb_recorder_enter(struct ipb_recorders *all,
							       u32 *variant)
{
	struct ipb_recorder *cpu;

	preempt_disable_notrace();
	cpu = this_cpu_ptr(all->cpu);
	*variant = cpu->variant;
	if (unlikely(cpu->busy))
		return NULL;
	cpu->busy = true;
	barrier();
	cpu->calls++;
	if (likely(cpu->round))
		*variant = cpu->round->order[cpu->at / all->block];
	else
		*variant = ipb_recorder_between(all, cpu);
	return cpu;
}

/**
 * ipb_recorder_miss() - this call is answered the slow way
 * @all: as on entry, in between it and ipb_recorder_leave()
 */
static __always_inline void ipb_recorder_miss(struct ipb_recorders *all)
{
	__this_cpu_inc(all->cpu->misses);
}

/**
 * ipb_recorder_leave() - the call is over
 * @all: as on entry
 * @cpu: what ipb_recorder_enter() returned
 * @ticks: how long the variant took
 */
static __always_inline void ipb_recorder_leave(struct ipb_recorders *all,
					       struct ipb_recorder *cpu, u64 ticks)
{
	if (likely(cpu)) {
		if (likely(cpu->round)) {
			cpu->round->ticks[cpu->at] = ticks > U32_MAX ? U32_MAX : ticks;
			if (++cpu->at == all->block * all->nr_variants)
				ipb_recorder_finish(all, cpu);
		}
		barrier();
		cpu->busy = false;
	}
	preempt_enable_notrace();
}

#endif /* IPIBENCH_LIVE_RECORDER_H */
