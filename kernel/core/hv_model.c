// SPDX-License-Identifier: GPL-2.0-only
/*
 * The model hypervisor.
 */
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/kernel.h>

#include "core/export.h"
#include "core/hv_model.h"

/* a hypercall taken apart */
struct request {
	u64 format;
	u64 valid;
	const u64 *bank;	/* packed */
	u32 vector;
	u32 vtl;
	unsigned int varhead;
	unsigned int banks_max;	/* room behind @bank */
	u16 code;
	bool fast;
};

static bool access_allowed(const struct ipb_hv_model *model, u16 code)
{
	if (!model->enforce)
		return true;
	if (code == IPB_HV_CODE_IPI_EX)
		return model->cluster_ipi && model->ex_masks;
	return code != IPB_HV_CODE_IPI || model->cluster_ipi;
}

/* what can be said of the control word alone */
static enum ipb_hv_status check_control(const struct ipb_hv_model *model, u64 control)
{
	u16 code = control & IPB_HV_CONTROL_CODE;

	if (!access_allowed(model, code))
		return IPB_HV_DENIED;
	if (control & IPB_HV_CONTROL_RSVD)
		return IPB_HV_BAD_INPUT;
	if (code != IPB_HV_CODE_IPI && code != IPB_HV_CODE_IPI_EX)
		return IPB_HV_BAD_CODE;
	/* both are simple calls, and only the EX one has a variable header */
	if (control & IPB_HV_CONTROL_REPS)
		return IPB_HV_BAD_INPUT;
	if (code == IPB_HV_CODE_IPI && control & IPB_HV_CONTROL_VARHEAD)
		return IPB_HV_BAD_INPUT;
	return IPB_HV_OK;
}

static enum ipb_hv_status check_address(const struct ipb_hv_model *model, u64 address, size_t bytes)
{
	u64 offset = address & (IPB_HV_PAGE_BYTES - 1);

	if (!model->strict)
		return IPB_HV_OK;
	if (address & 7 || offset + bytes > IPB_HV_PAGE_BYTES)
		return IPB_HV_BAD_ALIGNMENT;
	return IPB_HV_OK;
}

/* IPB_HV_CODE_IPI is a set of one bank, the first */
static enum ipb_hv_status read_ipi(const struct ipb_hv_model *model,
				   const struct ipb_hv_registers *regs, const void *input,
				   struct request *rq)
{
	const struct ipb_hv_input *in = input;
	enum ipb_hv_status status;

	rq->format = IPB_HV_SET_SPARSE;
	rq->valid = BIT_ULL(0);
	if (rq->fast) {
		if (upper_32_bits(regs->in1))
			return IPB_HV_BAD_INPUT;
		rq->vector = lower_32_bits(regs->in1);
		rq->bank = &regs->in2;
		return IPB_HV_OK;
	}

	status = check_address(model, regs->in1, sizeof(*in));
	if (status)
		return status;
	rq->vector = in->vector;
	rq->vtl = in->vtl;
	rq->bank = &in->mask;
	return IPB_HV_OK;
}

static enum ipb_hv_status read_ipi_ex(const struct ipb_hv_model *model,
				      const struct ipb_hv_registers *regs, const void *input,
				      struct request *rq)
{
	const struct ipb_hv_input_ex *in = input;
	enum ipb_hv_status status;
	const u64 *xmm = input;

	if (rq->fast) {
		rq->vector = lower_32_bits(regs->in1);
		rq->vtl = upper_32_bits(regs->in1);
		rq->format = regs->in2;
		rq->valid = xmm[0];
		rq->bank = xmm + 1;
		rq->banks_max = IPB_HV_XMM_WORDS - 1;
		return IPB_HV_OK;
	}

	status = check_address(model, regs->in1, offsetof(struct ipb_hv_input_ex, bank) +
			       rq->varhead * sizeof(u64));
	if (status)
		return status;
	rq->vector = in->vector;
	rq->vtl = in->vtl;
	rq->format = in->format;
	rq->valid = in->valid;
	rq->bank = in->bank;
	rq->banks_max = IPB_HV_BANKS;
	return IPB_HV_OK;
}

static enum ipb_hv_status check_vector(const struct ipb_hv_model *model, const struct request *rq)
{
	if (rq->vector >= IPB_HV_VECTOR_MIN && rq->vector <= IPB_HV_VECTOR_MAX)
		return IPB_HV_OK;
	return model->strict ? IPB_HV_BAD_PARAMETER : IPB_HV_BAD_INPUT;
}

static void target_bank(const struct ipb_hv_model *model, unsigned int bank, u64 bits,
			struct ipb_hv_outcome *out)
{
	unsigned int bit, vp;

	for (bit = 0; bit < IPB_HV_BANK_BITS; bit++) {
		vp = bank * IPB_HV_BANK_BITS + bit;
		/* a VP the partition does not have is no error */
		if (bits & BIT_ULL(bit) && vp < model->nr_vps && test_bit(vp, model->present))
			__set_bit(vp, out->target);
	}
}

static void target_set(const struct ipb_hv_model *model, const struct request *rq,
		       struct ipb_hv_outcome *out)
{
	unsigned int bank;

	if (rq->format == IPB_HV_SET_ALL) {
		bitmap_copy(out->target, model->present, model->nr_vps);
		return;
	}
	for (bank = 0; bank < IPB_HV_BANKS; bank++) {
		if (rq->valid & BIT_ULL(bank))
			target_bank(model, bank, rq->bank[out->banks++], out);
	}
}

static enum ipb_hv_status check_set(const struct ipb_hv_model *model, const struct request *rq)
{
	if (model->strict && rq->vtl)
		return IPB_HV_BAD_PARAMETER;
	if (model->strict && rq->format > IPB_HV_SET_ALL)
		return IPB_HV_BAD_PARAMETER;
	if (rq->code == IPB_HV_CODE_IPI_EX && rq->varhead != hweight64(rq->valid))
		return IPB_HV_BAD_INPUT;
	return IPB_HV_OK;
}

static enum ipb_hv_status deliver(const struct ipb_hv_model *model, const struct request *rq,
				  struct ipb_hv_outcome *out)
{
	enum ipb_hv_status status;

	status = check_set(model, rq);
	if (status)
		return status;

	if (rq->code == IPB_HV_CODE_IPI_EX && rq->format != IPB_HV_SET_ALL) {
		/* nobody is addressed: fine, and nobody looks at the vector */
		if (!rq->varhead)
			return IPB_HV_OK;
		if (rq->varhead > rq->banks_max)
			return IPB_HV_BAD_INPUT;
	}
	status = check_vector(model, rq);
	if (status)
		return status;

	out->vector = rq->vector;
	target_set(model, rq, out);
	return IPB_HV_OK;
}

static enum ipb_hv_status serve(const struct ipb_hv_model *model,
				const struct ipb_hv_registers *regs, const void *input,
				struct ipb_hv_outcome *out)
{
	struct request rq = {
		.code = regs->control & IPB_HV_CONTROL_CODE,
		.fast = regs->control & IPB_HV_CONTROL_FAST,
		.varhead = (regs->control & IPB_HV_CONTROL_VARHEAD) >> IPB_HV_VARHEAD_SHIFT,
	};
	enum ipb_hv_status status;

	status = check_control(model, regs->control);
	if (status)
		return status;
	if (!model->lapic)
		return IPB_HV_BAD_INPUT;

	if (rq.code == IPB_HV_CODE_IPI)
		status = read_ipi(model, regs, input, &rq);
	else
		status = read_ipi_ex(model, regs, input, &rq);
	if (status)
		return status;
	return deliver(model, &rq, out);
}

void ipb_hv_model_call(const struct ipb_hv_model *model, const struct ipb_hv_registers *regs,
		       const void *input, struct ipb_hv_outcome *out)
{
	bitmap_zero(out->target, model->nr_vps);
	out->vector = 0;
	out->banks = 0;
	out->undefined = model->cpl != 0;
	out->status = out->undefined ? IPB_HV_STATUS_NO_CALL : serve(model, regs, input, out);
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_model_call);
