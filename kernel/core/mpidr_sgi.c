// SPDX-License-Identifier: GPL-2.0-only
/*
 * Decoding and dispatch of software-generated interrupts.
 */
#include <linux/bitfield.h>
#include <linux/bits.h>

#include "core/export.h"
#include "core/mpidr_sgi.h"

#define SGIR_TARGETS	GENMASK_ULL(15, 0)
#define SGIR_AFF1	GENMASK_ULL(23, 16)
#define SGIR_INTID	GENMASK_ULL(27, 24)
#define SGIR_AFF2	GENMASK_ULL(39, 32)
#define SGIR_IRM	BIT_ULL(40)
#define SGIR_AFF3	GENMASK_ULL(55, 48)

struct ipb_sgi ipb_sgi_decode(u64 reg)
{
	return (struct ipb_sgi) {
		.cluster = FIELD_GET(SGIR_AFF1, reg) << 8 |
			   FIELD_GET(SGIR_AFF2, reg) << 16 |
			   FIELD_GET(SGIR_AFF3, reg) << 32,
		.targets = FIELD_GET(SGIR_TARGETS, reg),
		.intid = FIELD_GET(SGIR_INTID, reg),
		.all_but_self = reg & SGIR_IRM,
	};
}

static unsigned int queue(const struct ipb_sgi_send *send,
			  struct ipb_vcpu *vcpu, unsigned int intid)
{
	if ((vcpu->sgi_group1 & BIT(intid)) && !send->allow_group1)
		return 0;

	send->deliver(vcpu, intid, send->context);
	return 1;
}

static unsigned int queue_all_but_self(const struct ipb_sgi_send *send,
				       unsigned int intid)
{
	struct ipb_vcpus *vcpus = &send->index->vcpus;
	unsigned int delivered = 0;
	struct ipb_vcpu *vcpu;
	unsigned long i;

	xa_for_each_range(&vcpus->array, i, vcpu, 0, ipb_vcpus_last(vcpus))
		if (vcpu != send->sender)
			delivered += queue(send, vcpu, intid);

	return delivered;
}

unsigned int ipb_sgi_dispatch(const struct ipb_sgi_send *send,
			      ipb_mpidr_lookup lookup)
{
	struct ipb_sgi sgi = ipb_sgi_decode(send->reg);
	unsigned long targets = sgi.targets;
	unsigned int aff0, delivered = 0;

	if (sgi.all_but_self)
		return queue_all_but_self(send, sgi.intid);

	for_each_set_bit(aff0, &targets, 16) {
		struct ipb_vcpu *vcpu = lookup(send->index, sgi.cluster | aff0);

		if (vcpu)
			delivered += queue(send, vcpu, sgi.intid);
	}

	return delivered;
}

unsigned int ipb_sgi_dispatch_onepass(const struct ipb_sgi_send *send)
{
	struct ipb_sgi sgi = ipb_sgi_decode(send->reg);
	struct ipb_vcpus *vcpus = &send->index->vcpus;
	unsigned int delivered = 0;
	struct ipb_vcpu *vcpu;
	unsigned long i;

	if (sgi.all_but_self)
		return queue_all_but_self(send, sgi.intid);

	xa_for_each_range(&vcpus->array, i, vcpu, 0, ipb_vcpus_last(vcpus)) {
		u64 aff0 = ipb_vcpu_aff(vcpu) ^ sgi.cluster;

		if (!sgi.targets)
			break;
		/* Another cluster leaves bits above Aff0, where no target is. */
		if (aff0 > 15 || !(sgi.targets & BIT(aff0)))
			continue;
		sgi.targets &= ~BIT(aff0);
		delivered += queue(send, vcpu, sgi.intid);
	}

	return delivered;
}

IPB_EXPORT_FOR_KUNIT(ipb_sgi_decode);
IPB_EXPORT_FOR_KUNIT(ipb_sgi_dispatch);
IPB_EXPORT_FOR_KUNIT(ipb_sgi_dispatch_onepass);
