// SPDX-License-Identifier: GPL-2.0-only
/*
 * CPUs that come and go. Whatever is missed for it is counted.
 */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "harness.h"
#include "cell.h"
#include "cpu.h"
#include "module.h"
#include "run.h"

enum { SHOTS = 4096, SHOTS_SLOW = 512, TOGETHER_SHARE = 64, AWAY_US = 200000, ROUNDS = 10 };

FIXTURE(hotplug) {
	const char *bench;
	unsigned int first;
	unsigned int other;
};

#define BENCH_FIXTURE hotplug
#include "benches.h"

FIXTURE_SETUP(hotplug)
{
	const char *why = run_unusable(variant->bench);

	if (why)
		SKIP(return, "%s", why);
	self->bench = variant->bench;
	self->first = cpu_first();
	self->other = cpu_removable();
	if (!self->other)
		SKIP(return, "no CPU can be taken offline");
	ASSERT_EQ(0, run_settle_and_stage(self->bench));
}

FIXTURE_TEARDOWN(hotplug)
{
	cpu_restore();
	EXPECT_EQ(0, run_settle());
}

/* A bench that does not takes two different CPUs for no pair at all. */
static bool interrupts_others(const char *bench)
{
	int ret = run_start(bench);

	run_stop(bench);
	run_wait(bench);
	return !ret;
}

/* Enough for a run that is still going on when a CPU has gone. */
static unsigned int shots_of(const char *bench)
{
	unsigned int shots = module_slow() ? SHOTS_SLOW : SHOTS;

	return run_is_together(bench) ? shots / TOGETHER_SHARE : shots;
}

/* So many shots that some were not even begun when their progress was read. */
static bool has_far_to_go(const char *bench)
{
	unsigned long long fired, planned;

	return !run_progress(bench, &fired, &planned) && fired + 2 * RUN_BLOCK < planned;
}

/* A run from one CPU to another, one of which goes away for a while in the middle. */
static void take_away(struct __test_metadata *_metadata, const char *bench, unsigned int sender,
		      unsigned int target, unsigned int victim)
{
	unsigned int shots = shots_of(bench);
	bool missed = true;

	ASSERT_EQ(0, face_write_number(shots, "%s/samples", bench));
	ASSERT_EQ(0, face_write_number(sender, "%s/senders", bench));
	ASSERT_EQ(0, face_write_number(target, "%s/targets", bench));
	if (!interrupts_others(bench)) {
		ASSERT_EQ(0, face_write_number(sender, "%s/targets", bench));
		missed = sender == victim;
	}
	ASSERT_EQ(0, run_start(bench));
	ASSERT_EQ(0, run_wait_shots(bench));
	EXPECT_EQ(0, cpu_set_online(victim, false));
	missed = missed && has_far_to_go(bench);
	usleep(AWAY_US);
	EXPECT_EQ(0, cpu_set_online(victim, true));
	ASSERT_EQ(0, run_wait(bench));
	EXPECT_TRUE(run_is(bench, "done"));
	EXPECT_STREQ("", cells_fault(bench, shots));
	if (missed)
		EXPECT_LT(0, face_number("%s/run/offline", bench));
	EXPECT_EQ(0, module_threads());
}

TEST_F(hotplug, target_goes_and_comes_back)
{
	take_away(_metadata, self->bench, self->first, self->other, self->other);
}

TEST_F(hotplug, sender_goes_and_comes_back)
{
	take_away(_metadata, self->bench, self->other, self->first, self->other);
}

TEST_F(hotplug, idle_target_goes_and_comes_back)
{
	ASSERT_EQ(0, face_write("idle", "%s/target_state", self->bench));
	take_away(_metadata, self->bench, self->first, self->other, self->other);
}

TEST_F(hotplug, offline_cpus_are_left_out_and_counted)
{
	char cpus[32];
	int ret;

	ASSERT_EQ(0, cpu_set_online(self->other, false));
	snprintf(cpus, sizeof(cpus), "%u,%u", self->first, self->other);
	ASSERT_EQ(0, face_write(cpus, "%s/senders", self->bench));
	ret = run_to(self->bench, "done");
	if (ret == -ENXIO && cpu_count("online") == 1)
		SKIP(return, "one CPU is no pair");
	ASSERT_EQ(0, ret);
	EXPECT_EQ(1, face_number("%s/run/cpus_offline", self->bench));
	EXPECT_EQ(0, face_number("%s/run/offline", self->bench));
	EXPECT_STREQ("", cells_fault(self->bench, RUN_SAMPLES));
}

TEST_F(hotplug, nobody_there_to_send)
{
	ASSERT_EQ(0, cpu_set_online(self->other, false));
	ASSERT_EQ(0, face_write_number(self->other, "%s/senders", self->bench));
	EXPECT_EQ(-ENXIO, run_start(self->bench));
	EXPECT_TRUE(run_is(self->bench, "idle"));
	ASSERT_EQ(0, cpu_set_online(self->other, true));
	EXPECT_EQ(0, run_start(self->bench));
	ASSERT_EQ(0, run_wait(self->bench));
	EXPECT_TRUE(run_is(self->bench, "done"));
}

FIXTURE(restless) {
	const char *bench;
	unsigned int other;
};

#define BENCH_FIXTURE_OF_A_KIND restless
#include "benches.h"

FIXTURE_SETUP(restless)
{
	const char *why = run_unusable(variant->bench);

	if (why)
		SKIP(return, "%s", why);
	self->bench = variant->bench;
	self->other = cpu_removable();
	if (!self->other)
		SKIP(return, "no CPU can be taken offline");
	ASSERT_EQ(0, run_settle_and_stage(self->bench));
}

FIXTURE_TEARDOWN(restless)
{
	cpu_restore();
	EXPECT_EQ(0, run_settle());
}

/* Not often: Linux 6.12 itself does not always come through that unharmed. */
TEST_F(restless, cpu_comes_and_goes)
{
	unsigned int shots = shots_of(self->bench), i;

	ASSERT_EQ(0, face_write_number(shots, "%s/samples", self->bench));
	ASSERT_EQ(0, run_start(self->bench));
	for (i = 0; i < ROUNDS && run_is(self->bench, "running"); i++) {
		EXPECT_EQ(0, cpu_set_online(self->other, false));
		EXPECT_EQ(0, cpu_set_online(self->other, true));
	}
	ASSERT_EQ(0, run_stop(self->bench));
	ASSERT_EQ(0, run_wait(self->bench));
	if (run_is(self->bench, "stopped"))
		return;
	EXPECT_TRUE(run_is(self->bench, "done"));
	EXPECT_STREQ("", cells_fault(self->bench, shots));
}

FIXTURE(alone) {
	unsigned int first;
};

FIXTURE_SETUP(alone)
{
	const char *why = module_unusable();
	unsigned int cpu;

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, run_settle());
	self->first = cpu_first();
	while ((cpu = cpu_removable()))
		ASSERT_EQ(0, cpu_set_online(cpu, false));
	if (cpu_count("online") > 1) {
		cpu_restore();
		SKIP(return, "some CPUs cannot be taken offline");
	}
}

FIXTURE_TEARDOWN(alone)
{
	cpu_restore();
	EXPECT_EQ(0, run_settle());
}

TEST_F(alone, nobody_to_interrupt)
{
	ASSERT_EQ(0, run_stage("ipi"));
	EXPECT_GT(0, run_start("ipi"));
	EXPECT_TRUE(run_is("ipi", "idle"));
}

TEST_F(alone, selftest_needs_no_second_cpu)
{
	ASSERT_EQ(0, run_stage("selftest"));
	ASSERT_EQ(0, run_to("selftest", "done"));
	EXPECT_EQ(1, face_number("selftest/run/pairs"));
	EXPECT_EQ(RUN_SAMPLES, face_number("selftest/results/base/local/count"));
	EXPECT_STREQ("", cells_fault("selftest", RUN_SAMPLES));
}

TEST_HARNESS_MAIN
