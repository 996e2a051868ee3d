// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fixture: one engine, two jobs, one invented machine.
 */
#include <kunit/test.h>
#include <linux/jiffies.h>

#include "engine/machine.h"
#include "engine/spec.h"
#include "fake.h"

/* The engine's callbacks into host and observer carry no context of ours. */
static struct fake *current_fake;

static const struct fake_machine small = {
	.cpus = 8, .packages = 2, .nodes = 1, .llcs = 1, .threads = 2,
};

/**
 * fake_current() - the fake of the test that runs
 */
struct fake *fake_current(void)
{
	return current_fake;
}

static void fake_job(struct fake *fake, struct ipb_job *job, const struct ipb_bench *bench)
{
	ipb_spec_destroy(&job->spec);
	job->engine = &fake->engine;
	job->bench = bench;
	KUNIT_ASSERT_EQ(fake->test, 0,
			ipb_spec_init(&job->spec, bench, fake_nr_cpus(fake->machine)));
}

/**
 * fake_use() - another machine, another bench, initial parameters
 * @fake: at rest
 * @machine: its shape
 * @bench: for both jobs
 */
void fake_use(struct fake *fake, const struct fake_machine *machine,
	      const struct ipb_bench *bench)
{
	KUNIT_ASSERT_LE(fake->test, fake_nr_cpus(machine), FAKE_CPUS);
	fake->machine = machine;
	fake_job(fake, &fake->job, bench);
	fake_job(fake, &fake->other, bench);
}

/**
 * fake_init() - before every test
 * @test: gets the fake as its priv: 8 CPUs, 2 packages, 2 threads a core
 */
int fake_init(struct kunit *test)
{
	struct fake *fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, fake);
	fake->published = kunit_kzalloc(test, sizeof(*fake->published), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fake->published);
	fake->test = test;
	init_waitqueue_head(&fake->changed);
	spin_lock_init(&fake->lock);
	current_fake = fake;
	test->priv = fake;
	ipb_engine_init(&fake->engine, &fake_host, &fake_observer, IPB_EMULATED_NO);
	fake_use(fake, &small, &fake_bench);
	return 0;
}

/**
 * fake_exit() - after every test, whatever became of it
 * @test: the test
 */
void fake_exit(struct kunit *test)
{
	struct fake *fake = test->priv;

	if (!fake)
		return;
	if (!fake->down)
		ipb_engine_shutdown(&fake->engine);
	ipb_spec_destroy(&fake->job.spec);
	ipb_spec_destroy(&fake->other.spec);
	current_fake = NULL;
}

/**
 * fake_log() - remember every shot
 * @fake: the fake
 * @shots: how many there will be at most
 */
void fake_log(struct fake *fake, unsigned int shots)
{
	fake->log = kunit_kcalloc(fake->test, shots, sizeof(*fake->log), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(fake->test, fake->log);
	fake->log_size = shots;
	fake->logged = 0;
}

/**
 * fake_start() - start the job
 * @fake: the fake
 *
 * Return: ipb_job_start()'s answer.
 */
int fake_start(struct fake *fake)
{
	return ipb_job_start(&fake->job);
}

/**
 * fake_wait() - until the job runs no more
 * @fake: the fake
 *
 * Return: the job's state; still running after a minute fails the test.
 */
enum ipb_state fake_wait(struct fake *fake)
{
	long left = wait_event_timeout(fake->changed,
				       READ_ONCE(fake->job.state) != IPB_STATE_RUNNING, 60 * HZ);

	KUNIT_ASSERT_GT(fake->test, left, 0L);
	return READ_ONCE(fake->job.state);
}

/**
 * fake_run() - start the job and wait for its end
 * @fake: the fake
 *
 * Return: the job's state.
 */
enum ipb_state fake_run(struct fake *fake)
{
	KUNIT_ASSERT_EQ(fake->test, 0, fake_start(fake));
	return fake_wait(fake);
}
