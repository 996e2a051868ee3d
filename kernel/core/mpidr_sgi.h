/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A guest's ICC_SGI1R_EL1 write: what it asks for, and who gets the SGI.
 */
#ifndef IPIBENCH_CORE_MPIDR_SGI_H
#define IPIBENCH_CORE_MPIDR_SGI_H

#include "core/mpidr_index.h"

/**
 * struct ipb_sgi - a decoded ICC_SGI1R_EL1 value
 * @cluster: Aff3.Aff2.Aff1 where an MPIDR has them; Aff0 is 0
 * @targets: bit n set for the CPU with Aff0 n in @cluster
 * @intid: SGI number, 0 .. 15
 * @all_but_self: every CPU but the sender; @cluster and @targets say nothing
 */
struct ipb_sgi {
	u64 cluster;
	u16 targets;
	u8 intid;
	bool all_but_self;
};

/**
 * typedef ipb_sgi_deliver - hand an SGI to one vCPU
 * @vcpu: the vCPU
 * @intid: SGI number
 * @context: of struct ipb_sgi_send
 *
 * To the ITS or to a pending latch, as @sgi_hw of the vCPU says: its choice.
 */
typedef void ipb_sgi_deliver(struct ipb_vcpu *vcpu, unsigned int intid,
			     void *context);

/**
 * struct ipb_sgi_send - one write of ICC_SGI1R_EL1 (or its group-0 siblings)
 * @index: the VM
 * @sender: the writing vCPU
 * @reg: the value written
 * @allow_group1: true for ICC_SGI1R_EL1; false for ICC_SGI0R_EL1 and
 *	ICC_ASGI1R_EL1, which reach SGIs of group 0 only
 * @deliver: called for each vCPU that gets it
 * @context: for @deliver
 */
struct ipb_sgi_send {
	struct ipb_mpidr_index *index;
	const struct ipb_vcpu *sender;
	u64 reg;
	bool allow_group1;
	ipb_sgi_deliver *deliver;
	void *context;
};

/**
 * ipb_sgi_decode() - take an ICC_SGI1R_EL1 value apart
 * @reg: the value
 *
 * The range selector is ignored, as KVM does (it reports RSS = 0): only Aff0
 * 0 .. 15 can be reached.
 *
 * Return: the parts.
 */
struct ipb_sgi ipb_sgi_decode(u64 reg);

/**
 * ipb_sgi_dispatch() - deliver an SGI, one look-up per target (Linux 6.7+)
 * @send: the write
 * @lookup: how to find a vCPU; targets that it does not find are ignored
 *
 * Context: that of @lookup.
 *
 * Return: to how many vCPUs it was delivered.
 */
unsigned int ipb_sgi_dispatch(const struct ipb_sgi_send *send,
			      ipb_mpidr_lookup lookup);

/**
 * ipb_sgi_dispatch_onepass() - the same by one walk for the whole list, as
 * kernels up to 6.6 did
 * @send: the write
 *
 * Return: to how many vCPUs it was delivered.
 */
unsigned int ipb_sgi_dispatch_onepass(const struct ipb_sgi_send *send);

#endif /* IPIBENCH_CORE_MPIDR_SGI_H */
