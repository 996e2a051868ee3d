/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_STORM_H
#define IPIBENCH_CORE_STORM_H

#include "core/classify.h"

/**
 * ipb_storm_target - whom a CPU fires at
 * @pattern: IPB_CLASS_RING or later; pairs are random if the list is
 * @pos: the sender's place in the list of targets
 * @nr: length of that list, at least 1; @pos is below
 *
 * Ring and pairs make every CPU of the list the target of one other. Pairs fire
 * at each other; where @nr is odd the last three make a ring.
 *
 * Context: any.
 *
 * Return: the target's place in the list. @pos itself: in a broadcast everyone
 * else, in other patterns nobody.
 */
u32 ipb_storm_target(enum ipb_class pattern, u32 pos, u32 nr);

/**
 * ipb_storm_rate - shots a second
 * @shots: how many
 * @ns: in how many nanoseconds
 *
 * Context: any.
 *
 * Return: thousandths of a shot a second, rounded down; U64_MAX where no time
 * passed, or next to none, for that many.
 */
u64 ipb_storm_rate(u64 shots, u64 ns);

/**
 * ipb_storm_fairness - how much of the fastest sender's rate the slowest has
 * @slowest: a rate
 * @fastest: a rate in the same unit, not less
 *
 * Context: any.
 *
 * Return: thousandths, 0 to 1000; 0 where @fastest is 0.
 */
u32 ipb_storm_fairness(u64 slowest, u64 fastest);

#endif
