/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a Hyper-V guest and its hypervisor agree on for sending an IPI.
 *
 * Source: Hypervisor Top Level Functional Specification (TLFS), "Hypercall
 * Interface", HvCallSendSyntheticClusterIpi and ...IpiEx, HV_VP_SET.
 */
#ifndef IPIBENCH_CORE_HV_ABI_H
#define IPIBENCH_CORE_HV_ABI_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/types.h>

enum {
	IPB_HV_CODE_IPI		= 0x000b,	/* mask of VPs 0..63, in registers or memory */
	IPB_HV_CODE_IPI_EX	= 0x0015,	/* set of VPs 0..4095 */

	IPB_HV_VECTOR_MIN	= 0x10,
	IPB_HV_VECTOR_MAX	= 0xff,

	IPB_HV_BANK_BITS	= 64,		/* VPs in one bank of a set */
	IPB_HV_BANKS		= 64,
	IPB_HV_SET_VPS		= IPB_HV_BANKS * IPB_HV_BANK_BITS,

	IPB_HV_SET_SPARSE	= 0,		/* formats of a VP set */
	IPB_HV_SET_ALL		= 1,
};

/* VP number of a CPU the hypervisor has not named yet */
#define IPB_HV_VP_UNKNOWN	U32_MAX

/* control word (RCX) */
#define IPB_HV_CONTROL_CODE	GENMASK_ULL(15, 0)
#define IPB_HV_CONTROL_FAST	BIT_ULL(16)
#define IPB_HV_CONTROL_VARHEAD	GENMASK_ULL(26, 17)	/* header's variable part, in u64 */
#define IPB_HV_CONTROL_REPS	(GENMASK_ULL(43, 32) | GENMASK_ULL(59, 48))
#define IPB_HV_CONTROL_RSVD	(GENMASK_ULL(31, 27) | GENMASK_ULL(47, 44) | GENMASK_ULL(63, 60))

enum { IPB_HV_VARHEAD_SHIFT = 17 };

/* status word (RAX): result in 15:0, repetitions done in 43:32 */
#define IPB_HV_STATUS_RESULT	GENMASK_ULL(15, 0)

enum ipb_hv_status {
	IPB_HV_OK		= 0,
	IPB_HV_BAD_CODE		= 2,
	IPB_HV_BAD_INPUT	= 3,
	IPB_HV_BAD_ALIGNMENT	= 4,
	IPB_HV_BAD_PARAMETER	= 5,
	IPB_HV_DENIED		= 6,
};

/* what a call without a way to the hypervisor answers */
#define IPB_HV_STATUS_NO_CALL	U64_MAX

/**
 * struct ipb_hv_input - input of IPB_HV_CODE_IPI when it lies in memory
 * @vector: interrupt vector
 * @vtl: target trust level in the low byte, the rest zero
 * @mask: bit n is VP n
 */
struct ipb_hv_input {
	u32 vector;
	u32 vtl;
	u64 mask;
};

/**
 * struct ipb_hv_input_ex - input of IPB_HV_CODE_IPI_EX
 * @vector: interrupt vector
 * @vtl: target trust level in the low byte, the rest zero
 * @format: IPB_HV_SET_SPARSE or IPB_HV_SET_ALL
 * @valid: banks that are there; bit b stands for VPs 64b..64b+63
 * @bank: only the banks of @valid, packed, in ascending order
 */
struct ipb_hv_input_ex {
	u32 vector;
	u32 vtl;
	u64 format;
	u64 valid;
	u64 bank[IPB_HV_BANKS];
};

static_assert(sizeof(struct ipb_hv_input) == 16);
static_assert(sizeof(struct ipb_hv_input_ex) == 536);

/**
 * struct ipb_hv_registers - what the sender loads before it calls
 * @control: RCX
 * @in1: RDX: first input of a fast call; else the input's physical address
 * @in2: R8: second input of a fast call
 */
struct ipb_hv_registers {
	u64 control;
	u64 in1;
	u64 in2;
};

#endif /* IPIBENCH_CORE_HV_ABI_H */
