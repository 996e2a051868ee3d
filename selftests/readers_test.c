// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading while runs come and go: a reader who obeys the rule of run/id never
 * sees two runs' values together, and an open file of the last run says so.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness.h"
#include "cell.h"
#include "child.h"
#include "module.h"
#include "run.h"

enum { RUNS = 5 };

FIXTURE(readers) {
	const char *bench;
};

#define BENCH_FIXTURE_OF_A_KIND readers
#include "benches.h"

FIXTURE_SETUP(readers)
{
	const char *why = run_unusable(variant->bench);

	if (why)
		SKIP(return, "%s", why);
	self->bench = variant->bench;
	ASSERT_EQ(0, run_settle_and_stage(self->bench));
	ASSERT_EQ(0, face_write("2", "%s/pairs_max", self->bench));
}

FIXTURE_TEARDOWN(readers)
{
	EXPECT_EQ(0, run_settle());
}

/* What a reader saw, in memory shared with it. */
struct seen {
	unsigned int consistent;	/* readings with the same id before and after */
	unsigned int wrong;		/* of these, such that do not add up */
	unsigned int started_over;
	unsigned int runs;		/* different ids among the consistent */
	long long last_id;
};

/* Return: everything could be read. */
static bool read_everything(const char *bench, bool *right)
{
	struct cell cells[CELL_MAX];
	unsigned int i, nr;
	long long samples = face_number("%s/run/conditions/samples", bench);

	nr = cell_list(bench, cells);
	*right = true;
	for (i = 0; i < nr; i++) {
		if (cells[i].count < 0 || cells[i].pairs < 0 || cells[i].lost < 0 ||
		    cells[i].skipped_idle < 0 || cells[i].offline < 0)
			return false;
		*right = *right && cell_adds_up(&cells[i], samples);
	}
	return nr && samples > 0;
}

static void read_once(const char *bench, struct seen *seen)
{
	long long id = face_number("%s/run/id", bench);
	bool right, whole = read_everything(bench, &right);

	if (id <= 0 || !whole || face_number("%s/run/id", bench) != id) {
		seen->started_over++;
		return;
	}
	seen->consistent++;
	seen->wrong += !right;
	seen->runs += seen->last_id != id;
	seen->last_id = id;
}

/* What the reading process needs to know. */
struct reader {
	const char *bench;
	struct seen *seen;
};

static int read_forever(void *data)
{
	struct reader *reader = data;

	for (;;)
		read_once(reader->bench, reader->seen);
	return 0;
}

TEST_F(readers, never_see_two_runs_as_one)
{
	struct seen *seen = mmap(NULL, sizeof(*seen), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct reader reader = { .bench = self->bench, .seen = seen };
	unsigned int i;
	pid_t pid;

	ASSERT_NE(MAP_FAILED, seen);
	pid = child_start(read_forever, &reader);
	ASSERT_LT(0, pid);
	/* Each run has its own number of shots, so values of two do not add up. */
	for (i = 0; i < RUNS; i++) {
		EXPECT_EQ(0, face_write_number(16 + i, "%s/samples", self->bench));
		EXPECT_EQ(0, run_to(self->bench, "done"));
	}
	usleep(500000);
	EXPECT_EQ(0, child_stop(pid));
	TH_LOG("%u readings of %u runs, %u started over", seen->consistent, seen->runs,
	       seen->started_over);
	EXPECT_LT(0, seen->consistent);
	EXPECT_EQ(0, seen->wrong);
	munmap(seen, sizeof(*seen));
}

static void open_file(const char *path, void *data)
{
	int *fd = data;

	while (*fd >= 0)
		fd++;
	*fd = face_open(O_RDONLY, "%s", path);
}

TEST_F(readers, old_files_are_gone_for_good)
{
	static const char *const files[] = { "run/*", "run/conditions/*", "results/*/matrix",
					     "results/*/*/*", "compare/*/*/*", NULL };
	const char *const *file;
	int fds[4096], *fd;
	unsigned int nr = 0;
	char text[64];

	/* Open everything that belongs to the run. */
	memset(fds, 0xff, sizeof(fds));
	ASSERT_EQ(0, run_to(self->bench, "done"));
	for (file = files; *file && nr < 900; file++)
		nr += face_each(open_file, fds, "%s/%s", self->bench, *file);
	ASSERT_LT(20, nr);
	ASSERT_GT(1000, nr);
	ASSERT_EQ(0, run_to(self->bench, "done"));
	for (fd = fds; *fd >= 0; fd++) {
		ssize_t len = pread(*fd, text, sizeof(text), 0);

		/* A folder has nothing to say at any time. */
		if (len < 0 && errno == EISDIR)
			continue;
		EXPECT_EQ(-1, len);
		EXPECT_EQ(ENODEV, errno);
		close(*fd);
	}
}

TEST_HARNESS_MAIN
