// SPDX-License-Identifier: GPL-2.0-only
/*
 * Somebody without privileges reads everything and changes nothing.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "child.h"
#include "module.h"
#include "run.h"

enum { NOBODY = 65534 };

FIXTURE(users) {
};

FIXTURE_SETUP(users)
{
	const char *why = module_unusable();

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, run_settle());
	ASSERT_EQ(0, run_stage("selftest"));
	ASSERT_EQ(0, run_to("selftest", "done"));
}

FIXTURE_TEARDOWN(users)
{
	EXPECT_EQ(0, run_settle());
}

static const char *const everything[] = {
	"abi", "env/*", "*/*", "*/run/*", "*/run/conditions/*", "*/results/*/*",
	"*/results/*/*/*", "*/compare/*/*/*", NULL,
};

static void each_file(void (*visit)(const char *path, void *data), void *data)
{
	const char *const *pattern;

	for (pattern = everything; *pattern; pattern++)
		face_each(visit, data, "%s", *pattern);
}

static int as_nobody(void (*visit)(const char *path, void *data))
{
	unsigned int bad = 0;

	if (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY))
		return 100;
	each_file(visit, &bad);
	return bad > 99 ? 99 : bad;
}

static void read_file(const char *path, void *data)
{
	char text[FACE_TEXT];
	int ret = face_read(text, "%s", path);

	if (!ret || ret == -EISDIR)
		return;
	printf("# %s cannot be read: %d\n", path, ret);
	++*(unsigned int *)data;
}

static int read_everything(void *data)
{
	return as_nobody(read_file);
}

TEST_F(users, anybody_may_read)
{
	pid_t pid = child_start(read_everything, NULL);

	ASSERT_LT(0, pid);
	EXPECT_EQ(0, child_wait(pid));
}

static void write_file(const char *path, void *data)
{
	int ret = face_write("reset", "%s", path);

	if (ret == -EACCES || ret == -EISDIR)
		return;
	printf("# %s can be opened for writing: %d\n", path, ret);
	++*(unsigned int *)data;
}

static int write_everything(void *data)
{
	return as_nobody(write_file);
}

TEST_F(users, only_root_may_write)
{
	pid_t pid = child_start(write_everything, NULL);

	ASSERT_LT(0, pid);
	EXPECT_EQ(0, child_wait(pid));
	EXPECT_TRUE(run_is("selftest", "done"));
	EXPECT_EQ(RUN_SAMPLES, face_number("selftest/samples"));
}

static int wait_as_nobody(void *data)
{
	struct pollfd poller = { .events = POLLPRI | POLLERR };
	char text[64];

	if (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY))
		return 100;
	poller.fd = face_open(O_RDONLY, "selftest/state");
	if (poller.fd < 0 || pread(poller.fd, text, sizeof(text), 0) <= 0)
		return 1;
	return poll(&poller, 1, RUN_LIMIT_MS) == 1 ? 0 : 2;
}

TEST_F(users, anybody_may_wait)
{
	pid_t pid = child_start(wait_as_nobody, NULL);

	ASSERT_LT(0, pid);
	usleep(500000);
	ASSERT_EQ(0, run_to("selftest", "done"));
	EXPECT_EQ(0, child_wait(pid));
}

TEST_HARNESS_MAIN
