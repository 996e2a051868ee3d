/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_HYPERV_H
#define IPIBENCH_BENCH_HYPERV_H

#include "bench/bench.h"

/* where a Hyper-V guest can be told from any other machine, and has CPUs to interrupt */
#define IPB_HYPERV_HAS_REAL \
	(IS_ENABLED(CONFIG_HYPERV) && IS_ENABLED(CONFIG_X86_64) && IS_ENABLED(CONFIG_SMP) && \
	 IS_ENABLED(CONFIG_TRACEPOINTS))

/* the bench's own parameters, by place in session->param */
enum ipb_hyperv_param {
	IPB_HYPERV_TARGET_VP,		/* model only: whom to interrupt */
	IPB_HYPERV_VP_NUMBERING,	/* model only: enum ipb_hyperv_numbering */
	IPB_HYPERV_EX,			/* enum ipb_hyperv_ex */
	IPB_HYPERV_NR_PARAMS,
};

enum ipb_hyperv_numbering {
	IPB_HYPERV_IDENTITY,		/* CPU n is VP n */
	IPB_HYPERV_REVERSED,		/* CPU 0 is the last VP */
};

enum ipb_hyperv_ex {
	IPB_HYPERV_EX_NEEDED,		/* sets of VPs from VP 64 on */
	IPB_HYPERV_EX_ALWAYS,
};

extern const struct ipb_backend ipb_hyperv_model;
extern const struct ipb_backend ipb_hyperv_real;	/* if IPB_HYPERV_HAS_REAL */

#endif /* IPIBENCH_BENCH_HYPERV_H */
