/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The x2APIC interrupt command register, and which writes to it may be served
 * on a hypervisor's short way.
 */
#ifndef IPIBENCH_CORE_X86_ICR_H
#define IPIBENCH_CORE_X86_ICR_H

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/types.h>

/* MSR number of the register */
#define IPB_ICR_MSR		0x830U

#define IPB_ICR_VECTOR		GENMASK(7, 0)
#define IPB_ICR_DELIVERY	GENMASK(10, 8)
#define IPB_ICR_LOGICAL		BIT(11)
#define IPB_ICR_BUSY		BIT(12)
#define IPB_ICR_LEVEL		BIT(14)
#define IPB_ICR_TRIGGER		BIT(15)
#define IPB_ICR_SHORTHAND	GENMASK(19, 18)
#define IPB_ICR_RESERVED	(GENMASK(31, 20) | GENMASK(17, 16) | BIT(13))

/* destination that means every APIC, in both destination modes */
#define IPB_ICR_BROADCAST	0xffffffffU

/* low bits of which one set bit makes the write more than one fixed, physical target */
#define IPB_ICR_NOT_SINGLE	(IPB_ICR_RESERVED | IPB_ICR_SHORTHAND | IPB_ICR_LOGICAL | \
				 IPB_ICR_DELIVERY)

/* low bits of which one set bit keeps the write from going by the APIC map: "all" shorthands too */
#define IPB_ICR_NOT_MAPPED	(IPB_ICR_RESERVED | BIT(19))

/* the shorthand "self", where "all" (bit 19) is known to be clear */
#define IPB_ICR_SELF		BIT(18)

enum ipb_icr_delivery {
	IPB_ICR_FIXED,
	IPB_ICR_LOWEST,
	IPB_ICR_SMI,
	IPB_ICR_REMOTE_READ,
	IPB_ICR_NMI,
	IPB_ICR_INIT,
	IPB_ICR_STARTUP,
	IPB_ICR_EXTINT,
	IPB_NR_ICR_DELIVERIES,
};

enum ipb_icr_shorthand {
	IPB_ICR_TO_DEST,
	IPB_ICR_TO_SELF,
	IPB_ICR_TO_ALL,
	IPB_ICR_TO_OTHERS,
};

/* which kernel's idea of a fast write: v6.12's, or v6.18's and later */
enum ipb_icr_rules {
	IPB_ICR_RULES_6_12,
	IPB_ICR_RULES_6_18,
};

/**
 * struct ipb_icr - one decoded register value
 * @dest: APIC id, or logical destination (cluster 31:16, members 15:0)
 * @vector: interrupt vector, 0..255
 * @delivery: enum ipb_icr_delivery
 * @shorthand: enum ipb_icr_shorthand; @dest is meaningless unless IPB_ICR_TO_DEST
 * @logical: @dest is a logical destination
 * @busy: delivery status, meaningless in x2APIC mode
 * @level: assert
 * @trigger: level triggered
 * @reserved: some reserved bit is set: the write takes a general protection fault
 */
struct ipb_icr {
	u32 dest;
	u8 vector;
	u8 delivery;
	u8 shorthand;
	bool logical;
	bool busy;
	bool level;
	bool trigger;
	bool reserved;
};

void ipb_icr_decode(u64 icr, struct ipb_icr *out);

/**
 * ipb_icr_is_single - is this one fixed interrupt for one physical APIC id?
 * @icr: value as written, EDX:EAX
 *
 * One mask and one compare: with the words exchanged, any forbidden low bit
 * makes the number larger than every destination, and of the destinations
 * only "everybody" is not below itself. It never says yes to a reserved bit,
 * and says nothing about the state of the APIC.
 *
 * Return: true if v6.12 serves the write on its short way. Any context.
 */
static inline bool ipb_icr_is_single(u64 icr)
{
	u64 mask = (u64)IPB_ICR_BROADCAST << 32 | IPB_ICR_NOT_SINGLE;

	return ror64(icr & mask, 32) < IPB_ICR_BROADCAST;
}

/**
 * ipb_icr_is_single_by_fields - the same, asked one field after the other
 * @icr: value as written, EDX:EAX
 *
 * The un-optimised form: oracle in the tests and the other side of the timing.
 *
 * Return: what ipb_icr_is_single() returns. Any context.
 */
static inline bool ipb_icr_is_single_by_fields(u64 icr)
{
	if ((icr & IPB_ICR_SHORTHAND) != 0)
		return false;
	if ((icr & IPB_ICR_LOGICAL) != 0)
		return false;
	if ((icr & IPB_ICR_DELIVERY) != 0)
		return false;
	if ((u32)(icr >> 32) == IPB_ICR_BROADCAST)
		return false;
	return !(icr & IPB_ICR_RESERVED);
}

/**
 * ipb_icr_is_mapped - can the APIC map alone name the targets, if there is one?
 * @icr: value as written, EDX:EAX
 *
 * Return: true if v6.18 tries the short way: any delivery and destination
 * mode, and "self", but nothing that needs a walk. Any context.
 */
static inline bool ipb_icr_is_mapped(u64 icr)
{
	if ((u32)icr & IPB_ICR_NOT_MAPPED)
		return false;
	return (u32)(icr >> 32) != IPB_ICR_BROADCAST || ((u32)icr & IPB_ICR_SELF);
}

/**
 * ipb_icr_is_fast - may this value take the short way?
 * @rules: whose rules
 * @icr: value as written, EDX:EAX
 *
 * Return: true if it may, as far as the value alone tells. Any context.
 */
static inline bool ipb_icr_is_fast(enum ipb_icr_rules rules, u64 icr)
{
	return rules == IPB_ICR_RULES_6_18 ? ipb_icr_is_mapped(icr) : ipb_icr_is_single(icr);
}

#endif /* IPIBENCH_CORE_X86_ICR_H */
