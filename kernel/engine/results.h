/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_RESULTS_H
#define IPIBENCH_ENGINE_RESULTS_H

#include <linux/types.h>

#include "bench/bench.h"
#include "core/compare.h"
#include "core/histogram.h"
#include "core/statistics.h"

struct ipb_notes;

/**
 * struct ipb_distribution - all values of one leg, in picoseconds
 * @statistics: exact count, extremes, mean and spread
 * @histogram: percentiles
 */
struct ipb_distribution {
	struct ipb_statistics statistics;
	struct ipb_histogram histogram;
};

/**
 * struct ipb_contrast - a variant's leg beside the baseline's
 * @comparison: the difference and its verdict
 * @baseline_ps: median of the baseline, what a change in percent refers to
 * @p99_delta_ps: difference of the 99th percentiles; carries no verdict
 */
struct ipb_contrast {
	struct ipb_comparison comparison;
	u64 baseline_ps;
	s64 p99_delta_ps;
};

/**
 * struct ipb_cell - one variant in one class or pattern
 * @pairs: pairs of it
 * @outcome: shots by enum ipb_outcome; the hits are the published count
 * @negative: hits whose handler seems to have run before the send
 * @ops: operations per shot
 * @clock_error_ps: how far off deliver may be, worst pair; U64_MAX: unknown
 * @leg: distributions of the legs it has; NULL elsewhere
 * @contrast: comparisons of the legs compared; NULL elsewhere
 */
struct ipb_cell {
	u32 pairs;
	u64 outcome[IPB_NR_OUTCOMES];
	u64 negative;
	u32 ops;
	u64 clock_error_ps;
	struct ipb_distribution *leg[IPB_NR_LEGS];
	struct ipb_contrast *contrast[IPB_NR_LEGS];
};

/**
 * struct ipb_route - one pair of the matrix; times in picoseconds
 * @from: sender
 * @to: target
 * @count: hits
 * @p50: median of the main leg: rtt, or op where nothing is delivered
 * @p99: 99th percentile of it
 * @group: its class or pattern
 * @lost: shots lost, and like @count of a whole burst, where senders fire
 *	together
 * @ns: how long it took them
 */
struct ipb_route {
	u32 from;
	u32 to;
	u64 count;
	u64 p50;
	u64 p99;
	enum ipb_class group;
	u64 lost;
	u64 ns;
};

/**
 * struct ipb_results - all a run found out
 * @nr_variants: variants that ran
 * @variant: their names
 * @baseline: index of the baseline, or -1 if it did not run
 * @together: senders fired together: routes have a rate, no percentiles
 * @nr_routes: pairs
 * @routes: @nr_routes of them per variant
 * @cell: by variant and class; @cell[v][c].pairs is 0 where there was none
 * @conditions: under which it was found
 * @rounds: rounds per pair
 * @verdicts: verdicts the intervals were widened for
 * @cpus_offline: CPUs named but not online at start
 * @memory_bytes: memory the run asked for
 * @resolution_ps: of the clock
 * @duration_ms: how long it took
 * @finished_epoch_s: when it was over
 * @id: number of the run since load
 */
struct ipb_results {
	unsigned int nr_variants;
	const char *variant[IPB_MAX_VARIANTS];
	int baseline;
	bool together;
	unsigned int nr_routes;
	struct ipb_route *routes;
	struct ipb_cell cell[IPB_MAX_VARIANTS][IPB_NR_GROUPS];
	struct ipb_notes *conditions;
	u64 rounds;
	u32 verdicts;
	u32 cpus_offline;
	u64 memory_bytes;
	u64 resolution_ps;
	u64 duration_ms;
	s64 finished_epoch_s;
	u32 id;
};

struct ipb_results *ipb_results_alloc(void);
void ipb_results_free(struct ipb_results *results);
void *ipb_results_zalloc(struct ipb_results *results, size_t bytes);
int ipb_results_add_leg(struct ipb_results *results, unsigned int variant, enum ipb_class class,
			enum ipb_leg leg);

u64 ipb_distribution_percentile(const struct ipb_distribution *d, unsigned int permille);
void ipb_distribution_add(struct ipb_distribution *d, u64 ps);
bool ipb_cell_deliver_trusted(const struct ipb_cell *cell);
const char *ipb_leg_name(enum ipb_leg leg);

#endif /* IPIBENCH_ENGINE_RESULTS_H */
