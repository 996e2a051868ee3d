// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fire the shots of a block.
 *
 * The run's thread moves itself to the sending CPU. Preemption is off during a
 * block, so it cannot be moved off it again before the block is over; a CPU
 * that went away is noticed at the next block.
 */
#include <linux/ktime.h>
#include <linux/sched.h>

#include "bench/stamp.h"
#include "core/export.h"
#include "engine/control.h"
#include "engine/host.h"
#include "engine/volley.h"

/**
 * ipb_run_over() - is it to end before it is done?
 * @run: the run
 *
 * Any context.
 *
 * Return: 0; -ECANCELED: told to stop; -ETIME: its time is up.
 */
int ipb_run_over(const struct ipb_run *run)
{
	if (ipb_engine_stopping(run->job->engine))
		return -ECANCELED;
	return ktime_get_ns() > run->deadline_ns ? -ETIME : 0;
}

/* Lets an idle target get there. Preemptible, but the sender stays warm. */
static void pause_before_shot(const struct ipb_volley *volley)
{
	u64 start = ipb_stamp();

	while (ipb_stamp() - start < volley->gap_ticks &&
	       !ipb_engine_stopping(volley->run->job->engine)) {
		cpu_relax();
		cond_resched();
	}
}

/*
 * A shot fired the moment the last one was acknowledged meets a target still on
 * its way out of the last interrupt, always equally far: what a variant puts
 * before its acknowledgment would be hidden or doubled by how the next shot
 * falls into that rhythm. So each shot starts at a random distance.
 */
static void rest_before_shot(struct ipb_volley *volley)
{
	u32 mean = volley->rest_ticks;

	if (mean)
		volley->run->host->rest(mean / 2 + ipb_random_below(&volley->random, mean));
}

/**
 * ipb_volley_target_there() - is the target still a target?
 * @volley: the pair
 *
 * Once it was seen offline it is gone for the rest of the pair. Any context.
 */
bool ipb_volley_target_there(struct ipb_volley *volley)
{
	if (volley->aim.local)
		return true;
	if (!volley->run->host->online(volley->pair->to))
		volley->gone = true;
	return !volley->gone;
}

/* On the sender, preemption off, target there? Return with preemption off if so. */
static bool take_aim(struct ipb_volley *volley)
{
	const struct ipb_host *host = volley->run->host;
	unsigned int tries;

	for (tries = 0; tries < 3; tries++) {
		preempt_disable();
		if (host->here() == volley->pair->from) {
			if (ipb_volley_target_there(volley))
				return true;
			preempt_enable();
			return false;
		}
		preempt_enable();
		if (!host->pin(volley->pair->from))
			return false;
	}
	return false;
}

/* As many shots as go without a break. Return: shots fired, 0: nobody there. */
static unsigned int fire(struct ipb_volley *volley, unsigned int variant, struct ipb_shot *shots,
			 unsigned int nr)
{
	const struct ipb_variant *v = volley->run->variant[variant];
	unsigned int fired = 0;

	if (volley->gap_ticks)
		pause_before_shot(volley);
	if (volley->gap_ticks || volley->storm)
		nr = 1;
	if (!take_aim(volley))
		return 0;
	do {
		rest_before_shot(volley);
		/* What the variant before left there is no news of this one. */
		shots[fired] = (struct ipb_shot) { };
		v->shoot(&volley->aim, &shots[fired]);
	} while (shots[fired++].outcome != IPB_SHOT_LOST && fired < nr);
	preempt_enable();
	if (volley->storm) {
		if (shots->outcome != IPB_SHOT_OFFLINE)
			volley->run->backend->await(&volley->aim, shots);
		cond_resched();
	}
	return fired;
}

static void call_offline(struct ipb_shot *shots, unsigned int nr)
{
	while (nr--)
		*shots++ = (struct ipb_shot) { .outcome = IPB_SHOT_OFFLINE };
}

/**
 * ipb_volley_fire_block() - fire a whole block, whatever gets in its way
 * @volley: the pair
 * @variant: index of the variant
 * @nr: shots; their stamps land in the volley's buffer
 *
 * May sleep between shots that were lost.
 *
 * Return: 0, or why the run is over:
 * -ECANCELED, -ETIME, or what rearm() says.
 */
int ipb_volley_fire_block(struct ipb_volley *volley, unsigned int variant, unsigned int nr)
{
	struct ipb_run *run = volley->run;
	unsigned int done = 0, fired;
	int ret = ipb_run_over(run);

	volley->aim.nr_ops = run->ops[variant];
	while (!ret && done < nr) {
		fired = fire(volley, variant, &volley->shots[done], nr - done);
		if (!fired) {
			call_offline(&volley->shots[done], nr - done);
			break;
		}
		done += fired;
		if (volley->shots[done - 1].outcome != IPB_SHOT_LOST)
			continue;
		ret = ipb_run_over(run);
		if (!ret && run->backend->rearm)
			ret = run->backend->rearm(&volley->aim);
	}
	cond_resched();
	return ret;
}

IPB_EXPORT_FOR_KUNIT(ipb_volley_fire_block);
