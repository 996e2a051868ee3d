// SPDX-License-Identifier: GPL-2.0-only
/*
 * No memory, at each place where some is asked for: when a run starts, while it
 * runs, and when it is forgotten. Either it works all the same or it fails and
 * says so, and the results of the run before are still there.
 */
#include <stdio.h>
#include <unistd.h>

#include "harness.h"
#include "cell.h"
#include "module.h"
#include "run.h"
#include "shortage.h"

enum {
	PLACES		= 20000,	/* nothing asks more often */
	FEW_SHOTS	= 8,
	MANY_SHOTS	= 1024,
	REST_US		= 20000,
	WHOLE_RUNS	= 4,		/* in a row, and no place is left */
	TIMEOUT_S	= 1800,
};

FIXTURE(starting) {
	const char *bench;
	unsigned int cells;
	long long id;
};

#define BENCH_FIXTURE starting
#include "benches.h"

/* Whether the last run that ended well is shown, all of it. */
static bool is_whole(const char *bench, unsigned int nr, long long id)
{
	long long samples = face_number("%s/run/conditions/samples", bench);
	struct cell cells[CELL_MAX];
	unsigned int i;

	if (face_number("%s/run/id", bench) != id || cell_list(bench, cells) != nr)
		return false;
	for (i = 0; i < nr; i++)
		if (!cell_adds_up(&cells[i], samples))
			return false;
	return face_exists("%s/run/memory_bytes", bench) && face_exists("%s/compare", bench);
}

/* A run that nothing happened to. */
static void run_before(struct __test_metadata *_metadata, const char *bench, unsigned int *nr,
		       long long *id)
{
	struct cell cells[CELL_MAX];

	ASSERT_EQ(0, run_to(bench, "done"));
	*nr = cell_list(bench, cells);
	ASSERT_LT(0, *nr);
	*id = face_number("%s/run/id", bench);
	ASSERT_TRUE(is_whole(bench, *nr, *id));
}

FIXTURE_SETUP(starting)
{
	const char *why = run_unusable(variant->bench);

	why = why ? why : shortage_unusable();
	if (why)
		SKIP(return, "%s", why);
	self->bench = variant->bench;
	ASSERT_EQ(0, run_settle_and_stage(self->bench));
	ASSERT_EQ(0, face_write_number(FEW_SHOTS, "%s/samples", self->bench));
	ASSERT_EQ(0, face_write("1", "%s/pairs_max", self->bench));
	run_before(_metadata, self->bench, &self->cells, &self->id);
	ASSERT_EQ(0, shortage_prepare());
	shortage_only_module(0);
}

FIXTURE_TEARDOWN(starting)
{
	EXPECT_EQ(0, shortage_over());
}

TEST_F_TIMEOUT(starting, leaves_the_last_run_alone, TIMEOUT_S)
{
	char control[FACE_PATH];
	unsigned int n, failed = 0;
	bool came = true;
	int ret;

	snprintf(control, sizeof(control), "%s/control", self->bench);
	for (n = 1; came && n < PLACES; n = shortage_next(n)) {
		ret = shortage_write(control, "start", n, &came);
		ASSERT_TRUE(!ret || (came && ret == -ENOMEM)) {
			TH_LOG("start without allocation %u: %d", n, ret);
		}
		failed += ret != 0;
		ASSERT_EQ(0, run_wait(self->bench));
		EXPECT_TRUE(run_is(self->bench, "done"));
		if (!ret)
			self->id = face_number("%s/run/id", self->bench);
		ASSERT_TRUE(is_whole(self->bench, self->cells, self->id)) {
			TH_LOG("after a start without allocation %u: %d", n, ret);
		}
	}
	TH_LOG("%u times not started, of up to %u allocations", failed, n);
	EXPECT_LT(0, failed);
	EXPECT_FALSE(came);
}

TEST_F_TIMEOUT(starting, resets_or_does_not, TIMEOUT_S)
{
	char control[FACE_PATH];
	bool came = true;
	unsigned int n;
	int ret;

	snprintf(control, sizeof(control), "%s/control", self->bench);
	for (n = 1; came && n < PLACES; n = shortage_next(n)) {
		ret = shortage_write(control, "reset", n, &came);
		ASSERT_TRUE(!ret || (came && ret == -ENOMEM)) {
			TH_LOG("reset without allocation %u: %d", n, ret);
		}
		if (!ret)
			self->id = 0;
		ASSERT_EQ(self->id, face_number("%s/run/id", self->bench)) {
			TH_LOG("after a reset without allocation %u: %d", n, ret);
		}
	}
	EXPECT_FALSE(came);
}

FIXTURE(running) {
	const char *bench;
	unsigned int cells;
	long long id;
};

#define BENCH_FIXTURE_OF_A_KIND running
#include "benches.h"

/*
 * Long enough to find its thread, on slow machines not much longer: rests take
 * as long on all. Where nobody is interrupted there is no rest, only more shots.
 */
static void stage_long(struct __test_metadata *_metadata, const char *bench)
{
	unsigned int shots = FEW_SHOTS;

	ASSERT_EQ(0, run_settle_and_stage(bench));
	ASSERT_EQ(0, face_write_number(FEW_SHOTS, "%s/samples", bench));
	ASSERT_EQ(0, face_write("2", "%s/warmup", bench));
	ASSERT_EQ(0, face_write("2", "%s/pairs_max", bench));
	ASSERT_EQ(0, face_write("idle", "%s/target_state", bench));
	ASSERT_EQ(0, face_write_number(REST_US, "%s/gap_us", bench));
	ASSERT_EQ(0, run_to(bench, "done"));
	if (face_each(NULL, NULL, "%s/results/*/local", bench))
		shots = MANY_SHOTS;
	ASSERT_EQ(0, face_write_number(shots, "%s/samples", bench));
}

FIXTURE_SETUP(running)
{
	const char *why = run_unusable(variant->bench);

	why = why ? why : shortage_unusable();
	if (why)
		SKIP(return, "%s", why);
	self->bench = variant->bench;
	stage_long(_metadata, self->bench);
	run_before(_metadata, self->bench, &self->cells, &self->id);
	ASSERT_EQ(0, shortage_prepare());
	shortage_only_module(0);
}

FIXTURE_TEARDOWN(running)
{
	EXPECT_EQ(0, shortage_over());
}

/* A run whose thread goes without its @n-th allocation, if it is found in time. */
static bool run_short(struct __test_metadata *_metadata, const char *bench, unsigned int n)
{
	int shortage = -ESRCH;
	pid_t thread = 0;

	/* The last one's may still be on its way out. */
	while (module_threads())
		usleep(1000);
	ASSERT_EQ(0, run_start(bench));
	while (!thread && run_is(bench, "running"))
		thread = module_thread("ipibench_run");
	if (thread)
		shortage = shortage_start(thread, n);
	ASSERT_EQ(0, run_wait(bench));
	if (shortage >= 0)
		close(shortage);
	return shortage >= 0;
}

TEST_F_TIMEOUT(running, ends_well_or_says_why, TIMEOUT_S)
{
	unsigned int n, met = 0, failed = 0, whole = 0;
	char text[FACE_TEXT];

	for (n = 1; whole < WHOLE_RUNS && n < PLACES; n = shortage_next(n)) {
		met += run_short(_metadata, self->bench, n);
		ASSERT_EQ(0, face_read(text, "%s/error", self->bench));
		if (run_is(self->bench, "failed")) {
			failed++;
			whole = 0;
			EXPECT_STRNE("", text);
		} else {
			whole++;
			EXPECT_TRUE(run_is(self->bench, "done"));
			EXPECT_STREQ("", text);
			self->id = face_number("%s/run/id", self->bench);
			EXPECT_LT(0, self->id);
		}
		ASSERT_TRUE(is_whole(self->bench, self->cells, self->id)) {
			TH_LOG("a run without allocation %u: '%s'", n, text);
		}
	}
	TH_LOG("%u of %u runs without an allocation failed", failed, met);
	EXPECT_LT(0, met);
	EXPECT_LT(0, failed);
}

TEST_HARNESS_MAIN
