// SPDX-License-Identifier: GPL-2.0-only
/*
 * A machine that has better things to do: every CPU is busy with somebody
 * else's work. It takes longer, and everything is still accounted for.
 */
#include <sched.h>
#include <unistd.h>

#include "harness.h"
#include "cell.h"
#include "child.h"
#include "cpu.h"
#include "module.h"
#include "run.h"

enum { SPINNERS_MAX = 256 };

FIXTURE(busy) {
	pid_t pid[SPINNERS_MAX];
	unsigned int nr;
};

#define BENCH_FIXTURE_OF_A_KIND busy
#include "benches.h"

static int spin_on(void *data)
{
	unsigned int cpu = *(unsigned int *)data;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		return 1;
	for (;;)
		;
}

FIXTURE_SETUP(busy)
{
	const char *why = run_unusable(variant->bench);
	bool online[CPU_MAX];
	unsigned int cpu;

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, run_settle_and_stage(variant->bench));
	ASSERT_LT(0, cpu_list("online", online));
	for (cpu = 0; cpu < CPU_SETSIZE && self->nr < SPINNERS_MAX; cpu++) {
		if (!online[cpu])
			continue;
		self->pid[self->nr] = child_start(spin_on, &cpu);
		ASSERT_LT(0, self->pid[self->nr]);
		self->nr++;
	}
}

FIXTURE_TEARDOWN(busy)
{
	while (self->nr)
		EXPECT_EQ(0, child_stop(self->pid[--self->nr]));
	EXPECT_EQ(0, run_settle());
}

static void check_run(struct __test_metadata *_metadata, const char *bench)
{
	bool together = run_is_together(bench);
	unsigned int shots = together ? 8 : 32;

	/* Shares of a CPU come in milliseconds: fewer shots, no haste. */
	ASSERT_EQ(0, face_write_number(shots, "%s/samples", bench));
	if (together) {
		ASSERT_EQ(0, face_write("4", "%s/block", bench));
		ASSERT_EQ(0, face_write("0", "%s/warmup", bench));
	}
	ASSERT_EQ(0, face_write("2", "%s/pairs_max", bench));
	ASSERT_EQ(0, run_to(bench, "done"));
	EXPECT_STREQ("", cells_fault(bench, shots));
}

TEST_F(busy, every_cpu_is_taken)
{
	check_run(_metadata, variant->bench);
}

TEST_F(busy, every_cpu_is_taken_and_targets_idle)
{
	ASSERT_EQ(0, face_write("idle", "%s/target_state", variant->bench));
	check_run(_metadata, variant->bench);
}

TEST_F(busy, and_it_stops)
{
	ASSERT_EQ(0, run_stage_endless(variant->bench));
	ASSERT_EQ(0, run_start(variant->bench));
	usleep(300000);
	ASSERT_EQ(0, run_stop(variant->bench));
	ASSERT_EQ(0, run_wait(variant->bench));
	EXPECT_TRUE(run_is(variant->bench, "stopped"));
}

TEST_HARNESS_MAIN
