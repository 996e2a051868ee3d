// SPDX-License-Identifier: GPL-2.0-only
/*
 * A model virtual CPU: its guest, its requests and its local APIC.
 */
#include <linux/atomic.h>
#include <linux/export.h>
#include <linux/string.h>

#include "core/export.h"
#include "core/x86_vcpu.h"
#include "core/x86_vm.h"

/**
 * ipb_x86_vcpu_init - a vCPU after reset, with its APIC in x2APIC mode and on
 * @vcpu: to be written
 * @vm: the VM it belongs to
 * @id: its x2APIC id
 *
 * Putting it into @vm->vcpu and the map is the caller's. Context: any.
 */
void ipb_x86_vcpu_init(struct ipb_x86_vcpu *vcpu, struct ipb_x86_vm *vm, u32 id)
{
	memset(vcpu, 0, sizeof(*vcpu));
	vcpu->vm = vm;
	vcpu->next_rip = true;
	vcpu->apic.id = id;
	vcpu->apic.mode = IPB_X86_APIC_X2APIC;
	vcpu->apic.enabled = true;
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_init);

/**
 * ipb_x86_vcpu_request - ask a vCPU for something before it enters its guest
 * @vcpu: whom
 * @request: for what
 *
 * Context: any CPU, any context.
 */
void ipb_x86_vcpu_request(struct ipb_x86_vcpu *vcpu, enum ipb_x86_request request)
{
	/* pairs with ipb_x86_vcpu_serve(): who sees the request sees what it is about */
	smp_wmb();
	set_bit(request, &vcpu->requests);
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_request);

/**
 * ipb_x86_vcpu_kick - make a vCPU notice: out of its guest, or awake
 * @vcpu: whom
 *
 * The model counts where a hypervisor would send an interrupt or wake a task.
 * Context: any CPU, any context.
 */
void ipb_x86_vcpu_kick(struct ipb_x86_vcpu *vcpu)
{
	vcpu->kicks++;
	if (READ_ONCE(vcpu->mode) == IPB_X86_IN_GUEST)
		cmpxchg(&vcpu->mode, IPB_X86_IN_GUEST, IPB_X86_EXITING_GUEST);
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_kick);

/**
 * ipb_x86_vcpu_serve - honour every pending request
 * @vcpu: whose
 *
 * Context: the vCPU's own thread, outside the guest.
 */
void ipb_x86_vcpu_serve(struct ipb_x86_vcpu *vcpu)
{
	unsigned int request;

	for (request = 0; request < IPB_NR_X86_REQUESTS; request++) {
		if (!test_bit(request, &vcpu->requests))
			continue;
		clear_bit(request, &vcpu->requests);
		/* pairs with the barrier in ipb_x86_vcpu_request() */
		smp_mb__after_atomic();
		vcpu->served[request]++;
	}
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_serve);

/**
 * ipb_x86_vcpu_enter - run the guest up to its next exit
 * @vcpu: whose guest
 *
 * Out of line, like the hardware's entry: no caller may know the exit before
 * it happens. Context: the vCPU's own thread, inside its run loop.
 */
noinline void ipb_x86_vcpu_enter(struct ipb_x86_vcpu *vcpu)
{
	struct ipb_x86_guest *guest = &vcpu->guest;
	u64 next;

	if (unlikely(guest->fault)) {
		guest->fault = false;
		guest->faults++;
		guest->rip += IPB_X86_WRMSR_BYTES;
	}
	if (unlikely(guest->rip == guest->stop)) {
		vcpu->exit = IPB_X86_EXIT_HALT;
		return;
	}
	next = guest->rip / IPB_X86_WRMSR_BYTES;
	vcpu->exit = IPB_X86_EXIT_WRMSR;
	vcpu->msr = IPB_ICR_MSR;
	vcpu->data = guest->icr[next & guest->mask];
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_enter);

/**
 * ipb_x86_vcpu_fault - give the guest a #GP for its last instruction
 * @vcpu: whose guest
 *
 * Context: the vCPU's own thread, outside the guest.
 */
void ipb_x86_vcpu_fault(struct ipb_x86_vcpu *vcpu)
{
	vcpu->guest.fault = true;
	ipb_x86_vcpu_request(vcpu, IPB_X86_REQ_EVENT);
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_fault);

/**
 * ipb_x86_vcpu_drain_posted - move posted interrupts to where the APIC sees them
 * @vcpu: whose
 *
 * Context: the vCPU's own thread, interrupts off.
 */
void ipb_x86_vcpu_drain_posted(struct ipb_x86_vcpu *vcpu)
{
	struct ipb_x86_lapic *apic = &vcpu->apic;
	unsigned int word;

	if (!READ_ONCE(apic->posted))
		return;
	WRITE_ONCE(apic->posted, 0);
	/* a sender sets PIR before the flag: clear the flag before reading PIR */
	smp_mb();
	for (word = 0; word < BITS_TO_LONGS(IPB_X86_VECTORS); word++)
		if (READ_ONCE(apic->pir[word]))
			apic->irr[word] |= xchg(&apic->pir[word], 0);
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_drain_posted);

/**
 * ipb_x86_vcpu_icr - what the guest would read back
 * @vcpu: whose register
 *
 * Return: the last value stored. Any context.
 */
u64 ipb_x86_vcpu_icr(const struct ipb_x86_vcpu *vcpu)
{
	return vcpu->apic.icr | (u64)vcpu->apic.icr_high << 32;
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_icr);

/**
 * ipb_x86_vcpu_store_icr - keep a delivered command in the register
 * @vcpu: whose register
 * @icr: as written; the busy bit is not kept
 *
 * Context: the vCPU's own thread.
 */
void ipb_x86_vcpu_store_icr(struct ipb_x86_vcpu *vcpu, u64 icr)
{
	bool split = vcpu->vm->split_icr;

	icr &= ~(u64)IPB_ICR_BUSY;
	vcpu->apic.icr = split ? (u32)icr : icr;
	vcpu->apic.icr_high = split ? icr >> 32 : 0;
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_store_icr);
