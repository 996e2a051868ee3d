// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reproducible randomness and the order of blocks.
 */
#include <linux/minmax.h>

#include "core/export.h"
#include "core/schedule.h"

void ipb_random_seed(struct ipb_random *r, u64 seed)
{
	r->state = seed;
}

/*
 * splitmix64: a Weyl sequence behind a mixer. Every seed, 0 included, is as
 * good as any other, and neighbouring seeds give unrelated numbers. Constants:
 * Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
 */
u64 ipb_random_next(struct ipb_random *r)
{
	u64 z = r->state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/*
 * The upper half of a 32 x 32 bit product is nearly uniform below the bound;
 * it is exactly so once the few products that come up once too often, those
 * whose lower half is below 2^32 mod bound, are drawn again.
 */
u32 ipb_random_below(struct ipb_random *r, u32 bound)
{
	u32 again = -bound % bound;
	u64 product;

	do {
		product = (ipb_random_next(r) >> 32) * bound;
	} while ((u32)product < again);
	return product >> 32;
}

void ipb_random_shuffle(struct ipb_random *r, u32 *v, unsigned int n)
{
	unsigned int i, j;

	for (i = n; i > 1; i--) {
		j = ipb_random_below(r, i);
		swap(v[i - 1], v[j]);
	}
}

static void mirror(u8 *order, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n / 2; i++)
		swap(order[i], order[n - 1 - i]);
}

void ipb_schedule_round(u64 seed, unsigned int pair, unsigned int round,
			unsigned int variants, u8 *order)
{
	struct ipb_random r;
	unsigned int i, j;

	/* a pair of rounds has its own sequence, so rounds need no history */
	ipb_random_seed(&r, seed);
	ipb_random_seed(&r, ipb_random_next(&r) ^ ((u64)pair << 32 | round >> 1));

	/* inside-out shuffle: fills and mixes in one pass */
	for (i = 0; i < variants; i++) {
		j = ipb_random_below(&r, i + 1);
		order[i] = order[j];
		order[j] = i;
	}
	if (round & 1)
		mirror(order, variants);
}

IPB_EXPORT_FOR_KUNIT(ipb_random_seed);
IPB_EXPORT_FOR_KUNIT(ipb_random_next);
IPB_EXPORT_FOR_KUNIT(ipb_random_below);
IPB_EXPORT_FOR_KUNIT(ipb_random_shuffle);
IPB_EXPORT_FOR_KUNIT(ipb_schedule_round);
