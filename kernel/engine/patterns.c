// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who fires at whom where all senders fire at once.
 */
#include <linux/bitmap.h>
#include <linux/minmax.h>

#include "core/schedule.h"
#include "core/storm.h"
#include "engine/run.h"

/* A sender that is no target itself takes some place among them. */
static u32 sender_position(const struct ipb_pairs_request *request, unsigned int sender)
{
	u32 pos;

	for (pos = 0; pos < request->nr_to; pos++)
		if (request->to[pos] == request->from[sender])
			return pos;
	return sender % request->nr_to;
}

/* Pairs of one pattern: as many as have somebody to fire at. */
static unsigned int pattern_pairs(const struct ipb_pairs_request *request,
				  enum ipb_class pattern, struct ipb_pair *pairs)
{
	unsigned int i, nr = 0;

	for (i = 0; i < request->nr_from; i++) {
		u32 pos = sender_position(request, i), from = request->from[i];
		u32 to = request->to[ipb_storm_target(pattern, pos, request->nr_to)];

		if (pattern == IPB_CLASS_BROADCAST) {
			/* Is there anybody else? */
			if (request->nr_to == 1 && to == from)
				continue;
			to = from;
		} else if (to == from) {
			continue;
		}
		pairs[nr++] = (struct ipb_pair){ .from = from, .to = to, .class = pattern };
	}
	return nr;
}

/**
 * ipb_run_choose_patterns() - the pairs of a run whose senders fire together
 * @run: gets them, pattern by pattern, and the targets
 * @request: the candidates; the list of targets is shuffled for the last
 *	pattern, pairs
 *
 * Any context. pairs_max limits the senders, and the targets where it is not 1.
 *
 * Return: pairs chosen.
 */
unsigned int ipb_run_choose_patterns(struct ipb_run *run, struct ipb_pairs_request *request)
{
	u64 only = run->spec.param[IPB_TOGETHER_PATTERN];
	enum ipb_class pattern;
	struct ipb_random random;
	unsigned int i, nr = 0;

	request->nr_from = min(request->nr_from, request->max);
	request->nr_to = min(request->nr_to, max(request->max, 2U));
	for (i = 0; i < request->nr_to; i++)
		__set_bit(request->to[i], run->targets);
	for (pattern = IPB_CLASS_RING; request->nr_to && pattern < IPB_NR_GROUPS; pattern++) {
		if (only && pattern != IPB_CLASS_RING + only - 1)
			continue;
		if (pattern == IPB_CLASS_PAIRS) {
			ipb_random_seed(&random, request->seed);
			ipb_random_shuffle(&random, request->to, request->nr_to);
		}
		nr += pattern_pairs(request, pattern, &run->pairs[nr]);
	}
	return nr;
}
