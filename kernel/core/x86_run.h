/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The run loop of a model vCPU, and the four ways to serve a write to the
 * interrupt command register in it.
 *
 * A template: who includes it brings a constant struct ipb_x86_host and a
 * constant way, and gets a loop with no indirect call and no choice left in
 * it, as a hypervisor's patched static calls have none. So the ways differ in
 * what they do, not in how many pointers they go through.
 *
 *  exit      leave the loop, then dispatch, then deliver: interrupts on
 *  fastpath  leave the loop; deliver before interrupts go on; dispatch skips
 *  ultra     deliver inside the run function; then as fastpath
 *  reenter   deliver and skip inside the run function; stay in the loop
 *
 * What a way refuses it leaves untouched, and it goes the way of exit. All of
 * them leave the guest with the same interrupts, register and RIP.
 *
 * Not modelled: the hardware's own entry and exit, FPU, debug and timing state.
 */
#ifndef IPIBENCH_CORE_X86_RUN_H
#define IPIBENCH_CORE_X86_RUN_H

#include <linux/compiler.h>
#include <linux/types.h>

#include <asm/barrier.h>

#include "core/x86_host.h"
#include "core/x86_vcpu.h"
#include "core/x86_wrmsr.h"

/* one entry into the guest and back, and what may be done at once */
static __always_inline enum ipb_x86_fastpath ipb_x86_run_guest(struct ipb_x86_vcpu *vcpu,
							       const struct ipb_x86_host *host,
							       enum ipb_x86_way way)
{
	ipb_x86_vcpu_enter(vcpu);
	if (way != IPB_X86_WAY_ULTRA && way != IPB_X86_WAY_REENTER)
		return IPB_X86_FASTPATH_NONE;
	if (!ipb_x86_deliver_irqs_off(vcpu, host, way))
		return IPB_X86_FASTPATH_NONE;
	if (way == IPB_X86_WAY_ULTRA)
		return IPB_X86_FASTPATH_SKIP;
	if (unlikely(!ipb_x86_skip_irqs_off(vcpu, host)))
		return IPB_X86_FASTPATH_USERSPACE;
	return IPB_X86_FASTPATH_REENTER;
}

/* does anybody want this vCPU out of its guest? */
static __always_inline bool ipb_x86_must_leave(struct ipb_x86_vcpu *vcpu,
					       const struct ipb_x86_host *host)
{
	return READ_ONCE(vcpu->mode) == IPB_X86_EXITING_GUEST || READ_ONCE(vcpu->requests) ||
	       host->has_work(vcpu);
}

/* the inner loop: interrupts and preemption are off, SRCU is not held */
static __always_inline enum ipb_x86_fastpath ipb_x86_run_inner(struct ipb_x86_vcpu *vcpu,
							       const struct ipb_x86_host *host,
							       enum ipb_x86_way way)
{
	enum ipb_x86_fastpath fastpath;

	for (;;) {
		fastpath = ipb_x86_run_guest(vcpu, host, way);
		if (fastpath != IPB_X86_FASTPATH_REENTER)
			return fastpath;
		if (likely(vcpu->apic.enabled))
			ipb_x86_vcpu_drain_posted(vcpu);
		if (unlikely(ipb_x86_must_leave(vcpu, host)))
			return IPB_X86_FASTPATH_HANDLED;
		/* the exit that leaves the loop is counted by who leaves it */
		vcpu->exits++;
	}
}

/* what is left to do for the last exit; false if the outer loop has to end */
static __always_inline bool ipb_x86_dispatch(struct ipb_x86_vcpu *vcpu,
					     const struct ipb_x86_host *host,
					     enum ipb_x86_fastpath fastpath)
{
	if (fastpath == IPB_X86_FASTPATH_SKIP)
		return ipb_x86_skip(vcpu);
	if (fastpath != IPB_X86_FASTPATH_NONE)
		return fastpath != IPB_X86_FASTPATH_USERSPACE;
	if (likely(vcpu->exit == IPB_X86_EXIT_WRMSR))
		return ipb_x86_emulate_wrmsr(vcpu, host);
	vcpu->leave = IPB_X86_LEAVE_HALT;
	return false;
}

/* from the outer loop to the edge of the guest; false if it must not be entered now */
static __always_inline bool ipb_x86_prepare(struct ipb_x86_vcpu *vcpu,
					    const struct ipb_x86_host *host)
{
	if (READ_ONCE(vcpu->requests))
		ipb_x86_vcpu_serve(vcpu);
	host->preempt_off(vcpu);
	host->irqs_off(vcpu);
	/* all that entering relies on is in place before anybody sees us inside */
	smp_store_release(&vcpu->mode, IPB_X86_IN_GUEST);
	host->srcu_unlock(vcpu, vcpu->srcu);
	/* the mode before the requests and the posted interrupts: a kick comes after them */
	smp_mb();
	if (likely(vcpu->apic.enabled))
		ipb_x86_vcpu_drain_posted(vcpu);
	return likely(!ipb_x86_must_leave(vcpu, host));
}

/* from the edge of the guest back to the outer loop; interrupts are off */
static __always_inline void ipb_x86_retreat(struct ipb_x86_vcpu *vcpu,
					    const struct ipb_x86_host *host)
{
	host->irqs_on(vcpu);
	host->preempt_on(vcpu);
	vcpu->srcu = host->srcu_lock(vcpu);
	/* the guest's writes leave before what is done about the exit */
	smp_mb();
}

/* one turn of the outer loop; false ends it */
static __always_inline bool ipb_x86_turn(struct ipb_x86_vcpu *vcpu,
					 const struct ipb_x86_host *host, enum ipb_x86_way way)
{
	enum ipb_x86_fastpath fastpath;

	if (!ipb_x86_prepare(vcpu, host)) {
		WRITE_ONCE(vcpu->mode, IPB_X86_OUTSIDE_GUEST);
		ipb_x86_retreat(vcpu, host);
		return true;
	}
	fastpath = ipb_x86_run_inner(vcpu, host, way);
	WRITE_ONCE(vcpu->mode, IPB_X86_OUTSIDE_GUEST);
	/* outside before interrupts: who kicks from now on need not wait for us */
	smp_wmb();
	if (way == IPB_X86_WAY_FASTPATH && ipb_x86_deliver_irqs_off(vcpu, host, way))
		fastpath = IPB_X86_FASTPATH_SKIP;
	vcpu->fastpath = fastpath;
	/* let in the interrupt that may have caused the exit, before guest time ends */
	host->irqs_on(vcpu);
	vcpu->exits++;
	host->irqs_off(vcpu);
	ipb_x86_retreat(vcpu, host);
	return ipb_x86_dispatch(vcpu, host, fastpath);
}

/**
 * ipb_x86_run - run a vCPU until its program ends or somebody has to be asked
 * @vcpu: the vCPU; its guest's program and stop are set
 * @host: the machine; a constant
 * @way: how writes to the interrupt command register are served; a constant
 *
 * Pending requests are honoured before each entry, and a request, a kick or
 * work for the thread is noticed within one exit.
 *
 * Return: why it ended; it may be called again to go on.
 * Context: process; interrupts on, no SRCU held, at the start and the end.
 */
static __always_inline enum ipb_x86_leave ipb_x86_run(struct ipb_x86_vcpu *vcpu,
						      const struct ipb_x86_host *host,
						      enum ipb_x86_way way)
{
	vcpu->leave = IPB_X86_LEAVE_NONE;
	vcpu->srcu = host->srcu_lock(vcpu);
	while (ipb_x86_turn(vcpu, host, way)) {
		if (likely(!host->has_work(vcpu)))
			continue;
		host->srcu_unlock(vcpu, vcpu->srcu);
		if (host->do_work(vcpu)) {
			vcpu->leave = IPB_X86_LEAVE_SIGNAL;
			return vcpu->leave;
		}
		vcpu->srcu = host->srcu_lock(vcpu);
	}
	host->srcu_unlock(vcpu, vcpu->srcu);
	return vcpu->leave;
}

#endif /* IPIBENCH_CORE_X86_RUN_H */
