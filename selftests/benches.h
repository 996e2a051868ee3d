/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every bench of the module, as variants of the fixture BENCH_FIXTURE. Include
 * once for each fixture that has a variant's name in @bench.
 */
#ifndef ADD_BENCH
#define ADD_BENCH(fixture, name) FIXTURE_VARIANT_ADD(fixture, name)
#endif

ADD_BENCH(BENCH_FIXTURE, ipi) { .bench = "ipi" };
ADD_BENCH(BENCH_FIXTURE, selftest) { .bench = "selftest" };

#undef BENCH_FIXTURE
