/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_CLASSIFY_H
#define IPIBENCH_CORE_CLASSIFY_H

#include <linux/types.h>

/**
 * enum ipb_class - how far a target is from its sender, near to far; and, where
 *	all senders fire at once, by what pattern
 * @IPB_CLASS_LOCAL: no other CPU takes part
 * @IPB_CLASS_SMT: same core
 * @IPB_CLASS_LLC: same node, shared last-level cache
 * @IPB_CLASS_NODE: same node, no last-level cache known to be shared
 * @IPB_CLASS_SOCKET: same package, other node
 * @IPB_CLASS_CROSS: other package
 * @IPB_NR_CLASSES: how many distances there are
 * @IPB_CLASS_RING: each sender at the CPU after it
 * @IPB_CLASS_ALL_TO_ONE: all at the first target
 * @IPB_CLASS_BROADCAST: each at every target
 * @IPB_CLASS_PAIRS: CPUs paired at random, at each other
 * @IPB_NR_GROUPS: distances and patterns together
 */
enum ipb_class {
	IPB_CLASS_LOCAL,
	IPB_CLASS_SMT,
	IPB_CLASS_LLC,
	IPB_CLASS_NODE,
	IPB_CLASS_SOCKET,
	IPB_CLASS_CROSS,
	IPB_NR_CLASSES,
	IPB_CLASS_RING = IPB_NR_CLASSES,
	IPB_CLASS_ALL_TO_ONE,
	IPB_CLASS_BROADCAST,
	IPB_CLASS_PAIRS,
	IPB_NR_GROUPS,
};

enum { IPB_LLC_UNKNOWN = -1 };

/**
 * struct ipb_place - where a CPU sits
 * @package: physical package
 * @node: NUMA node; negative = none, and all CPUs without one share a node
 * @core: unique within the machine (e.g. the first SMT sibling)
 * @llc: last-level cache, unique within the machine; IPB_LLC_UNKNOWN is never
 *       shared, and is what a mask of one core must be passed as
 *
 * Ids are opaque: they are compared for equality and nothing else.
 */
struct ipb_place {
	s32 package;
	s32 node;
	s32 core;
	s32 llc;
};

/**
 * ipb_classify - class of a pair of CPUs
 * @from: the sender's place
 * @to: the target's place; another CPU than the sender's (a CPU and itself are
 *      IPB_CLASS_LOCAL, which places cannot tell from IPB_CLASS_SMT)
 *
 * The cache is asked last: some virtual machines report caches shared across
 * packages.
 *
 * Context: any.
 *
 * Return: the class, the same for either direction; never IPB_CLASS_LOCAL.
 */
enum ipb_class ipb_classify(const struct ipb_place *from, const struct ipb_place *to);

/**
 * ipb_class_name - word for a class
 * @c: the class
 *
 * Return: "local", "smt", "llc", "node", "socket" or "cross"; of a pattern
 * "ring", "all-to-one", "broadcast" or "pairs"; "invalid" if there is no such
 * class.
 */
const char *ipb_class_name(enum ipb_class c);

#endif
