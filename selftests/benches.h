/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every bench of the module: by name and, once for each fixture, as variants of
 * BENCH_FIXTURE with the name in @bench.
 */
#ifndef BENCH_NAMES
#define BENCH_NAMES "hyperv icr icr_check ipi its mpidr selftest"
#define ADD_BENCH(fixture, name) FIXTURE_VARIANT_ADD(fixture, name)
#endif

#ifdef BENCH_FIXTURE
ADD_BENCH(BENCH_FIXTURE, hyperv) { .bench = "hyperv" };
ADD_BENCH(BENCH_FIXTURE, icr) { .bench = "icr" };
ADD_BENCH(BENCH_FIXTURE, icr_check) { .bench = "icr_check" };
ADD_BENCH(BENCH_FIXTURE, ipi) { .bench = "ipi" };
ADD_BENCH(BENCH_FIXTURE, its) { .bench = "its" };
ADD_BENCH(BENCH_FIXTURE, mpidr) { .bench = "mpidr" };
ADD_BENCH(BENCH_FIXTURE, selftest) { .bench = "selftest" };
#undef BENCH_FIXTURE
#endif
