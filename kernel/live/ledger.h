/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the recorded rounds add up to: a distribution per variant, and each
 * variant beside the first one, by the statistics of the benches.
 */
#ifndef IPIBENCH_LIVE_LEDGER_H
#define IPIBENCH_LIVE_LEDGER_H

#include "core/schedule.h"
#include "engine/clock.h"
#include "live/recorder.h"

struct ipb_hook;
struct ipb_results;

/**
 * struct ipb_ledger - the account of one hook, from enabling to disabling
 * @results: as published
 * @clock: ticks to picoseconds
 * @midmean: block statistics of the rounds kept, picoseconds; a round's
 *	variants lie side by side
 * @deltas: room for one column of them
 * @values: room for one block
 * @rounds: rounds folded; of more than can be kept a random choice is
 * @random: makes that choice
 * @seen: CPUs that recorded something
 * @started_ms: when it began, CLOCK_MONOTONIC
 */
struct ipb_ledger {
	struct ipb_results *results;
	struct ipb_clock clock;
	u64 *midmean;
	s64 *deltas;
	u64 *values;
	u64 rounds;
	struct ipb_random random;
	unsigned long *seen;
	u64 started_ms;
};

/**
 * ipb_ledger_open() - an empty account
 * @ledger: filled in
 * @hook: whose
 * @recorders: created
 * @bytes: memory taken beside the ledger's own
 *
 * May sleep.
 *
 * Return: 0 or -ENOMEM; ipb_ledger_close() is right after both.
 */
int ipb_ledger_open(struct ipb_ledger *ledger, const struct ipb_hook *hook,
		    const struct ipb_recorders *recorders, u64 bytes);

/**
 * ipb_ledger_close() - give the memory back
 * @ledger: opened, or zeroed
 *
 * May sleep.
 */
void ipb_ledger_close(struct ipb_ledger *ledger);

/**
 * ipb_ledger_fold() - take in all complete rounds
 * @ledger: opened
 * @recorders: emptied as far as they are complete
 *
 * May sleep; one caller at a time.
 */
void ipb_ledger_fold(struct ipb_ledger *ledger, struct ipb_recorders *recorders);

/**
 * ipb_ledger_judge() - bring the results up to date for publishing
 * @ledger: folded
 * @recorders: of the ledger
 *
 * May sleep; one caller at a time.
 */
void ipb_ledger_judge(struct ipb_ledger *ledger, const struct ipb_recorders *recorders);

#endif /* IPIBENCH_LIVE_LEDGER_H */
