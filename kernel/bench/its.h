/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_ITS_H
#define IPIBENCH_BENCH_ITS_H

#include "bench/bench.h"

/**
 * enum ipb_its_param - the bench's parameters, in the order of its table
 * @IPB_ITS_NR_ITS: GICv4.1 ITSs
 * @IPB_ITS_NR_ITS_V40: GICv4.0 ITSs before them in the list
 * @IPB_ITS_VPE_TABLE: enum ipb_gic_tables
 * @IPB_ITS_NR_PARAMS: number of parameters
 */
enum ipb_its_param {
	IPB_ITS_NR_ITS,
	IPB_ITS_NR_ITS_V40,
	IPB_ITS_VPE_TABLE,
	IPB_ITS_NR_PARAMS,
};

extern const struct ipb_backend ipb_its_model;
extern const struct ipb_backend ipb_its_real;

#endif /* IPIBENCH_BENCH_ITS_H */
