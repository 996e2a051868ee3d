/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Model vCPUs, kept as KVM keeps its own: an xarray by index, a count that is
 * raised after the entry is in place, and entries that live until the end.
 */
#ifndef IPIBENCH_CORE_MPIDR_VCPU_H
#define IPIBENCH_CORE_MPIDR_VCPU_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/xarray.h>

#include "core/mpidr_aff.h"

/**
 * struct ipb_vcpu - head of one model vCPU; its owner allocates more behind it
 * @index: position in the VM, 0-based
 * @sgi_group1: bit n set when SGI n of this vCPU is in interrupt group 1
 * @sgi_hw: bit n set when SGI n is handed to the ITS rather than latched
 * @sgi_pending: bit n set when SGI n is pending; the deliverer's to write
 * @mpidr: MPIDR_EL1 as user space set it, foreign bits included. Sits on a
 *	cache line of its own because in KVM it lies among the saved system
 *	registers, far from anything that a look-up has touched before
 *
 * Owners allocate at least sizeof() and by default 8192 bytes, so that walking
 * the vCPUs misses the caches as walking real ones does.
 */
struct ipb_vcpu {
	unsigned int index;
	u16 sgi_group1;
	u16 sgi_hw;
	unsigned long sgi_pending;
	u64 mpidr ____cacheline_aligned;
};

/**
 * struct ipb_vcpus - the vCPUs of one model VM
 * @array: struct ipb_vcpu pointers at 0 .. @online - 1
 * @online: how many there are; never shrinks
 */
struct ipb_vcpus {
	struct xarray array;
	atomic_t online;
};

/**
 * ipb_vcpus_init() - make an empty set
 * @vcpus: memory of the owner
 */
void ipb_vcpus_init(struct ipb_vcpus *vcpus);

/**
 * ipb_vcpus_add() - append a vCPU; readers see it once it is complete
 * @vcpus: the set
 * @vcpu: the newcomer, zeroed, with @mpidr set; its index is written here. It
 *	must stay until ipb_vcpus_destroy()
 * @gfp: for the xarray's own nodes
 *
 * Context: the owner's writer lock.
 *
 * Return: 0, -ENOSPC at IPB_MPIDR_VCPUS_MAX, -ENOMEM.
 */
int ipb_vcpus_add(struct ipb_vcpus *vcpus, struct ipb_vcpu *vcpu, gfp_t gfp);

/**
 * ipb_vcpus_destroy() - forget all vCPUs; freeing them is their owner's part
 * @vcpus: the set; no reader may be left
 */
void ipb_vcpus_destroy(struct ipb_vcpus *vcpus);

/**
 * ipb_vcpus_get() - the vCPU at an index
 * @vcpus: the set
 * @index: may come from a guest and so is clamped against speculation
 *
 * Return: the vCPU, or NULL beyond the last.
 */
struct ipb_vcpu *ipb_vcpus_get(struct ipb_vcpus *vcpus, unsigned int index);

/**
 * ipb_vcpus_online() - how many vCPUs there are
 * @vcpus: the set
 *
 * Return: 0 .. IPB_MPIDR_VCPUS_MAX.
 */
static inline unsigned int ipb_vcpus_online(const struct ipb_vcpus *vcpus)
{
	return atomic_read(&vcpus->online);
}

/**
 * ipb_vcpu_aff() - affinity of a vCPU right now
 * @vcpu: may be rewritten meanwhile
 *
 * Return: the affinity bits of its MPIDR.
 */
static inline u64 ipb_vcpu_aff(const struct ipb_vcpu *vcpu)
{
	return ipb_mpidr_aff(READ_ONCE(vcpu->mpidr));
}

/**
 * ipb_vcpus_last() - where a walk by xa_for_each_range() ends, as KVM's do
 * @vcpus: the set
 *
 * Return: index of the last vCPU; in an empty set the largest number, for the
 * walk is over anyway.
 */
static inline unsigned long ipb_vcpus_last(const struct ipb_vcpus *vcpus)
{
	return (unsigned long)ipb_vcpus_online(vcpus) - 1;
}

#endif /* IPIBENCH_CORE_MPIDR_VCPU_H */
