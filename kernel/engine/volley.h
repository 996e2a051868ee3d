/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_VOLLEY_H
#define IPIBENCH_ENGINE_VOLLEY_H

#include "core/schedule.h"
#include "engine/run.h"

struct ipb_storm;

/**
 * struct ipb_volley - one pair being measured
 * @run: the run
 * @storm: those who fire together, this one first among them; else NULL
 * @pair: the pair
 * @index: its number
 * @shots: where the stamps of a block go
 * @aim: what the bench sees
 * @gap_ticks: pause before each shot, 0 for none
 * @rest_ticks: mean rest between shots, 0 where nothing is delivered
 * @random: length of each rest
 * @gone: the target was seen offline. Should it come back, nothing keeps it
 *	busy any more and its clock was not checked: it is no target for the rest
 */
struct ipb_volley {
	struct ipb_run *run;
	struct ipb_storm *storm;
	const struct ipb_pair *pair;
	unsigned int index;
	struct ipb_shot *shots;
	struct ipb_aim aim;
	u64 gap_ticks;
	u32 rest_ticks;
	struct ipb_random random;
	bool gone;
};

/* sampling.c */
void ipb_volley_init(struct ipb_volley *volley, struct ipb_run *run, unsigned int index);
void ipb_volley_set_gap(struct ipb_volley *volley);
int ipb_volley_fire(struct ipb_volley *volley);

/* burst.c */
int ipb_storm_fire_block(struct ipb_storm *storm, unsigned int variant, unsigned int nr);
void ipb_storm_fold_block(struct ipb_storm *storm, unsigned int variant, unsigned int round,
			  unsigned int nr);

/* firing.c */
int ipb_volley_fire_block(struct ipb_volley *volley, unsigned int variant, unsigned int nr);
bool ipb_volley_target_there(struct ipb_volley *volley);

/* folding.c */
void ipb_volley_fold_block(struct ipb_volley *volley, unsigned int variant, unsigned int round,
			   unsigned int nr);

/**
 * ipb_shot_whole() - ticks from a shot's first stamp to its last
 * @shot: a hit
 */
static inline u64 ipb_shot_whole(const struct ipb_shot *shot)
{
	return shot->done - shot->start;
}

#endif /* IPIBENCH_ENGINE_VOLLEY_H */
