/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_PAIRS_H
#define IPIBENCH_ENGINE_PAIRS_H

#include <linux/types.h>

#include "core/classify.h"

/**
 * struct ipb_pair - a sender and a target
 * @from: sending CPU
 * @to: target: a CPU, or a number of the backend's own
 * @class: how far apart they are
 */
struct ipb_pair {
	u32 from;
	u32 to;
	enum ipb_class class;
};

/**
 * struct ipb_pairs_request - what to choose from
 * @from: candidates for the sender, @nr_from of them
 * @nr_from: see @from
 * @to: candidates for the target, @nr_to of them
 * @nr_to: see @to
 * @spent: scratch, @nr_from zeros: BIT(enum ipb_class) set of the classes a
 *	sender has no more targets of
 * @max: most pairs wanted
 * @seed: the same seed gives the same pairs
 * @class: class of a pair, or IPB_NR_CLASSES where the two make none
 * @context: for @class
 */
struct ipb_pairs_request {
	u32 *from;
	u32 *to;
	unsigned int nr_from;
	unsigned int nr_to;
	u8 *spent;
	unsigned int max;
	u64 seed;
	enum ipb_class (*class)(const void *context, u32 from, u32 to);
	const void *context;
};

unsigned int ipb_pairs_choose(const struct ipb_pairs_request *request, struct ipb_pair *pairs);

#endif /* IPIBENCH_ENGINE_PAIRS_H */
