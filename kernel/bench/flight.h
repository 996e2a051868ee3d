/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_FLIGHT_H
#define IPIBENCH_BENCH_FLIGHT_H

#include <linux/list.h>
#include <linux/preempt.h>
#include <linux/processor.h>
#include <linux/smp.h>

#include "bench/bench.h"
#include "bench/stamp.h"

/**
 * struct ipb_slot - what crosses between target and sender
 * @entry: the handler's first stamp
 * @inject: ticks of delay the handler put in on purpose
 * @hardirq: the handler ran in hard-IRQ context
 * @ack: equals the flight's @want once the handler is through; stored last,
 *	with release
 *
 * Two cache lines' worth, so that adjacent-line prefetch pulls nothing else.
 */
struct ipb_slot {
	u64 entry;
	u64 inject;
	u32 hardirq;
	u32 ack;
} __aligned(128);

/**
 * struct ipb_flight - all that one shot in the air owns; on the target's node
 * @slot: written by the target
 * @csd: for the asynchronous call; in use until @slot.ack equals @want
 * @delay: ticks the handler is to spin before acknowledging
 * @want: number of the shot in the air, written by the sender
 * @pinned: as an orphan, holds a module reference
 * @orphan: where it waits for its handler after the sender gave up
 */
struct ipb_flight {
	struct ipb_slot slot;
	call_single_data_t csd;
	u64 delay;
	u32 want;
	bool pinned;
	struct list_head orphan;
};

struct ipb_flight *ipb_flight_alloc(unsigned int cpu, smp_call_func_t land);
void ipb_flight_release(struct ipb_flight *flight);
void ipb_flight_drain(void);
void ipb_flight_call(const struct ipb_aim *aim, struct ipb_flight *flight, struct ipb_shot *shot);

int ipb_flight_aim(struct ipb_aim *aim, smp_call_func_t land);
int ipb_flight_rearm(struct ipb_aim *aim, smp_call_func_t land);
void ipb_flight_lower(struct ipb_aim *aim);

/**
 * ipb_flight_land() - the target's end of a shot
 * @flight: the shot
 * @entry: stamp taken as the handler's first act
 *
 * Any context. The flight belongs to the sender again when this returns: it
 * must not be touched afterwards.
 */
static __always_inline void ipb_flight_land(struct ipb_flight *flight, u64 entry)
{
	struct ipb_slot *slot = &flight->slot;

	slot->entry = entry;
	slot->hardirq = in_hardirq();
	/* Pairs with the acquire in ipb_flight_wait(): stamps before ack. */
	smp_store_release(&slot->ack, READ_ONCE(flight->want));
}

/**
 * ipb_flight_launch() - number the next shot; call before the first stamp
 * @flight: the flight
 */
static __always_inline void ipb_flight_launch(struct ipb_flight *flight)
{
	WRITE_ONCE(flight->want, flight->want + 1);
}

/**
 * ipb_flight_recall() - the shot could not be sent after all
 * @flight: the flight, launched
 */
static inline void ipb_flight_recall(struct ipb_flight *flight)
{
	WRITE_ONCE(flight->want, flight->want - 1);
}

/**
 * ipb_flight_wait() - spin until the shot is acknowledged or too old
 * @aim: the pair
 * @flight: the shot in the air
 * @shot: has its start; gets its done
 *
 * The deadline is looked at every 64 turns only, so that the clock read does
 * not stand between the acknowledgment and its stamp.
 *
 * Return: acknowledged.
 */
static __always_inline bool ipb_flight_wait(const struct ipb_aim *aim, struct ipb_flight *flight,
					    struct ipb_shot *shot)
{
	u32 want = flight->want;
	unsigned int turns = 0;

	/* Pairs with the release in ipb_flight_land(). */
	while (smp_load_acquire(&flight->slot.ack) != want) {
		if (unlikely(!(++turns % 64)) && ipb_stamp() - shot->start > aim->timeout)
			return false;
		cpu_relax();
	}
	shot->done = ipb_stamp();
	return true;
}

/**
 * ipb_flight_settle() - after the window: move the target's stamps to the shot
 * @flight: the shot, acknowledged
 * @shot: gets entry, inject and outcome
 */
static inline void ipb_flight_settle(const struct ipb_flight *flight, struct ipb_shot *shot)
{
	shot->entry = flight->slot.entry;
	shot->inject = flight->slot.inject;
	shot->outcome = flight->slot.hardirq ? IPB_SHOT_HIT : IPB_SHOT_SKIPPED_IDLE;
}

/**
 * ipb_flight_await() - the second half of a shot: wait, then settle
 * @aim: the pair
 * @flight: the shot in the air
 * @shot: has its start and sent; gets the rest
 */
static __always_inline void ipb_flight_await(const struct ipb_aim *aim, struct ipb_flight *flight,
					     struct ipb_shot *shot)
{
	if (ipb_flight_wait(aim, flight, shot))
		ipb_flight_settle(flight, shot);
	else
		shot->outcome = IPB_SHOT_LOST;
}

/**
 * ipb_flight_send() - the rest of a shot: the asynchronous call and its answer
 * @aim: the pair
 * @flight: launched
 * @shot: has its start; gets the other stamps and its outcome
 *
 * Preemption off, so that an online target stays online while we look.
 */
static __always_inline void ipb_flight_send(const struct ipb_aim *aim, struct ipb_flight *flight,
					    struct ipb_shot *shot)
{
	if (unlikely(smp_call_function_single_async(aim->to, &flight->csd))) {
		ipb_flight_recall(flight);
		shot->outcome = IPB_SHOT_OFFLINE;
		return;
	}
	shot->sent = ipb_stamp();
	ipb_flight_await(aim, flight, shot);
}

#endif /* IPIBENCH_BENCH_FLIGHT_H */
