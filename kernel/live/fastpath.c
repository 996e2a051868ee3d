// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hook: a guest's write of an MSR, right after the exit, in KVM on x86.
 *
 * The function runs with IRQs off between two entries of the guest, and may
 * handle what it is for: IPIs by the x2APIC's ICR, and the TSC deadline. Only
 * writes of the ICR are anything to us; all others go to the kernel as they
 * came and are not counted.
 *
 * A variant is whom to call, and what to make of "handled, enter the guest
 * again". All have one pass through ftrace and one call in common.
 */
#include "compat.h"
#include "live/hook.h"
#include "live/splice.h"

static const char *const fastpath_variants[] = {
	"kernel", "kernel_again", "off", "leave", NULL,
};

#if !defined(CONFIG_X86) || defined(CONFIG_UML)
#define FASTPATH_ABSENT	"not an x86 kernel"
#elif !IS_ENABLED(CONFIG_KVM)
#define FASTPATH_ABSENT	"this kernel has no KVM"
#elif !IPB_COMPAT_HAS_SET_MSR_FASTPATH
#define FASTPATH_ABSENT	"unknown version: this kernel's KVM has another fast path"
#elif !IPB_LIVE_CAN_SPLICE
#define FASTPATH_ABSENT	"this kernel's ftrace cannot redirect calls"
#else
#include <linux/kvm_host.h>
#include <asm/apicdef.h>
#include <asm/cpufeature.h>

#include "bench/stamp.h"
#include "live/recorder.h"

/* The ICR's number as an MSR. */
enum { MSR_ICR = 0x800 + (APIC_ICR >> 4) };

/**
 * struct fastpath - a variant
 * @call: who is called for a write of the ICR
 * @again: what its "enter the guest again" becomes
 */
struct fastpath {
	fastpath_t (*call)(struct kvm_vcpu *vcpu);
	fastpath_t again;
};

static struct ipb_recorders *fastpath_recorders;

/* Nothing is done: KVM takes the whole way out, and does it there. */
static noinline fastpath_t fastpath_decline(struct kvm_vcpu *vcpu)
{
	return EXIT_FASTPATH_NONE;
}

/* As fastpath_variants; the kernel's function comes in when it is found. */
static struct fastpath fastpaths[] = {
	{ NULL, EXIT_FASTPATH_REENTER_GUEST },
	{ NULL, EXIT_FASTPATH_REENTER_GUEST },
	{ fastpath_decline, EXIT_FASTPATH_REENTER_GUEST },
	{ NULL, EXIT_FASTPATH_EXIT_HANDLED },
};

static void *const fastpath_own[] = { fastpath_decline, NULL };

static notrace fastpath_t fastpath_stub(struct kvm_vcpu *vcpu)
{
	bool icr = (u32)vcpu->arch.regs[VCPU_REGS_RCX] == MSR_ICR;
	const struct fastpath *path = fastpaths;
	struct ipb_recorder *cpu = NULL;
	fastpath_t result;
	u32 variant;
	u64 start;

	if (likely(icr)) {
		cpu = ipb_recorder_enter(fastpath_recorders, &variant);
		path += variant;
	}
	start = ipb_stamp_counter();
	result = path->call(vcpu);
	start = ipb_stamp_counter() - start;
	if (likely(icr)) {
		if (result == EXIT_FASTPATH_NONE)
			ipb_recorder_miss(fastpath_recorders);
		else if (result == EXIT_FASTPATH_REENTER_GUEST)
			result = path->again;
		ipb_recorder_leave(fastpath_recorders, cpu, start);
	}
	return result;
}

static int fastpath_open(struct ipb_recorders *recorders, unsigned long function)
{
	unsigned int i;

	fastpath_recorders = recorders;
	for (i = 0; i < ARRAY_SIZE(fastpaths); i++)
		if (fastpaths[i].call != fastpath_decline)
			fastpaths[i].call = (void *)function;
	return 0;
}

static const char *fastpath_useless(void)
{
	if (boot_cpu_has(X86_FEATURE_VMX))
		return NULL;
	if (!boot_cpu_has(X86_FEATURE_SVM))
		return "this CPU runs no VMs, or its firmware forbids it";
	if (!boot_cpu_has(X86_FEATURE_NRIPS))
		return "this CPU saves no next RIP, without which KVM takes no fast path";
	return NULL;
}

const struct ipb_hook ipb_hook_fastpath = {
	.name = "handle_fastpath_set_msr_irqoff",
	.useless = fastpath_useless,
	.exported = true,
	.variants = fastpath_variants,
	.stub = fastpath_stub,
	.own = fastpath_own,
	.open = fastpath_open,
};
#endif

#ifdef FASTPATH_ABSENT
const struct ipb_hook ipb_hook_fastpath = {
	.name = "handle_fastpath_set_msr_irqoff",
	.absent = FASTPATH_ABSENT,
	.variants = fastpath_variants,
};
#endif
