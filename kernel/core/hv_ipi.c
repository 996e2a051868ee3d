// SPDX-License-Identifier: GPL-2.0-only
/*
 * Encoding and sending of one IPI by Hyper-V hypercall.
 */
#include <linux/bitmap.h>
#include <linux/compiler.h>

#include "core/export.h"
#include "core/hv_ipi.h"

enum {
	SET_BYTES = offsetof(struct ipb_hv_input_ex, bank),	/* a set without banks */
};

/* one target, in the two shapes the encoders want */
struct target {
	const unsigned long *mask;
	u32 vp;
	int vector;
};

static __always_inline bool vector_valid(int vector)
{
	return vector >= IPB_HV_VECTOR_MIN && vector <= IPB_HV_VECTOR_MAX;
}

static __always_inline bool vp_needs_ex(const struct ipb_hv_guest *guest, u32 vp)
{
	return vp >= IPB_HV_BANK_BITS || guest->always_ex;
}

static __always_inline const unsigned long *mask_of(const struct ipb_hv_guest *guest,
						    unsigned int cpu)
{
	return guest->one_hot + (size_t)(1 + cpu % BITS_PER_LONG) * guest->one_hot_stride -
	       cpu / BITS_PER_LONG;
}

static __always_inline enum ipb_hv_form fill_fast(const struct ipb_hv_guest *guest, int vector,
						  u64 mask, struct ipb_hv_call *call)
{
	call->regs.control = IPB_HV_CODE_IPI | IPB_HV_CONTROL_FAST;
	call->regs.in1 = vector;
	call->regs.in2 = mask;
	call->bytes = 0;
	call->way = guest->way;
	return IPB_HV_FAST;
}

static __always_inline void fill_ex(const struct ipb_hv_guest *guest, unsigned int banks,
				    struct ipb_hv_call *call)
{
	call->regs.control = IPB_HV_CODE_IPI_EX | (u64)banks << IPB_HV_VARHEAD_SHIFT;
	call->regs.in1 = 0;
	call->regs.in2 = 0;
	call->bytes = SET_BYTES + banks * sizeof(u64);
	call->way = guest->way;
}

/*
 * Every bank up to the partition's last is cleared, every bank up to the
 * target's is sent. Returns the number sent, 0 if the set cannot name them all.
 */
static unsigned int mask_to_banks(const struct ipb_hv_guest *guest, const unsigned long *mask,
				  struct ipb_hv_input_ex *input)
{
	unsigned int banks = 1, bank, cpu;

	for (bank = 0; bank <= guest->max_vp / IPB_HV_BANK_BITS; bank++)
		input->bank[bank] = 0;

	for_each_set_bit(cpu, mask, guest->nr_cpus) {
		u32 vp = guest->vp[cpu];

		/* also keeps an unknown VP from writing past the banks */
		if (vp > guest->max_vp)
			return 0;
		bank = vp / IPB_HV_BANK_BITS;
		input->bank[bank] |= BIT_ULL(vp % IPB_HV_BANK_BITS);
		if (bank >= banks)
			banks = bank + 1;
	}
	return banks;
}

/*
 * The shipped form. A partition with VPs no set can name has no dense form; the
 * old kernels' answer to that, format "all", made a broadcast of it.
 */
static bool fill_dense(const struct ipb_hv_guest *guest, const struct target *to,
		       struct ipb_hv_input_ex *input, struct ipb_hv_call *call)
{
	unsigned int banks = 0;

	if (guest->max_vp >= IPB_HV_SET_VPS)
		return false;

	input->vector = to->vector;
	input->vtl = 0;
	input->valid = 0;

	if (bitmap_equal(to->mask, guest->present, guest->nr_cpus)) {
		input->format = IPB_HV_SET_ALL;
	} else {
		input->format = IPB_HV_SET_SPARSE;
		banks = mask_to_banks(guest, to->mask, input);
		if (!banks)
			return false;
		input->valid = GENMASK_ULL(banks - 1, 0);
	}
	fill_ex(guest, banks, call);
	return true;
}

/* ours: the one bank that matters, whatever else the partition holds */
static __always_inline bool fill_compact(const struct ipb_hv_guest *guest, const struct target *to,
					 struct ipb_hv_input_ex *input, struct ipb_hv_call *call)
{
	if (to->vp >= IPB_HV_SET_VPS)
		return false;

	input->vector = to->vector;
	input->vtl = 0;
	input->format = IPB_HV_SET_SPARSE;
	input->valid = BIT_ULL(to->vp / IPB_HV_BANK_BITS);
	input->bank[0] = BIT_ULL(to->vp % IPB_HV_BANK_BITS);
	fill_ex(guest, 1, call);
	return true;
}

/* the baseline's choice, for any mask; noinline: the mask is really in memory */
static noinline enum ipb_hv_form choose_by_mask(const struct ipb_hv_guest *guest,
						struct target *to, struct ipb_hv_call *call)
{
	unsigned int last = find_last_bit(to->mask, guest->nr_cpus);
	unsigned int cpu;
	u64 mask = 0;

	if (last >= guest->nr_cpus || guest->way == IPB_HV_WAY_NONE || !vector_valid(to->vector))
		return IPB_HV_REFUSED;

	/* the highest CPU usually has the highest VP */
	to->vp = guest->vp[last];
	if (to->vp == IPB_HV_VP_UNKNOWN)
		return IPB_HV_REFUSED;
	if (vp_needs_ex(guest, to->vp))
		return guest->ex ? IPB_HV_EX : IPB_HV_REFUSED;

	for_each_set_bit(cpu, to->mask, guest->nr_cpus) {
		u32 vp = guest->vp[cpu];

		if (vp_needs_ex(guest, vp))
			return guest->ex ? IPB_HV_EX : IPB_HV_REFUSED;
		mask |= BIT_ULL(vp);
	}
	return fill_fast(guest, to->vector, mask, call);
}

/* the merged rule: the VP number decides, not the CPU number */
static __always_inline enum ipb_hv_form choose_by_vp(const struct ipb_hv_guest *guest,
						     unsigned int cpu, struct target *to,
						     struct ipb_hv_call *call)
{
	if (cpu >= guest->nr_cpus)
		return IPB_HV_REFUSED;
	to->vp = guest->vp[cpu];
	if (to->vp == IPB_HV_VP_UNKNOWN || guest->way == IPB_HV_WAY_NONE ||
	    !vector_valid(to->vector))
		return IPB_HV_REFUSED;
	if (vp_needs_ex(guest, to->vp))
		return guest->ex ? IPB_HV_EX : IPB_HV_REFUSED;
	return fill_fast(guest, to->vector, BIT_ULL(to->vp), call);
}

typedef bool (*fill_fn)(const struct ipb_hv_guest *guest, const struct target *to,
			struct ipb_hv_input_ex *input, struct ipb_hv_call *call);

/* the input is this CPU's: it is filled and read with interrupts off */
static __always_inline bool call_ex(const struct ipb_hv_guest *guest, const struct ipb_hv_ops *ops,
				    void *ctx, const struct target *to, struct ipb_hv_call *call,
				    fill_fn fill)
{
	u64 status = IPB_HV_STATUS_NO_CALL;
	struct ipb_hv_input_ex *input;
	unsigned long flags = 0;

	input = ops->input_get(ctx, &flags);
	if (input && fill(guest, to, input, call))
		status = ops->call(ctx, call, input);
	ops->input_put(ctx, flags);

	return ipb_hv_status_ok(status);
}

static __always_inline bool call_form(const struct ipb_hv_guest *guest,
				      const struct ipb_hv_ops *ops, void *ctx,
				      enum ipb_hv_form form, const struct target *to,
				      struct ipb_hv_call *call, fill_fn fill)
{
	if (form == IPB_HV_FAST)
		return ipb_hv_status_ok(ops->call(ctx, call, NULL));
	if (form == IPB_HV_EX)
		return call_ex(guest, ops, ctx, to, call, fill);
	return false;
}

static __always_inline void trace_send(const struct ipb_hv_ops *ops, void *ctx, unsigned int cpu,
				       int vector)
{
	if (ops->trace)
		ops->trace(ctx, cpu, vector);
}

/* an empty mask is nothing to send, and unlike the kernel's "done" it is our caller's mistake */
static __always_inline void mask_set(const struct ipb_hv_guest *guest, unsigned long *mask,
				     unsigned int cpu)
{
	if (cpu < guest->nr_cpus)
		__set_bit(cpu, mask);
}

enum ipb_hv_form ipb_hv_encode_mask(const struct ipb_hv_guest *guest, unsigned int cpu, int vector,
				    struct ipb_hv_input_ex *input, struct ipb_hv_call *call)
{
	unsigned long mask[BITS_TO_LONGS(IPB_HV_MASK_BITS)] = {};
	struct target to = { .mask = mask, .vector = vector };
	enum ipb_hv_form form;

	mask_set(guest, mask, cpu);
	form = choose_by_mask(guest, &to, call);
	if (form == IPB_HV_EX && !fill_dense(guest, &to, input, call))
		form = IPB_HV_REFUSED;
	return form;
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_encode_mask);

enum ipb_hv_form ipb_hv_encode_single(const struct ipb_hv_guest *guest, unsigned int cpu,
				      int vector, struct ipb_hv_input_ex *input,
				      struct ipb_hv_call *call)
{
	struct target to = { .vector = vector };
	enum ipb_hv_form form;

	form = choose_by_vp(guest, cpu, &to, call);
	if (form != IPB_HV_EX)
		return form;
	to.mask = mask_of(guest, cpu);
	return fill_dense(guest, &to, input, call) ? IPB_HV_EX : IPB_HV_REFUSED;
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_encode_single);

enum ipb_hv_form ipb_hv_encode_compact(const struct ipb_hv_guest *guest, unsigned int cpu,
				       int vector, struct ipb_hv_input_ex *input,
				       struct ipb_hv_call *call)
{
	struct target to = { .vector = vector };
	enum ipb_hv_form form;

	form = choose_by_vp(guest, cpu, &to, call);
	if (form == IPB_HV_EX && !fill_compact(guest, &to, input, call))
		form = IPB_HV_REFUSED;
	return form;
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_encode_compact);

bool ipb_hv_send_mask(const struct ipb_hv_guest *guest, const struct ipb_hv_ops *ops, void *ctx,
		      unsigned int cpu, int vector)
{
	unsigned long mask[BITS_TO_LONGS(IPB_HV_MASK_BITS)] = {};
	struct target to = { .mask = mask, .vector = vector };
	struct ipb_hv_call call;
	enum ipb_hv_form form;

	trace_send(ops, ctx, cpu, vector);
	mask_set(guest, mask, cpu);
	form = choose_by_mask(guest, &to, &call);
	return call_form(guest, ops, ctx, form, &to, &call, fill_dense);
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_send_mask);

bool ipb_hv_send_single(const struct ipb_hv_guest *guest, const struct ipb_hv_ops *ops, void *ctx,
			unsigned int cpu, int vector)
{
	struct target to = { .vector = vector };
	struct ipb_hv_call call;
	enum ipb_hv_form form;

	trace_send(ops, ctx, cpu, vector);
	form = choose_by_vp(guest, cpu, &to, &call);
	if (form == IPB_HV_EX)
		to.mask = mask_of(guest, cpu);
	return call_form(guest, ops, ctx, form, &to, &call, fill_dense);
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_send_single);

bool ipb_hv_send_compact(const struct ipb_hv_guest *guest, const struct ipb_hv_ops *ops, void *ctx,
			 unsigned int cpu, int vector)
{
	struct target to = { .vector = vector };
	struct ipb_hv_call call;
	enum ipb_hv_form form;

	trace_send(ops, ctx, cpu, vector);
	form = choose_by_vp(guest, cpu, &to, &call);
	return call_form(guest, ops, ctx, form, &to, &call, fill_compact);
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_send_compact);

bool ipb_hv_send_or_native(ipb_hv_send_fn send, const struct ipb_hv_guest *guest,
			   const struct ipb_hv_ops *ops, void *ctx, unsigned int cpu, int vector)
{
	bool sent = send(guest, ops, ctx, cpu, vector);

	if (!sent)
		ops->native(ctx, cpu, vector);
	return sent;
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_send_or_native);
