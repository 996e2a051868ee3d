// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fixture: one run of the fake bench on a simulated machine, and a directory
 * to publish it in.
 */
#include <kunit/test.h>
#include <linux/hash.h>
#include <linux/kobject.h>

#include "cost.h"
#include "engine/volley.h"
#include "face/dir.h"
#include "fake.h"

struct cost_fixture cost_fixture;

/**
 * cost_init() - before every test
 * @test: gets a fake as its priv
 */
int cost_init(struct kunit *test)
{
	cost_fixture = (struct cost_fixture) { };
	cost_fixture.dir = ipb_dir_create(kernel_kobj, "ipibench_cost");
	return cost_fixture.dir ? fake_init(test) : -ENOMEM;
}

/**
 * cost_exit() - after every test, whatever became of it
 * @test: the test
 */
void cost_exit(struct kunit *test)
{
	ipb_dir_remove(cost_fixture.dir);
	cost_drop();
	fake_exit(test);
}

/**
 * cost_drop() - the run goes, if there is one
 */
void cost_drop(void)
{
	if (cost_fixture.run)
		ipb_run_destroy(cost_fixture.run);
	cost_fixture.run = NULL;
}

/**
 * cost_prepare() - another run, nothing fired yet
 * @test: the test
 * @cpus: of the machine
 * @packages: of it; cores have two threads, so the classes are smt, llc and, with
 *	more than one package, cross
 * @pairs_max: most pairs
 *
 * Return: ipb_run_prepare()'s error.
 */
int cost_prepare(struct kunit *test, unsigned int cpus, unsigned int packages, u64 pairs_max)
{
	struct fake *fake = test->priv;
	int error;

	cost_drop();
	cost_fixture.machine = (struct fake_machine){ NULL, cpus, packages, 1, 1, 2 };
	fake_use(fake, &cost_fixture.machine, &fake_bench);
	fake->job.spec.pairs_max = pairs_max;
	mutex_lock(&fake->engine.lock);
	cost_fixture.run = ipb_run_prepare(&fake->job, &error);
	mutex_unlock(&fake->engine.lock);
	return error;
}

/* Within an octave, as a quiet machine's. */
static u64 some_latency(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n)
{
	return FAKE_LATENCY_PS + hash_64(n, 20);
}

/**
 * cost_measure() - a block of every variant on every pair
 * @test: the test
 * @rounds: how often it is recorded, as if it had been fired as often
 */
void cost_measure(struct kunit *test, unsigned int rounds)
{
	struct fake *fake = test->priv;
	struct ipb_run *run = cost_fixture.run;
	struct ipb_volley volley;
	unsigned int nr = run->spec.block, pair, variant, round;

	fake->latency = some_latency;
	run->deadline_ns = U64_MAX;
	for (pair = 0; pair < run->nr_pairs; pair++) {
		ipb_volley_init(&volley, run, pair);
		for (variant = 0; variant < FAKE_VARIANTS; variant++) {
			KUNIT_ASSERT_EQ(test, 0, ipb_volley_fire_block(&volley, variant, nr));
			for (round = 0; round < rounds; round++)
				ipb_volley_fold_block(&volley, variant, round, nr);
		}
	}
}

/**
 * cost_most_pairs() - the largest pairs_max there is
 */
u64 cost_most_pairs(void)
{
	unsigned int i;

	for (i = 0; i < IPB_NR_KNOBS; i++)
		if (!strcmp(ipb_knobs[i].name, "pairs_max"))
			return ipb_knobs[i].max;
	return 0;
}
