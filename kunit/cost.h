/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the cost suites share: windows without their clock, ratios of times, and a
 * run to look at.
 */
#ifndef IPIBENCH_KUNIT_COST_H
#define IPIBENCH_KUNIT_COST_H

#include "bench/bench.h"
#include "face/publish.h"
#include "fake.h"

/* cost_calls.c: benches whose clock only counts how often it is read */
extern const struct ipb_bench cost_bench_ipi;
extern const struct ipb_bench cost_bench_selftest;
extern const struct ipb_bench cost_bench_storm;
extern u64 cost_reads;

/**
 * struct cost_body - something that costs time
 * @run: does it @n times; NULL: takes none
 * @context: for @run
 */
struct cost_body {
	void (*run)(void *context, unsigned int n);
	void *context;
};

/**
 * struct cost_contest - what is timed side by side
 * @group: word by which the table collects
 * @what: one line
 * @body: what costs
 * @bare: what of it is not ours
 * @n: how often either does it a round
 * @rounds: 1 to 63
 */
struct cost_contest {
	const char *group;
	const char *what;
	struct cost_body body;
	struct cost_body bare;
	unsigned int n;
	unsigned int rounds;
};

/* cost_ratio.c */
void cost_print_ratio(struct kunit *test, const struct cost_contest *contest);
void cost_print(struct kunit *test, const char *group, const char *what, const char *unit,
		u64 value);

/**
 * struct cost_fixture - the run at hand
 * @machine: whose
 * @run: prepared, or NULL
 * @dir: where it may be published
 * @published: what is shown there
 */
struct cost_fixture {
	struct fake_machine machine;
	struct ipb_run *run;
	struct ipb_dir *dir;
	struct ipb_published published;
};

/* cost.c: the fixture of the suites that need a run */
extern struct cost_fixture cost_fixture;

int cost_init(struct kunit *test);
void cost_exit(struct kunit *test);
int cost_prepare(struct kunit *test, unsigned int cpus, unsigned int packages, u64 pairs_max);
void cost_drop(void);
void cost_measure(struct kunit *test, unsigned int rounds);
u64 cost_most_pairs(void);

#endif /* IPIBENCH_KUNIT_COST_H */
