// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the life of a run: who may start it, how it ends, what is shown then.
 */
#include <kunit/test.h>
#include <linux/string.h>

#include "fake.h"

enum { SAMPLES = 64, BLOCK = 16 };

static struct fake *small_run(struct kunit *test)
{
	struct fake *fake = test->priv;

	fake->job.spec.samples = SAMPLES;
	fake->job.spec.block = BLOCK;
	fake->job.spec.warmup = 0;
	return fake;
}

/* Whatever a run did, it undid. */
static void expect_tidy(struct kunit *test, const struct fake *fake)
{
	KUNIT_EXPECT_EQ(test, fake->closes, fake->opens);
	KUNIT_EXPECT_EQ(test, fake->lowers, fake->aims);
	KUNIT_EXPECT_EQ(test, fake->released, fake->occupied);
}

/* The engine is at rest again and works: an error left nothing behind. */
static void expect_works(struct kunit *test, struct fake *fake)
{
	unsigned int publications = fake->publications;

	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->publications, publications + 1);
	KUNIT_EXPECT_STREQ(test, fake->job.error, "");
}

static void run_ends_done(struct kunit *test)
{
	struct fake *fake = small_run(test);

	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_IDLE);
	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->publications, 1);
	KUNIT_EXPECT_EQ(test, fake->published->results.id, 1);
	KUNIT_EXPECT_EQ(test, fake->published->results.nr_routes, 56);
	KUNIT_EXPECT_EQ(test, fake->aims, 56);
	KUNIT_EXPECT_EQ(test, fake->opens, 1);
	KUNIT_EXPECT_STREQ(test, fake->job.error, "");
	KUNIT_EXPECT_EQ(test, fake->job.shots_planned, 56 * SAMPLES * FAKE_VARIANTS);
	KUNIT_EXPECT_EQ(test, fake->job.shots_done, fake->job.shots_planned);
	KUNIT_EXPECT_EQ(test, fake->fired[0], 56 * SAMPLES);
	expect_tidy(test, fake);

	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->published->results.id, 2);
	expect_tidy(test, fake);
}

static void run_tells_its_states(struct kunit *test)
{
	struct fake *fake = small_run(test);

	fake->hold = true;
	KUNIT_ASSERT_EQ(test, 0, fake_start(fake));
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_RUNNING);
	WRITE_ONCE(fake->hold, false);
	KUNIT_EXPECT_EQ(test, fake_wait(fake), IPB_STATE_DONE);
	KUNIT_ASSERT_EQ(test, 0, ipb_job_reset(&fake->job));
	KUNIT_ASSERT_EQ(test, fake->nr_states, 3);
	KUNIT_EXPECT_EQ(test, fake->states[0], IPB_STATE_RUNNING);
	KUNIT_EXPECT_EQ(test, fake->states[1], IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->states[2], IPB_STATE_IDLE);
}

static void run_excludes_others(struct kunit *test)
{
	struct fake *fake = small_run(test);

	fake->hold = true;
	KUNIT_ASSERT_EQ(test, 0, fake_start(fake));
	KUNIT_EXPECT_EQ(test, -EBUSY, fake_start(fake));
	KUNIT_EXPECT_EQ(test, -EBUSY, ipb_job_start(&fake->other));
	KUNIT_EXPECT_EQ(test, -EBUSY, ipb_job_reset(&fake->job));
	KUNIT_EXPECT_EQ(test, 0, ipb_job_reset(&fake->other));
	/* neither is this run's business */
	KUNIT_EXPECT_EQ(test, 0, ipb_job_stop(&fake->other));
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_RUNNING);
	WRITE_ONCE(fake->hold, false);
	KUNIT_EXPECT_EQ(test, fake_wait(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->opens, 1);
	expect_works(test, fake);
}

static void run_stopped_publishes_nothing(struct kunit *test)
{
	struct fake *fake = small_run(test);

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	fake->hold = true;
	KUNIT_ASSERT_EQ(test, 0, fake_start(fake));
	KUNIT_EXPECT_EQ(test, 0, ipb_job_stop(&fake->job));
	KUNIT_EXPECT_EQ(test, fake_wait(fake), IPB_STATE_STOPPED);
	KUNIT_EXPECT_EQ(test, fake->publications, 1);
	KUNIT_EXPECT_EQ(test, fake->withdrawals, 0);
	KUNIT_EXPECT_STREQ(test, fake->job.error, "");
	expect_tidy(test, fake);
	fake->hold = false;
	expect_works(test, fake);
	KUNIT_EXPECT_EQ(test, fake->published->results.id, 2);
}

static void stop_without_a_run(struct kunit *test)
{
	struct fake *fake = small_run(test);

	KUNIT_EXPECT_EQ(test, 0, ipb_job_stop(&fake->job));
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_IDLE);
	expect_works(test, fake);
	KUNIT_EXPECT_EQ(test, 0, ipb_job_stop(&fake->job));
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_DONE);
	expect_works(test, fake);
}

enum { STOP_AT = 37 };

/* What ipb_job_stop() does, from where its lock cannot be had. */
static void stop_in_a_block(struct fake *fake, const struct ipb_aim *aim, unsigned int variant,
			    u64 n, struct ipb_shot *shot)
{
	if (fake->fired[0] + fake->fired[1] + fake->fired[2] == STOP_AT)
		WRITE_ONCE(fake->engine.stop, true);
}

static void stop_takes_effect_within_a_block(struct kunit *test)
{
	struct fake *fake = small_run(test);
	u64 fired;

	fake->twist = stop_in_a_block;
	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_STOPPED);
	fired = fake->fired[0] + fake->fired[1] + fake->fired[2];
	KUNIT_EXPECT_GE(test, fired, STOP_AT);
	KUNIT_EXPECT_LE(test, fired, STOP_AT + BLOCK);
	KUNIT_EXPECT_EQ(test, fake->publications, 0);
	expect_tidy(test, fake);
}

static void timeout_fails_the_run(struct kunit *test)
{
	struct fake *fake = small_run(test);

	fake->job.spec.timeout_ms = 1;
	fake->aim_ms = 30;
	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_FAILED);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(fake->job.error, "timeout_ms"), "%s",
				  fake->job.error);
	KUNIT_EXPECT_EQ(test, fake->publications, 0);
	KUNIT_EXPECT_EQ(test, fake->fired[0], 0);
	expect_tidy(test, fake);
	fake->job.spec.timeout_ms = 60000;
	fake->aim_ms = 0;
	expect_works(test, fake);
}

static void unsupported_does_not_start(struct kunit *test)
{
	struct fake *fake = small_run(test);

	fake->unsupported = "not today";
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, fake_start(fake));
	KUNIT_EXPECT_EQ(test, fake->opens, 0);
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_IDLE);
	KUNIT_EXPECT_EQ(test, fake->nr_states, 0);
	fake->unsupported = NULL;
	expect_works(test, fake);
}

static const struct fake_machine single = { "single CPU", 1, 1, 1, 1, 1 };

static void no_pairs_do_not_start(struct kunit *test)
{
	struct fake *fake = test->priv;

	fake_use(fake, &single, &fake_bench);
	small_run(test);
	KUNIT_EXPECT_EQ(test, -ENXIO, fake_start(fake));
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_IDLE);
	expect_tidy(test, fake);
	KUNIT_EXPECT_EQ(test, 0, ipb_spec_set_backend(&fake->job.spec, &fake_bench, "model"));
	expect_works(test, fake);
}

static void failed_start_keeps_the_state(struct kunit *test)
{
	struct fake *fake = small_run(test);

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	fake->open_error = -ENODEV;
	KUNIT_EXPECT_EQ(test, -ENODEV, fake_start(fake));
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, fake->withdrawals, 0);
	/* what did not open is not closed */
	KUNIT_EXPECT_EQ(test, fake->closes, fake->opens - 1);
}

static void reset_takes_all_back(struct kunit *test)
{
	struct fake *fake = small_run(test);

	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_DONE);
	KUNIT_EXPECT_EQ(test, 0, ipb_job_reset(&fake->job));
	KUNIT_EXPECT_EQ(test, fake->withdrawals, 1);
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_IDLE);
	KUNIT_EXPECT_EQ(test, fake->job.spec.samples, 2048);
	KUNIT_EXPECT_EQ(test, fake->job.shots_done, 0);
	KUNIT_EXPECT_EQ(test, fake->job.shots_planned, 0);
	small_run(test);
	expect_works(test, fake);
}

static void reset_clears_the_error(struct kunit *test)
{
	struct fake *fake = small_run(test);

	fake->aim_error = -ENOMEM;
	KUNIT_ASSERT_EQ(test, fake_run(fake), IPB_STATE_FAILED);
	KUNIT_EXPECT_STRNEQ(test, fake->job.error, "");
	KUNIT_EXPECT_EQ(test, 0, ipb_job_reset(&fake->job));
	KUNIT_EXPECT_STREQ(test, fake->job.error, "");
}

/* Done is only what can be read. */
static void results_nobody_can_show(struct kunit *test)
{
	struct fake *fake = small_run(test);

	fake->publish_error = -ENOMEM;
	KUNIT_EXPECT_EQ(test, fake_run(fake), IPB_STATE_FAILED);
	KUNIT_EXPECT_STRNEQ(test, fake->job.error, "");
	KUNIT_EXPECT_EQ(test, fake->engine.runs, 0);
	KUNIT_EXPECT_EQ(test, -ENOMEM, ipb_job_reset(&fake->job));
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_FAILED);
	fake->publish_error = 0;
	KUNIT_EXPECT_EQ(test, 0, ipb_job_reset(&fake->job));
	small_run(test);
	expect_works(test, fake);
}

static void shutdown_ends_a_run(struct kunit *test)
{
	struct fake *fake = small_run(test);

	fake->hold = true;
	KUNIT_ASSERT_EQ(test, 0, fake_start(fake));
	ipb_engine_shutdown(&fake->engine);
	fake->down = true;
	KUNIT_EXPECT_EQ(test, fake->job.state, IPB_STATE_STOPPED);
	KUNIT_EXPECT_EQ(test, fake->publications, 0);
	expect_tidy(test, fake);
	KUNIT_EXPECT_EQ(test, -ENODEV, fake_start(fake));
	KUNIT_EXPECT_EQ(test, -ENODEV, ipb_job_start(&fake->other));
}

static void state_names(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, ipb_state_name(IPB_STATE_IDLE), "idle");
	KUNIT_EXPECT_STREQ(test, ipb_state_name(IPB_STATE_RUNNING), "running");
	KUNIT_EXPECT_STREQ(test, ipb_state_name(IPB_STATE_DONE), "done");
	KUNIT_EXPECT_STREQ(test, ipb_state_name(IPB_STATE_STOPPED), "stopped");
	KUNIT_EXPECT_STREQ(test, ipb_state_name(IPB_STATE_FAILED), "failed");
}

static struct kunit_case control_test_cases[] = {
	KUNIT_CASE(run_ends_done),
	KUNIT_CASE(run_tells_its_states),
	KUNIT_CASE(run_excludes_others),
	KUNIT_CASE(run_stopped_publishes_nothing),
	KUNIT_CASE(stop_without_a_run),
	KUNIT_CASE(stop_takes_effect_within_a_block),
	KUNIT_CASE(timeout_fails_the_run),
	KUNIT_CASE(unsupported_does_not_start),
	KUNIT_CASE(no_pairs_do_not_start),
	KUNIT_CASE(failed_start_keeps_the_state),
	KUNIT_CASE(reset_takes_all_back),
	KUNIT_CASE(reset_clears_the_error),
	KUNIT_CASE(results_nobody_can_show),
	KUNIT_CASE(shutdown_ends_a_run),
	KUNIT_CASE(state_names),
	{}
};

static struct kunit_suite control_test_suite = {
	.name = "ipibench_control",
	.init = fake_init,
	.exit = fake_exit,
	.test_cases = control_test_cases,
};

kunit_test_suite(control_test_suite);
