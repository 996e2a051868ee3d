// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processes that do not know of each other and write everything at once. None
 * may get an answer that is not in the ABI document, and afterwards all works.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "benches.h"
#include "cell.h"
#include "child.h"
#include "module.h"
#include "run.h"

enum { WRITERS = 3, RACE_US = 4000000 };

FIXTURE(race) {
	pid_t pid[WRITERS];
};

FIXTURE_SETUP(race)
{
	const char *why = module_unusable();

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, run_settle());
}

FIXTURE_TEARDOWN(race)
{
	EXPECT_EQ(0, run_settle());
}

/* What is written, and which answers are right; 0 always is. */
static const struct move {
	const char *file;
	const char *value;
	int errors[4];
} moves[] = {
	{ "control", "start", { EBUSY, EOPNOTSUPP, ENXIO, ENOMEM } },
	{ "control", "start", { EBUSY, EOPNOTSUPP, ENXIO, ENOMEM } },
	{ "control", "stop", { 0 } },
	{ "control", "reset", { EBUSY } },
	{ "control", "nonsense", { EINVAL } },
	{ "samples", "48", { 0 } },
	{ "samples", "1048576", { 0 } },
	{ "samples", "0", { EINVAL } },
	{ "block", "8", { 0 } },
	{ "pairs_max", "2", { 0 } },
	{ "pairs_max", "4096", { 0 } },
	{ "senders", "0", { 0 } },
	{ "senders", "default", { 0 } },
	{ "targets", "-", { EINVAL } },
	{ "target_state", "idle", { 0 } },
	{ "target_state", "busy", { 0 } },
	{ "variants", "all", { 0 } },
	{ "variants", "nonsense", { EINVAL } },
	{ "seed", "7", { 0 } },
	{ "timeout_ms", "50", { 0 } },
};

static bool answer_is_right(const struct move *move, int ret)
{
	unsigned int i;

	if (!ret)
		return move->errors[0] != EINVAL;
	for (i = 0; i < ARRAY_SIZE(move->errors); i++)
		if (move->errors[i] && ret == -move->errors[i])
			return true;
	return false;
}

/* Any bench, so that they meet; a random one, the same for the same seed. */
static const char *pick_bench(unsigned int *seed, char names[FACE_PATH])
{
	unsigned int nr = 0, i;
	char *rest = names, *name = NULL;

	snprintf(names, FACE_PATH, "%s", BENCH_NAMES);
	for (i = 0; names[i]; i++)
		nr += names[i] == ' ';
	for (i = rand_r(seed) % (nr + 1) + 1; i; i--)
		name = strsep(&rest, " ");
	return name;
}

static int write_forever(void *data)
{
	unsigned int seed = *(unsigned int *)data;
	char names[FACE_PATH], text[FACE_TEXT];

	for (;;) {
		const struct move *move = &moves[rand_r(&seed) % ARRAY_SIZE(moves)];
		const char *bench = pick_bench(&seed, names);
		int ret = face_write(move->value, "%s/%s", bench, move->file);

		if (!answer_is_right(move, ret)) {
			printf("# %s to %s/%s: %d\n", move->value, bench, move->file, ret);
			return 1;
		}
		if (face_read(text, "%s/%s", bench, move->file) ||
		    face_read(text, "%s/state", bench) || face_read(text, "%s/error", bench))
			return 2;
	}
}

/* Results may be gone any time; what is there must be readable. */
static int read_forever(void *data)
{
	char names[FACE_PATH];
	struct cell cells[CELL_MAX];
	unsigned int seed = *(unsigned int *)data;

	for (;;)
		cell_list(pick_bench(&seed, names), cells);
	return 0;
}

static void check_afterwards(struct __test_metadata *_metadata, const char *bench)
{
	if (run_unsupported(bench))
		return;
	ASSERT_EQ(0, run_stage(bench));
	ASSERT_EQ(0, run_to(bench, "done"));
	EXPECT_STREQ("", cells_fault(bench, RUN_SAMPLES));
}

TEST_F(race, writers_and_a_reader)
{
	unsigned int seed[WRITERS + 1], i;
	char names[] = BENCH_NAMES, *rest = names, *bench;
	pid_t pid[WRITERS + 1];

	for (i = 0; i <= WRITERS; i++) {
		seed[i] = i + 1;
		pid[i] = child_start(i < WRITERS ? write_forever : read_forever, &seed[i]);
		EXPECT_LT(0, pid[i]);
	}
	usleep(RACE_US);
	for (i = 0; i <= WRITERS; i++)
		EXPECT_EQ(0, child_stop(pid[i]));
	ASSERT_EQ(0, run_settle());
	EXPECT_EQ(0, module_threads());
	while ((bench = strsep(&rest, " ")))
		check_afterwards(_metadata, bench);
}

static int start_forever(void *data)
{
	for (;;) {
		face_write("start", "%s/control", (const char *)data);
		face_write("stop", "%s/control", (const char *)data);
	}
	return 0;
}

TEST_F(race, two_start_the_same)
{
	char bench[] = "selftest";
	pid_t one, other;

	ASSERT_EQ(0, run_stage(bench));
	one = child_start(start_forever, bench);
	other = child_start(start_forever, bench);
	EXPECT_LT(0, one);
	EXPECT_LT(0, other);
	usleep(RACE_US / 2);
	EXPECT_EQ(0, child_stop(one));
	EXPECT_EQ(0, child_stop(other));
	EXPECT_EQ(0, run_stop(bench));
	ASSERT_EQ(0, run_wait(bench));
	check_afterwards(_metadata, bench);
}

TEST_HARNESS_MAIN
