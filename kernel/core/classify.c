// SPDX-License-Identifier: GPL-2.0-only
/*
 * The class of a pair of CPUs.
 */
#include <linux/minmax.h>

#include "core/classify.h"
#include "core/export.h"

static bool same_node(const struct ipb_place *a, const struct ipb_place *b)
{
	return max(a->node, -1) == max(b->node, -1);
}

static bool same_llc(const struct ipb_place *a, const struct ipb_place *b)
{
	return a->llc != IPB_LLC_UNKNOWN && a->llc == b->llc;
}

enum ipb_class ipb_classify(const struct ipb_place *from, const struct ipb_place *to)
{
	if (from->core == to->core)
		return IPB_CLASS_SMT;
	if (from->package != to->package)
		return IPB_CLASS_CROSS;
	if (!same_node(from, to))
		return IPB_CLASS_SOCKET;
	if (same_llc(from, to))
		return IPB_CLASS_LLC;
	return IPB_CLASS_NODE;
}

static const char * const class_names[IPB_NR_GROUPS] = {
	[IPB_CLASS_LOCAL]	= "local",
	[IPB_CLASS_SMT]		= "smt",
	[IPB_CLASS_LLC]		= "llc",
	[IPB_CLASS_NODE]	= "node",
	[IPB_CLASS_SOCKET]	= "socket",
	[IPB_CLASS_CROSS]	= "cross",
	[IPB_CLASS_RING]	= "ring",
	[IPB_CLASS_ALL_TO_ONE]	= "all-to-one",
	[IPB_CLASS_BROADCAST]	= "broadcast",
	[IPB_CLASS_PAIRS]	= "pairs",
};

const char *ipb_class_name(enum ipb_class c)
{
	return (unsigned int)c < IPB_NR_GROUPS ? class_names[c] : "invalid";
}

IPB_EXPORT_FOR_KUNIT(ipb_classify);
IPB_EXPORT_FOR_KUNIT(ipb_class_name);
