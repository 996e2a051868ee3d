/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A write to the interrupt command register, served: the short way, with
 * interrupts off, and the long way. Part of the template in core/x86_run.h.
 *
 * A filter that userspace puts on registers would be asked on the long way
 * only; KVM exempts the x2APIC's from it, and so does this model.
 */
#ifndef IPIBENCH_CORE_X86_WRMSR_H
#define IPIBENCH_CORE_X86_WRMSR_H

#include <linux/compiler.h>
#include <linux/types.h>

#include "core/x86_host.h"
#include "core/x86_icr.h"
#include "core/x86_msr.h"
#include "core/x86_vcpu.h"
#include "core/x86_vm.h"

/* step over the WRMSR; false if userspace has to hear of it. SRCU is held */
static __always_inline bool ipb_x86_skip(struct ipb_x86_vcpu *vcpu)
{
	vcpu->guest.rip += IPB_X86_WRMSR_BYTES;
	vcpu->retired += vcpu->pmu;
	if (likely(!vcpu->single_step))
		return true;
	vcpu->leave = IPB_X86_LEAVE_DEBUG;
	return false;
}

/* the same inside the inner loop, where SRCU is taken only for a PMU that counts */
static __always_inline bool ipb_x86_skip_irqs_off(struct ipb_x86_vcpu *vcpu,
						  const struct ipb_x86_host *host)
{
	bool go_on;
	int index;

	if (likely(!vcpu->pmu))
		return ipb_x86_skip(vcpu);
	index = host->srcu_lock(vcpu);
	go_on = ipb_x86_skip(vcpu);
	host->srcu_unlock(vcpu, index);
	return go_on;
}

/* may this exit be looked at with interrupts off at all? */
static __always_inline bool ipb_x86_may_deliver(const struct ipb_x86_vcpu *vcpu)
{
	if (vcpu->exit != IPB_X86_EXIT_WRMSR || vcpu->msr != IPB_ICR_MSR)
		return false;
	if (unlikely(vcpu->nested || !vcpu->next_rip))
		return false;
	return vcpu->apic.mode == IPB_X86_APIC_X2APIC &&
	       ipb_icr_is_fast(vcpu->vm->rules, vcpu->data);
}

/* false: it takes a walk, and nothing was delivered */
static __always_inline bool ipb_x86_deliver_fast(struct ipb_x86_vcpu *vcpu, u64 icr,
						 enum ipb_x86_way way)
{
	const struct ipb_x86_vm *vm = vcpu->vm;
	bool wide = vm->rules == IPB_ICR_RULES_6_18;

	/* most of what the wide rules take still is one interrupt for one vCPU */
	if (way == IPB_X86_WAY_REENTER && (!wide || (vm->map && ipb_icr_is_single(icr)))) {
		ipb_x86_vm_deliver_single(vcpu, icr);
		return true;
	}
	if (wide)
		return ipb_x86_vm_deliver_mapped(vcpu, icr);
	ipb_x86_vm_deliver(vcpu, icr);
	return true;
}

/* the short way: interrupts and preemption are off; false: nothing was touched */
static __always_inline bool ipb_x86_deliver_irqs_off(struct ipb_x86_vcpu *vcpu,
						     const struct ipb_x86_host *host,
						     enum ipb_x86_way way)
{
	u64 icr = vcpu->data;
	bool done;

	if (!ipb_x86_may_deliver(vcpu))
		return false;
	host->rcu_lock(vcpu);
	done = ipb_x86_deliver_fast(vcpu, icr, way);
	host->rcu_unlock(vcpu);
	if (likely(done))
		ipb_x86_vcpu_store_icr(vcpu, icr);
	return done;
}

/* the long way: everything on, SRCU held; false if userspace has to hear of it */
static __always_inline bool ipb_x86_emulate_wrmsr(struct ipb_x86_vcpu *vcpu,
						  const struct ipb_x86_host *host)
{
	u64 icr = vcpu->data;

	if (unlikely(ipb_x86_msr_find(vcpu->msr) != IPB_X86_MSR_X2APIC ||
		     vcpu->msr != IPB_ICR_MSR || vcpu->apic.mode != IPB_X86_APIC_X2APIC ||
		     (icr & IPB_ICR_RESERVED))) {
		ipb_x86_vcpu_fault(vcpu);
		return true;
	}
	host->rcu_lock(vcpu);
	ipb_x86_vm_deliver(vcpu, icr);
	host->rcu_unlock(vcpu);
	ipb_x86_vcpu_store_icr(vcpu, icr);
	return ipb_x86_skip(vcpu);
}

#endif /* IPIBENCH_CORE_X86_WRMSR_H */
