/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every bench of the module: by name and, once for each fixture, as variants of
 * BENCH_FIXTURE with the name in @bench. Where the bench hardly matters, one of
 * each kind is enough: variants of BENCH_FIXTURE_OF_A_KIND. They interrupt
 * another CPU, do so all at once, do both, or need none. The fixture itself comes before.
 */
#ifndef BENCH_NAMES
#define BENCH_NAMES "hyperv icr icr_check ipi its mpidr selftest storm vsgi"
#define ADD_BENCH(fixture, name) FIXTURE_VARIANT_ADD(fixture, name)
#define DECLARE_BENCH(fixture) FIXTURE_VARIANT(fixture)
#endif

#ifdef BENCH_FIXTURE
DECLARE_BENCH(BENCH_FIXTURE) { const char *bench; };
ADD_BENCH(BENCH_FIXTURE, hyperv) { .bench = "hyperv" };
ADD_BENCH(BENCH_FIXTURE, icr) { .bench = "icr" };
ADD_BENCH(BENCH_FIXTURE, icr_check) { .bench = "icr_check" };
ADD_BENCH(BENCH_FIXTURE, ipi) { .bench = "ipi" };
ADD_BENCH(BENCH_FIXTURE, its) { .bench = "its" };
ADD_BENCH(BENCH_FIXTURE, mpidr) { .bench = "mpidr" };
ADD_BENCH(BENCH_FIXTURE, selftest) { .bench = "selftest" };
ADD_BENCH(BENCH_FIXTURE, storm) { .bench = "storm" };
ADD_BENCH(BENCH_FIXTURE, vsgi) { .bench = "vsgi" };
#undef BENCH_FIXTURE
#endif

#ifdef BENCH_FIXTURE_OF_A_KIND
DECLARE_BENCH(BENCH_FIXTURE_OF_A_KIND) { const char *bench; };
ADD_BENCH(BENCH_FIXTURE_OF_A_KIND, ipi) { .bench = "ipi" };
ADD_BENCH(BENCH_FIXTURE_OF_A_KIND, storm) { .bench = "storm" };
ADD_BENCH(BENCH_FIXTURE_OF_A_KIND, selftest) { .bench = "selftest" };
ADD_BENCH(BENCH_FIXTURE_OF_A_KIND, icr) { .bench = "icr" };
#undef BENCH_FIXTURE_OF_A_KIND
#endif
