/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A hypervisor that only knows the two IPI hypercalls.
 *
 * It checks what KVM checks, in KVM's order; with @strict also what only the
 * TLFS asks for. Nothing is delivered: it says whom it would have interrupted.
 */
#ifndef IPIBENCH_CORE_HV_MODEL_H
#define IPIBENCH_CORE_HV_MODEL_H

#include "core/hv_abi.h"

enum {
	IPB_HV_XMM_WORDS	= 12,	/* XMM0..5, low half first */
	IPB_HV_PAGE_BYTES	= 4096,	/* the hypervisor's, whatever the guest's is */
};

/**
 * struct ipb_hv_model - one partition
 * @present: its VPs by VP number
 * @nr_vps: bits of @present
 * @cpl: privilege level of the caller; only 0 may call
 * @lapic: the hypervisor emulates the local APIC itself
 * @strict: also check alignment, page crossing, trust level, set format
 * @enforce: hypercalls not recommended by the two hints are denied
 * @cluster_ipi: hint, CPUID 0x40000004 EAX bit 10
 * @ex_masks: hint, CPUID 0x40000004 EAX bit 11
 */
struct ipb_hv_model {
	const unsigned long *present;
	unsigned int nr_vps;
	unsigned int cpl;
	bool lapic;
	bool strict;
	bool enforce;
	bool cluster_ipi;
	bool ex_masks;
};

/**
 * struct ipb_hv_outcome - what one hypercall led to
 * @target: nr_vps bits, given by the caller: the VPs interrupted
 * @status: status word, meaningless after @undefined
 * @vector: vector sent, 0 if none
 * @banks: banks of the set that were read
 * @undefined: #UD instead of a status
 */
struct ipb_hv_outcome {
	unsigned long *target;
	u64 status;
	u32 vector;
	unsigned int banks;
	bool undefined;
};

/**
 * ipb_hv_model_call - decode, check and pretend to deliver
 * @model: the partition
 * @regs: control word, input address or fast inputs
 * @input: what lies at regs.in1; for a fast IPB_HV_CODE_IPI_EX the
 *         IPB_HV_XMM_WORDS words of XMM0..5; else unused
 * @out: the outcome; out->target is cleared first
 *
 * Reads no bank beyond the number the valid mask announces.
 */
void ipb_hv_model_call(const struct ipb_hv_model *model, const struct ipb_hv_registers *regs,
		       const void *input, struct ipb_hv_outcome *out);

#endif /* IPIBENCH_CORE_HV_MODEL_H */
