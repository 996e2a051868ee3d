// SPDX-License-Identifier: GPL-2.0-only
/*
 * its, model: what it costs to choose an ITS and to write its GITS_SGIR.
 *
 * The write lands in memory that only this CPU touches, so how far away the
 * chosen ITS is does not show here, only what the choice costs. A batch whose
 * last write is not found in the frame of the ITS that was chosen counts as
 * lost.
 */
#include <linux/slab.h>

#include "bench/gic.h"
#include "bench/its.h"
#include "bench/notes.h"
#include "bench/stamp.h"
#include "core/schedule.h"

enum { MODEL_TARGETS = 256 };		/* a power of two */

/**
 * struct its_model - state of a session
 * @gic: the machine
 * @zero: is zero, and no compiler knows
 * @vpeid: what is sent to, in turn
 */
struct its_model {
	struct ipb_gic *gic;
	unsigned long zero;
	u16 vpeid[MODEL_TARGETS];
};

/**
 * struct its_sender - all that a choice may look at, found before the window
 * @list: the ITSs
 * @cpu: the sending CPU
 * @kept: state of ipb_its_select_kept()
 */
struct its_sender {
	const struct list_head *list;
	const struct ipb_its_cpu *cpu;
	const struct ipb_its **kept;
};

typedef const struct ipb_its *(*its_pick_fn)(struct its_sender from);

static __always_inline const struct ipb_its *pick_first(struct its_sender from)
{
	return ipb_its_select_first(from.list);
}

static __always_inline const struct ipb_its *pick_kept(struct its_sender from)
{
	return ipb_its_select_kept(from.list, from.kept);
}

static __always_inline const struct ipb_its *pick_local(struct its_sender from)
{
	return ipb_its_select_local(from.cpu, from.list);
}

static __always_inline const struct ipb_its *pick_nearest(struct its_sender from)
{
	return ipb_its_select_nearest(from.cpu);
}

/*
 * @chain is zero, but the CPU learns that from the last choice: no choice can
 * start before the one before it is made. Addresses are made here, so that no
 * variant gets to fold the addition into its load.
 */
static __always_inline struct its_sender sender_after(struct its_sender from, unsigned long chain)
{
	from.list = (const void *)from.list + chain;
	from.cpu = (const void *)from.cpu + chain;
	from.kept = (void *)from.kept + chain;
	OPTIMIZER_HIDE_VAR(from.list);
	OPTIMIZER_HIDE_VAR(from.cpu);
	OPTIMIZER_HIDE_VAR(from.kept);
	return from;
}

/* Linux does not check for NULL either; nr_its is at least 1 */
static __always_inline void model_batch(struct ipb_aim *aim, struct ipb_shot *shot,
					its_pick_fn pick)
{
	const struct its_model *model = aim->session->state;
	struct its_sender from = {
		.list = &model->gic->system.list,
		.cpu = &model->gic->system.cpus[aim->from],
		.kept = &model->gic->kept,
	};
	unsigned long zero = model->zero, chain = 0;
	const struct ipb_its *its = NULL;
	u32 nr_ops = aim->nr_ops;
	u16 vpeid = 0;
	u32 i;

	from = sender_after(from, 0);
	shot->start = ipb_stamp();
	for (i = 0; i < nr_ops; i++) {
		vpeid = model->vpeid[i % MODEL_TARGETS];
		its = pick(sender_after(from, chain));
		ipb_gic_send(its, vpeid, i);
		chain = (unsigned long)its & zero;
	}
	shot->done = ipb_stamp();
	shot->outcome = IPB_SHOT_LOST;
	if (its && ipb_gic_received(its) == ipb_gits_sgir(vpeid, nr_ops - 1))
		shot->outcome = IPB_SHOT_HIT;
	shot->choice = its ? ipb_gic_its_id(its) : 0;
}

static void model_first(struct ipb_aim *aim, struct ipb_shot *shot)
{
	model_batch(aim, shot, pick_first);
}

static void model_kept(struct ipb_aim *aim, struct ipb_shot *shot)
{
	model_batch(aim, shot, pick_kept);
}

static void model_local(struct ipb_aim *aim, struct ipb_shot *shot)
{
	model_batch(aim, shot, pick_local);
}

static void model_nearest(struct ipb_aim *aim, struct ipb_shot *shot)
{
	model_batch(aim, shot, pick_nearest);
}

static int model_open(struct ipb_session *session)
{
	const struct ipb_gic_config config = {
		.nr_v4_1 = session->param[IPB_ITS_NR_ITS],
		.nr_v4_0 = session->param[IPB_ITS_NR_ITS_V40],
		.tables = session->param[IPB_ITS_VPE_TABLE],
		.nr_cpus = session->cpus,
	};
	struct its_model *model = kzalloc(sizeof(*model), GFP_KERNEL);
	struct ipb_random random;
	unsigned int i;

	if (!model)
		return -ENOMEM;
	model->gic = ipb_gic_alloc(&config);
	if (!model->gic) {
		kfree(model);
		return -ENOMEM;
	}
	ipb_random_seed(&random, session->seed);
	for (i = 0; i < MODEL_TARGETS; i++)
		model->vpeid[i] = ipb_random_next(&random);
	session->state = model;
	return 0;
}

static void model_close(struct ipb_session *session)
{
	struct its_model *model = session->state;

	ipb_gic_free(model->gic);
	kfree(model);
	session->state = NULL;
}

static void model_describe(const struct ipb_session *session, struct ipb_notes *notes)
{
	const struct its_model *model = session->state;
	char nodes[IPB_NOTE_TEXT] = "";
	unsigned int i, len = 0;

	for (i = 0; i < model->gic->nr_its; i++)
		len += scnprintf(nodes + len, sizeof(nodes) - len, i ? " %d" : "%d",
				 model->gic->its[i].its.node);
	ipb_notes_add(notes, "its_node", "%s", nodes);
}

static const struct ipb_variant model_variants[] = {
	{
		.name = "first",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = model_first,
	}, {
		.name = "kept",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = model_kept,
	}, {
		.name = "local",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = model_local,
	}, {
		.name = "nearest",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = model_nearest,
	},
};

const struct ipb_backend ipb_its_model = {
	.name = "model",
	.variants = model_variants,
	.nr_variants = ARRAY_SIZE(model_variants),
	.open = model_open,
	.close = model_close,
	.describe = model_describe,
};
