// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fold the stamps of a block into distributions and block statistics.
 */
#include <linux/math64.h>

#include "core/export.h"
#include "engine/control.h"
#include "engine/volley.h"

static u64 ticks_send(const struct ipb_shot *shot)
{
	return shot->sent - shot->start;
}

static u64 ticks_deliver(const struct ipb_shot *shot)
{
	return shot->entry - shot->start;
}

static u64 ticks_inject(const struct ipb_shot *shot)
{
	return shot->inject;
}

static u64 (*const leg_ticks[IPB_NR_LEGS])(const struct ipb_shot *shot) = {
	[IPB_LEG_SEND] = ticks_send,
	[IPB_LEG_DELIVER] = ticks_deliver,
	[IPB_LEG_RTT] = ipb_shot_whole,
	[IPB_LEG_OP] = ipb_shot_whole,
	[IPB_LEG_INJECT] = ticks_inject,
};

/* Picoseconds of a leg for every hit of the block. Return: how many. */
static unsigned int leg_values(struct ipb_volley *volley, unsigned int variant, enum ipb_leg leg,
			       unsigned int nr)
{
	struct ipb_run *run = volley->run;
	struct ipb_cell *cell = &run->results->cell[variant][volley->pair->class];
	u32 ops = volley->aim.local ? run->ops[variant] : 1;
	unsigned int i, values = 0;

	for (i = 0; i < nr; i++) {
		u64 ticks = leg_ticks[leg](&volley->shots[i]);

		if (volley->shots[i].outcome != IPB_SHOT_HIT)
			continue;
		if ((s64)ticks < 0) {
			cell->negative++;
			continue;
		}
		run->values[values++] = div_u64(ipb_clock_ps(&run->clock, ticks), ops);
	}
	return values;
}

static void fold_leg(struct ipb_volley *volley, unsigned int variant, enum ipb_leg leg,
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

static void tell_shots(struct ipb_volley *volley, unsigned int variant, unsigned int nr)
{
	struct ipb_run *run = volley->run;
	unsigned int i;

	for (i = 0; i < nr; i++)
		run->observer->shot(run, volley->pair, variant, &volley->shots[i]);
}

/**
 * ipb_volley_fold_block() - count the shots of a block and keep their values
 * @volley: the pair
 * @variant: index of the variant
 * @round: number of the round
 * @nr: shots in the volley's buffer
 *
 * May sleep; outside every window.
 */
void ipb_volley_fold_block(struct ipb_volley *volley, unsigned int variant, unsigned int round,
			   unsigned int nr)
{
	struct ipb_run *run = volley->run;
	struct ipb_cell *cell = &run->results->cell[variant][volley->pair->class];
	u8 legs = ipb_run_legs(run, variant, volley->pair->class);
	unsigned int i, leg;

	for (i = 0; i < nr; i++)
		cell->outcome[volley->shots[i].outcome]++;
	for (leg = 0; leg < IPB_NR_LEGS; leg++)
		if (legs & BIT(leg))
			fold_leg(volley, variant, leg, round, nr);
	if (run->traced)
		tell_shots(volley, variant, nr);
	WRITE_ONCE(run->job->shots_done, run->job->shots_done + nr);
}

IPB_EXPORT_FOR_KUNIT(ipb_volley_fold_block);
