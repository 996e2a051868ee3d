// SPDX-License-Identifier: GPL-2.0-only
/*
 * Decodes of the GICv4.1 registers that place a vPE table.
 */
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/limits.h>

#include "core/export.h"
#include "core/its_regs.h"

/* most significant level affinity fields; level is 0..3, so never a shift by 32 */
static u32 affinity_at_level(u32 affinity, unsigned int level)
{
	return affinity & ~(U32_MAX >> (8 * level));
}

/**
 * ipb_gicr_common_affinity() - group a redistributor shares its vPE table with
 * @gicr_typer: GICR_TYPER
 *
 * Return: affinity of the group in the packing of GICR_TYPER, fields outside
 * CommonLPIAff cleared; 0 at level 0, where all redistributors are one group.
 */
u32 ipb_gicr_common_affinity(u64 gicr_typer)
{
	return affinity_at_level(FIELD_GET(IPB_GICR_TYPER_AFFINITY, gicr_typer),
				 ipb_gicr_typer_level(gicr_typer));
}

IPB_EXPORT_FOR_KUNIT(ipb_gicr_common_affinity);

/**
 * ipb_gits_affinity() - group of redistributors an ITS shares its vPE table with
 * @gits_typer: GITS_TYPER
 * @gits_mpidr: GITS_MPIDR; means nothing where SVPET is 0
 *
 * Return: affinity, comparable with ipb_gicr_common_affinity(); 0 also where
 * the table is shared with nobody, so look at ipb_gits_typer_level() too.
 */
u32 ipb_gits_affinity(u64 gits_typer, u32 gits_mpidr)
{
	return affinity_at_level(gits_mpidr, ipb_gits_typer_level(gits_typer));
}

IPB_EXPORT_FOR_KUNIT(ipb_gits_affinity);

static u64 baser2_address(u64 baser2)
{
	if (FIELD_GET(IPB_GITS_BASER_PAGE_SIZE, baser2) != IPB_GIC_PAGE_64K)
		return baser2 & IPB_GITS_BASER_ADDR;

	return (baser2 & IPB_GITS_BASER_ADDR_64K) |
	       FIELD_GET(IPB_GITS_BASER_ADDR_64K_HIGH, baser2) << 48;
}

/**
 * ipb_vpropbaser_from_baser2() - describe an ITS's vPE table to a redistributor
 * @baser2: GITS_BASER2, on GICv4.1 always the vPE table
 * @shareable: redistributors honour shareability and cacheability
 * @vpropbaser: where the GICR_VPROPBASER value goes; untouched on error
 *
 * NrPages has 8 bits and VPROPBASER.Size only 7: 128 pages (0x7f) are the most
 * a redistributor can be told of. A larger table, flat or first level, would
 * lose its upper half without anybody noticing, so it is refused.
 *
 * Return: 0; -ENOENT if the table is not valid, -EINVAL if its page size is
 * the reserved code, -E2BIG if it has more than 128 pages.
 */
int ipb_vpropbaser_from_baser2(u64 baser2, bool shareable, u64 *vpropbaser)
{
	u64 page_size = FIELD_GET(IPB_GITS_BASER_PAGE_SIZE, baser2);
	u64 nr_pages = FIELD_GET(IPB_GITS_BASER_NR_PAGES, baser2);
	u64 value = IPB_GICR_VPROPBASER_VALID;

	if (!(baser2 & IPB_GITS_BASER_VALID))
		return -ENOENT;
	if (page_size > IPB_GIC_PAGE_64K)
		return -EINVAL;
	if (nr_pages > FIELD_MAX(IPB_GICR_VPROPBASER_SIZE))
		return -E2BIG;

	if (baser2 & IPB_GITS_BASER_INDIRECT)
		value |= IPB_GICR_VPROPBASER_INDIRECT;
	value |= FIELD_PREP(IPB_GICR_VPROPBASER_PAGE_SIZE, page_size);
	value |= baser2_address(baser2);
	value |= FIELD_PREP(IPB_GICR_VPROPBASER_SIZE, nr_pages);
	if (shareable) {
		value |= FIELD_PREP(IPB_GICR_VPROPBASER_SHARE,
				    FIELD_GET(IPB_GITS_BASER_SHARE, baser2));
		value |= FIELD_PREP(IPB_GICR_VPROPBASER_INNER_CACHE,
				    FIELD_GET(IPB_GITS_BASER_INNER_CACHE, baser2));
	}
	*vpropbaser = value;
	return 0;
}

IPB_EXPORT_FOR_KUNIT(ipb_vpropbaser_from_baser2);

/**
 * ipb_vpropbaser_from_sibling() - adopt the table of a redistributor of our group
 * @vpropbaser: the sibling's GICR_VPROPBASER
 *
 * Return: the value to program; Z is cleared because the sibling's table is in
 * use by now. Usable only if it has IPB_GICR_VPROPBASER_VALID.
 */
u64 ipb_vpropbaser_from_sibling(u64 vpropbaser)
{
	return vpropbaser & ~IPB_GICR_VPROPBASER_Z;
}

IPB_EXPORT_FOR_KUNIT(ipb_vpropbaser_from_sibling);
