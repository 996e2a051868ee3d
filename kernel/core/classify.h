/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_CLASSIFY_H
#define IPIBENCH_CORE_CLASSIFY_H

#include <linux/types.h>

enum ipb_class {
	IPB_CLASS_LOCAL,
	IPB_CLASS_SMT,
	IPB_CLASS_LLC,
	IPB_CLASS_NODE,
	IPB_CLASS_SOCKET,
	IPB_CLASS_CROSS,
	IPB_NR_CLASSES,
};

enum { IPB_LLC_UNKNOWN = -1 };

/* where a CPU sits; ids are opaque and only compared for equality */
struct ipb_place {
	s32 package;
	s32 node;		/* -1 = no node; all CPUs without one count as one node */
	s32 core;		/* unique within the machine (e.g. the first SMT sibling) */
	s32 llc;		/* unique within the machine; IPB_LLC_UNKNOWN never counts as shared */
};

/* rule order: local (same cpu is the caller's), smt, cross, socket, llc, node */
enum ipb_class ipb_classify(const struct ipb_place *from, const struct ipb_place *to);
const char *ipb_class_name(enum ipb_class c);	/* "local" "smt" "llc" "node" "socket" "cross" */

#endif
