// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "module.h"
#include "run.h"

enum { WAIT_TURN_MS = 200 };

const char *run_unsupported(const char *bench)
{
	static char why[FACE_TEXT];

	if (!face_exists("%s", bench))
		return "this module has no such bench";
	if (face_read(why, "%s/supported", bench))
		return "its support cannot be read";
	return strcmp(why, "yes") ? why : NULL;
}

const char *run_unusable(const char *bench)
{
	static char skip[FACE_TEXT + 64];
	const char *why = module_unusable();

	if (why)
		return why;
	why = run_unsupported(bench);
	if (!why)
		return NULL;
	snprintf(skip, sizeof(skip), "%s is not supported: %s", bench, why);
	return skip;
}

bool run_is_together(const char *bench)
{
	return face_exists("%s/burst_ms", bench);
}

/* A storm takes all of a machine that is emulated: short bursts of few. */
static int stage(const char *bench, unsigned int samples, unsigned int block)
{
	bool together = run_is_together(bench);
	const struct {
		const char *name;
		unsigned int value;
	} sizes[] = {
		{ "samples", samples },
		{ "block", block },
		{ "warmup", RUN_WARMUP },
		{ "pairs_max", together ? RUN_TOGETHER : RUN_PAIRS },
		{ "timeout_ms", RUN_LIMIT_MS },
		{ together ? "burst_ms" : NULL, 1 },
		{ }
	}, *size;
	int ret = face_write("reset", "%s/control", bench);

	for (size = sizes; !ret && size->name; size++)
		ret = face_write_number(size->value, "%s/%s", bench, size->name);
	return ret;
}

int run_stage(const char *bench)
{
	return stage(bench, RUN_SAMPLES, RUN_BLOCK);
}

int run_stage_endless(const char *bench)
{
	return stage(bench, 1 << 20, 64);
}

int run_start(const char *bench)
{
	return face_write("start", "%s/control", bench);
}

int run_stop(const char *bench)
{
	return face_write("stop", "%s/control", bench);
}

bool run_is(const char *bench, const char *state)
{
	char text[FACE_TEXT];

	return !face_read(text, "%s/state", bench) && !strcmp(text, state);
}

/* Whether poll() works is for another test to find out. */
int run_wait(const char *bench)
{
	unsigned int waited;

	for (waited = 0; waited < RUN_LIMIT_MS; waited += WAIT_TURN_MS / 10) {
		if (!run_is(bench, "running"))
			return 0;
		usleep(WAIT_TURN_MS * 100);
	}
	return -ETIME;
}

int run_progress(const char *bench, unsigned long long *fired, unsigned long long *planned)
{
	char text[FACE_TEXT];
	int ret = face_read(text, "%s/progress", bench);

	if (ret)
		return ret;
	return sscanf(text, "%llu %llu", fired, planned) == 2 ? 0 : -EPROTO;
}

int run_wait_shots(const char *bench)
{
	unsigned long long fired, planned;
	unsigned int waited;

	for (waited = 0; waited < RUN_LIMIT_MS; waited++) {
		if (run_progress(bench, &fired, &planned) || fired)
			return 0;
		usleep(1000);
	}
	return -ETIME;
}

int run_to(const char *bench, const char *state)
{
	int ret = run_start(bench);

	if (!ret)
		ret = run_wait(bench);
	if (!ret && !run_is(bench, state))
		ret = -EPROTO;
	return ret;
}

static void settle(const char *path, void *data)
{
	int *ret = data;

	if (face_write("stop", "%s", path))
		*ret = -EIO;
}

static void reset(const char *path, void *data)
{
	int *ret = data;
	unsigned int tries;

	for (tries = 0; tries < RUN_LIMIT_MS; tries += 10) {
		if (face_write("reset", "%s", path) != -EBUSY)
			return;
		usleep(10000);
	}
	*ret = -ETIME;
}

int run_settle(void)
{
	int ret = 0;

	face_each(settle, &ret, "*/control");
	face_each(reset, &ret, "*/control");
	return ret;
}

int run_settle_and_stage(const char *bench)
{
	int ret = run_settle();

	return ret ? ret : run_stage(bench);
}
