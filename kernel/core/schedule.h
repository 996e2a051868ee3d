/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_SCHEDULE_H
#define IPIBENCH_CORE_SCHEDULE_H

#include <linux/types.h>

/* seeded, reproducible 64-bit generator (state is the caller's); also used for pair choice and target sets */
struct ipb_random { u64 state; };
void ipb_random_seed(struct ipb_random *r, u64 seed);
u64 ipb_random_next(struct ipb_random *r);
u32 ipb_random_below(struct ipb_random *r, u32 bound);		/* 0..bound-1, unbiased; bound >= 1 */
void ipb_random_shuffle(struct ipb_random *r, u32 *v, unsigned int n);

/* order[0..variants-1]: order of blocks in this round; odd rounds are the exact mirror of the even round before
 * (ABBA); depends only on (seed, pair, round, variants) */
void ipb_schedule_round(u64 seed, unsigned int pair, unsigned int round, unsigned int variants, u8 *order);

#endif
