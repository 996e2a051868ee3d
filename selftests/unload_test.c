// SPDX-License-Identifier: GPL-2.0-only
/*
 * The module may go at any moment: in the middle of a run, with its files open,
 * with somebody waiting. (How often it can come and go: load.sh.)
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "harness.h"
#include "child.h"
#include "module.h"
#include "run.h"

enum { OPEN_MAX_FILES = 900, RACES = 10, RACES_SLOW = 3 };

static unsigned int races(void)
{
	return module_slow() ? RACES_SLOW : RACES;
}

FIXTURE(unload) {
	const char *bench;
};

#define BENCH_FIXTURE_OF_A_KIND unload
#include "benches.h"

FIXTURE_SETUP(unload)
{
	const char *why = run_unusable(variant->bench);

	if (why)
		SKIP(return, "%s", why);
	if (module_builtin())
		SKIP(return, "ipibench is part of the kernel");
	self->bench = variant->bench;
	ASSERT_EQ(0, run_settle_and_stage(self->bench));
}

FIXTURE_TEARDOWN(unload)
{
	EXPECT_EQ(0, module_load());
}

TEST_F(unload, in_the_middle_of_a_run)
{
	ASSERT_EQ(0, run_stage_endless(self->bench));
	ASSERT_EQ(0, run_start(self->bench));
	ASSERT_EQ(0, run_wait_shots(self->bench));
	EXPECT_EQ(0, module_unload());
	EXPECT_FALSE(module_loaded());
	EXPECT_EQ(0, module_threads());
}

TEST_F(unload, at_the_start_of_a_run)
{
	unsigned int i;

	for (i = 0; i < races(); i++) {
		ASSERT_EQ(0, module_load());
		ASSERT_EQ(0, run_stage_endless(self->bench));
		ASSERT_EQ(0, run_start(self->bench));
		usleep(i * i * 300);
		ASSERT_EQ(0, module_unload());
		EXPECT_EQ(0, module_threads());
	}
}

TEST_F(unload, after_a_run)
{
	ASSERT_EQ(0, run_to(self->bench, "done"));
	EXPECT_EQ(0, module_unload());
	EXPECT_FALSE(module_loaded());
}

/* Descriptors of everything that can be opened. */
struct files {
	int fd[OPEN_MAX_FILES];
	unsigned int nr;
};

static void open_file(const char *path, void *data)
{
	struct files *files = data;
	int fd = files->nr < OPEN_MAX_FILES ? face_open(O_RDONLY, "%s", path) : -EMFILE;

	if (fd >= 0)
		files->fd[files->nr++] = fd;
}

static void check_gone(struct __test_metadata *_metadata, const struct files *files)
{
	unsigned int i;
	char text[64];

	for (i = 0; i < files->nr; i++) {
		EXPECT_EQ(-1, pread(files->fd[i], text, sizeof(text), 0));
		EXPECT_TRUE(errno == ENODEV || errno == EISDIR);
	}
}

TEST_F(unload, with_every_file_open)
{
	static const char *const patterns[] = {
		"*", "*/*", "*/run/*", "*/run/conditions/*", "*/results/*/*",
		"*/results/*/*/*", "*/compare/*/*/*", NULL,
	}, *const *pattern;
	struct files files = { .nr = 0 };

	ASSERT_EQ(0, run_to(self->bench, "done"));
	for (pattern = patterns; *pattern; pattern++)
		face_each(open_file, &files, "%s", *pattern);
	EXPECT_LT(50, files.nr);
	ASSERT_EQ(0, module_unload());
	check_gone(_metadata, &files);
	/* A module of the same name is not the same module. */
	ASSERT_EQ(0, module_load());
	check_gone(_metadata, &files);
	while (files.nr)
		close(files.fd[--files.nr]);
}

/* Waits as a user would. Exit: 0 if woken and told that it is over. */
static int wait_for_change(void *data)
{
	const char *bench = data;
	struct pollfd poller = { .events = POLLPRI | POLLERR };
	char text[64];

	poller.fd = face_open(O_RDONLY, "%s/state", bench);
	if (poller.fd < 0 || pread(poller.fd, text, sizeof(text), 0) <= 0)
		return 1;
	if (poll(&poller, 1, RUN_LIMIT_MS) != 1)
		return 2;
	if (!(poller.revents & (POLLPRI | POLLERR)))
		return 3;
	/* The notification comes before the end; the end may need a moment more. */
	while (pread(poller.fd, text, sizeof(text), 0) >= 0)
		usleep(1000);
	return errno == ENODEV ? 0 : 4;
}

TEST_F(unload, wakes_who_waits)
{
	pid_t pid = child_start(wait_for_change, (void *)self->bench);

	ASSERT_LT(0, pid);
	usleep(500000);
	/* Still waiting, for nothing has changed. */
	EXPECT_EQ(0, kill(pid, 0));
	ASSERT_EQ(0, module_unload());
	EXPECT_EQ(0, child_wait(pid));
}

/* Never lets go of the files of a module that comes and goes. */
static int hammer(void *data)
{
	const char *bench = data;
	char text[FACE_TEXT];

	for (;;) {
		face_write("start", "%s/control", bench);
		face_read(text, "%s/progress", bench);
		face_read(text, "env/classes");
		face_write("32", "%s/samples", bench);
		face_write("stop", "%s/control", bench);
		face_write("reset", "%s/control", bench);
	}
	return 0;
}

TEST_F(unload, under_fire)
{
	pid_t pid = child_start(hammer, (void *)self->bench);
	unsigned int i;

	ASSERT_LT(0, pid);
	for (i = 0; i < races(); i++) {
		EXPECT_EQ(0, module_load());
		usleep(i * 10000);
		EXPECT_EQ(0, module_unload());
		EXPECT_FALSE(module_loaded());
	}
	EXPECT_EQ(0, child_stop(pid));
	EXPECT_EQ(0, module_threads());
}

TEST_HARNESS_MAIN
