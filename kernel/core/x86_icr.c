// SPDX-License-Identifier: GPL-2.0-only
/*
 * The x2APIC interrupt command register: from 64 bits to fields.
 */
#include <linux/bitfield.h>
#include <linux/export.h>

#include "core/export.h"
#include "core/x86_icr.h"

static_assert(IPB_ICR_NOT_SINGLE == 0xffff2f00UL);
static_assert(IPB_ICR_NOT_MAPPED == 0xfffb2000UL);

/**
 * ipb_icr_decode - take a register value apart
 * @icr: value as written, EDX:EAX; every value is accepted
 * @out: the fields
 *
 * Context: any.
 */
void ipb_icr_decode(u64 icr, struct ipb_icr *out)
{
	u32 low = (u32)icr;

	out->dest = (u32)(icr >> 32);
	out->vector = FIELD_GET(IPB_ICR_VECTOR, low);
	out->delivery = FIELD_GET(IPB_ICR_DELIVERY, low);
	out->shorthand = FIELD_GET(IPB_ICR_SHORTHAND, low);
	out->logical = low & IPB_ICR_LOGICAL;
	out->busy = low & IPB_ICR_BUSY;
	out->level = low & IPB_ICR_LEVEL;
	out->trigger = low & IPB_ICR_TRIGGER;
	out->reserved = low & IPB_ICR_RESERVED;
}

IPB_EXPORT_FOR_KUNIT(ipb_icr_decode);
