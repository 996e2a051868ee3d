// SPDX-License-Identifier: GPL-2.0-only
/*
 * After the last shot: how each variant stands beside the baseline.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mm.h>

#include "core/export.h"
#include "engine/run.h"

/* Differences of the two variants' blocks, wherever both have one. */
static unsigned int gather_deltas(struct ipb_run *run, unsigned int variant,
				  enum ipb_class class, enum ipb_leg leg)
{
	const u64 *ours = run->midmean[variant][leg];
	const u64 *base = run->midmean[run->results->baseline][leg];
	unsigned int pair, round, nr = 0;

	for (pair = 0; pair < run->nr_pairs; pair++) {
		if (run->pairs[pair].class != class)
			continue;
		for (round = 0; round < run->rounds; round++) {
			unsigned int i = pair * run->rounds + round;

			if (ours[i] != U64_MAX && base[i] != U64_MAX)
				run->deltas[nr++] = ours[i] - base[i];
		}
	}
	return nr;
}

static void drop_contrast(struct ipb_cell *cell, enum ipb_leg leg)
{
	kvfree(cell->contrast[leg]);
	cell->contrast[leg] = NULL;
}

/* Only what both have, and only what may be published, is compared. */
static bool comparable(struct ipb_run *run, unsigned int variant, enum ipb_class class,
		       enum ipb_leg leg)
{
	struct ipb_cell *ours = &run->results->cell[variant][class];
	struct ipb_cell *base;

	if (!ours->contrast[leg])
		return false;
	if (run->results->baseline < 0)
		return false;
	base = &run->results->cell[run->results->baseline][class];
	if (!base->leg[leg] || !base->leg[leg]->statistics.count ||
	    !ours->leg[leg]->statistics.count)
		return false;
	return leg != IPB_LEG_DELIVER ||
	       (ipb_cell_deliver_trusted(ours) && ipb_cell_deliver_trusted(base));
}

static u32 count_verdicts(struct ipb_run *run)
{
	unsigned int variant, class, leg;
	u32 verdicts = 0;

	for (variant = 0; variant < run->results->nr_variants; variant++) {
		for (class = 0; class < IPB_NR_GROUPS; class++) {
			for (leg = 0; leg < IPB_NR_LEGS; leg++) {
				if (comparable(run, variant, class, leg))
					verdicts++;
				else
					drop_contrast(&run->results->cell[variant][class], leg);
			}
		}
	}
	return verdicts;
}

static void judge(struct ipb_run *run, unsigned int variant, enum ipb_class class,
		  enum ipb_leg leg)
{
	struct ipb_cell *ours = &run->results->cell[variant][class];
	const struct ipb_cell *base = &run->results->cell[run->results->baseline][class];
	struct ipb_contrast *contrast = ours->contrast[leg];
	u32 ops = max(min(ours->ops, base->ops), 1U);
	u64 resolution = div_u64(run->clock.resolution_ps, ops);
	struct ipb_compare_input input = {
		.delta = run->deltas,
		.rounds = gather_deltas(run, variant, class, leg),
		.verdicts = run->results->verdicts,
		.floor = div_u64(resolution, max(int_sqrt(run->spec.block), 1UL)),
	};

	contrast->baseline_ps = ipb_distribution_percentile(base->leg[leg], 500);
	contrast->p99_delta_ps = ipb_distribution_percentile(ours->leg[leg], 990) -
				 ipb_distribution_percentile(base->leg[leg], 990);
	input.margin = max(mul_u64_u64_div_u64(contrast->baseline_ps,
					       run->spec.same_margin_mpct, 100000), resolution);
	ipb_compare(&input, &contrast->comparison);
}

/**
 * ipb_run_judge() - fill in all comparisons
 * @run: all pairs measured
 *
 * May sleep.
 */
void ipb_run_judge(struct ipb_run *run)
{
	struct ipb_results *results = run->results;
	unsigned int variant, class, leg;

	results->verdicts = count_verdicts(run);
	for (variant = 0; variant < results->nr_variants; variant++)
		for (class = 0; class < IPB_NR_GROUPS; class++)
			for (leg = 0; leg < IPB_NR_LEGS; leg++)
				if (results->cell[variant][class].contrast[leg])
					judge(run, variant, class, leg);
}

IPB_EXPORT_FOR_KUNIT(ipb_run_judge);
