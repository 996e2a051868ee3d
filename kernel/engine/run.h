/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_RUN_H
#define IPIBENCH_ENGINE_RUN_H

#include "bench/bench.h"
#include "engine/clock.h"
#include "engine/pairs.h"
#include "engine/results.h"
#include "engine/spec.h"

struct ipb_host;
struct ipb_observer;
struct ipb_job;
struct ipb_topology;

/**
 * struct ipb_run - one run from start to publication; belongs to its thread
 * @job: what asked for it
 * @host: the machine, or a test's
 * @observer: who is told of shots
 * @bench: the bench
 * @backend: the backend chosen
 * @spec: copy of the parameters; the CPU lists stay with the job
 * @clock: the clock, rate taken at start
 * @topology: as of the start
 * @session: the bench's view
 * @opened: the backend's open() succeeded
 * @variant: the variants that run, @results->nr_variants of them
 * @pairs: the pairs, @nr_pairs of them
 * @nr_pairs: see @pairs
 * @rounds: blocks per pair and variant
 * @targets: bitmap of all targets, where senders fire together; else NULL
 * @shots: stamps of one block, or of one each of all that fire together
 * @values: picoseconds of one block
 * @deltas: paired differences of one comparison
 * @scratch: per variant, the main leg of the pair at hand
 * @midmean: by variant and leg: per pair and round, U64_MAX where the block
 *	had too few hits; NULL where nobody has that leg
 * @ops: operations per shot, by variant; 0 until calibrated
 * @deadline_ns: end of the whole run, by ktime_get_ns()
 * @traced: shots are told to the observer
 * @results: what comes out
 */
struct ipb_run {
	struct ipb_job *job;
	const struct ipb_host *host;
	const struct ipb_observer *observer;
	const struct ipb_bench *bench;
	const struct ipb_backend *backend;
	struct ipb_spec spec;
	struct ipb_clock clock;
	struct ipb_topology *topology;
	struct ipb_session session;
	bool opened;
	const struct ipb_variant *variant[IPB_MAX_VARIANTS];
	struct ipb_pair *pairs;
	unsigned int nr_pairs;
	unsigned int rounds;
	unsigned long *targets;
	struct ipb_shot *shots;
	u64 *values;
	s64 *deltas;
	struct ipb_distribution *scratch;
	u64 *midmean[IPB_MAX_VARIANTS][IPB_NR_LEGS];
	u32 ops[IPB_MAX_VARIANTS];
	u64 deadline_ns;
	bool traced;
	struct ipb_results *results;
};

/* plan.c */
struct ipb_run *ipb_run_prepare(struct ipb_job *job, int *error);
void ipb_run_destroy(struct ipb_run *run);

/* patterns.c */
unsigned int ipb_run_choose_patterns(struct ipb_run *run, struct ipb_pairs_request *request);

/* sampling.c */
int ipb_run_pair(struct ipb_run *run, unsigned int index);

/* storm.c */
int ipb_run_pattern(struct ipb_run *run, unsigned int index);

/* firing.c */
int ipb_run_over(const struct ipb_run *run);

/* verdict.c */
void ipb_run_judge(struct ipb_run *run);

/* conditions.c */
int ipb_run_conditions(struct ipb_run *run);

/**
 * ipb_run_local() - does no other CPU take part in a pair?
 * @run: the run
 * @class: the pair's class
 */
static inline bool ipb_run_local(const struct ipb_run *run, enum ipb_class class)
{
	return class == IPB_CLASS_LOCAL || run->backend->nr_targets;
}

/**
 * ipb_run_legs() - the legs a variant has in a class
 * @run: the run
 * @variant: index of the variant
 * @class: the class
 *
 * Return: mask of BIT(enum ipb_leg).
 */
static inline u8 ipb_run_legs(const struct ipb_run *run, unsigned int variant,
			      enum ipb_class class)
{
	const struct ipb_variant *v = run->variant[variant];

	return ipb_run_local(run, class) ? v->local_legs : v->legs;
}

#endif /* IPIBENCH_ENGINE_RUN_H */
