/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_TOPOLOGY_H
#define IPIBENCH_ENGINE_TOPOLOGY_H

#include <linux/types.h>

#include "core/classify.h"

/**
 * struct ipb_topology - where every CPU sits, as of one moment
 * @nr_cpus: CPU numbers lie below this
 * @online: bitmap of the CPUs that were online; only their places are valid
 * @place: by CPU number
 *
 * A snapshot, so that one run sees one topology, and plain data, so that a
 * test can make one of any size.
 */
struct ipb_topology {
	unsigned int nr_cpus;
	unsigned long *online;
	struct ipb_place place[] __counted_by(nr_cpus);
};

struct ipb_topology *ipb_topology_alloc(unsigned int nr_cpus);
struct ipb_topology *ipb_topology_snapshot(void);
void ipb_topology_free(struct ipb_topology *topology);
int ipb_topology_settle_llc(struct ipb_topology *topology);
unsigned int ipb_topology_classes(const struct ipb_topology *topology);
bool ipb_topology_smt(const struct ipb_topology *topology);

#endif /* IPIBENCH_ENGINE_TOPOLOGY_H */
