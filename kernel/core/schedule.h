/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_SCHEDULE_H
#define IPIBENCH_CORE_SCHEDULE_H

#include <linux/types.h>

/* blocks of one round are numbered by a u8 */
enum { IPB_SCHEDULE_MAX_VARIANTS = 256 };

/**
 * struct ipb_random - reproducible 64-bit generator
 * @state: private
 *
 * The same seed gives the same numbers on every machine and kernel. Also used
 * for the choice of pairs and of target sets. Not for secrets.
 */
struct ipb_random {
	u64 state;
};

/**
 * ipb_random_seed - start a sequence
 * @r: the generator
 * @seed: any value, 0 included
 *
 * Context: any; a generator has one user at a time.
 */
void ipb_random_seed(struct ipb_random *r, u64 seed);

/**
 * ipb_random_next - next number of the sequence
 * @r: the generator
 *
 * Return: uniform over all of u64.
 */
u64 ipb_random_next(struct ipb_random *r);

/**
 * ipb_random_below - next number below a bound
 * @r: the generator
 * @bound: at least 1
 *
 * Return: uniform over 0..@bound-1, without modulo bias.
 */
u32 ipb_random_below(struct ipb_random *r, u32 bound);

/**
 * ipb_random_shuffle - put values in random order
 * @r: the generator
 * @v: values; every order is equally likely
 * @n: how many, 0 and 1 included
 */
void ipb_random_shuffle(struct ipb_random *r, u32 *v, unsigned int n);

/**
 * ipb_schedule_round - order of the blocks of one round
 * @seed: the run's seed
 * @pair: number of the pair in the run
 * @round: number of the round, from 0
 * @variants: blocks per round, at most IPB_SCHEDULE_MAX_VARIANTS
 * @order: receives @variants distinct numbers below @variants
 *
 * Even rounds are in random order; odd ones mirror the round before (ABBA), so
 * that a linear drift cancels. Depends on nothing but the arguments.
 *
 * Context: any; O(@variants).
 */
void ipb_schedule_round(u64 seed, unsigned int pair, unsigned int round,
			unsigned int variants, u8 *order);

#endif
