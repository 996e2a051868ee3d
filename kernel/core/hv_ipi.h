/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One IPI to one CPU of a Hyper-V guest, three ways:
 *
 * mask     the baseline, before Linux 5.5: a cpumask on the stack, then the
 *          path for any mask
 * single   Linux 5.5 and later: the VP number decides; below 64 one fast
 *          call, above it a dense prefix of banks
 * compact  ours: the same below 64, above it one sparse bank: 32 bytes always
 *
 * "encode" ends with registers and input filled, "send" also calls. A variant
 * that refuses has called nothing: its caller owes one native IPI.
 */
#ifndef IPIBENCH_CORE_HV_IPI_H
#define IPIBENCH_CORE_HV_IPI_H

#include "core/hv_abi.h"
#include "core/hv_guest.h"

/* what encoding came to */
enum ipb_hv_form {
	IPB_HV_REFUSED,		/* call nothing, send a native IPI */
	IPB_HV_FAST,		/* everything is in the registers */
	IPB_HV_EX,		/* the input is in memory */
};

/**
 * struct ipb_hv_call - one hypercall, ready
 * @regs: registers; regs.in1 of IPB_HV_EX is the physical address of the
 *        input, which only the one who calls knows: zero until then
 * @bytes: of the input in memory, 0 for IPB_HV_FAST
 * @way: how to call
 */
struct ipb_hv_call {
	struct ipb_hv_registers regs;
	u32 bytes;
	enum ipb_hv_way way;
};

/**
 * struct ipb_hv_ops - what sending needs from outside
 * @call: do the hypercall; @input is NULL for a fast one. Returns the status word
 * @input_get: this CPU's input, of 8-byte alignment and within one page, or
 *             NULL; interrupts stay off until @input_put, also after NULL
 * @input_put: the input is free again, interrupts are as before
 * @native: send the IPI without the hypervisor's help
 * @trace: told of each send before any check; may be NULL
 */
struct ipb_hv_ops {
	u64 (*call)(void *ctx, const struct ipb_hv_call *call,
		    const struct ipb_hv_input_ex *input);
	struct ipb_hv_input_ex *(*input_get)(void *ctx, unsigned long *flags);
	void (*input_put)(void *ctx, unsigned long flags);
	void (*native)(void *ctx, unsigned int cpu, int vector);
	void (*trace)(void *ctx, unsigned int cpu, int vector);
};

/**
 * typedef ipb_hv_encode_fn - fill registers and input for one target
 * @guest: what is known of the partition
 * @cpu: the target
 * @vector: of the interrupt
 * @input: memory for the EX form
 * @call: registers
 *
 * @call and @input are only meaningful as far as the returned form says.
 * @input is written only for IPB_HV_EX.
 */
typedef enum ipb_hv_form (*ipb_hv_encode_fn)(const struct ipb_hv_guest *guest, unsigned int cpu,
					     int vector, struct ipb_hv_input_ex *input,
					     struct ipb_hv_call *call);

/**
 * typedef ipb_hv_send_fn - encode and call
 * @guest: what is known of the partition
 * @ops: how to call
 * @ctx: for @ops
 * @cpu: the target
 * @vector: of the interrupt
 *
 * Return: true if the hypervisor took it; false: the caller sends natively.
 */
typedef bool (*ipb_hv_send_fn)(const struct ipb_hv_guest *guest, const struct ipb_hv_ops *ops,
			       void *ctx, unsigned int cpu, int vector);

enum ipb_hv_form ipb_hv_encode_mask(const struct ipb_hv_guest *guest, unsigned int cpu, int vector,
				    struct ipb_hv_input_ex *input, struct ipb_hv_call *call);
enum ipb_hv_form ipb_hv_encode_single(const struct ipb_hv_guest *guest, unsigned int cpu,
				      int vector, struct ipb_hv_input_ex *input,
				      struct ipb_hv_call *call);
enum ipb_hv_form ipb_hv_encode_compact(const struct ipb_hv_guest *guest, unsigned int cpu,
				       int vector, struct ipb_hv_input_ex *input,
				       struct ipb_hv_call *call);

bool ipb_hv_send_mask(const struct ipb_hv_guest *guest, const struct ipb_hv_ops *ops, void *ctx,
		      unsigned int cpu, int vector);
bool ipb_hv_send_single(const struct ipb_hv_guest *guest, const struct ipb_hv_ops *ops, void *ctx,
			unsigned int cpu, int vector);
bool ipb_hv_send_compact(const struct ipb_hv_guest *guest, const struct ipb_hv_ops *ops, void *ctx,
			 unsigned int cpu, int vector);

/**
 * ipb_hv_send_or_native() - deliver one IPI, by hypercall if @send can
 * @send: the variant
 * @guest: what is known of the partition
 * @ops: how to call, and the native way
 * @ctx: for @ops
 * @cpu: the target
 * @vector: of the interrupt
 *
 * Exactly one of the two happens.
 *
 * Return: what @send returned.
 */
bool ipb_hv_send_or_native(ipb_hv_send_fn send, const struct ipb_hv_guest *guest,
			   const struct ipb_hv_ops *ops, void *ctx, unsigned int cpu, int vector);

/**
 * ipb_hv_status_ok - did the hypervisor take it
 * @status: whole status word; only its result field counts
 */
static inline bool ipb_hv_status_ok(u64 status)
{
	return !(status & IPB_HV_STATUS_RESULT);
}

#endif /* IPIBENCH_CORE_HV_IPI_H */
