// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a model local APIC does with an interrupt addressed to it.
 */
#include <linux/bitops.h>
#include <linux/export.h>

#include "core/export.h"
#include "core/x86_vcpu.h"
#include "core/x86_vm.h"

/* with APICv: post, and notify unless somebody already did or it is ourselves */
static void post(struct ipb_x86_vcpu *vcpu, const struct ipb_x86_vcpu *from, u32 vector)
{
	if (test_and_set_bit(vector, vcpu->apic.pir))
		return;
	if (test_and_set_bit(0, &vcpu->apic.posted))
		return;
	if (vcpu != from)
		vcpu->kicks++;
}

/* without: the vCPU has to look for itself, so get it out of its guest */
static void raise(struct ipb_x86_vcpu *vcpu, u32 vector)
{
	set_bit(vector, vcpu->apic.irr);
	ipb_x86_vcpu_request(vcpu, IPB_X86_REQ_EVENT);
	ipb_x86_vcpu_kick(vcpu);
}

static void take_fixed(struct ipb_x86_vcpu *vcpu, const struct ipb_x86_vcpu *from, u32 vector,
		       bool level, bool trigger, enum ipb_icr_delivery delivery)
{
	struct ipb_x86_lapic *apic = &vcpu->apic;

	if ((trigger && !level) || !apic->enabled)
		return;
	apic->accepted[delivery]++;
	/* almost always as it should be: look before writing a shared line */
	if (test_bit(vector, apic->tmr) != trigger)
		change_bit(vector, apic->tmr);
	if (vcpu->vm->apicv)
		post(vcpu, from, vector);
	else
		raise(vcpu, vector);
}

/**
 * ipb_x86_vcpu_accept_fixed - take one fixed interrupt
 * @vcpu: the target
 * @from: the vCPU whose thread this is
 * @low: low word of the interrupt command, of delivery mode fixed
 *
 * Nothing is taken if the command is a deassertion or the APIC is disabled.
 * Context: any; map readers hold RCU.
 */
void ipb_x86_vcpu_accept_fixed(struct ipb_x86_vcpu *vcpu, const struct ipb_x86_vcpu *from, u32 low)
{
	take_fixed(vcpu, from, low & IPB_ICR_VECTOR, low & IPB_ICR_LEVEL, low & IPB_ICR_TRIGGER,
		   IPB_ICR_FIXED);
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_accept_fixed);

static bool record_init(struct ipb_x86_vcpu *vcpu, const struct ipb_icr *irq)
{
	if (irq->trigger && !irq->level)
		return false;
	vcpu->apic.init = true;
	vcpu->apic.startup = false;
	return true;
}

static bool record_startup(struct ipb_x86_vcpu *vcpu, const struct ipb_icr *irq)
{
	vcpu->apic.start_vector = irq->vector;
	vcpu->apic.startup = true;
	return true;
}

static bool record_nothing(struct ipb_x86_vcpu *vcpu, const struct ipb_icr *irq)
{
	return true;
}

/* the deliveries that are not vectors in IRR; none for those an APIC ignores from another one */
static const struct {
	bool (*record)(struct ipb_x86_vcpu *vcpu, const struct ipb_icr *irq);
	enum ipb_x86_request request;
} special[IPB_NR_ICR_DELIVERIES] = {
	[IPB_ICR_SMI]		= { record_nothing,	IPB_X86_REQ_SMI },
	[IPB_ICR_REMOTE_READ]	= { record_nothing,	IPB_X86_REQ_EVENT },
	[IPB_ICR_NMI]		= { record_nothing,	IPB_X86_REQ_NMI },
	[IPB_ICR_INIT]		= { record_init,	IPB_X86_REQ_EVENT },
	[IPB_ICR_STARTUP]	= { record_startup,	IPB_X86_REQ_EVENT },
};

/**
 * ipb_x86_vcpu_accept - take one interrupt of any kind
 * @vcpu: the target
 * @from: the vCPU whose thread this is
 * @irq: the interrupt command
 *
 * As KVM has it, remote read is the "unhalt" of a paravirtual lock and ExtINT
 * is ignored. Context: any; map readers hold RCU.
 */
void ipb_x86_vcpu_accept(struct ipb_x86_vcpu *vcpu, const struct ipb_x86_vcpu *from,
			 const struct ipb_icr *irq)
{
	if (irq->delivery <= IPB_ICR_LOWEST) {
		take_fixed(vcpu, from, irq->vector, irq->level, irq->trigger, irq->delivery);
		return;
	}
	if (!special[irq->delivery].record || !special[irq->delivery].record(vcpu, irq))
		return;
	vcpu->apic.accepted[irq->delivery]++;
	ipb_x86_vcpu_request(vcpu, special[irq->delivery].request);
	ipb_x86_vcpu_kick(vcpu);
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vcpu_accept);
