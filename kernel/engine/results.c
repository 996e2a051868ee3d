// SPDX-License-Identifier: GPL-2.0-only
#include <linux/minmax.h>
#include <linux/slab.h>

#include "bench/notes.h"
#include "core/export.h"
#include "engine/results.h"

/* Beyond this a run is refused before anything is sent. */
enum { MEMORY_CAP = 64 << 20 };

/**
 * ipb_results_zalloc() - memory for a run, counted and capped
 * @results: the run's results
 * @bytes: how much
 *
 * May sleep.
 *
 * Return: zeroed memory, to be freed with kvfree(), or NULL.
 */
void *ipb_results_zalloc(struct ipb_results *results, size_t bytes)
{
	void *memory;

	if (bytes > MEMORY_CAP - results->memory_bytes)
		return NULL;
	memory = kvzalloc(bytes, GFP_KERNEL);
	if (memory)
		results->memory_bytes += bytes;
	return memory;
}

/**
 * ipb_results_alloc() - empty results
 *
 * May sleep.
 *
 * Return: the results or NULL.
 */
struct ipb_results *ipb_results_alloc(void)
{
	struct ipb_results *results = kvzalloc(sizeof(*results), GFP_KERNEL);

	if (!results)
		return NULL;
	results->memory_bytes = sizeof(*results);
	return results;
}

static void free_cell(struct ipb_cell *cell)
{
	unsigned int leg;

	for (leg = 0; leg < IPB_NR_LEGS; leg++) {
		kvfree(cell->leg[leg]);
		kvfree(cell->contrast[leg]);
	}
}

/**
 * ipb_results_free() - give them back; NULL is fine
 * @results: from ipb_results_alloc()
 *
 * May sleep.
 */
void ipb_results_free(struct ipb_results *results)
{
	unsigned int variant, class;

	if (!results)
		return;
	for (variant = 0; variant < IPB_MAX_VARIANTS; variant++)
		for (class = 0; class < IPB_NR_GROUPS; class++)
			free_cell(&results->cell[variant][class]);
	kvfree(results->routes);
	kfree(results->conditions);
	kvfree(results);
}

/**
 * ipb_results_add_leg() - make room for a leg, empty
 * @results: the results
 * @variant: index of the variant
 * @class: class
 * @leg: leg
 *
 * May sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int ipb_results_add_leg(struct ipb_results *results, unsigned int variant, enum ipb_class class,
			enum ipb_leg leg)
{
	struct ipb_distribution *d = ipb_results_zalloc(results, sizeof(*d));

	if (!d)
		return -ENOMEM;
	ipb_statistics_reset(&d->statistics);
	ipb_histogram_reset(&d->histogram);
	results->cell[variant][class].leg[leg] = d;
	return 0;
}

/**
 * ipb_distribution_add() - record a value
 * @d: the distribution
 * @ps: picoseconds
 */
void ipb_distribution_add(struct ipb_distribution *d, u64 ps)
{
	ipb_statistics_add(&d->statistics, ps);
	ipb_histogram_add(&d->histogram, ps);
}

/**
 * ipb_distribution_percentile() - a percentile, kept inside the exact extremes
 * @d: the distribution
 * @permille: 0 to 1000
 */
u64 ipb_distribution_percentile(const struct ipb_distribution *d, unsigned int permille)
{
	if (!d->statistics.count)
		return 0;
	return clamp(ipb_histogram_percentile(&d->histogram, permille), d->statistics.min,
		     d->statistics.max);
}

/**
 * ipb_cell_deliver_trusted() - may the deliver leg be published?
 * @cell: the cell
 *
 * Not where the clocks' uncertainty is larger than the latency itself.
 */
bool ipb_cell_deliver_trusted(const struct ipb_cell *cell)
{
	const struct ipb_distribution *d = cell->leg[IPB_LEG_DELIVER];

	return d && d->statistics.count &&
	       cell->clock_error_ps < ipb_distribution_percentile(d, 500);
}

/**
 * ipb_leg_name() - as in file names
 * @leg: the leg
 */
const char *ipb_leg_name(enum ipb_leg leg)
{
	static const char *const names[IPB_NR_LEGS] = {
		[IPB_LEG_SEND] = "send",
		[IPB_LEG_DELIVER] = "deliver",
		[IPB_LEG_RTT] = "rtt",
		[IPB_LEG_OP] = "op",
		[IPB_LEG_INJECT] = "inject",
	};

	return names[leg];
}

IPB_EXPORT_FOR_KUNIT(ipb_distribution_percentile);
IPB_EXPORT_FOR_KUNIT(ipb_cell_deliver_trusted);
