// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fire the shots of one pair, block by block, and fold their stamps away.
 *
 * The run's thread moves itself to the sending CPU. Preemption is off during a
 * block, so it cannot be moved off it again before the block is over; a CPU
 * that went away is noticed at the next block.
 */
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sched.h>

#include "bench/stamp.h"
#include "core/schedule.h"
#include "engine/control.h"
#include "engine/host.h"
#include "engine/run.h"

enum {
	BATCH_PER_READ	= 100,		/* a batch lasts that many clock reads */
	OPS_MAX		= 1 << 19,
	CALIBRATIONS	= 5,
};

/**
 * struct volley - one pair being measured
 * @run: the run
 * @pair: the pair
 * @index: its number
 * @aim: what the bench sees
 * @gap_ticks: pause before each shot, 0 for none
 * @gone: the target was seen offline. Should it come back, nothing keeps it
 *	busy any more and its clock was not checked: it is no target for the rest
 */
struct volley {
	struct ipb_run *run;
	const struct ipb_pair *pair;
	unsigned int index;
	struct ipb_aim aim;
	u64 gap_ticks;
	bool gone;
};

static int run_over(const struct ipb_run *run)
{
	if (ipb_engine_stopping(run->job->engine))
		return -ECANCELED;
	return ktime_get_ns() > run->deadline_ns ? -ETIME : 0;
}

/* Lets an idle target get there. Preemptible, but the sender stays warm. */
static void pause_before_shot(const struct volley *volley)
{
	u64 start = ipb_stamp();

	while (ipb_stamp() - start < volley->gap_ticks &&
	       !ipb_engine_stopping(volley->run->job->engine)) {
		cpu_relax();
		cond_resched();
	}
}

static bool target_there(struct volley *volley)
{
	if (volley->aim.local)
		return true;
	if (!volley->run->host->online(volley->pair->to))
		volley->gone = true;
	return !volley->gone;
}

/* On the sender, preemption off, target there? Return with preemption off if so. */
static bool take_aim(struct volley *volley)
{
	const struct ipb_host *host = volley->run->host;
	unsigned int tries;

	for (tries = 0; tries < 3; tries++) {
		preempt_disable();
		if (host->here() == volley->pair->from) {
			if (target_there(volley))
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
static unsigned int fire(struct volley *volley, unsigned int variant, struct ipb_shot *shots,
			 unsigned int nr)
{
	const struct ipb_variant *v = volley->run->variant[variant];
	unsigned int fired = 0;

	if (volley->gap_ticks) {
		pause_before_shot(volley);
		nr = 1;
	}
	if (!take_aim(volley))
		return 0;
	do {
		v->shoot(&volley->aim, &shots[fired]);
	} while (shots[fired++].outcome != IPB_SHOT_LOST && fired < nr);
	preempt_enable();
	return fired;
}

static void call_offline(struct ipb_shot *shots, unsigned int nr)
{
	while (nr--)
		shots++->outcome = IPB_SHOT_OFFLINE;
}

/* A whole block, whatever gets in its way. Return: 0, or why the run is over. */
static int fire_block(struct volley *volley, unsigned int variant, unsigned int nr)
{
	struct ipb_run *run = volley->run;
	unsigned int done = 0, fired;
	int ret = run_over(run);

	volley->aim.nr_ops = run->ops[variant];
	while (!ret && done < nr) {
		fired = fire(volley, variant, &run->shots[done], nr - done);
		if (!fired) {
			call_offline(&run->shots[done], nr - done);
			break;
		}
		done += fired;
		if (run->shots[done - 1].outcome != IPB_SHOT_LOST)
			continue;
		ret = run_over(run);
		if (!ret && run->backend->rearm)
			ret = run->backend->rearm(&volley->aim);
	}
	cond_resched();
	return ret;
}

static u64 ticks_send(const struct ipb_shot *shot)
{
	return shot->sent - shot->start;
}

static u64 ticks_deliver(const struct ipb_shot *shot)
{
	return shot->entry - shot->start;
}

static u64 ticks_whole(const struct ipb_shot *shot)
{
	return shot->done - shot->start;
}

static u64 ticks_inject(const struct ipb_shot *shot)
{
	return shot->inject;
}

static u64 (*const leg_ticks[IPB_NR_LEGS])(const struct ipb_shot *shot) = {
	[IPB_LEG_SEND] = ticks_send,
	[IPB_LEG_DELIVER] = ticks_deliver,
	[IPB_LEG_RTT] = ticks_whole,
	[IPB_LEG_OP] = ticks_whole,
	[IPB_LEG_INJECT] = ticks_inject,
};

/* Picoseconds of a leg for every hit of the block. Return: how many. */
static unsigned int leg_values(struct volley *volley, unsigned int variant, enum ipb_leg leg,
			       unsigned int nr)
{
	struct ipb_run *run = volley->run;
	struct ipb_cell *cell = &run->results->cell[variant][volley->pair->class];
	u32 ops = volley->aim.local ? run->ops[variant] : 1;
	unsigned int i, values = 0;

	for (i = 0; i < nr; i++) {
		u64 ticks = leg_ticks[leg](&run->shots[i]);

		if (run->shots[i].outcome != IPB_SHOT_HIT)
			continue;
		if ((s64)ticks < 0) {
			cell->negative++;
			continue;
		}
		run->values[values++] = div_u64(ipb_clock_ps(&run->clock, ticks), ops);
	}
	return values;
}

static void fold_leg(struct volley *volley, unsigned int variant, enum ipb_leg leg,
		     unsigned int round, unsigned int nr)
{
	struct ipb_run *run = volley->run;
	struct ipb_distribution *d = run->results->cell[variant][volley->pair->class].leg[leg];
	bool main_leg = leg == IPB_LEG_RTT || leg == IPB_LEG_OP;
	unsigned int values = leg_values(volley, variant, leg, nr), i;

	for (i = 0; i < values; i++) {
		ipb_distribution_add(d, run->values[i]);
		if (main_leg)
			ipb_distribution_add(&run->scratch[variant], run->values[i]);
	}
	/* A block of which most is missing says little of the rest. */
	if (values && values * 2 >= nr)
		run->midmean[variant][leg][volley->index * run->rounds + round] =
			ipb_statistics_midmean(run->values, values);
}

static void tell_shots(struct volley *volley, unsigned int variant, unsigned int nr)
{
	struct ipb_run *run = volley->run;
	unsigned int i;

	for (i = 0; i < nr; i++)
		run->observer->shot(run, volley->pair, run->variant[variant]->name,
				    &run->shots[i]);
}

static void fold_block(struct volley *volley, unsigned int variant, unsigned int round,
		       unsigned int nr)
{
	struct ipb_run *run = volley->run;
	struct ipb_cell *cell = &run->results->cell[variant][volley->pair->class];
	u8 legs = ipb_run_legs(run, variant, volley->pair->class);
	unsigned int i, leg;

	for (i = 0; i < nr; i++)
		cell->outcome[run->shots[i].outcome]++;
	for (leg = 0; leg < IPB_NR_LEGS; leg++)
		if (legs & BIT(leg))
			fold_leg(volley, variant, leg, round, nr);
	if (run->traced)
		tell_shots(volley, variant, nr);
	WRITE_ONCE(run->job->shots_done, run->job->shots_done + nr);
}

static int warm_up(struct volley *volley)
{
	struct ipb_run *run = volley->run;
	unsigned int variant;
	int ret = 0;

	for (variant = 0; !ret && variant < run->results->nr_variants; variant++) {
		u64 left = run->spec.warmup;

		while (!ret && left) {
			unsigned int nr = min(left, run->spec.block);

			ret = fire_block(volley, variant, nr);
			left -= nr;
		}
	}
	return ret;
}

/* The quickest of a few batches: a hiccup must not pass for a long batch. */
static int time_batch(struct volley *volley, unsigned int variant, u64 *ticks)
{
	struct ipb_run *run = volley->run;
	unsigned int i;
	int ret = 0;

	*ticks = U64_MAX;
	for (i = 0; !ret && i < CALIBRATIONS; i++) {
		ret = fire_block(volley, variant, 1);
		if (!ret && run->shots[0].outcome == IPB_SHOT_HIT)
			*ticks = min(*ticks, ticks_whole(&run->shots[0]));
	}
	return ret;
}

/* How many operations make a batch that the clock can time. */
static int calibrate_variant(struct volley *volley, unsigned int variant)
{
	struct ipb_run *run = volley->run;
	u64 want = BATCH_PER_READ * max(run->clock.read_ps, run->clock.resolution_ps);
	u64 ticks;
	u32 ops;
	int ret;

	for (ops = 1; ops <= OPS_MAX; ops *= 2) {
		run->ops[variant] = ops;
		ret = time_batch(volley, variant, &ticks);
		if (ret || ticks == U64_MAX || ipb_clock_ps(&run->clock, ticks) >= want)
			return ret;
	}
	return 0;
}

/* Once a run, so that one variant's shots are alike everywhere. */
static int calibrate(struct volley *volley)
{
	struct ipb_run *run = volley->run;
	unsigned int variant;
	int ret = 0;

	for (variant = 0; !ret && variant < run->results->nr_variants; variant++) {
		if (!run->ops[variant])
			ret = calibrate_variant(volley, variant);
		run->results->cell[variant][volley->pair->class].ops = run->ops[variant];
	}
	return ret;
}

static int fire_rounds(struct volley *volley)
{
	struct ipb_run *run = volley->run;
	unsigned int variants = run->results->nr_variants, round, i;
	u8 order[IPB_MAX_VARIANTS];
	u64 left = run->spec.samples;

	for (round = 0; round < run->rounds; round++) {
		unsigned int nr = min(left, run->spec.block);

		ipb_schedule_round(run->spec.seed, volley->index, round, variants, order);
		for (i = 0; i < variants; i++) {
			int ret = fire_block(volley, order[i], nr);

			if (ret)
				return ret;
			fold_block(volley, order[i], round, nr);
		}
		left -= nr;
	}
	return 0;
}

static void note_clock_error(struct volley *volley, bool synced, s64 low, s64 high)
{
	struct ipb_run *run = volley->run;
	u64 error = U64_MAX;
	unsigned int variant;

	/* Stamps are not corrected, so the far end of the interval is the error. */
	if (synced)
		error = ipb_clock_ps(&run->clock, max(abs(low), abs(high)));
	for (variant = 0; variant < run->results->nr_variants; variant++) {
		struct ipb_cell *cell = &run->results->cell[variant][volley->pair->class];

		cell->clock_error_ps = max(cell->clock_error_ps, error);
	}
}

static void note_routes(struct volley *volley)
{
	struct ipb_run *run = volley->run;
	unsigned int variant;

	for (variant = 0; variant < run->results->nr_variants; variant++) {
		struct ipb_distribution *d = &run->scratch[variant];

		run->results->routes[variant * run->nr_pairs + volley->index] = (struct ipb_route){
			.from = volley->pair->from,
			.to = volley->pair->to,
			.count = d->statistics.count,
			.p50 = ipb_distribution_percentile(d, 500),
			.p99 = ipb_distribution_percentile(d, 990),
		};
	}
}

static int volley_fire(struct volley *volley)
{
	struct ipb_run *run = volley->run;
	unsigned int variant;
	int ret;

	for (variant = 0; variant < run->results->nr_variants; variant++) {
		ipb_statistics_reset(&run->scratch[variant].statistics);
		ipb_histogram_reset(&run->scratch[variant].histogram);
	}
	ret = volley->aim.local ? calibrate(volley) : 0;
	if (!ret)
		ret = warm_up(volley);
	if (!ret)
		ret = fire_rounds(volley);
	if (!ret)
		note_routes(volley);
	return ret;
}

/* The target is kept busy for the clock check, and stays so unless it is to idle. */
static int volley_target(struct volley *volley, struct ipb_target **target)
{
	struct ipb_run *run = volley->run;
	bool synced;
	s64 low, high;

	*target = NULL;
	if (volley->aim.local || !target_there(volley))
		return 0;
	*target = run->host->occupy(volley->pair->to);
	if (!*target)
		return -ENOMEM;
	synced = run->host->pin(volley->pair->from) &&
		 run->host->sync(*target, volley->aim.timeout, &low, &high);
	note_clock_error(volley, synced, low, high);
	if (run->spec.target_state == IPB_TARGET_IDLE) {
		run->host->release(*target);
		*target = NULL;
		volley->gap_ticks = div_u64(ipb_clock_ticks(&run->clock, 1) * run->spec.gap_us,
					    USEC_PER_MSEC);
	}
	return 0;
}

/**
 * ipb_run_pair() - measure one pair
 * @run: the run, its own thread
 * @index: number of the pair
 *
 * May sleep. Return: 0; -ECANCELED: told to stop; -ETIME: the run's time is
 * up; -ENOMEM.
 */
int ipb_run_pair(struct ipb_run *run, unsigned int index)
{
	const struct ipb_pair *pair = &run->pairs[index];
	struct volley volley = {
		.run = run,
		.pair = pair,
		.index = index,
		.aim = {
			.session = &run->session,
			.from = pair->from,
			.to = pair->to,
			.local = ipb_run_local(run, pair->class),
			.nr_ops = 1,
			.timeout = ipb_clock_ticks(&run->clock, run->spec.shot_timeout_ms),
		},
	};
	struct ipb_target *target;
	int ret = 0;

	if (run->backend->aim)
		ret = run->backend->aim(&volley.aim);
	if (ret)
		return ret;
	ret = volley_target(&volley, &target);
	if (!ret)
		ret = volley_fire(&volley);
	run->host->release(target);
	if (run->backend->lower)
		run->backend->lower(&volley.aim);
	return ret;
}
