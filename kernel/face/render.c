// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers as text: nanoseconds with no more places than the clock supports,
 * histograms and matrices as lines of one width, so that line n lies at n
 * times the width.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "bench/notes.h"
#include "core/export.h"
#include "core/storm.h"
#include "engine/results.h"
#include "face/dir.h"
#include "face/render.h"

enum {
	HISTOGRAM_LINE	= 20 + 1 + 20 + 1,
	SENDER_LINE	= 6 + 1 + 20 + 1 + 20 + 1 + 20 + 1,
	MATRIX_LINE	= 6 + 1 + 6 + 1 + 12 + 1 + 16 + 1 + 16 + 1,
};

/**
 * ipb_render_decimals() - places after the point that mean something
 * @resolution_ps: of what is to be shown
 */
unsigned int ipb_render_decimals(u64 resolution_ps)
{
	if (resolution_ps >= 1000)
		return 0;
	if (resolution_ps >= 100)
		return 1;
	return resolution_ps >= 10 ? 2 : 3;
}

/**
 * ipb_render_ns() - picoseconds as nanoseconds, rounded
 * @text: result
 * @ps: picoseconds
 * @decimals: places after the point, 0 to 3
 */
void ipb_render_ns(char text[IPB_NS_TEXT], s64 ps, unsigned int decimals)
{
	static const u32 unit[] = { 1000, 100, 10, 1 };		/* ps of the last place */
	static const u32 scale[] = { 1, 10, 100, 1000 };	/* of it in a nanosecond */
	u64 value = div_u64((ps < 0 ? -(u64)ps : ps) + unit[decimals] / 2, unit[decimals]);
	const char *sign = ps < 0 && value ? "-" : "";
	u32 fraction;
	u64 whole = div_u64_rem(value, scale[decimals], &fraction);

	if (decimals)
		snprintf(text, IPB_NS_TEXT, "%s%llu.%0*u", sign, whole, decimals, fraction);
	else
		snprintf(text, IPB_NS_TEXT, "%s%llu", sign, whole);
}

static unsigned int cell_decimals(const struct ipb_results *results, const struct ipb_cell *cell)
{
	return ipb_render_decimals(div_u64(results->resolution_ps, max(cell->ops, 1U)));
}

static void note_ns(struct ipb_notes *notes, enum ipb_leg leg, const char *what, s64 ps,
		    unsigned int decimals)
{
	char key[IPB_NOTE_KEY], text[IPB_NS_TEXT];

	snprintf(key, sizeof(key), "%s_%s_ns", ipb_leg_name(leg), what);
	ipb_render_ns(text, ps, decimals);
	ipb_notes_add(notes, key, "%s", text);
}

/**
 * ipb_render_counts() - what became of the shots of a cell
 * @notes: added to
 * @cell: the cell
 */
void ipb_render_counts(struct ipb_notes *notes, const struct ipb_cell *cell)
{
	const struct ipb_distribution *deliver = cell->leg[IPB_LEG_DELIVER];
	char text[IPB_NS_TEXT];

	ipb_notes_add(notes, "count", "%llu", cell->outcome[IPB_SHOT_HIT]);
	ipb_notes_add(notes, "pairs", "%u", cell->pairs);
	ipb_notes_add(notes, "lost", "%llu", cell->outcome[IPB_SHOT_LOST]);
	ipb_notes_add(notes, "negative", "%llu", cell->negative);
	ipb_notes_add(notes, "skipped_idle", "%llu", cell->outcome[IPB_SHOT_SKIPPED_IDLE]);
	ipb_notes_add(notes, "offline", "%llu", cell->outcome[IPB_SHOT_OFFLINE]);
	if (cell->ops)
		ipb_notes_add(notes, "ops_per_shot", "%u", cell->ops);
	if (!deliver)
		return;
	ipb_notes_add(notes, "deliver_count", "%llu",
		      ipb_cell_deliver_trusted(cell) ? deliver->statistics.count : 0);
	ipb_render_ns(text, cell->clock_error_ps, 0);
	ipb_notes_add(notes, "deliver_error_ns", "%s",
		      cell->clock_error_ps == U64_MAX ? "unknown" : text);
	if (cell->clock_error_ps == U64_MAX)
		ipb_notes_add(notes, "deliver_withheld", "the CPUs' clocks could not be compared");
	else if (!ipb_cell_deliver_trusted(cell))
		ipb_notes_add(notes, "deliver_withheld",
			      "the CPUs' clocks may differ by more than the latency");
}

/**
 * ipb_render_leg() - a leg's distribution in numbers
 * @notes: added to
 * @results: the run's
 * @cell: the cell
 * @leg: one it has values of
 */
void ipb_render_leg(struct ipb_notes *notes, const struct ipb_results *results,
		    const struct ipb_cell *cell, enum ipb_leg leg)
{
	static const struct {
		const char *name;
		unsigned int permille;
	} percentiles[] = { { "p50", 500 }, { "p90", 900 }, { "p99", 990 }, { "p999", 999 } };
	const struct ipb_distribution *d = cell->leg[leg];
	unsigned int decimals = cell_decimals(results, cell), i;

	note_ns(notes, leg, "min", d->statistics.min, decimals);
	note_ns(notes, leg, "mean", ipb_statistics_mean(&d->statistics), decimals);
	note_ns(notes, leg, "stddev", ipb_statistics_stddev(&d->statistics), decimals);
	for (i = 0; i < ARRAY_SIZE(percentiles); i++)
		note_ns(notes, leg, percentiles[i].name,
			ipb_distribution_percentile(d, percentiles[i].permille), decimals);
	note_ns(notes, leg, "max", d->statistics.max, decimals);
}

/* Thousandths of a percent; the baseline is at least one picosecond. */
static s64 change_mpct(const struct ipb_contrast *contrast)
{
	s64 delta = contrast->comparison.delta;
	u64 size = delta < 0 ? -(u64)delta : delta;
	u64 change = mul_u64_u64_div_u64(size, 100000, max(contrast->baseline_ps, 1ULL));

	return delta < 0 ? -(s64)change : change;
}

/**
 * ipb_render_contrast() - a leg beside the baseline's
 * @notes: added to
 * @results: the run's
 * @cell: the variant's cell
 * @leg: one that was compared
 *
 * Too few rounds for an interval: then there are no ci files.
 */
void ipb_render_contrast(struct ipb_notes *notes, const struct ipb_results *results,
			 const struct ipb_cell *cell, enum ipb_leg leg)
{
	const struct ipb_contrast *contrast = cell->contrast[leg];
	const struct ipb_comparison *c = &contrast->comparison;
	unsigned int decimals = cell_decimals(results, cell);
	char key[IPB_NOTE_KEY], text[IPB_NS_TEXT];

	note_ns(notes, leg, "p50_delta", c->delta, decimals);
	if (c->ci_low != S64_MIN && c->ci_high != S64_MAX) {
		note_ns(notes, leg, "ci_low", c->ci_low, decimals);
		note_ns(notes, leg, "ci_high", c->ci_high, decimals);
	}
	note_ns(notes, leg, "p99_delta", contrast->p99_delta_ps, decimals);
	snprintf(key, sizeof(key), "%s_change_pct", ipb_leg_name(leg));
	ipb_render_ns(text, change_mpct(contrast), 3);
	ipb_notes_add(notes, key, "%s", text);
	snprintf(key, sizeof(key), "%s_verdict", ipb_leg_name(leg));
	ipb_notes_add(notes, key, "%s", ipb_verdict_name(c->verdict));
}

/* Nanoseconds and a count; scnprintf() needs room for the closing zero. */
static char *histogram_line(char *at, u64 ps, unsigned int decimals, u64 count)
{
	char ns[IPB_NS_TEXT];

	ipb_render_ns(ns, ps, decimals);
	return at + scnprintf(at, HISTOGRAM_LINE + 1, "%20s %20llu\n", ns, count);
}

/**
 * ipb_render_histogram() - the file LEG_histogram: buckets that are not empty
 * @dir: where
 * @results: the run's
 * @cell: the cell
 * @leg: one it has values of
 *
 * The overflow's line, if any, carries the largest value seen.
 * May sleep.
 *
 * Return: 0 or -errno.
 */
int ipb_render_histogram(struct ipb_dir *dir, const struct ipb_results *results,
			 const struct ipb_cell *cell, enum ipb_leg leg)
{
	const struct ipb_distribution *d = cell->leg[leg];
	const struct ipb_histogram *h = &d->histogram;
	unsigned int decimals = cell_decimals(results, cell), lines = 0, i;
	char name[IPB_NOTE_KEY], *text, *at;

	for (i = 0; (i = ipb_histogram_next(h, i)) < IPB_HISTOGRAM_BUCKETS; i++)
		lines++;
	lines += h->overflow != 0;
	text = kvmalloc(lines * HISTOGRAM_LINE + 1, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	at = text;
	for (i = 0; (i = ipb_histogram_next(h, i)) < IPB_HISTOGRAM_BUCKETS; i++)
		at = histogram_line(at, ipb_histogram_upper(i), decimals, h->bucket[i]);
	if (h->overflow)
		at = histogram_line(at, d->statistics.max, decimals, h->overflow);
	snprintf(name, sizeof(name), "%s_histogram", ipb_leg_name(leg));
	return ipb_dir_add_text(dir, name, text, at - text);
}

/* Places for a whole matrix: as many as its finest class supports. */
static unsigned int matrix_decimals(const struct ipb_results *results, unsigned int variant)
{
	unsigned int class, decimals = 0;

	for (class = 0; class < IPB_NR_GROUPS; class++)
		if (results->cell[variant][class].pairs)
			decimals = max(decimals,
				       cell_decimals(results, &results->cell[variant][class]));
	return decimals;
}

/**
 * ipb_render_matrix() - the file matrix: every pair of a variant
 * @dir: where
 * @results: the run's
 * @variant: index of the variant
 *
 * May sleep.
 *
 * Return: 0 or -errno.
 */
int ipb_render_matrix(struct ipb_dir *dir, const struct ipb_results *results,
		      unsigned int variant)
{
	const struct ipb_route *route = &results->routes[variant * results->nr_routes];
	unsigned int i, decimals = matrix_decimals(results, variant);
	char p50[IPB_NS_TEXT], p99[IPB_NS_TEXT], *text, *at;

	text = kvmalloc(results->nr_routes * MATRIX_LINE + 1, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	at = text;
	for (i = 0; i < results->nr_routes; i++, route++) {
		ipb_render_ns(p50, route->p50, decimals);
		ipb_render_ns(p99, route->p99, decimals);
		at += scnprintf(at, MATRIX_LINE + 1, "%6u %6u %12llu %16s %16s\n", route->from,
				route->to, route->count, p50, p99);
	}
	return ipb_dir_add_text(dir, "matrix", text, at - text);
}

static void note_thousandths(struct ipb_notes *notes, const char *key, u64 value)
{
	char text[IPB_NS_TEXT];

	ipb_render_ns(text, value, 3);
	ipb_notes_add(notes, key, "%s", text);
}

/**
 * ipb_render_rates() - how fast the senders of a pattern were, and the file senders
 * @dir: where
 * @notes: added to
 * @results: the run's
 * @variant: index of the variant
 * @pattern: the pattern
 *
 * May sleep.
 *
 * Return: 0 or -errno.
 */
int ipb_render_rates(struct ipb_dir *dir, struct ipb_notes *notes,
		     const struct ipb_results *results, unsigned int variant,
		     enum ipb_class pattern)
{
	const struct ipb_route *route = &results->routes[variant * results->nr_routes];
	u64 total = 0, slowest = U64_MAX, fastest = 0;
	char text[IPB_NS_TEXT], *table, *at;
	unsigned int i;

	table = kvmalloc(results->cell[variant][pattern].pairs * SENDER_LINE + 1, GFP_KERNEL);
	if (!table)
		return -ENOMEM;
	at = table;
	for (i = 0; i < results->nr_routes; i++, route++) {
		u64 rate = ipb_storm_rate(route->count, route->ns);

		if (route->group != pattern)
			continue;
		total += rate;
		slowest = min(slowest, rate);
		fastest = max(fastest, rate);
		ipb_render_ns(text, rate, 3);
		at += scnprintf(at, SENDER_LINE + 1, "%6u %20llu %20llu %20s\n", route->from,
				route->count, route->lost, text);
	}
	note_thousandths(notes, "rate_per_s", total);
	note_thousandths(notes, "fairness_ratio", ipb_storm_fairness(slowest, fastest));
	return ipb_dir_add_text(dir, "senders", table, at - table);
}

IPB_EXPORT_FOR_KUNIT(ipb_render_decimals);
IPB_EXPORT_FOR_KUNIT(ipb_render_ns);
