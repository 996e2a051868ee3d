/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A model virtual CPU with an x2APIC: enough of one to send interrupts through
 * the four run loops of core/x86_run.h and to see what arrived.
 *
 * Its guest runs WRMSR to the interrupt command register and nothing else,
 * keeps its interrupts masked, so that IRR tells what was delivered, and has a
 * #GP handler that steps over the faulting instruction. INIT, SIPI, NMI and
 * SMI are recorded, not acted upon.
 */
#ifndef IPIBENCH_CORE_X86_VCPU_H
#define IPIBENCH_CORE_X86_VCPU_H

#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/types.h>

#include "core/x86_icr.h"

struct ipb_x86_vm;

enum {
	IPB_X86_VECTORS		= 256,
	IPB_X86_WRMSR_BYTES	= 2,	/* length of the instruction */
};

enum ipb_x86_apic_mode {
	IPB_X86_APIC_X2APIC,
	IPB_X86_APIC_XAPIC,		/* the register is not an MSR: #GP */
	IPB_X86_APIC_USERSPACE,		/* emulated elsewhere: #GP here */
};

/* where a vCPU is; a kick moves it from IN_GUEST to EXITING */
enum ipb_x86_mode {
	IPB_X86_OUTSIDE_GUEST,
	IPB_X86_IN_GUEST,
	IPB_X86_EXITING_GUEST,
};

/* bits of ipb_x86_vcpu.requests */
enum ipb_x86_request {
	IPB_X86_REQ_EVENT,		/* look at interrupts and exceptions */
	IPB_X86_REQ_NMI,
	IPB_X86_REQ_SMI,
	IPB_X86_REQ_WORK,		/* stands for all the others */
	IPB_NR_X86_REQUESTS,
};

/* what the hardware would report; the rest is exit handling's business */
enum ipb_x86_exit {
	IPB_X86_EXIT_WRMSR,
	IPB_X86_EXIT_HALT,		/* end of the program */
};

/* why the outermost loop returned to its caller */
enum ipb_x86_leave {
	IPB_X86_LEAVE_NONE,
	IPB_X86_LEAVE_HALT,		/* end of the program */
	IPB_X86_LEAVE_DEBUG,		/* single step done */
	IPB_X86_LEAVE_SIGNAL,		/* the host's thread has other work */
};

/* how far the short way got; the first four are the kernel's own */
enum ipb_x86_fastpath {
	IPB_X86_FASTPATH_NONE,		/* nothing done, nothing changed */
	IPB_X86_FASTPATH_REENTER,
	IPB_X86_FASTPATH_HANDLED,	/* done, but the loop must be left */
	IPB_X86_FASTPATH_USERSPACE,	/* done, and userspace wants to know */
	IPB_X86_FASTPATH_SKIP,		/* delivered, the instruction is still to be skipped */
};

/**
 * struct ipb_x86_lapic - the local APIC of one vCPU
 * @irr: requested interrupts
 * @tmr: of those, the level triggered ones
 * @pir: posted interrupts, not yet in @irr (only with APICv)
 * @posted: bit 0: @pir holds something
 * @id: x2APIC id
 * @icr: the register's low word, or all of it where the VM does not split it
 * @icr_high: the register's high word where the VM splits it, else 0
 * @mode: enum ipb_x86_apic_mode
 * @enabled: software enable bit; a disabled APIC drops fixed interrupts
 * @start_vector: vector of the last SIPI
 * @init: an INIT is pending
 * @startup: a SIPI is pending
 * @accepted: interrupts taken, by enum ipb_icr_delivery
 */
struct ipb_x86_lapic {
	DECLARE_BITMAP(irr, IPB_X86_VECTORS);
	DECLARE_BITMAP(tmr, IPB_X86_VECTORS);
	DECLARE_BITMAP(pir, IPB_X86_VECTORS);
	unsigned long posted;
	u32 id;
	u64 icr;
	u32 icr_high;
	u8 mode;
	bool enabled;
	u8 start_vector;
	bool init;
	bool startup;
	u32 accepted[IPB_NR_ICR_DELIVERIES];
};

/**
 * struct ipb_x86_guest - the program a vCPU runs
 * @icr: values the guest writes, one WRMSR each
 * @mask: number of values less one; the number is a power of two
 * @rip: instruction pointer; instruction n writes @icr[n & @mask]
 * @stop: where the guest halts, a multiple of IPB_X86_WRMSR_BYTES
 * @fault: a #GP waits to be delivered
 * @faults: #GPs delivered
 */
struct ipb_x86_guest {
	const u64 *icr;
	u32 mask;
	u64 rip;
	u64 stop;
	bool fault;
	u32 faults;
};

/**
 * struct ipb_x86_vcpu - one virtual CPU
 * @vm: its VM
 * @apic: its local APIC
 * @guest: its program; may be empty in a vCPU that only receives
 * @requests: bits of enum ipb_x86_request, set by anybody
 * @mode: enum ipb_x86_mode, written by the owner and by kicks
 * @exit: enum ipb_x86_exit of the last exit
 * @msr: register number of the last WRMSR
 * @data: value of the last WRMSR
 * @nested: a nested guest is running: its exits are not ours
 * @next_rip: the hardware tells where the next instruction is
 * @single_step: a debugger steps through the guest
 * @pmu: retired instructions are counted, which asks a filter under SRCU
 * @fastpath: enum ipb_x86_fastpath of the last exit that left the inner loop
 * @leave: why the last run ended
 * @srcu: the read side's index, while outside the guest
 * @exits: VM exits
 * @retired: skipped instructions counted for the guest's PMU
 * @kicks: times somebody kicked, woke or notified this vCPU
 * @served: requests honoured, by kind
 */
struct ipb_x86_vcpu {
	struct ipb_x86_vm *vm;
	struct ipb_x86_lapic apic;
	struct ipb_x86_guest guest;
	unsigned long requests;
	u32 mode;
	u8 exit;
	u32 msr;
	u64 data;
	bool nested;
	bool next_rip;
	bool single_step;
	bool pmu;
	u8 fastpath;
	u8 leave;
	int srcu;
	u64 exits;
	u64 retired;
	u32 kicks;
	u32 served[IPB_NR_X86_REQUESTS];
};

void ipb_x86_vcpu_init(struct ipb_x86_vcpu *vcpu, struct ipb_x86_vm *vm, u32 id);
void ipb_x86_vcpu_request(struct ipb_x86_vcpu *vcpu, enum ipb_x86_request request);
void ipb_x86_vcpu_kick(struct ipb_x86_vcpu *vcpu);
void ipb_x86_vcpu_serve(struct ipb_x86_vcpu *vcpu);
void ipb_x86_vcpu_enter(struct ipb_x86_vcpu *vcpu);
void ipb_x86_vcpu_fault(struct ipb_x86_vcpu *vcpu);
void ipb_x86_vcpu_drain_posted(struct ipb_x86_vcpu *vcpu);
void ipb_x86_vcpu_accept_fixed(struct ipb_x86_vcpu *vcpu, const struct ipb_x86_vcpu *from, u32 low);
void ipb_x86_vcpu_accept(struct ipb_x86_vcpu *vcpu, const struct ipb_x86_vcpu *from,
			 const struct ipb_icr *irq);
u64 ipb_x86_vcpu_icr(const struct ipb_x86_vcpu *vcpu);
void ipb_x86_vcpu_store_icr(struct ipb_x86_vcpu *vcpu, u64 icr);

#endif /* IPIBENCH_CORE_X86_VCPU_H */
