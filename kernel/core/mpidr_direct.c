// SPDX-License-Identifier: GPL-2.0-only
/*
 * Building the table behind ipb_mpidr_direct_find().
 */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "core/export.h"
#include "core/mpidr_direct.h"

/* Evictions before a multiplier is given up; most builds need none that long. */
#define KICKS_MAX	500

/* Own slot and pair share the 24 good bits of the hash. */
static_assert(IPB_MPIDR_VCPUS_MAX <= 1 << 12);

/* Any full-period generator will do: it only has to differ from the last. */
static u64 next_random(u64 *state)
{
	*state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
	return *state >> 32;
}

static size_t table_bytes(unsigned int slots)
{
	size_t at = offsetof(struct ipb_mpidr_direct, key) +
		    slots * sizeof(u32);

	return ALIGN(at, sizeof(void *)) + slots * sizeof(void *);
}

size_t ipb_mpidr_direct_bytes(const struct ipb_mpidr_direct *table)
{
	return table_bytes(table->slots);
}

static void table_clear(struct ipb_mpidr_direct *table)
{
	memset(ipb_mpidr_direct_values(table), 0,
	       table->slots * sizeof(void *));
}

/* An empty slot must say no to every key, key 0 as well: repeat an entry. */
static void table_fill_up(struct ipb_mpidr_direct *table,
			  const struct ipb_mpidr_pair *pair)
{
	void **value = ipb_mpidr_direct_values(table);
	unsigned int i;

	for (i = 0; i < table->slots; i++) {
		if (!value[i]) {
			value[i] = pair->value;
			table->key[i] = pair->key;
		}
	}
}

static u64 differing_bits(const struct ipb_mpidr_pair *pairs, unsigned int nr)
{
	u64 any = 0, all = IPB_MPIDR_AFF_MASK;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		u64 aff = ipb_mpidr_from_key(pairs[i].key);

		any |= aff;
		all &= aff;
	}

	return any ^ all;
}

/*
 * A multiplication is a sum of shifts. Take one shift per run of differing
 * bits, so that the runs come to lie side by side at the top of the product,
 * the highest run lowest: then, of two runs, what each shift does to the other
 * run falls off the top or ends below. Three runs mostly come out well; the
 * caller sees whether they did.
 */
static u64 gather_multiplier(u64 mask)
{
	unsigned int at = 64;
	u64 mul = 0;

	while (mask) {
		unsigned int low = __ffs64(mask);
		unsigned int len = __ffs64(~(mask >> low));

		at -= len;
		mul += 1ULL << (at - low);
		mask &= ~0ULL << (low + len);
	}

	return mul;
}

static bool flat_put(struct ipb_mpidr_direct *table,
		     const struct ipb_mpidr_pair *pair)
{
	u64 hash = ipb_mpidr_direct_hash(table, ipb_mpidr_from_key(pair->key));
	unsigned long at = ipb_mpidr_direct_own(table, hash);
	void **value = &ipb_mpidr_direct_values(table)[at];

	if (*value)
		return table->key[at] == pair->key;

	*value = pair->value;
	table->key[at] = pair->key;
	return true;
}

static bool flat_build(struct ipb_mpidr_direct *table,
		       const struct ipb_mpidr_pair *pairs, unsigned int nr)
{
	u64 mask = differing_bits(pairs, nr);
	unsigned int bits = hweight64(mask);
	unsigned int i;

	if (bits > order_base_2(nr) ||
	    table_bytes(1u << bits) > IPB_MPIDR_DIRECT_BYTES * nr)
		return false;

	table->flat = true;
	table->slots = 1u << bits;
	/* Without a bit the multiplier is 0 and any shift gives slot 0. */
	table->shift = bits ? 64 - bits : 63;
	table->mul = gather_multiplier(mask);
	table_clear(table);

	for (i = 0; i < nr; i++)
		if (!flat_put(table, &pairs[i]))
			return false;

	return true;
}

/* Own slot first: whoever sits there is found soonest. */
static bool put_if_free(struct ipb_mpidr_direct *table,
			const struct ipb_mpidr_pair *pair,
			const unsigned long *slot)
{
	void **value = ipb_mpidr_direct_values(table);
	unsigned int i;

	for (i = 0; i < 3; i++) {
		unsigned long at = slot[i];

		if (value[at] && table->key[at] != pair->key)
			continue;
		if (!value[at]) {
			value[at] = pair->value;
			table->key[at] = pair->key;
		}
		return true;
	}

	return false;
}

static void swap_with(struct ipb_mpidr_direct *table,
		      struct ipb_mpidr_pair *pair, unsigned long at)
{
	swap(ipb_mpidr_direct_values(table)[at], pair->value);
	swap(table->key[at], pair->key);
}

static bool cuckoo_put(struct ipb_mpidr_direct *table,
		       struct ipb_mpidr_pair pair, u64 *random)
{
	unsigned int kicks;

	for (kicks = 0; kicks < KICKS_MAX; kicks++) {
		u64 hash = ipb_mpidr_direct_hash(table,
						 ipb_mpidr_from_key(pair.key));
		unsigned long twin = ipb_mpidr_direct_pair(table, hash);
		unsigned long slot[] = {
			ipb_mpidr_direct_own(table, hash), twin, twin + 1,
		};

		if (put_if_free(table, &pair, slot))
			return true;
		swap_with(table, &pair, slot[(u32)next_random(random) % 3]);
	}

	return false;
}

static bool cuckoo_build(struct ipb_mpidr_direct *table,
			 const struct ipb_mpidr_pair *pairs, unsigned int nr,
			 u64 *random)
{
	unsigned int i;

	table->flat = false;
	/* A third stays free; odd, see struct ipb_mpidr_direct. */
	table->slots = (nr + nr / 2) | 1;
	table->shift = 64 - ilog2(table->slots);
	table->mul = next_random(random) << 32;
	table->mul |= next_random(random) | 1;
	table_clear(table);

	for (i = 0; i < nr; i++)
		if (!cuckoo_put(table, pairs[i], random))
			return false;

	return true;
}

int ipb_mpidr_direct_build(struct ipb_mpidr_direct *table,
			   const struct ipb_mpidr_pair *pairs, unsigned int nr,
			   u64 seed)
{
	int tries = 0;

	if (!flat_build(table, pairs, nr)) {
		do {
			if (tries++ == IPB_MPIDR_DIRECT_TRIES)
				return -EAGAIN;
		} while (!cuckoo_build(table, pairs, nr, &seed));
	}

	table_fill_up(table, pairs);
	return tries;
}

IPB_EXPORT_FOR_KUNIT(ipb_mpidr_direct_bytes);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_direct_build);
