// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measure one pair: target, clock check, warm-up, rounds of blocks.
 */
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "core/export.h"
#include "core/schedule.h"
#include "engine/control.h"
#include "engine/host.h"
#include "engine/volley.h"

enum {
	BATCH_PER_READ	= 100,		/* a batch lasts that many clock reads */
	OPS_MAX		= 1 << 19,
	CALIBRATIONS	= 5,
	REST_US		= 8,		/* several times what leaving an interrupt takes */
};

static int fire_block(struct ipb_volley *volley, unsigned int variant, unsigned int nr)
{
	if (volley->storm)
		return ipb_storm_fire_block(volley->storm, variant, nr);
	return ipb_volley_fire_block(volley, variant, nr);
}

static void fold_block(struct ipb_volley *volley, unsigned int variant, unsigned int round,
		       unsigned int nr)
{
	if (volley->storm)
		ipb_storm_fold_block(volley->storm, variant, round, nr);
	else
		ipb_volley_fold_block(volley, variant, round, nr);
}

static int warm_up(struct ipb_volley *volley)
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
static int time_batch(struct ipb_volley *volley, unsigned int variant, u64 *ticks)
{
	unsigned int i;
	int ret = 0;

	*ticks = U64_MAX;
	for (i = 0; !ret && i < CALIBRATIONS; i++) {
		ret = ipb_volley_fire_block(volley, variant, 1);
		if (!ret && volley->shots[0].outcome == IPB_SHOT_HIT)
			*ticks = min(*ticks, ipb_shot_whole(&volley->shots[0]));
	}
	return ret;
}

/* How many operations make a batch that the clock can time. */
static int calibrate_variant(struct ipb_volley *volley, unsigned int variant)
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
static int calibrate(struct ipb_volley *volley)
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

static int fire_rounds(struct ipb_volley *volley)
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

static void measure_clock_error(struct ipb_volley *volley, struct ipb_target *target)
{
	struct ipb_run *run = volley->run;
	u64 error = U64_MAX;
	unsigned int variant;
	s64 low, high;

	/* Stamps are not corrected, so the far end of the interval is the error. */
	if (run->host->pin(volley->pair->from) &&
	    run->host->sync(target, volley->aim.timeout, &low, &high))
		error = ipb_clock_ps(&run->clock, max(abs(low), abs(high)));
	for (variant = 0; variant < run->results->nr_variants; variant++) {
		struct ipb_cell *cell = &run->results->cell[variant][volley->pair->class];

		cell->clock_error_ps = max(cell->clock_error_ps, error);
	}
}

static void note_routes(struct ipb_volley *volley)
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

/**
 * ipb_volley_fire() - warm-up and rounds of blocks
 * @volley: aimed; or the first of those who fire together, all aimed
 *
 * May sleep.
 *
 * Return: as ipb_run_pair().
 */
int ipb_volley_fire(struct ipb_volley *volley)
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
	if (!ret && !volley->storm)
		note_routes(volley);
	return ret;
}

/**
 * ipb_volley_set_gap() - give the target time to idle before each shot
 * @volley: the pair
 */
void ipb_volley_set_gap(struct ipb_volley *volley)
{
	const struct ipb_run *run = volley->run;

	volley->gap_ticks = div_u64(ipb_clock_ticks(&run->clock, 1) * run->spec.gap_us,
				    USEC_PER_MSEC);
}

/* The target is kept busy for the clock check, and stays so unless it is to idle. */
static int volley_target(struct ipb_volley *volley, struct ipb_target **target)
{
	struct ipb_run *run = volley->run;

	*target = NULL;
	if (volley->aim.local || !ipb_volley_target_there(volley))
		return 0;
	*target = run->host->occupy(volley->pair->to);
	if (!*target)
		return -ENOMEM;
	measure_clock_error(volley, *target);
	if (run->spec.target_state == IPB_TARGET_IDLE) {
		run->host->release(*target);
		*target = NULL;
		ipb_volley_set_gap(volley);
	}
	return 0;
}

/**
 * ipb_volley_init() - a pair before it is aimed
 * @volley: filled in
 * @run: the run
 * @index: number of the pair
 */
void ipb_volley_init(struct ipb_volley *volley, struct ipb_run *run, unsigned int index)
{
	const struct ipb_pair *pair = &run->pairs[index];

	*volley = (struct ipb_volley){
		.run = run,
		.pair = pair,
		.index = index,
		.shots = run->shots,
		.aim = {
			.session = &run->session,
			.from = pair->from,
			.to = pair->to,
			.local = ipb_run_local(run, pair->class),
			.nr_ops = 1,
			.timeout = ipb_clock_ticks(&run->clock, run->spec.shot_timeout_ms),
		},
	};
	ipb_random_seed(&volley->random, run->spec.seed + index);
}

/**
 * ipb_run_pair() - measure one pair
 * @run: the run, its own thread
 * @index: number of the pair
 *
 * May sleep.
 *
 * Return: 0; -ECANCELED: told to stop; -ETIME: the run's time is
 * up; -ENOMEM.
 */
int ipb_run_pair(struct ipb_run *run, unsigned int index)
{
	struct ipb_target *target;
	struct ipb_volley volley;
	int ret = 0;

	ipb_volley_init(&volley, run, index);
	if (!volley.aim.local)
		volley.rest_ticks = div_u64(ipb_clock_ticks(&run->clock, REST_US), USEC_PER_MSEC);
	if (run->backend->aim)
		ret = run->backend->aim(&volley.aim);
	if (ret)
		return ret;
	ret = volley_target(&volley, &target);
	if (!ret)
		ret = ipb_volley_fire(&volley);
	run->host->release(target);
	if (run->backend->lower)
		run->backend->lower(&volley.aim);
	return ret;
}

IPB_EXPORT_FOR_KUNIT(ipb_volley_init);
