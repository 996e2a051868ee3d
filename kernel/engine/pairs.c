// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which pairs a run measures when it cannot measure all.
 *
 * Classes take turns, so that each gets its share; inside a class the senders
 * take turns in a seeded order, each walking the targets from a place of its
 * own. A sender that has run out of a class is not asked again: the targets are
 * walked once per pair, and once per class and sender considered. The work grows
 * with max x targets, never with senders x targets; the price is that a class
 * which only very few of many senders have can be missed.
 */
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/sched.h>

#include "core/export.h"
#include "core/schedule.h"
#include "engine/pairs.h"

enum { SENDERS_PER_PAIR = 4 };

static_assert(IPB_NR_CLASSES <= BITS_PER_BYTE);

/**
 * struct class_cursor - how far a class has been walked
 * @turn: turns taken by senders, over all laps
 * @misses: turns in a row that found nothing
 * @closed: there are no more pairs of this class
 */
struct class_cursor {
	u32 turn;
	u32 misses;
	bool closed;
};

/* The lap-th target of @class for this sender, walking from its own start. */
static bool find_target(const struct ipb_pairs_request *request, u32 from, u32 start, u32 lap,
			enum ipb_class class, struct ipb_pair *pair)
{
	u32 i;

	for (i = 0; i < request->nr_to; i++) {
		u32 to = request->to[(start + i) % request->nr_to];

		if (request->class(request->context, from, to) != class || lap--)
			continue;
		*pair = (struct ipb_pair){ .from = from, .to = to, .class = class };
		return true;
	}
	return false;
}

static bool next_of_class(const struct ipb_pairs_request *request, u32 senders,
			  enum ipb_class class, struct class_cursor *cursor,
			  struct ipb_pair *pair)
{
	while (cursor->misses < senders) {
		u32 sender = cursor->turn % senders;
		u32 lap = cursor->turn / senders;
		u32 from = request->from[sender];
		u64 start = request->seed + from * 0x9e3779b97f4a7c15ULL;

		cursor->turn++;
		cursor->misses++;
		if (request->spent[sender] & BIT(class))
			continue;
		if (find_target(request, from, (u32)(start >> 32) % request->nr_to, lap, class,
				pair)) {
			cursor->misses = 0;
			return true;
		}
		request->spent[sender] |= BIT(class);
		cond_resched();
	}
	return false;
}

/**
 * ipb_pairs_choose() - choose
 * @request: what from; its lists are shuffled
 * @pairs: room for @request->max
 *
 * May sleep. No pair comes twice.
 *
 * Return: pairs chosen.
 */
unsigned int ipb_pairs_choose(const struct ipb_pairs_request *request, struct ipb_pair *pairs)
{
	struct class_cursor cursors[IPB_NR_CLASSES] = {};
	struct ipb_random random;
	unsigned int nr = 0, open = IPB_NR_CLASSES, class;
	u32 senders;

	if (!request->nr_from || !request->nr_to)
		return 0;
	ipb_random_seed(&random, request->seed);
	ipb_random_shuffle(&random, request->from, request->nr_from);
	senders = min_t(u64, request->nr_from, (u64)request->max * SENDERS_PER_PAIR);

	for (class = 0; open && nr < request->max; class = (class + 1) % IPB_NR_CLASSES) {
		struct class_cursor *cursor = &cursors[class];

		if (cursor->closed)
			continue;
		if (next_of_class(request, senders, class, cursor, &pairs[nr])) {
			nr++;
		} else {
			cursor->closed = true;
			open--;
		}
	}
	return nr;
}

IPB_EXPORT_FOR_KUNIT(ipb_pairs_choose);
