// SPDX-License-Identifier: GPL-2.0-only
/*
 * hyperv, model: what the guest spends before it calls the hypervisor.
 *
 * One operation goes from CPU number and vector to filled registers and, above
 * VP 63, to the filled input page. The hypervisor is a model too and stands
 * outside the window: it looks at the last operation of each batch, and a batch
 * it does not agree with counts as lost. There is no "native" here: all that an
 * APIC write costs a guest is the exit, of which this machine has none.
 */
#include <linux/bitmap.h>
#include <linux/compiler.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "bench/hyperv.h"
#include "bench/notes.h"
#include "bench/stamp.h"
#include "core/hv_ipi.h"
#include "core/hv_model.h"

enum {
	MODEL_VECTOR	= 0xfb,
	MODEL_MIN_CPUS	= IPB_HV_BANK_BITS,
	MODEL_TARGETS	= 8,		/* a power of two */
};

/**
 * struct hyperv_model - the guest, its input page, and the hypervisor
 * @guest: what the variants are given
 * @hypervisor: the partition the guest runs in
 * @outcome: what the hypervisor made of the last operation
 * @input: one page
 * @zero: is zero, and no compiler knows
 * @target: CPUs to interrupt in turn, all in one bank of VPs
 * @vp: VP number by CPU number
 * @bitmaps: memory of all masks
 */
struct hyperv_model {
	struct ipb_hv_guest guest;
	struct ipb_hv_model hypervisor;
	struct ipb_hv_outcome outcome;
	struct ipb_hv_input_ex *input;
	u32 zero;
	u32 target[MODEL_TARGETS];
	u32 *vp;
	unsigned long *bitmaps;
};

/* what the hypervisor would read last: the next operation waits for it */
static __always_inline u64 model_last_word(enum ipb_hv_form form, const struct ipb_hv_call *call,
					   const struct ipb_hv_input_ex *input)
{
	u64 word = call->regs.in2;

	if (form == IPB_HV_EX)
		word = *(const u64 *)((const u8 *)input + call->bytes - sizeof(u64));
	return word;
}

static void model_verify(struct hyperv_model *model, enum ipb_hv_form form,
			 const struct ipb_hv_call *call, u32 cpu, struct ipb_shot *shot)
{
	struct ipb_hv_registers regs = call->regs;
	unsigned int nr_vps = model->hypervisor.nr_vps;

	shot->choice = regs.control;
	shot->outcome = IPB_SHOT_LOST;
	if (form == IPB_HV_REFUSED)
		return;
	if (form == IPB_HV_EX)
		regs.in1 = (unsigned long)model->input;
	ipb_hv_model_call(&model->hypervisor, &regs, model->input, &model->outcome);
	if (model->outcome.status == IPB_HV_OK &&
	    find_first_bit(model->outcome.target, nr_vps) == model->vp[cpu] &&
	    bitmap_weight(model->outcome.target, nr_vps) == 1)
		shot->outcome = IPB_SHOT_HIT;
}

static __always_inline void model_batch(struct ipb_aim *aim, struct ipb_shot *shot,
					ipb_hv_encode_fn encode)
{
	struct hyperv_model *model = aim->state;
	struct ipb_hv_input_ex *input = model->input;
	enum ipb_hv_form form = IPB_HV_REFUSED;
	struct ipb_hv_call call = {};
	u32 zero = model->zero;
	u32 cpu = 0, i;
	u64 word = 0;

	shot->start = ipb_stamp();
	for (i = 0; i < aim->nr_ops; i++) {
		cpu = model->target[i % MODEL_TARGETS] + (word & zero);
		form = encode(&model->guest, cpu, MODEL_VECTOR, input, &call);
		word = model_last_word(form, &call, input);
	}
	OPTIMIZER_HIDE_VAR(word);
	shot->done = ipb_stamp();
	model_verify(model, form, &call, cpu, shot);
}

static void model_mask(struct ipb_aim *aim, struct ipb_shot *shot)
{
	model_batch(aim, shot, ipb_hv_encode_mask);
}

static void model_single(struct ipb_aim *aim, struct ipb_shot *shot)
{
	model_batch(aim, shot, ipb_hv_encode_single);
}

static void model_compact(struct ipb_aim *aim, struct ipb_shot *shot)
{
	model_batch(aim, shot, ipb_hv_encode_compact);
}

/* up to MODEL_TARGETS VPs that end at the one asked for, none from another bank */
static void model_choose_targets(struct hyperv_model *model, u32 last)
{
	u32 several = min_t(u32, last % IPB_HV_BANK_BITS + 1, MODEL_TARGETS);
	unsigned int cpu, i;

	for (cpu = 0; cpu < model->guest.nr_cpus; cpu++) {
		for (i = 0; i < MODEL_TARGETS; i++) {
			if (model->vp[cpu] == last - i % several)
				model->target[i] = cpu;
		}
	}
}

static void model_boot(struct hyperv_model *model, const struct ipb_session *session,
		       unsigned int nr_cpus)
{
	unsigned int words = BITS_TO_LONGS(nr_cpus), cpu;
	unsigned long *present = model->bitmaps, *target = present + words;
	unsigned long *one_hot = target + words;

	bitmap_fill(present, nr_cpus);
	for (cpu = 0; cpu < nr_cpus; cpu++)
		model->vp[cpu] = session->param[IPB_HYPERV_VP_NUMBERING] == IPB_HYPERV_REVERSED ?
				 nr_cpus - 1 - cpu : cpu;
	model->guest = (struct ipb_hv_guest) {
		.vp = model->vp,
		.nr_cpus = nr_cpus,
		.max_vp = nr_cpus - 1,
		.present = present,
		.one_hot = one_hot,
		.one_hot_stride = ipb_hv_one_hot_fill(one_hot, nr_cpus),
		.way = IPB_HV_WAY_PAGE,
		.ex = true,
		.always_ex = session->param[IPB_HYPERV_EX] == IPB_HYPERV_EX_ALWAYS,
	};
	/* the numbers are a permutation: present by VP is present by CPU */
	model->hypervisor = (struct ipb_hv_model) {
		.present = present,
		.nr_vps = nr_cpus,
		.lapic = true,
		.strict = true,
		.enforce = true,
		.cluster_ipi = true,
		.ex_masks = true,
	};
	model->outcome.target = target;
}

static void model_close(struct ipb_session *session)
{
	struct hyperv_model *model = session->state;

	if (!model)
		return;
	free_page((unsigned long)model->input);
	kvfree(model->bitmaps);
	kvfree(model->vp);
	kfree(model);
	session->state = NULL;
}

/* the smallest guest that has the target, so that the dense form is not made worse than it is */
static int model_open(struct ipb_session *session)
{
	u32 target = session->param[IPB_HYPERV_TARGET_VP];
	unsigned int nr_cpus = max_t(u32, target + 1, MODEL_MIN_CPUS);
	size_t words = ipb_hv_one_hot_words(nr_cpus) + 2 * BITS_TO_LONGS(nr_cpus);
	struct hyperv_model *model = kzalloc(sizeof(*model), GFP_KERNEL);

	session->state = model;
	if (!model)
		return -ENOMEM;
	model->vp = kvcalloc(nr_cpus, sizeof(*model->vp), GFP_KERNEL);
	model->bitmaps = kvcalloc(words, sizeof(*model->bitmaps), GFP_KERNEL);
	model->input = (void *)get_zeroed_page(GFP_KERNEL);
	if (!model->vp || !model->bitmaps || !model->input) {
		model_close(session);
		return -ENOMEM;
	}
	model_boot(model, session, nr_cpus);
	model_choose_targets(model, target);
	return 0;
}

static int model_aim(struct ipb_aim *aim)
{
	aim->state = aim->session->state;
	return 0;
}

/* input bytes as each variant ships them, for a reader who wonders about the ratio */
static void model_describe_bytes(const struct hyperv_model *model, struct ipb_notes *notes)
{
	static const struct {
		const char *key;
		ipb_hv_encode_fn encode;
	} variants[] = {
		{ "input_bytes_mask", ipb_hv_encode_mask },
		{ "input_bytes_single", ipb_hv_encode_single },
		{ "input_bytes_compact", ipb_hv_encode_compact },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(variants); i++) {
		struct ipb_hv_call call = {};

		variants[i].encode(&model->guest, model->target[0], MODEL_VECTOR, model->input,
				   &call);
		ipb_notes_add(notes, variants[i].key, "%u", call.bytes);
	}
}

static void model_describe(const struct ipb_session *session, struct ipb_notes *notes)
{
	const struct hyperv_model *model = session->state;

	ipb_notes_add(notes, "nr_vps", "%u", model->hypervisor.nr_vps);
	model_describe_bytes(model, notes);
}

static const struct ipb_variant model_variants[] = {
	{
		.name = "mask",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = model_mask,
	}, {
		.name = "single",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = model_single,
	}, {
		.name = "compact",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = model_compact,
	},
};

const struct ipb_backend ipb_hyperv_model = {
	.name = "model",
	.variants = model_variants,
	.nr_variants = ARRAY_SIZE(model_variants),
	.open = model_open,
	.close = model_close,
	.aim = model_aim,
	.describe = model_describe,
};
