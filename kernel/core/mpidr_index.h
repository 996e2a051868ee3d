/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From an MPIDR to its vCPU, three ways: the walk, the published one-page
 * table, and ours.
 *
 * The owner of the VM has one writer lock and calls everything that changes
 * something under it. Readers need no lock; they look up inside an RCU
 * read-side section or with preemption off. A vCPU stays until the VM goes, so
 * what a look-up returned may be used after the section.
 *
 * Adding a vCPU (late ones too) and rewriting an MPIDR go the same way:
 *
 *	ipb_mpidr_index_withdraw(index, &old);
 *	change the vCPUs;
 *	ipb_mpidr_index_publish(index, new tables);
 *	synchronize_rcu();
 *	ipb_mpidr_tables_free(&old);
 *
 * The kernel withdraws its table for a new vCPU only, not for a rewritten
 * MPIDR; leave the hash in place then to see what it does.
 */
#ifndef IPIBENCH_CORE_MPIDR_INDEX_H
#define IPIBENCH_CORE_MPIDR_INDEX_H

#include <linux/rcupdate.h>

#include "core/mpidr_vcpu.h"

struct ipb_mpidr_direct;
struct ipb_mpidr_hash;

/**
 * struct ipb_mpidr_index - a VM and the tables over it
 * @hash: the published table, NULL where there is none
 * @direct: our table, NULL while a writer is at work
 * @vcpus: the vCPUs
 */
struct ipb_mpidr_index {
	struct ipb_mpidr_hash __rcu *hash;
	struct ipb_mpidr_direct __rcu *direct;
	struct ipb_vcpus vcpus;
};

/**
 * struct ipb_mpidr_tables - tables no reader can find (any more, or yet)
 * @hash: or NULL
 * @direct: or NULL
 */
struct ipb_mpidr_tables {
	struct ipb_mpidr_hash *hash;
	struct ipb_mpidr_direct *direct;
};

/*
 * typedef ipb_mpidr_lookup - one way from an MPIDR to its vCPU
 * @index: the VM
 * @mpidr: any value; foreign bits are ignored
 *
 * Context: RCU read-side section, or preemption off.
 *
 * Return: the vCPU, or NULL when no vCPU has this affinity.
 */
typedef struct ipb_vcpu *(*ipb_mpidr_lookup)(struct ipb_mpidr_index *index,
					     u64 mpidr);

/**
 * ipb_mpidr_scan() - walk the vCPUs in index order, the first match wins
 * @index: the VM
 * @mpidr: any value
 *
 * Return: see ipb_mpidr_lookup.
 */
struct ipb_vcpu *ipb_mpidr_scan(struct ipb_mpidr_index *index, u64 mpidr);

/**
 * ipb_mpidr_hashed() - the published table, and the walk for all it cannot say
 * @index: the VM
 * @mpidr: any value
 *
 * Without a table, and whenever the vCPU found has another MPIDR, the walk
 * decides: correct always, and slow for every absent MPIDR.
 *
 * Return: see ipb_mpidr_lookup; of duplicates the last if there is a table.
 */
struct ipb_vcpu *ipb_mpidr_hashed(struct ipb_mpidr_index *index, u64 mpidr);

/**
 * ipb_mpidr_direct() - our table; the walk only while there is none
 * @index: the VM
 * @mpidr: any value
 *
 * Return: see ipb_mpidr_lookup; of duplicates the first, as the walk.
 */
struct ipb_vcpu *ipb_mpidr_direct(struct ipb_mpidr_index *index, u64 mpidr);

/**
 * ipb_mpidr_index_init() - an empty VM without tables
 * @index: memory of the owner
 */
void ipb_mpidr_index_init(struct ipb_mpidr_index *index);

/**
 * ipb_mpidr_hash_create() - build the published table for the vCPUs of now
 * @index: the VM
 * @page_bytes: what a table may take; PAGE_SIZE as the kernel has it
 *
 * Context: the owner's writer lock; sleeps.
 *
 * Return: a table that is not published yet, or NULL where the kernel has none
 * either (one vCPU, too many differing bits, no memory).
 */
struct ipb_mpidr_hash *ipb_mpidr_hash_create(struct ipb_mpidr_index *index,
					     unsigned int page_bytes);

/**
 * ipb_mpidr_direct_create() - build our table for the vCPUs of now
 * @index: the VM
 * @seed: random
 *
 * Context: the owner's writer lock; sleeps.
 *
 * Return: a table that is not published yet, or NULL without a vCPU, without
 * memory, or when no seed fitted: look-ups walk then.
 */
struct ipb_mpidr_direct *ipb_mpidr_direct_create(struct ipb_mpidr_index *index,
						 u64 seed);

/**
 * ipb_mpidr_index_publish() - let readers find tables
 * @index: the VM, withdrawn from or new
 * @tables: whose ownership goes to @index; NULL ones leave none
 *
 * Context: the owner's writer lock.
 */
void ipb_mpidr_index_publish(struct ipb_mpidr_index *index,
			     const struct ipb_mpidr_tables *tables);

/**
 * ipb_mpidr_index_withdraw() - hide the tables: look-ups walk from here on
 * @index: the VM
 * @old: takes the tables; free them after a grace period
 *
 * Context: the owner's writer lock.
 */
void ipb_mpidr_index_withdraw(struct ipb_mpidr_index *index,
			      struct ipb_mpidr_tables *old);

/**
 * ipb_mpidr_tables_free() - free tables
 * @tables: not published, and a grace period after they were
 */
void ipb_mpidr_tables_free(struct ipb_mpidr_tables *tables);

#endif /* IPIBENCH_CORE_MPIDR_INDEX_H */
