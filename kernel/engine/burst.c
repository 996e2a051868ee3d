// SPDX-License-Identifier: GPL-2.0-only
/*
 * All senders of a pattern at once, each from a thread of its own.
 *
 * A block is a burst: all start together, and nobody stops before the burst's
 * time is over and everybody has the stamps of a block, so that each of these
 * was taken under full load. What is fired beyond a block is counted only.
 * Preemption is off while a shot is sent and no longer: a thread that one has
 * woken needs the CPU another one waits on.
 */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sched.h>

#include "engine/control.h"
#include "engine/host.h"
#include "engine/storm.h"

enum { REST_STEP_MS = 20 };

static void count_shots(struct ipb_storm_sender *sender, const struct ipb_shot *shots,
			unsigned int nr)
{
	while (nr--) {
		sender->hits += shots->outcome == IPB_SHOT_HIT;
		sender->lost += shots++->outcome == IPB_SHOT_LOST;
	}
}

/* Whoever comes first waits for the others. */
static void line_up(struct ipb_storm *storm, struct ipb_storm_sender *sender)
{
	storm->run->host->pin(sender->volley.pair->from);
	atomic_dec(&storm->away);
	while (atomic_read(&storm->away) && !ipb_run_over(storm->run)) {
		cpu_relax();
		cond_resched();
	}
}

static int fire_burst(struct ipb_storm *storm, struct ipb_storm_sender *sender)
{
	u64 burst = storm->run->spec.param[IPB_TOGETHER_BURST_MS] * NSEC_PER_MSEC;
	struct ipb_volley *volley = &sender->volley;
	u64 start;
	int ret;

	sender->hits = 0;
	sender->lost = 0;
	line_up(storm, sender);
	start = ktime_get_ns();
	ret = ipb_volley_fire_block(volley, storm->variant, storm->nr);
	count_shots(sender, volley->shots, storm->nr);
	atomic_dec(&storm->owing);

	volley->shots = &sender->extra;
	sender->extra.outcome = IPB_SHOT_HIT;
	while (!ret && sender->extra.outcome != IPB_SHOT_OFFLINE &&
	       (atomic_read(&storm->owing) || ktime_get_ns() - start < burst)) {
		ret = ipb_volley_fire_block(volley, storm->variant, 1);
		count_shots(sender, volley->shots, 1);
	}
	volley->shots = sender->block;
	sender->ns = ktime_get_ns() - start;
	return ret;
}

static bool sender_called(struct ipb_storm *storm, unsigned int seen)
{
	/* Pairs with the release in ipb_storm_fire_block(). */
	return smp_load_acquire(&storm->burst) != seen || kthread_should_stop();
}

/**
 * ipb_storm_sender_thread() - fires in every burst until it is stopped
 * @data: struct ipb_storm_sender, aimed
 */
int ipb_storm_sender_thread(void *data)
{
	struct ipb_storm_sender *sender = data;
	struct ipb_storm *storm = sender->storm;
	unsigned int seen = 0;

	for (;; seen++) {
		wait_event_idle(storm->go, sender_called(storm, seen));
		if (kthread_should_stop())
			return 0;
		sender->ret = fire_burst(storm, sender);
		if (atomic_dec_and_test(&storm->firing))
			complete(&storm->over);
	}
}

/* In steps, because at a low duty this is what a stop would wait for. */
static void rest_after(const struct ipb_run *run, u64 ns)
{
	u64 duty = run->spec.param[IPB_TOGETHER_DUTY_PCT];
	u64 start = ktime_get_ns(), rest = div_u64(ns * (100 - duty), duty), now = start;

	while (now - start < rest && !ipb_run_over(run)) {
		msleep(clamp(div_u64(rest - (now - start), NSEC_PER_MSEC), 1ULL,
			     (u64)REST_STEP_MS));
		now = ktime_get_ns();
	}
}

/**
 * ipb_storm_fire_block() - a burst, and the rest after it
 * @storm: all senders aimed, their threads waiting
 * @variant: index of the variant
 * @nr: shots of a block
 *
 * May sleep.
 *
 * Return: as ipb_volley_fire_block().
 */
int ipb_storm_fire_block(struct ipb_storm *storm, unsigned int variant, unsigned int nr)
{
	u64 start = ktime_get_ns();
	unsigned int i;
	int ret = 0;

	storm->variant = variant;
	storm->nr = nr;
	atomic_set(&storm->away, storm->nr_senders);
	atomic_set(&storm->owing, storm->nr_senders);
	atomic_set(&storm->firing, storm->nr_senders);
	reinit_completion(&storm->over);
	/* Pairs with the acquire in sender_called(). */
	smp_store_release(&storm->burst, storm->burst + 1);
	wake_up_all(&storm->go);
	wait_for_completion(&storm->over);
	for (i = 0; !ret && i < storm->nr_senders; i++)
		ret = storm->sender[i].ret;
	if (!ret)
		rest_after(storm->run, ktime_get_ns() - start);
	return ret;
}

/**
 * ipb_storm_fold_block() - keep what a burst found out
 * @storm: at rest
 * @variant: index of the variant
 * @round: number of the round
 * @nr: shots of a block
 *
 * May sleep.
 */
void ipb_storm_fold_block(struct ipb_storm *storm, unsigned int variant, unsigned int round,
			  unsigned int nr)
{
	struct ipb_run *run = storm->run;
	unsigned int i;

	for (i = 0; i < storm->nr_senders; i++) {
		struct ipb_storm_sender *sender = &storm->sender[i];
		struct ipb_volley *volley = &sender->volley;
		struct ipb_route *route;

		ipb_volley_fold_block(volley, variant, round, nr);
		route = &run->results->routes[variant * run->nr_pairs + volley->index];
		route->from = volley->pair->from;
		route->to = volley->pair->to;
		route->group = volley->pair->class;
		route->count += sender->hits;
		route->lost += sender->lost;
		route->ns += sender->ns;
	}
}
