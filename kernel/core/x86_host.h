/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The run loop's ways, and the machine it runs on.
 */
#ifndef IPIBENCH_CORE_X86_HOST_H
#define IPIBENCH_CORE_X86_HOST_H

#include <linux/types.h>

struct ipb_x86_vcpu;

enum ipb_x86_way {
	IPB_X86_WAY_EXIT,
	IPB_X86_WAY_FASTPATH,
	IPB_X86_WAY_ULTRA,
	IPB_X86_WAY_REENTER,
	IPB_NR_X86_WAYS,
};

/**
 * struct ipb_x86_host - what the loop needs from the machine it runs on
 * @irqs_off: disable interrupts; they are on
 * @irqs_on: enable interrupts
 * @preempt_off: disable preemption
 * @preempt_on: enable preemption
 * @srcu_lock: enter a sleepable RCU read side, return its index
 * @srcu_unlock: leave it
 * @rcu_lock: enter the RCU read side that protects the APIC map
 * @rcu_unlock: leave it
 * @has_work: does the thread have to reschedule or handle a signal?
 * @do_work: do that, interrupts and preemption on, no SRCU held; 0 to go on,
 *	else the loop returns IPB_X86_LEAVE_SIGNAL
 *
 * All of it is called by the vCPU's own thread.
 */
struct ipb_x86_host {
	void (*irqs_off)(struct ipb_x86_vcpu *vcpu);
	void (*irqs_on)(struct ipb_x86_vcpu *vcpu);
	void (*preempt_off)(struct ipb_x86_vcpu *vcpu);
	void (*preempt_on)(struct ipb_x86_vcpu *vcpu);
	int (*srcu_lock)(struct ipb_x86_vcpu *vcpu);
	void (*srcu_unlock)(struct ipb_x86_vcpu *vcpu, int index);
	void (*rcu_lock)(struct ipb_x86_vcpu *vcpu);
	void (*rcu_unlock)(struct ipb_x86_vcpu *vcpu);
	bool (*has_work)(struct ipb_x86_vcpu *vcpu);
	int (*do_work)(struct ipb_x86_vcpu *vcpu);
};

#endif /* IPIBENCH_CORE_X86_HOST_H */
