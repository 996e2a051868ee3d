// SPDX-License-Identifier: GPL-2.0-only
/*
 * Remembers what the engine told, in the engine's own thread: results are gone
 * when the test looks.
 */
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "fake.h"

static void note_state(struct ipb_job *job)
{
	struct fake *fake = fake_current();
	enum ipb_state state = READ_ONCE(job->state);

	if (job == &fake->job && fake->nr_states < FAKE_STATES &&
	    (!fake->nr_states || fake->states[fake->nr_states - 1] != state))
		fake->states[fake->nr_states++] = state;
	wake_up(&fake->changed);
}

static void copy_leg(struct fake_leg *leg, const struct ipb_distribution *d,
		     const struct ipb_contrast *contrast)
{
	*leg = (struct fake_leg){ .present = d, .compared = contrast };
	if (contrast)
		leg->contrast = *contrast;
	if (!d)
		return;
	leg->count = d->statistics.count;
	leg->min = d->statistics.min;
	leg->max = d->statistics.max;
	leg->mean = ipb_statistics_mean(&d->statistics);
	leg->stddev = ipb_statistics_stddev(&d->statistics);
	leg->p50 = ipb_distribution_percentile(d, 500);
	leg->p99 = ipb_distribution_percentile(d, 990);
}

static void copy_cell(struct fake_cell *to, const struct ipb_cell *cell)
{
	unsigned int leg;

	to->cell = *cell;
	to->trusted = ipb_cell_deliver_trusted(cell);
	for (leg = 0; leg < IPB_NR_LEGS; leg++)
		copy_leg(&to->leg[leg], cell->leg[leg], cell->contrast[leg]);
}

static int note_results(struct ipb_job *job, struct ipb_results *results)
{
	struct fake *fake = fake_current();
	struct fake_published *published = fake->published;
	unsigned int variant, class, routes;

	if (fake->publish_error)
		return fake->publish_error;
	if (!results) {
		fake->withdrawals++;
		return 0;
	}
	fake->publications++;
	published->results = *results;
	for (variant = 0; variant < IPB_MAX_VARIANTS; variant++)
		for (class = 0; class < IPB_NR_GROUPS; class++)
			copy_cell(&published->cell[variant][class],
				  &results->cell[variant][class]);
	routes = min_t(unsigned int, results->nr_routes * results->nr_variants, FAKE_ROUTES);
	memcpy(published->routes, results->routes, routes * sizeof(*results->routes));
	return 0;
}

static bool wants_shots(void)
{
	return fake_current()->traced;
}

static void note_shot(const struct ipb_run *run, const struct ipb_pair *pair,
		      unsigned int variant, const struct ipb_shot *shot)
{
	fake_current()->told++;
}

const struct ipb_observer fake_observer = {
	.state		= note_state,
	.publish	= note_results,
	.tracing	= wants_shots,
	.shot		= note_shot,
};
