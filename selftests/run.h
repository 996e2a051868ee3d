/* SPDX-License-Identifier: GPL-2.0-only */
/* Runs of a bench, small enough for a machine that is emulated. */
#ifndef SELFTESTS_RUN_H
#define SELFTESTS_RUN_H

#include "face.h"

enum {
	RUN_SAMPLES	= 64,
	RUN_BLOCK	= 16,
	RUN_WARMUP	= 16,
	RUN_PAIRS	= 4,
	RUN_TOGETHER	= 2,
	RUN_LIMIT_MS	= 120000,
};

/* Why a bench cannot run here, or NULL. */
const char *run_unsupported(const char *bench);

/* Why there is nothing to be tested, in the words of a skip, or NULL. */
const char *run_unusable(const char *bench);

/* Do all senders of a bench fire at once? */
bool run_is_together(const char *bench);

/* Reset, then a few shots. Return: 0 or -errno. */
int run_stage(const char *bench);

/* Reset, then more shots than anybody waits for. Return: 0 or -errno. */
int run_stage_endless(const char *bench);

/* Return: 0 or -errno. */
int run_start(const char *bench);
int run_stop(const char *bench);

/* Waits until the bench does not run. Return: 0, or -ETIME. */
int run_wait(const char *bench);

/* Shots done and shots planned. Return: 0 or -errno. */
int run_progress(const char *bench, unsigned long long *fired, unsigned long long *planned);

/* Waits until some shots are done. Return: 0, or -ETIME. */
int run_wait_shots(const char *bench);

/* Start and wait. Return: 0 if the run ended in @state, or -errno. */
int run_to(const char *bench, const char *state);

bool run_is(const char *bench, const char *state);

/* Stops whatever runs, resets everything. Return: 0 or -errno. */
int run_settle(void);

/* The same, then a few shots are staged. Return: 0 or -errno. */
int run_settle_and_stage(const char *bench);

#endif /* SELFTESTS_RUN_H */
