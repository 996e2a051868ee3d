/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Patterns of MPIDRs to try our table with, and memory for its largest.
 */
#ifndef IPIBENCH_KUNIT_MPIDR_PATTERN_H
#define IPIBENCH_KUNIT_MPIDR_PATTERN_H

#include <kunit/test.h>

#include "core/mpidr_direct.h"

/**
 * struct pattern - a way to number CPUs
 * @desc: name
 * @key: key of the MPIDR of vCPU @i
 * @doubles: not all keys differ
 * @flat: one slot per vCPU is possible and must be had, at any size
 */
struct pattern {
	const char *desc;
	u32 (*key)(unsigned int i);
	bool doubles;
	bool flat;
};

/** pattern_gen_params() - KUnit parameter generator over all patterns */
const void *pattern_gen_params(const void *prev, char *desc);

/** pattern_spread - the one without any order */
extern const struct pattern pattern_spread;

/**
 * struct fixture - memory for the largest table
 * @table: to build in
 * @copy: to spoil
 * @pairs: input
 */
struct fixture {
	struct ipb_mpidr_direct *table;
	struct ipb_mpidr_direct *copy;
	struct ipb_mpidr_pair *pairs;
};

/**
 * pattern_init() - put a struct fixture into test->priv
 * @test: the running test
 *
 * Return: 0.
 */
int pattern_init(struct kunit *test);

/**
 * pattern_alloc() - zeroed memory of the test
 * @test: the running test
 * @bytes: how many
 *
 * Return: the memory; failures end the test.
 */
void *pattern_alloc(struct kunit *test, size_t bytes);

/**
 * pattern_value() - what the tests store for a vCPU: its number, 1-based
 * @i: the vCPU
 *
 * Return: not NULL.
 */
static inline void *pattern_value(unsigned int i)
{
	return (void *)(unsigned long)(i + 1);
}

/**
 * pattern_build() - build the fixture's table
 * @test: the running test; ends if the build fails
 * @p: the pattern
 * @nr: vCPUs
 * @seed: for the table
 */
void pattern_build(struct kunit *test, const struct pattern *p, unsigned int nr, u64 seed);

/**
 * pattern_next_size() - every size to 80, then in steps that meet no power of
 * two, then the largest
 * @nr: size before
 *
 * Return: next size, 0 after the last.
 */
unsigned int pattern_next_size(unsigned int nr);

#endif /* IPIBENCH_KUNIT_MPIDR_PATTERN_H */
