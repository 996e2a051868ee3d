// SPDX-License-Identifier: GPL-2.0-only
/*
 * The life of a run as its user sees it: start, stop, reset, the states, who
 * is woken, and what may be done when.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "module.h"
#include "run.h"

/* ring, all-to-one, broadcast, pairs */
enum { PATTERNS = 4 };

FIXTURE(control) {
	const char *bench;
};

#define BENCH_FIXTURE_OF_A_KIND control
#include "benches.h"

FIXTURE_SETUP(control)
{
	const char *why = run_unusable(variant->bench);

	if (why)
		SKIP(return, "%s", why);
	self->bench = variant->bench;
	ASSERT_EQ(0, run_settle_and_stage(self->bench));
}

FIXTURE_TEARDOWN(control)
{
	EXPECT_EQ(0, run_settle());
}

TEST_F(control, runs_to_the_end)
{
	unsigned long long done, planned;
	char text[FACE_TEXT], *rest;
	long long pairs;

	EXPECT_TRUE(run_is(self->bench, "idle"));
	EXPECT_EQ(0, face_number("%s/run/id", self->bench));
	ASSERT_EQ(0, run_to(self->bench, "done"));

	EXPECT_EQ(0, face_read(text, "%s/error", self->bench));
	EXPECT_STREQ("", text);
	EXPECT_LT(0, face_number("%s/run/id", self->bench));
	pairs = face_number("%s/run/pairs", self->bench);
	EXPECT_LT(0, pairs);
	/* Where senders fire together, so many of them in each pattern. */
	EXPECT_GE(RUN_PAIRS * (face_exists("%s/pattern", self->bench) ? PATTERNS : 1), pairs);
	EXPECT_EQ(RUN_SAMPLES / RUN_BLOCK, face_number("%s/run/rounds", self->bench));
	ASSERT_EQ(0, face_read(text, "%s/progress", self->bench));
	done = strtoull(text, &rest, 10);
	ASSERT_EQ(' ', *rest);
	planned = strtoull(rest, &rest, 10);
	EXPECT_EQ('\0', *rest);
	EXPECT_EQ(planned, done);
	EXPECT_LT(0, planned);
	EXPECT_EQ(0, planned % (pairs * RUN_SAMPLES));
}

static void start_is_busy(const char *path, void *data)
{
	*(unsigned int *)data += face_write("start", "%s", path) == -EBUSY;
}

TEST_F(control, one_run_at_a_time)
{
	unsigned int benches, busy = 0;

	ASSERT_EQ(0, run_stage_endless(self->bench));
	ASSERT_EQ(0, run_start(self->bench));
	EXPECT_TRUE(run_is(self->bench, "running"));
	benches = face_each(start_is_busy, &busy, "*/control");
	EXPECT_EQ(benches, busy);
	EXPECT_EQ(-EBUSY, face_write("reset", "%s/control", self->bench));
	EXPECT_TRUE(run_is(self->bench, "running"));

	ASSERT_EQ(0, run_stop(self->bench));
	ASSERT_EQ(0, run_wait(self->bench));
	EXPECT_TRUE(run_is(self->bench, "stopped"));
}

static void stop_other(const char *path, void *data)
{
	const char *bench = data;

	if (strncmp(path, bench, strlen(bench)) || path[strlen(bench)] != '/')
		face_write("stop", "%s", path);
}

TEST_F(control, stop_is_for_this_bench_only)
{
	ASSERT_EQ(0, run_stage_endless(self->bench));
	ASSERT_EQ(0, run_start(self->bench));
	ASSERT_EQ(0, run_wait_shots(self->bench));
	face_each(stop_other, (void *)self->bench, "*/control");
	usleep(200000);
	EXPECT_TRUE(run_is(self->bench, "running"));
}

TEST_F(control, parameters_are_for_the_next_run)
{
	ASSERT_EQ(0, face_write("32", "%s/samples", self->bench));
	ASSERT_EQ(0, run_start(self->bench));
	EXPECT_EQ(0, face_write("48", "%s/samples", self->bench));
	EXPECT_EQ(48, face_number("%s/samples", self->bench));
	ASSERT_EQ(0, run_wait(self->bench));
	EXPECT_EQ(32, face_number("%s/run/conditions/samples", self->bench));
	EXPECT_EQ(0, run_to(self->bench, "done"));
	EXPECT_EQ(48, face_number("%s/run/conditions/samples", self->bench));
}

TEST_F(control, stopped_run_publishes_nothing)
{
	long long id, finished;

	ASSERT_EQ(0, run_to(self->bench, "done"));
	id = face_number("%s/run/id", self->bench);
	finished = face_number("%s/run/finished_epoch_s", self->bench);

	ASSERT_EQ(0, face_write("1048576", "%s/samples", self->bench));
	ASSERT_EQ(0, face_write("64", "%s/block", self->bench));
	ASSERT_EQ(0, run_start(self->bench));
	ASSERT_EQ(0, run_wait_shots(self->bench));
	EXPECT_TRUE(face_exists("%s/results", self->bench));
	ASSERT_EQ(0, run_stop(self->bench));
	ASSERT_EQ(0, run_wait(self->bench));
	EXPECT_TRUE(run_is(self->bench, "stopped"));
	EXPECT_EQ(id, face_number("%s/run/id", self->bench));
	EXPECT_EQ(finished, face_number("%s/run/finished_epoch_s", self->bench));
	EXPECT_EQ(RUN_SAMPLES, face_number("%s/run/conditions/samples", self->bench));
	EXPECT_TRUE(face_exists("%s/results", self->bench));
}

TEST_F(control, stop_at_any_moment)
{
	unsigned int i;

	ASSERT_EQ(0, run_stage_endless(self->bench));
	for (i = 0; i < 12; i++) {
		ASSERT_EQ(0, run_start(self->bench));
		usleep(i * i * 1000);
		ASSERT_EQ(0, run_stop(self->bench));
		ASSERT_EQ(0, run_wait(self->bench));
		ASSERT_TRUE(run_is(self->bench, "stopped"));
	}
	EXPECT_EQ(0, module_threads());
}

TEST_F(control, stop_without_a_run_does_nothing)
{
	EXPECT_EQ(0, run_stop(self->bench));
	EXPECT_TRUE(run_is(self->bench, "idle"));
}

TEST_F(control, reset_forgets_everything)
{
	char text[FACE_TEXT];

	ASSERT_EQ(0, run_to(self->bench, "done"));
	EXPECT_TRUE(face_exists("%s/run/conditions", self->bench));
	ASSERT_EQ(0, face_write("reset", "%s/control", self->bench));
	EXPECT_TRUE(run_is(self->bench, "idle"));
	EXPECT_EQ(0, face_number("%s/run/id", self->bench));
	EXPECT_EQ(2048, face_number("%s/samples", self->bench));
	EXPECT_FALSE(face_exists("%s/results", self->bench));
	EXPECT_FALSE(face_exists("%s/compare", self->bench));
	EXPECT_FALSE(face_exists("%s/run/conditions", self->bench));
	EXPECT_EQ(0, face_read(text, "%s/progress", self->bench));
	EXPECT_STREQ("0 0", text);
}

TEST_F(control, run_out_of_time_fails)
{
	char text[FACE_TEXT];
	long long id;

	ASSERT_EQ(0, run_to(self->bench, "done"));
	id = face_number("%s/run/id", self->bench);
	ASSERT_EQ(0, face_write("1048576", "%s/samples", self->bench));
	ASSERT_EQ(0, face_write("64", "%s/block", self->bench));
	ASSERT_EQ(0, face_write("300", "%s/timeout_ms", self->bench));
	EXPECT_EQ(0, run_to(self->bench, "failed"));
	EXPECT_EQ(0, face_read(text, "%s/error", self->bench));
	EXPECT_STRNE("", text);
	EXPECT_EQ(id, face_number("%s/run/id", self->bench));
	EXPECT_TRUE(face_exists("%s/results", self->bench));

	/* The next one is not held against the last. */
	ASSERT_EQ(0, run_stage(self->bench));
	EXPECT_EQ(0, run_to(self->bench, "done"));
	EXPECT_EQ(0, face_read(text, "%s/error", self->bench));
	EXPECT_STREQ("", text);
}

TEST_F(control, other_words_are_refused)
{
	static const char *const words[] = {
		"begin", "START", "start now", "start stop", " start", "startx", "star",
		"\n", "0", "start\n\n", NULL,
	}, *const *word;

	for (word = words; *word; word++) {
		EXPECT_EQ(-EINVAL, face_write(*word, "%s/control", self->bench)) {
			TH_LOG("'%s'", *word);
		}
	}
	EXPECT_TRUE(run_is(self->bench, "idle"));
}

/* The value read last, so that the next change is one. */
static int read_state(int fd, char text[FACE_TEXT])
{
	ssize_t len = pread(fd, text, FACE_TEXT - 1, 0);

	if (len < 0)
		return -errno;
	text[len] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return 0;
}

TEST_F(control, state_can_be_polled)
{
	struct pollfd poller = { .events = POLLPRI | POLLERR };
	char text[FACE_TEXT];
	unsigned int wakes = 0;

	poller.fd = face_open(O_RDONLY, "%s/state", self->bench);
	ASSERT_LE(0, poller.fd);
	ASSERT_EQ(0, read_state(poller.fd, text));
	EXPECT_STREQ("idle", text);
	EXPECT_EQ(0, poll(&poller, 1, 100));

	ASSERT_EQ(0, run_start(self->bench));
	while (strcmp(text, "done")) {
		ASSERT_EQ(1, poll(&poller, 1, RUN_LIMIT_MS));
		EXPECT_EQ(POLLPRI | POLLERR, poller.revents & (POLLPRI | POLLERR));
		ASSERT_EQ(0, read_state(poller.fd, text));
		ASSERT_TRUE(!strcmp(text, "running") || !strcmp(text, "done"));
		wakes++;
	}
	EXPECT_LE(1, wakes);
	ASSERT_EQ(0, face_write("reset", "%s/control", self->bench));
	EXPECT_EQ(1, poll(&poller, 1, RUN_LIMIT_MS));
	ASSERT_EQ(0, read_state(poller.fd, text));
	EXPECT_STREQ("idle", text);
	close(poller.fd);
}

TEST_F(control, idle_targets)
{
	ASSERT_EQ(0, face_write("idle", "%s/target_state", self->bench));
	EXPECT_EQ(0, run_to(self->bench, "done"));
	EXPECT_EQ(0, module_threads());
}

/* One shot to a block: what all blocks' middles would take is over the cap. */
TEST_F(control, no_run_takes_more_memory_than_it_may)
{
	int ret;

	ASSERT_EQ(0, run_stage_endless(self->bench));
	ASSERT_EQ(0, face_write("1", "%s/block", self->bench));
	ASSERT_EQ(0, face_write("4096", "%s/pairs_max", self->bench));
	ret = run_start(self->bench);
	/* Where one CPU makes one pair, it fits. */
	EXPECT_TRUE(!ret || ret == -ENOMEM);
	EXPECT_TRUE(run_is(self->bench, ret ? "idle" : "running"));
}

TEST_HARNESS_MAIN
