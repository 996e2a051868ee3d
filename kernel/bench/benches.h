/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_BENCHES_H
#define IPIBENCH_BENCH_BENCHES_H

#include "bench/bench.h"

/* One line per file of this folder that is a bench. */
extern const struct ipb_bench ipb_bench_hyperv;
extern const struct ipb_bench ipb_bench_icr;
extern const struct ipb_bench ipb_bench_icr_check;
extern const struct ipb_bench ipb_bench_ipi;
extern const struct ipb_bench ipb_bench_its;
extern const struct ipb_bench ipb_bench_mpidr;
extern const struct ipb_bench ipb_bench_selftest;
extern const struct ipb_bench ipb_bench_storm;
extern const struct ipb_bench ipb_bench_vsgi;

#endif /* IPIBENCH_BENCH_BENCHES_H */
