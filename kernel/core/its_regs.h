/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The few GICv4.1 registers that decide which ITS a virtual SGI goes through.
 *
 * Layouts are those of the Arm GIC architecture specification (IHI 0069). The
 * functions take register values and return register values: nothing here
 * touches a device.
 */
#ifndef IPIBENCH_CORE_ITS_REGS_H
#define IPIBENCH_CORE_ITS_REGS_H

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/types.h>

/* offsets from the base of an ITS, in bytes */
#define IPB_GITS_TYPER			0x0008
#define IPB_GITS_MPIDR			0x0018
#define IPB_GITS_BASER2			0x0110
#define IPB_GITS_SGIR			0x20020

#define IPB_GITS_TYPER_VLPIS		BIT_ULL(1)		/* GICv4.0 or later */
#define IPB_GITS_TYPER_VMAPP		BIT_ULL(40)		/* GICv4.1 */
#define IPB_GITS_TYPER_SVPET		GENMASK_ULL(42, 41)

#define IPB_GITS_BASER_VALID		BIT_ULL(63)
#define IPB_GITS_BASER_INDIRECT		BIT_ULL(62)
#define IPB_GITS_BASER_INNER_CACHE	GENMASK_ULL(61, 59)
#define IPB_GITS_BASER_ADDR		GENMASK_ULL(47, 12)
#define IPB_GITS_BASER_ADDR_64K		GENMASK_ULL(47, 16)
#define IPB_GITS_BASER_ADDR_64K_HIGH	GENMASK_ULL(15, 12)	/* address bits 51:48 */
#define IPB_GITS_BASER_SHARE		GENMASK_ULL(11, 10)
#define IPB_GITS_BASER_PAGE_SIZE	GENMASK_ULL(9, 8)
#define IPB_GITS_BASER_NR_PAGES		GENMASK_ULL(7, 0)	/* minus one */

#define IPB_GITS_SGIR_VPEID		GENMASK_ULL(47, 32)
#define IPB_GITS_SGIR_VINTID		GENMASK_ULL(3, 0)

#define IPB_GICR_TYPER_RVPEID		BIT_ULL(7)		/* GICv4.1 redistributor */
#define IPB_GICR_TYPER_COMMON_LPI_AFF	GENMASK_ULL(25, 24)
#define IPB_GICR_TYPER_AFFINITY		GENMASK_ULL(63, 32)	/* Aff3.Aff2.Aff1.Aff0 */

#define IPB_GICR_VPROPBASER_VALID	BIT_ULL(63)
#define IPB_GICR_VPROPBASER_INDIRECT	BIT_ULL(55)
#define IPB_GICR_VPROPBASER_PAGE_SIZE	GENMASK_ULL(54, 53)
#define IPB_GICR_VPROPBASER_Z		BIT_ULL(52)		/* table is known to be zero */
#define IPB_GICR_VPROPBASER_ADDR	GENMASK_ULL(51, 12)
#define IPB_GICR_VPROPBASER_SHARE	GENMASK_ULL(11, 10)
#define IPB_GICR_VPROPBASER_INNER_CACHE	GENMASK_ULL(9, 7)
#define IPB_GICR_VPROPBASER_SIZE	GENMASK_ULL(6, 0)	/* pages minus one */

/* codes of the PageSize fields; 3 is reserved */
enum {
	IPB_GIC_PAGE_4K,
	IPB_GIC_PAGE_16K,
	IPB_GIC_PAGE_64K,
};

/*
 * SVPET of an ITS and CommonLPIAff of a redistributor speak one code: how many
 * affinity fields, from Aff3 down, the sharers of one table have in common.
 */
static inline unsigned int ipb_gits_typer_level(u64 typer)
{
	return FIELD_GET(IPB_GITS_TYPER_SVPET, typer);
}

static inline unsigned int ipb_gicr_typer_level(u64 typer)
{
	return FIELD_GET(IPB_GICR_TYPER_COMMON_LPI_AFF, typer);
}

static inline bool ipb_gits_typer_is_v4_1(u64 typer)
{
	return typer & IPB_GITS_TYPER_VMAPP;
}

/**
 * ipb_gits_sgir() - value that makes one virtual SGI pending
 * @vpeid: virtual processor, 0..65535; higher bits are ignored
 * @sgi: SGI number, 0..15; higher bits are ignored
 *
 * Inline because it is part of what the benches time.
 *
 * Return: the 64 bits to write to GITS_SGIR; all reserved bits are zero.
 */
static inline u64 ipb_gits_sgir(unsigned int vpeid, unsigned int sgi)
{
	return (u64)(vpeid & 0xffff) << 32 | (sgi & 0xf);
}

/**
 * ipb_gits_sgir_address() - where GITS_SGIR of an ITS is
 * @base: physical base address of the ITS
 */
static inline u64 ipb_gits_sgir_address(u64 base)
{
	return base + IPB_GITS_SGIR;
}

u32 ipb_gicr_common_affinity(u64 gicr_typer);
u32 ipb_gits_affinity(u64 gits_typer, u32 gits_mpidr);
int ipb_vpropbaser_from_baser2(u64 baser2, bool shareable, u64 *vpropbaser);
u64 ipb_vpropbaser_from_sibling(u64 vpropbaser);

#endif /* IPIBENCH_CORE_ITS_REGS_H */
