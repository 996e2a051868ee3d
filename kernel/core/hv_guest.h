/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a Hyper-V guest knows about itself before it sends an IPI.
 */
#ifndef IPIBENCH_CORE_HV_GUEST_H
#define IPIBENCH_CORE_HV_GUEST_H

#include <linux/bits.h>
#include <linux/types.h>

/* a mask as large as a distribution's kernel has it; half that where the stack is half */
enum { IPB_HV_MASK_BITS = BITS_PER_LONG == 64 ? 8192 : 4096 };

/* how the processor gets to the hypervisor */
enum ipb_hv_way {
	IPB_HV_WAY_NONE,
	IPB_HV_WAY_PAGE,	/* call into the hypercall page */
	IPB_HV_WAY_VMMCALL,	/* SEV-SNP without a paravisor */
	IPB_HV_WAY_TDVMCALL,	/* TDX without a paravisor: GHCI, R10 = control, RDX, R8 */
};

/* kind of isolation the hypervisor reports */
enum ipb_hv_isolation {
	IPB_HV_ISOLATION_NONE,
	IPB_HV_ISOLATION_VBS,
	IPB_HV_ISOLATION_SNP,
	IPB_HV_ISOLATION_TDX,
	IPB_HV_NR_ISOLATIONS,
};

/**
 * struct ipb_hv_guest - what a guest knows before it sends
 * @vp: VP number by CPU number, IPB_HV_VP_UNKNOWN where there is none
 * @nr_cpus: entries of @vp and bits of @present, 1..IPB_HV_MASK_BITS
 * @max_vp: largest VP number of the partition; none in @vp is larger
 * @present: CPUs present
 * @one_hot: one-CPU masks, as ipb_hv_one_hot_fill() makes them
 * @one_hot_stride: words of one row of @one_hot
 * @way: how to get to the hypervisor
 * @ex: the hypervisor recommends sets of VPs (CPUID 0x40000004 EAX bit 11)
 * @always_ex: use IPB_HV_CODE_IPI_EX below VP 64 too
 *
 * Constant while anybody sends.
 */
struct ipb_hv_guest {
	const u32 *vp;
	unsigned int nr_cpus;
	u32 max_vp;
	const unsigned long *present;
	const unsigned long *one_hot;
	unsigned int one_hot_stride;
	enum ipb_hv_way way;
	bool ex;
	bool always_ex;
};

/**
 * ipb_hv_way_find - how a guest gets to its hypervisor, or that it cannot
 * @page: it has a hypercall page
 * @paravisor: a paravisor sits between guest and hypervisor
 * @isolation: kind of isolation
 */
enum ipb_hv_way ipb_hv_way_find(bool page, bool paravisor, enum ipb_hv_isolation isolation);

/**
 * ipb_hv_one_hot_words - size of a table of one-CPU masks, in words
 * @nr_cpus: bits of one mask
 */
size_t ipb_hv_one_hot_words(unsigned int nr_cpus);

/**
 * ipb_hv_one_hot_fill - make every mask of one CPU, overlapping
 * @table: ipb_hv_one_hot_words() words
 * @nr_cpus: bits of one mask
 *
 * Row 1 + b has bit b set in its first word; a mask whose bit lies in word w
 * begins w words before such a row. The layout is that of the kernel's
 * cpu_bit_bitmap, so a real guest can pass that.
 *
 * Returns the stride: words of one row.
 */
unsigned int ipb_hv_one_hot_fill(unsigned long *table, unsigned int nr_cpus);

#endif /* IPIBENCH_CORE_HV_GUEST_H */
