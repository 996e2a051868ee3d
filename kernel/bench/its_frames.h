/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_ITS_FRAMES_H
#define IPIBENCH_BENCH_ITS_FRAMES_H

#include <linux/types.h>

enum { IPB_ITS_MAX_FRAMES = 64 };

/**
 * struct ipb_its_frame - where an ITS of this machine is
 * @base: physical base address
 * @node: NUMA node, NUMA_NO_NODE if firmware does not say
 */
struct ipb_its_frame {
	phys_addr_t base;
	int node;
};

unsigned int ipb_its_frames_find(struct ipb_its_frame *frames, unsigned int max);
const char *ipb_its_frames_source(void);

#endif /* IPIBENCH_BENCH_ITS_FRAMES_H */
