// SPDX-License-Identifier: GPL-2.0-only
/*
 * A Hyper-V guest: its way to the hypervisor, its table of one-CPU masks.
 */
#include <linux/bitmap.h>
#include <linux/string.h>

#include "core/export.h"
#include "core/hv_guest.h"

/* [isolation][paravisor][hypercall page] */
static const u8 way[IPB_HV_NR_ISOLATIONS][2][2] = {
	[IPB_HV_ISOLATION_NONE] = {
		{ IPB_HV_WAY_NONE, IPB_HV_WAY_PAGE },
		{ IPB_HV_WAY_NONE, IPB_HV_WAY_PAGE },
	},
	[IPB_HV_ISOLATION_VBS] = {
		{ IPB_HV_WAY_NONE, IPB_HV_WAY_PAGE },
		{ IPB_HV_WAY_NONE, IPB_HV_WAY_PAGE },
	},
	[IPB_HV_ISOLATION_SNP] = {
		{ IPB_HV_WAY_NONE, IPB_HV_WAY_VMMCALL },
		{ IPB_HV_WAY_NONE, IPB_HV_WAY_PAGE },
	},
	/* such a guest has no page; GHCI is its way whatever was allocated */
	[IPB_HV_ISOLATION_TDX] = {
		{ IPB_HV_WAY_TDVMCALL, IPB_HV_WAY_TDVMCALL },
		{ IPB_HV_WAY_NONE, IPB_HV_WAY_PAGE },
	},
};

enum ipb_hv_way ipb_hv_way_find(bool page, bool paravisor, enum ipb_hv_isolation isolation)
{
	/* unsigned: a number from a newer hypervisor is a kind we cannot serve */
	if ((unsigned int)isolation >= IPB_HV_NR_ISOLATIONS)
		return IPB_HV_WAY_NONE;
	return way[isolation][paravisor][page];
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_way_find);

size_t ipb_hv_one_hot_words(unsigned int nr_cpus)
{
	return (size_t)(BITS_PER_LONG + 1) * BITS_TO_LONGS(nr_cpus);
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_one_hot_words);

unsigned int ipb_hv_one_hot_fill(unsigned long *table, unsigned int nr_cpus)
{
	unsigned int stride = BITS_TO_LONGS(nr_cpus);
	unsigned int bit;

	memset(table, 0, ipb_hv_one_hot_words(nr_cpus) * sizeof(*table));
	for (bit = 0; bit < BITS_PER_LONG; bit++)
		table[(size_t)(1 + bit) * stride] = BIT(bit);
	return stride;
}

IPB_EXPORT_FOR_KUNIT(ipb_hv_one_hot_fill);
