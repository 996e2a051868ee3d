/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * MPIDR_EL1 affinity: which bits name a CPU, and the short forms of them.
 *
 * Aff0 7:0, Aff1 15:8, Aff2 23:16, Aff3 39:32. The bits in between (MT, U and
 * RES1) say nothing about who the CPU is and are masked on both sides of every
 * comparison.
 */
#ifndef IPIBENCH_CORE_MPIDR_AFF_H
#define IPIBENCH_CORE_MPIDR_AFF_H

#include <linux/types.h>

/** IPB_MPIDR_AFF_MASK - the affinity bits of an MPIDR; the rest is ignored */
#define IPB_MPIDR_AFF_MASK	0xff00ffffffULL

/** IPB_MPIDR_VCPUS_MAX - most vCPUs a model VM may have (KVM's arm64: 512) */
#define IPB_MPIDR_VCPUS_MAX	4096u

/**
 * ipb_mpidr_aff() - strip an MPIDR to its affinity
 * @mpidr: any 64-bit register value
 *
 * Return: the affinity bits where the register has them.
 */
static inline u64 ipb_mpidr_aff(u64 mpidr)
{
	return mpidr & IPB_MPIDR_AFF_MASK;
}

/**
 * ipb_mpidr_key() - the same affinity without the hole between Aff2 and Aff3
 * @mpidr: any 64-bit register value
 *
 * Return: Aff3.Aff2.Aff1.Aff0 in 32 bits, so two MPIDRs name the same CPU
 * exactly when their keys are equal.
 */
static inline u32 ipb_mpidr_key(u64 mpidr)
{
	return (mpidr & 0xffffff) | ((mpidr >> 8) & 0xff000000);
}

/**
 * ipb_mpidr_from_key() - undo ipb_mpidr_key()
 * @key: Aff3.Aff2.Aff1.Aff0
 *
 * Return: the affinity where an MPIDR has it.
 */
static inline u64 ipb_mpidr_from_key(u32 key)
{
	return (key & 0xffffff) | ((u64)(key & 0xff000000) << 8);
}

#endif /* IPIBENCH_CORE_MPIDR_AFF_H */
