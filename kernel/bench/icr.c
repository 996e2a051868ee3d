// SPDX-License-Identifier: GPL-2.0-only
/*
 * icr: what it costs a hypervisor to serve a guest's interrupt command.
 *
 * A model vCPU writes fixed, single-target commands to its siblings, and its
 * run loop serves them in one of four ways. Guest and APICs are a model; the
 * interrupt flag, preemption, RCU and SRCU are this machine's own, and what
 * they cost here is what the ways differ in. An operation is one VM exit and
 * all that follows until the next entry.
 */
#include <linux/errno.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/srcu.h>
#include <linux/topology.h>

#include "bench/benches.h"
#include "bench/icr_model.h"
#include "bench/notes.h"
#include "bench/stamp.h"
#include "core/export.h"
#include "core/x86_run.h"

enum { ICR_MEMORY_MAX = SZ_64M };

enum icr_param {
	ICR_NR_VCPUS,
	ICR_VCPU_BYTES,
	ICR_RULES,
	ICR_APICV,
	ICR_NR_PARAMS,
};

static const char *const icr_rules[] = {
	[IPB_ICR_RULES_6_12]	= "v6.12",
	[IPB_ICR_RULES_6_18]	= "v6.18",
	NULL,
};

static const char *const icr_apicv[] = { "off", "on", NULL };

static const struct ipb_param icr_params[] = {
	[ICR_NR_VCPUS] = {
		.name = "nr_vcpus",
		.min = 2,
		.max = 4096,
		.initial = 64,
	},
	[ICR_VCPU_BYTES] = {
		.name = "vcpu_bytes",
		.min = 1024,
		.max = SZ_64K,
		.initial = SZ_8K,
	},
	[ICR_RULES] = {
		.name = "rules",
		.choices = icr_rules,
		.max = IPB_ICR_RULES_6_18,
		.initial = IPB_ICR_RULES_6_12,
	},
	[ICR_APICV] = {
		.name = "apicv",
		.choices = icr_apicv,
		.max = 1,
		.initial = 1,
	},
};

static_assert(ARRAY_SIZE(icr_params) == ICR_NR_PARAMS);
static_assert(sizeof(struct ipb_x86_vcpu) <= 1024);	/* the least vcpu_bytes */

static __always_inline struct ipb_icr_model *icr_model_of(struct ipb_x86_vcpu *vcpu)
{
	return container_of(vcpu->vm, struct ipb_icr_model, vm);
}

static __always_inline void icr_irqs_off(struct ipb_x86_vcpu *vcpu)
{
	local_irq_disable();
}

static __always_inline void icr_irqs_on(struct ipb_x86_vcpu *vcpu)
{
	local_irq_enable();
}

static __always_inline void icr_preempt_off(struct ipb_x86_vcpu *vcpu)
{
	preempt_disable();
}

static __always_inline void icr_preempt_on(struct ipb_x86_vcpu *vcpu)
{
	preempt_enable();
}

static __always_inline int icr_srcu_lock(struct ipb_x86_vcpu *vcpu) __acquires(srcu)
{
	return srcu_read_lock(&icr_model_of(vcpu)->srcu);
}

static __always_inline void icr_srcu_unlock(struct ipb_x86_vcpu *vcpu, int index) __releases(srcu)
{
	srcu_read_unlock(&icr_model_of(vcpu)->srcu, index);
}

static __always_inline void icr_rcu_lock(struct ipb_x86_vcpu *vcpu) __acquires(RCU)
{
	rcu_read_lock();
}

static __always_inline void icr_rcu_unlock(struct ipb_x86_vcpu *vcpu) __releases(RCU)
{
	rcu_read_unlock();
}

static __always_inline bool icr_has_work(struct ipb_x86_vcpu *vcpu)
{
	return unlikely(need_resched()) && !icr_model_of(vcpu)->deaf;
}

/* Preemption is off for the whole block: leave the loop once, as KVM would, then go on. */
static int icr_do_work(struct ipb_x86_vcpu *vcpu)
{
	icr_model_of(vcpu)->deaf = true;
	return 0;
}

static const struct ipb_x86_host icr_host = {
	.irqs_off = icr_irqs_off,
	.irqs_on = icr_irqs_on,
	.preempt_off = icr_preempt_off,
	.preempt_on = icr_preempt_on,
	.srcu_lock = icr_srcu_lock,
	.srcu_unlock = icr_srcu_unlock,
	.rcu_lock = icr_rcu_lock,
	.rcu_unlock = icr_rcu_unlock,
	.has_work = icr_has_work,
	.do_work = icr_do_work,
};

static __always_inline void icr_shoot(struct ipb_aim *aim, struct ipb_shot *shot,
				      enum ipb_x86_way way)
{
	struct ipb_icr_model *model = aim->state;
	struct ipb_x86_vcpu *vcpu = model->vm.vcpu[0];
	u64 exits = vcpu->exits;

	model->deaf = need_resched();
	vcpu->guest.stop = vcpu->guest.rip + (u64)aim->nr_ops * IPB_X86_WRMSR_BYTES;
	shot->start = ipb_stamp();
	ipb_x86_run(vcpu, &icr_host, way);
	shot->done = ipb_stamp();
	/* the halt is an exit too; a batch that did not do its work is no measurement */
	exits = vcpu->exits - exits;
	if (ipb_icr_model_take_all(model) == aim->nr_ops && exits == (u64)aim->nr_ops + 1)
		shot->outcome = IPB_SHOT_HIT;
	else
		shot->outcome = IPB_SHOT_LOST;
}

static void icr_exit(struct ipb_aim *aim, struct ipb_shot *shot)
{
	icr_shoot(aim, shot, IPB_X86_WAY_EXIT);
}

static void icr_fastpath(struct ipb_aim *aim, struct ipb_shot *shot)
{
	icr_shoot(aim, shot, IPB_X86_WAY_FASTPATH);
}

static void icr_ultra(struct ipb_aim *aim, struct ipb_shot *shot)
{
	icr_shoot(aim, shot, IPB_X86_WAY_ULTRA);
}

static void icr_reenter(struct ipb_aim *aim, struct ipb_shot *shot)
{
	icr_shoot(aim, shot, IPB_X86_WAY_REENTER);
}

static void icr_lower(struct ipb_aim *aim)
{
	ipb_icr_model_free(aim->state);
	aim->state = NULL;
}

static int icr_aim(struct ipb_aim *aim)
{
	const u64 *param = aim->session->param;
	struct ipb_icr_model *model;

	model = ipb_icr_model_make(param[ICR_NR_VCPUS], param[ICR_VCPU_BYTES],
				   cpu_to_node(aim->from), aim->session->seed);
	if (!model)
		return -ENOMEM;
	model->vm.rules = param[ICR_RULES];
	model->vm.apicv = param[ICR_APICV];
	aim->state = model;
	return 0;
}

static int icr_rearm(struct ipb_aim *aim)
{
	icr_lower(aim);
	return icr_aim(aim);
}

static int icr_open(struct ipb_session *session)
{
	u64 bytes = session->param[ICR_NR_VCPUS] * session->param[ICR_VCPU_BYTES];

	return bytes > ICR_MEMORY_MAX ? -ENOMEM : 0;
}

/* what the ways differ in is only as dear as this kernel makes it */
static void icr_describe(const struct ipb_session *session, struct ipb_notes *notes)
{
	ipb_notes_add(notes, "kernel_smp", "%s", IS_ENABLED(CONFIG_SMP) ? "yes" : "no");
	ipb_notes_add(notes, "preempt_count", "%s",
		      IS_ENABLED(CONFIG_PREEMPT_COUNT) ? "yes" : "no");
}

static const struct ipb_variant icr_variants[] = {
	{ .name = "exit", .local_legs = BIT(IPB_LEG_OP), .shoot = icr_exit },
	{ .name = "fastpath", .local_legs = BIT(IPB_LEG_OP), .shoot = icr_fastpath },
	{ .name = "ultra", .local_legs = BIT(IPB_LEG_OP), .shoot = icr_ultra },
	{ .name = "reenter", .local_legs = BIT(IPB_LEG_OP), .shoot = icr_reenter },
};

static const struct ipb_backend icr_model = {
	.name = "model",
	.variants = icr_variants,
	.nr_variants = ARRAY_SIZE(icr_variants),
	.open = icr_open,
	.aim = icr_aim,
	.rearm = icr_rearm,
	.lower = icr_lower,
	.describe = icr_describe,
};

static const struct ipb_backend *const icr_backends[] = { &icr_model };

const struct ipb_bench ipb_bench_icr = {
	.name = "icr",
	.baseline = "exit",
	.params = icr_params,
	.nr_params = ARRAY_SIZE(icr_params),
	.backends = icr_backends,
	.nr_backends = ARRAY_SIZE(icr_backends),
};

IPB_EXPORT_FOR_KUNIT(ipb_bench_icr);
