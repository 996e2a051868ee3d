/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The published optimisation: one page of vCPU indexes, addressed by the
 * affinity bits in which the vCPUs differ.
 *
 * Rules of the merged version (Linux 6.7 to 6.12), with one bug left out: the
 * gather covers all 64 bits, where the kernel's stops at bit 31 and so never
 * lets Aff3 take part. Of vCPUs with the same MPIDR the LAST one is in the
 * table, while a walk finds the first: what a duplicate resolves to depends
 * on whether a table exists, there and here. A slot no vCPU claimed holds
 * index 0, so a hit counts only once the vCPU's own MPIDR confirms it.
 */
#ifndef IPIBENCH_CORE_MPIDR_HASH_H
#define IPIBENCH_CORE_MPIDR_HASH_H

#include <linux/types.h>

struct ipb_vcpus;

/**
 * struct ipb_mpidr_hash - the live table
 * @mask: affinity bits that differ between any two vCPUs
 * @index: vCPU index per gathered value, 2^popcount(@mask) of them
 */
struct ipb_mpidr_hash {
	u64 mask;
	u16 index[];
};

/**
 * ipb_mpidr_hash_mask() - affinity bits in which the vCPUs differ
 * @vcpus: the VM
 *
 * Context: the owner's writer lock.
 *
 * Return: the mask; 0 when all are equal or there are none.
 */
u64 ipb_mpidr_hash_mask(struct ipb_vcpus *vcpus);

/**
 * ipb_mpidr_hash_bytes() - size of the table for a mask
 * @mask: what ipb_mpidr_hash_mask() said
 *
 * Return: bytes, 64-bit because 32 differing bits ask for 8 GiB.
 */
u64 ipb_mpidr_hash_bytes(u64 mask);

/**
 * ipb_mpidr_hash_fits() - whether a VM gets a table at all
 * @mask: what ipb_mpidr_hash_mask() said
 * @nr_vcpus: how many vCPUs; a single one is found without a table
 * @page_bytes: the page size, which is the limit
 *
 * Return: true if it does.
 */
bool ipb_mpidr_hash_fits(u64 mask, unsigned int nr_vcpus,
			 unsigned int page_bytes);

/**
 * ipb_mpidr_hash_fill() - build the table
 * @hash: ipb_mpidr_hash_bytes(@mask) bytes, zeroed
 * @mask: what ipb_mpidr_hash_mask() said, under the same lock hold
 * @vcpus: the VM
 *
 * Context: the owner's writer lock.
 */
void ipb_mpidr_hash_fill(struct ipb_mpidr_hash *hash, u64 mask,
			 struct ipb_vcpus *vcpus);

/**
 * ipb_mpidr_gather() - pack the bits of a value that a mask selects
 * @value: any value
 * @mask: which bits; its lowest bit becomes bit 0 of the result
 *
 * Return: below 2^popcount(@mask); masks of more than 32 bits have no use.
 */
u32 ipb_mpidr_gather(u64 value, u64 mask);

#endif /* IPIBENCH_CORE_MPIDR_HASH_H */
