// SPDX-License-Identifier: GPL-2.0-only
/*
 * hyperv, real: hypercalls from a guest of Hyper-V, or of a hypervisor that
 * speaks its language.
 *
 * The variants are the ones of core/hv_ipi with the kernel's own hypercall
 * behind them; "native" is the APIC's own way, which the kernel uses where it
 * has no hypercall. What is sent is a call interrupt with nothing queued.
 */
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/slab.h>
#include <asm/apic.h>
#include <asm/hypervisor.h>
#include <asm/mshyperv.h>
#include <asm/smp.h>

#include "bench/hyperv.h"
#include "bench/hyperv_echo.h"
#include "bench/notes.h"
#include "bench/stamp.h"
#include "core/hv_ipi.h"

#define CREATE_TRACE_POINTS
#include "bench/hyperv_events.h"

/* after a lost shot: how long it may still be under way, and how long is waited anyway */
enum { REAL_LATE_MS = 1000, REAL_SETTLE_MS = 10 };

/* in the order of real_variants */
enum { REAL_MASK, REAL_SINGLE, REAL_COMPACT, REAL_HYPERCALLS };

/**
 * struct hyperv_real - one run
 * @guest: what the variants are given
 * @ops: how they call
 * @echo: how targets answer
 * @scratch: input for calls that are only encoded
 */
struct hyperv_real {
	struct ipb_hv_guest guest;
	struct ipb_hv_ops ops;
	struct ipb_hyperv_echo __percpu *echo;
	struct ipb_hv_input_ex scratch;
};

/**
 * struct hyperv_pair - one sender and target
 * @real: the run
 * @control: control words, by hypercall variant
 * @watch: the target before the last shot
 */
struct hyperv_pair {
	struct hyperv_real *real;
	u64 control[REAL_HYPERCALLS];
	struct ipb_hyperv_watch watch;
};

/* "Initialized" is the hypercall page as its MSR has it; its address no longer is exported. */
static enum ipb_hv_way real_way(void)
{
	return ipb_hv_way_find(hv_is_hyperv_initialized(), ms_hyperv.isolation_config_a & BIT(0),
			  (enum ipb_hv_isolation)hv_get_isolation_type());
}

/* The kernel's inlines choose the way themselves; ours said that there is one. */
static u64 real_call(void *ctx, const struct ipb_hv_call *call,
		     const struct ipb_hv_input_ex *input)
{
	if (!input)
		return hv_do_fast_hypercall16(call->regs.control & IPB_HV_CONTROL_CODE,
					      call->regs.in1, call->regs.in2);
	return hv_do_hypercall(call->regs.control, (void *)input, NULL);
}

/* The one page the hypervisor may read from; the kernel fills it with IRQs off too. */
static struct ipb_hv_input_ex *real_input_get(void *ctx, unsigned long *flags)
{
	local_irq_save(*flags);
	return *this_cpu_ptr(hyperv_pcpu_input_arg);
}

static void real_input_put(void *ctx, unsigned long flags)
{
	local_irq_restore(flags);
}

static void real_trace(void *ctx, unsigned int cpu, int vector)
{
	trace_ipibench_hv_send(cpu, vector);
}

static const struct ipb_hv_ops real_ops = {
	.call		= real_call,
	.input_get	= real_input_get,
	.input_put	= real_input_put,
};

/* A refusal is no shot: falling back here would time the native IPI twice. */
static __always_inline void real_shoot(struct ipb_aim *aim, struct ipb_shot *shot,
				       ipb_hv_send_fn send, unsigned int variant)
{
	struct hyperv_pair *pair = aim->state;
	bool sent;

	shot->choice = pair->control[variant];
	shot->outcome = IPB_SHOT_OFFLINE;
	if (unlikely(!cpu_online(aim->to)))
		return;
	ipb_hyperv_watch_begin(&pair->watch, pair->real->echo, aim->to);
	shot->outcome = IPB_SHOT_LOST;
	shot->start = ipb_stamp();
	sent = send(&pair->real->guest, &pair->real->ops, NULL, aim->to, IPB_HYPERV_VECTOR);
	shot->sent = ipb_stamp();
	if (likely(sent) && ipb_hyperv_watch_wait(&pair->watch, aim, shot))
		ipb_hyperv_watch_settle(&pair->watch, shot);
}

static void real_mask(struct ipb_aim *aim, struct ipb_shot *shot)
{
	real_shoot(aim, shot, ipb_hv_send_mask, REAL_MASK);
}

static void real_single(struct ipb_aim *aim, struct ipb_shot *shot)
{
	real_shoot(aim, shot, ipb_hv_send_single, REAL_SINGLE);
}

static void real_compact(struct ipb_aim *aim, struct ipb_shot *shot)
{
	real_shoot(aim, shot, ipb_hv_send_compact, REAL_COMPACT);
}

/* An xAPIC takes the command in two writes, which must stay together. */
static void real_native(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct hyperv_pair *pair = aim->state;
	u32 id = per_cpu(x86_cpu_to_apicid, aim->to);
	unsigned long flags;

	shot->outcome = IPB_SHOT_OFFLINE;
	if (unlikely(!cpu_online(aim->to)))
		return;
	ipb_hyperv_watch_begin(&pair->watch, pair->real->echo, aim->to);
	shot->outcome = IPB_SHOT_LOST;
	shot->start = ipb_stamp();
	local_irq_save(flags);
	apic->icr_write(APIC_DM_FIXED | APIC_DEST_PHYSICAL | IPB_HYPERV_VECTOR, id);
	local_irq_restore(flags);
	shot->sent = ipb_stamp();
	if (ipb_hyperv_watch_wait(&pair->watch, aim, shot))
		ipb_hyperv_watch_settle(&pair->watch, shot);
}

static const char *real_supported(void)
{
	if (!hypervisor_is_type(X86_HYPER_MS_HYPERV))
		return "not a Hyper-V guest";
	if (num_possible_cpus() < 2)
		return "this machine has one CPU only";
	if (real_way() == IPB_HV_WAY_NONE)
		return "no hypercall page";
	if (!(ms_hyperv.hints & HV_X64_CLUSTER_IPI_RECOMMENDED))
		return "the hypervisor does not recommend IPI hypercalls";
	return ipb_hyperv_echo_missing();
}

/*
 * The map of VP numbers has an entry per possible CPU, not per CPU number:
 * a CPU numbered beyond it is one the encoders refuse.
 */
static void real_describe_guest(struct ipb_hv_guest *guest, const struct ipb_session *session)
{
	*guest = (struct ipb_hv_guest) {
		.vp = hv_vp_index,
		.nr_cpus = min_t(unsigned int, num_possible_cpus(), IPB_HV_MASK_BITS),
		.max_vp = hv_max_vp_index,
		.present = cpumask_bits(cpu_present_mask),
		.one_hot = &cpu_bit_bitmap[0][0],
		.one_hot_stride = BITS_TO_LONGS(NR_CPUS),
		.way = real_way(),
		.ex = ms_hyperv.hints & HV_X64_EX_PROCESSOR_MASKS_RECOMMENDED,
		.always_ex = session->param[IPB_HYPERV_EX] == IPB_HYPERV_EX_ALWAYS,
	};
}

static int real_open(struct ipb_session *session)
{
	struct hyperv_real *real = kzalloc(sizeof(*real), GFP_KERNEL);

	session->state = NULL;
	if (!real)
		return -ENOMEM;
	real->echo = ipb_hyperv_echo_start();
	if (!real->echo) {
		kfree(real);
		return -ENOMEM;
	}
	real_describe_guest(&real->guest, session);
	real->ops = real_ops;
	/* Asked once a run: the window of a run nobody listens to has no trace in it. */
	if (trace_ipibench_hv_send_enabled())
		real->ops.trace = real_trace;
	session->state = real;
	return 0;
}

static void real_close(struct ipb_session *session)
{
	struct hyperv_real *real = session->state;

	if (!real)
		return;
	ipb_hyperv_echo_stop(real->echo);
	kfree(real);
	session->state = NULL;
}

/* Every refusal is known before the first shot; none is found out by losing it. */
static int real_aim(struct ipb_aim *aim)
{
	static const ipb_hv_encode_fn encode[REAL_HYPERCALLS] = {
		[REAL_MASK]	= ipb_hv_encode_mask,
		[REAL_SINGLE]	= ipb_hv_encode_single,
		[REAL_COMPACT]	= ipb_hv_encode_compact,
	};
	struct hyperv_real *real = aim->session->state;
	struct hyperv_pair *pair = kzalloc(sizeof(*pair), GFP_KERNEL);
	unsigned int i;

	if (!pair)
		return -ENOMEM;
	for (i = 0; i < REAL_HYPERCALLS; i++) {
		struct ipb_hv_call call;

		if (encode[i](&real->guest, aim->to, IPB_HYPERV_VECTOR, &real->scratch, &call) ==
		    IPB_HV_REFUSED) {
			kfree(pair);
			return -EOPNOTSUPP;
		}
		pair->control[i] = call.regs.control;
	}
	pair->real = real;
	aim->state = pair;
	return 0;
}

static void real_lower(struct ipb_aim *aim)
{
	kfree(aim->state);
	aim->state = NULL;
}

/* What was lost may only be late: let it be counted, or it acknowledges the next one. */
static int real_rearm(struct ipb_aim *aim)
{
	const struct hyperv_pair *pair = aim->state;
	unsigned int waited;

	for (waited = 0; waited < REAL_LATE_MS; waited += REAL_SETTLE_MS) {
		msleep(REAL_SETTLE_MS);
		if (READ_ONCE(*pair->watch.calls) != pair->watch.before)
			break;
	}
	return 0;
}

static const char *const real_way_names[] = {
	[IPB_HV_WAY_NONE]	= "none",
	[IPB_HV_WAY_PAGE]	= "page",
	[IPB_HV_WAY_VMMCALL]	= "vmmcall",
	[IPB_HV_WAY_TDVMCALL]	= "tdvmcall",
};

static void real_describe(const struct ipb_session *session, struct ipb_notes *notes)
{
	const struct hyperv_real *real = session->state;

	ipb_notes_add(notes, "hv_hints", "%#x", ms_hyperv.hints);
	ipb_notes_add(notes, "hv_isolation", "%u", (unsigned int)hv_get_isolation_type());
	ipb_notes_add(notes, "hv_way", "%s", real_way_names[real->guest.way]);
	ipb_notes_add(notes, "hv_max_vp", "%u", real->guest.max_vp);
	ipb_notes_add(notes, "hv_send_traced", "%s", real->ops.trace ? "yes" : "no");
	ipb_notes_add(notes, "hv_native", "%s", x2apic_mode ? "x2apic" : "xapic");
}

#define REAL_LEGS	(BIT(IPB_LEG_SEND) | BIT(IPB_LEG_DELIVER) | BIT(IPB_LEG_RTT))

static const struct ipb_variant real_variants[] = {
	[REAL_MASK]	= { .name = "mask", .legs = REAL_LEGS, .shoot = real_mask },
	[REAL_SINGLE]	= { .name = "single", .legs = REAL_LEGS, .shoot = real_single },
	[REAL_COMPACT]	= { .name = "compact", .legs = REAL_LEGS, .shoot = real_compact },
	{ .name = "native", .legs = REAL_LEGS, .shoot = real_native },
};

const struct ipb_backend ipb_hyperv_real = {
	.name = "real",
	.variants = real_variants,
	.nr_variants = ARRAY_SIZE(real_variants),
	.supported = real_supported,
	.open = real_open,
	.close = real_close,
	.aim = real_aim,
	.rearm = real_rearm,
	.lower = real_lower,
	.describe = real_describe,
};
