/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Our optimisation: a table in which three slots decide, whatever the MPIDRs.
 *
 * One multiplication hashes the affinity. The top of the product names a slot,
 * further bits of it a pair of neighbours; a vCPU is in one of the three, its
 * own slot if that was free (cuckoo hashing). Building tries multipliers until
 * everybody has a place, and as nobody outside knows them, no choice of MPIDRs
 * is a bad one.
 *
 * Where the bits that differ lie in a few runs, as in every VM that numbers
 * its CPUs in order, a multiplier exists that gives each vCPU a slot of its
 * own. Such a table is "flat": one slot decides.
 *
 * The slot's key says whether it holds this MPIDR, so neither a hit nor a miss
 * touches a vCPU, and a miss is no more than the same three looks.
 *
 * A published table is complete: it knew every vCPU and MPIDR when it was
 * built, and its owner takes it away BEFORE adding a vCPU or rewriting an
 * MPIDR. Its "no" is therefore final. Of vCPUs with the same MPIDR only the
 * first is in the table, which is the one that a walk finds.
 */
#ifndef IPIBENCH_CORE_MPIDR_DIRECT_H
#define IPIBENCH_CORE_MPIDR_DIRECT_H

#include <linux/align.h>
#include <linux/stddef.h>
#include <linux/types.h>

#include "core/mpidr_aff.h"

enum {
	/* Most bytes of a live table per vCPU. */
	IPB_MPIDR_DIRECT_BYTES = 24,
	/* Multipliers a build tries; the first mostly does. */
	IPB_MPIDR_DIRECT_TRIES = 256,
};

/**
 * struct ipb_mpidr_direct - the live table; two arrays, one after the other
 * @mul: multiplier
 * @slots: how many; odd unless flat, so that no pair straddles a cache line
 * @shift: 64 - bits of the slot number; 1 .. 63
 * @flat: a vCPU is in its own slot or not at all
 * @key: per slot ipb_mpidr_key(); then, aligned, per slot the void *value.
 *	Slots nobody needs repeat an entry, so that no key is special
 *
 * Keys and values are apart so that a slot takes 12 bytes and not 16.
 */
struct ipb_mpidr_direct {
	u64 mul;
	u16 slots;
	u8 shift;
	u8 flat;
	u32 key[];
};

/**
 * struct ipb_mpidr_pair - one thing to put into a table
 * @value: what a look-up shall return, not NULL
 * @key: ipb_mpidr_key() of its MPIDR
 */
struct ipb_mpidr_pair {
	void *value;
	u32 key;
};

/**
 * ipb_mpidr_direct_build() - build a table
 * @table: IPB_MPIDR_DIRECT_BYTES * @nr bytes; contents do not matter
 * @pairs: what goes in, in vCPU order: of equal keys the first one wins
 * @nr: how many pairs, 1 .. IPB_MPIDR_VCPUS_MAX
 * @seed: random, kept from whoever chooses MPIDRs
 *
 * Context: any; below a millisecond at 4,096 vCPUs.
 *
 * Return: how many multipliers it took, 0 for a flat table, or -EAGAIN when
 * none of IPB_MPIDR_DIRECT_TRIES fitted (never seen; look-ups walk until the
 * next build).
 */
int ipb_mpidr_direct_build(struct ipb_mpidr_direct *table,
			   const struct ipb_mpidr_pair *pairs, unsigned int nr,
			   u64 seed);

/**
 * ipb_mpidr_direct_bytes() - what a table takes
 * @table: a built one
 *
 * Return: bytes in use, header included; at most IPB_MPIDR_DIRECT_BYTES for
 * each vCPU it was built from.
 */
size_t ipb_mpidr_direct_bytes(const struct ipb_mpidr_direct *table);

/**
 * ipb_mpidr_direct_values() - the array of values
 * @table: with @slots set
 *
 * Return: its first element.
 */
static inline void **
ipb_mpidr_direct_values(const struct ipb_mpidr_direct *table)
{
	size_t at = offsetof(struct ipb_mpidr_direct, key) +
		    table->slots * sizeof(u32);

	return (void **)((char *)table + ALIGN(at, sizeof(void *)));
}

/**
 * ipb_mpidr_direct_hash() - the hash of an MPIDR
 * @table: with @mul set
 * @mpidr: any value; foreign bits are ignored
 *
 * Return: the product, of which only bits 63:40 depend on all of the affinity.
 */
static inline u64 ipb_mpidr_direct_hash(const struct ipb_mpidr_direct *table,
					u64 mpidr)
{
	return ipb_mpidr_aff(mpidr) * table->mul;
}

/**
 * ipb_mpidr_direct_own() - the slot looked at first
 * @table: the table
 * @hash: ipb_mpidr_direct_hash()
 *
 * Return: 0 .. 2^(64 - shift) - 1, which is below the number of slots.
 */
static inline unsigned long
ipb_mpidr_direct_own(const struct ipb_mpidr_direct *table, u64 hash)
{
	return hash >> table->shift;
}

/**
 * ipb_mpidr_direct_pair() - the first of the two slots looked at next
 * @table: the table, not flat
 * @hash: ipb_mpidr_direct_hash()
 *
 * The pairs end where the slots end. Taken from the twelve bits of the hash
 * that ipb_mpidr_direct_own() leaves.
 *
 * Return: an odd number, at most slots - 2.
 */
static inline unsigned long
ipb_mpidr_direct_pair(const struct ipb_mpidr_direct *table, u64 hash)
{
	unsigned long own_slots = 1ul << (64 - table->shift);

	return table->slots - own_slots +
	       ((unsigned long)(hash >> 40) & (own_slots / 2 - 1)) * 2;
}

/**
 * ipb_mpidr_direct_find() - look an MPIDR up
 * @table: a table that stays for the time of the call
 * @mpidr: any value; foreign bits are ignored
 *
 * Context: any. Looks at three slots in two cache lines of keys, at most.
 *
 * Return: the value stored for it, or NULL.
 */
static inline void *ipb_mpidr_direct_find(const struct ipb_mpidr_direct *table,
					  u64 mpidr)
{
	void *const *value = ipb_mpidr_direct_values(table);
	u64 hash = ipb_mpidr_direct_hash(table, mpidr);
	unsigned long at = ipb_mpidr_direct_own(table, hash);
	u32 key = ipb_mpidr_key(mpidr);

	if (table->key[at] == key)
		return value[at];
	if (table->flat)
		return NULL;

	at = ipb_mpidr_direct_pair(table, hash);
	if (table->key[at] == key)
		return value[at];
	if (table->key[at + 1] == key)
		return value[at + 1];
	return NULL;
}

#endif /* IPIBENCH_CORE_MPIDR_DIRECT_H */
