// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shots in the air and the ones nobody waits for any more.
 *
 * A lost shot is only late: its handler may still run, and would write into
 * freed memory or unloaded text. So the sender hands the flight over to the
 * list of orphans, which holds a module reference each, and a work item buries
 * it after its handler has acknowledged. Without orphans there is no timer.
 */
#include <linux/delay.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/topology.h>
#include <linux/workqueue.h>

#include "bench/flight.h"

enum { ORPHAN_POLL_MS = 100 };

static LIST_HEAD(orphans);
static DEFINE_SPINLOCK(orphans_lock);	/* the list */

static void orphans_bury(struct work_struct *work);
static DECLARE_DELAYED_WORK(orphans_work, orphans_bury);

/**
 * ipb_flight_alloc() - memory for the shots of a pair
 * @cpu: the target, on whose node it lies
 * @land: handler for the asynchronous call; gets the flight
 *
 * May sleep.
 *
 * Return: the flight or NULL.
 */
struct ipb_flight *ipb_flight_alloc(unsigned int cpu, smp_call_func_t land)
{
	/* A power of two, which is what kmalloc aligns naturally. */
	size_t size = roundup_pow_of_two(sizeof(struct ipb_flight));
	struct ipb_flight *flight = kzalloc_node(size, GFP_KERNEL, cpu_to_node(cpu));

	if (flight)
		INIT_CSD(&flight->csd, land, flight);
	return flight;
}

static bool flight_landed(struct ipb_flight *flight)
{
	/* Pairs with the release in ipb_flight_land(): it is done with us. */
	return smp_load_acquire(&flight->slot.ack) == flight->want;
}

/* The reference is dropped last: nothing of ours may run unpinned after it. */
static void orphans_collect(void)
{
	struct ipb_flight *flight, *next;
	LIST_HEAD(landed);

	spin_lock(&orphans_lock);
	list_for_each_entry_safe(flight, next, &orphans, orphan)
		if (flight_landed(flight))
			list_move(&flight->orphan, &landed);
	spin_unlock(&orphans_lock);

	list_for_each_entry_safe(flight, next, &landed, orphan) {
		bool pinned = flight->pinned;

		kfree(flight);
		if (pinned)
			module_put(THIS_MODULE);
	}
}

static bool orphans_left(void)
{
	bool left;

	spin_lock(&orphans_lock);
	left = !list_empty(&orphans);
	spin_unlock(&orphans_lock);
	return left;
}

static void orphans_bury(struct work_struct *work)
{
	orphans_collect();
	if (orphans_left())
		schedule_delayed_work(&orphans_work, msecs_to_jiffies(ORPHAN_POLL_MS));
}

/**
 * ipb_flight_release() - give a flight up, whether or not its handler has run
 * @flight: the flight; NULL is fine
 *
 * May sleep. One still in the air becomes an orphan. During module exit no
 * reference can be had, and ipb_flight_drain() waits instead.
 */
void ipb_flight_release(struct ipb_flight *flight)
{
	if (!flight || flight_landed(flight)) {
		kfree(flight);
		return;
	}
	flight->pinned = try_module_get(THIS_MODULE);
	spin_lock(&orphans_lock);
	list_add(&flight->orphan, &orphans);
	spin_unlock(&orphans_lock);
	schedule_delayed_work(&orphans_work, msecs_to_jiffies(ORPHAN_POLL_MS));
}

/**
 * ipb_flight_drain() - wait until no handler of ours can run any more
 *
 * For module exit, after the last run. May sleep. A CPU that stays deaf keeps
 * our text in use, so there is no way to give up; it is complained about.
 */
void ipb_flight_drain(void)
{
	unsigned int polls = 0;

	cancel_delayed_work_sync(&orphans_work);
	for (orphans_collect(); orphans_left(); orphans_collect()) {
		if (!(polls++ % (10 * MSEC_PER_SEC / ORPHAN_POLL_MS)))
			pr_warn("ipibench: waiting for handlers of lost shots\n");
		msleep(ORPHAN_POLL_MS);
	}
	/* Handlers are RCU readers: the last one has left our text after this. */
	synchronize_rcu();
}

/**
 * ipb_flight_call() - one whole shot by the flight's own asynchronous call
 * @aim: the pair
 * @flight: at rest
 * @shot: gets its stamps and outcome
 *
 * Preemption off, so that an online target stays online while we look.
 *
 * Not inline, so that there is one copy: variants that differ in what the
 * handler does only are timed by the same instructions at the same address. Two
 * copies of them differ by percents in an emulator.
 */
noinline void ipb_flight_call(const struct ipb_aim *aim, struct ipb_flight *flight,
			      struct ipb_shot *shot)
{
	ipb_flight_launch(flight);
	shot->start = ipb_stamp();
	ipb_flight_send(aim, flight, shot);
}

/**
 * ipb_flight_aim() - aim() of a bench whose pairs need a flight and no more
 * @aim: gets the flight as its state
 * @land: as ipb_flight_alloc()
 *
 * May sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int ipb_flight_aim(struct ipb_aim *aim, smp_call_func_t land)
{
	aim->state = ipb_flight_alloc(aim->to, land);
	return aim->state ? 0 : -ENOMEM;
}

/**
 * ipb_flight_lower() - undo ipb_flight_aim()
 * @aim: the pair
 *
 * May sleep.
 */
void ipb_flight_lower(struct ipb_aim *aim)
{
	ipb_flight_release(aim->state);
	aim->state = NULL;
}

/**
 * ipb_flight_rearm() - give a lost flight up for a new one
 * @aim: the pair
 * @land: as ipb_flight_alloc()
 *
 * May sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int ipb_flight_rearm(struct ipb_aim *aim, smp_call_func_t land)
{
	ipb_flight_lower(aim);
	return ipb_flight_aim(aim, land);
}
