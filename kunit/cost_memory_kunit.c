// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of what a run takes in memory on machines of up to 4,096 CPUs: so much a
 * pair, so much a class, and nothing that grows with the square of the CPUs.
 */
#include <kunit/test.h>
#include <linux/mm.h>

#include "bench/notes.h"
#include "cost.h"
#include "engine/run.h"
#include "fake.h"

enum {
	FEW			= 20,		/* pairs that every machine here has */
	LEGS			= 3,		/* of every variant of the fake bench */
	DELAYS			= 1,		/* and of one of them, never compared */
	BYTES_PER_CPU		= 32,		/* at most, whatever is measured */
	MEMORY_CAP		= 64 << 20,
	TRIES			= 5,
};

/* What run/memory_bytes says. */
static u64 bytes_counted(struct kunit *test, unsigned int cpus, unsigned int packages, u64 pairs)
{
	KUNIT_ASSERT_EQ(test, 0, cost_prepare(test, cpus, packages, pairs));
	KUNIT_ASSERT_EQ(test, cost_fixture.run->nr_pairs, pairs);
	return cost_fixture.run->results->memory_bytes;
}

/* And what it does not: the run itself, its topology, its conditions. */
static u64 bytes_besides(void)
{
	const struct ipb_run *run = cost_fixture.run;
	const struct ipb_topology *topology = run->topology;
	const struct ipb_notes *notes = run->results->conditions;

	return sizeof(*run) + struct_size(topology, place, topology->nr_cpus) +
	       BITS_TO_LONGS(topology->nr_cpus) * sizeof(long) +
	       struct_size(notes, note, notes->max);
}

/* A bench that does not run. */
static u64 bytes_of_job(const struct ipb_job *job)
{
	return sizeof(*job) + 2 * BITS_TO_LONGS(job->spec.cpus) * sizeof(long);
}

static const unsigned int sizes[] = { 8, 64, 255, 4096 };

static void size_desc(const unsigned int *cpus, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%u CPUs", *cpus);
}

KUNIT_ARRAY_PARAM(size, sizes, size_desc);

static void print_memory(struct kunit *test, const char *what, unsigned int cpus, u64 bytes)
{
	char text[64];

	snprintf(text, sizeof(text), "%s, %u CPUs", what, cpus);
	cost_print(test, "memory", text, "bytes", bytes);
}

static u64 pair_bytes(void)
{
	/* The differences, one leg at a time, take as much as a leg. */
	u64 midmeans = (FAKE_VARIANTS * LEGS + DELAYS + 1) * cost_fixture.run->rounds;

	return sizeof(struct ipb_pair) + FAKE_VARIANTS * sizeof(struct ipb_route) +
	       midmeans * sizeof(u64);
}

static u64 class_bytes(void)
{
	return (FAKE_VARIANTS * LEGS + DELAYS) * sizeof(struct ipb_distribution) +
	       (FAKE_VARIANTS - 1) * LEGS * sizeof(struct ipb_contrast);
}

/* The same at any number of CPUs: what a pair takes, and a class, and the rest. */
static void memory_by_size(struct kunit *test)
{
	unsigned int cpus = *(const unsigned int *)test->param_value;
	const struct fake *fake = test->priv;
	u64 fewer_pairs = bytes_counted(test, cpus, 2, FEW);
	u64 fewer_classes = bytes_counted(test, cpus, 1, 2 * FEW);
	u64 whole = bytes_counted(test, cpus, 2, 2 * FEW);
	u64 pair = div_u64(whole - fewer_pairs, FEW), class = whole - fewer_classes;
	const struct ipb_spec *spec = &cost_fixture.run->spec;

	KUNIT_EXPECT_EQ(test, pair, pair_bytes());
	KUNIT_EXPECT_EQ(test, class, class_bytes());
	KUNIT_EXPECT_EQ(test, whole - 2 * FEW * pair - 3 * class,
			sizeof(struct ipb_results) + spec->block * sizeof(u64) +
			spec->block * sizeof(struct ipb_shot) +
			FAKE_VARIANTS * sizeof(struct ipb_distribution));
	KUNIT_EXPECT_LE(test, bytes_besides(),
			sizeof(struct ipb_run) + 2 * PAGE_SIZE + cpus * BYTES_PER_CPU);
	KUNIT_EXPECT_LE(test, bytes_of_job(&fake->job), PAGE_SIZE + cpus);

	print_memory(test, "a pair", cpus, pair);
	print_memory(test, "a class", cpus, class);
	print_memory(test, "the rest of a run, counted", cpus, whole - 2 * FEW * pair - 3 * class);
	print_memory(test, "the rest of a run, not counted", cpus, bytes_besides());
	print_memory(test, "a bench at rest, without its files", cpus, bytes_of_job(&fake->job));
}

static u64 free_bytes(void)
{
	struct sysinfo info;

	si_meminfo(&info);
	return (u64)info.freeram << PAGE_SHIFT;
}

/* Others allocate, too, and free: the least of a few tries. */
static s64 taken_by_run(struct kunit *test)
{
	s64 least = S64_MAX;
	unsigned int i;

	for (i = 0; i < TRIES; i++) {
		u64 before;

		cost_drop();
		before = free_bytes();
		KUNIT_ASSERT_EQ(test, 0, cost_prepare(test, 4096, 2, 64));
		least = min(least, (s64)(before - free_bytes()));
	}
	return max_t(s64, least, 0);
}

/* Once only: what goes when it is published again, comes again. */
static s64 taken_by_publication(struct kunit *test)
{
	u64 before = free_bytes();

	KUNIT_ASSERT_EQ(test, 0, ipb_publish(cost_fixture.dir, &cost_fixture.published,
					     cost_fixture.run->results));
	return max_t(s64, before - free_bytes(), 0);
}

/* By what the kernel has left: not even a byte for every pair of CPUs. */
static void memory_is_not_square(struct kunit *test)
{
	s64 run = taken_by_run(test), publication;

	cost_measure(test, 1);
	publication = taken_by_publication(test);
	KUNIT_EXPECT_LT(test, run, 4096 * 4096);
	KUNIT_EXPECT_LT(test, publication, 4096 * 4096);
	print_memory(test, "64 pairs, counted", 4096, cost_fixture.run->results->memory_bytes);
	print_memory(test, "64 pairs, really taken", 4096, run);
	print_memory(test, "64 pairs, published", 4096, publication);
}

/* Every pair there is, up to what may be asked for: nothing but pairs more. */
static void matrix_by_size(struct kunit *test)
{
	unsigned int cpus = *(const unsigned int *)test->param_value;
	struct fake *fake = test->priv;
	u64 most = cost_most_pairs(), few = bytes_counted(test, cpus, 2, FEW);
	u64 pairs = min(most, (u64)cpus * (cpus - 1));
	/* Room for the pairs is as much as was asked for. */
	u64 bytes = few + (pairs - FEW) * pair_bytes() + (most - pairs) * sizeof(struct ipb_pair);
	const struct ipb_results *results;

	KUNIT_ASSERT_EQ(test, 0, cost_prepare(test, cpus, 2, most));
	results = cost_fixture.run->results;
	KUNIT_EXPECT_EQ(test, cost_fixture.run->nr_pairs, pairs);
	KUNIT_EXPECT_EQ(test, results->memory_bytes, bytes);
	KUNIT_EXPECT_LE(test, results->memory_bytes, MEMORY_CAP);
	print_memory(test, "all pairs, as far as one may ask", cpus, results->memory_bytes);

	/* What would take more is refused before anything is sent. */
	fake->job.spec.pairs_max = most;
	fake->job.spec.samples = 1 << 20;
	fake->job.spec.block = 1;
	KUNIT_EXPECT_EQ(test, -ENOMEM, ipb_job_start(&fake->job));
	KUNIT_EXPECT_EQ(test, fake->fired[0], 0);
}

static struct kunit_case cost_memory_test_cases[] = {
	KUNIT_CASE_PARAM(memory_by_size, size_gen_params),
	KUNIT_CASE_PARAM(matrix_by_size, size_gen_params),
	KUNIT_CASE(memory_is_not_square),
	{}
};

static struct kunit_suite cost_memory_test_suite = {
	.name = "ipibench_cost_memory",
	.init = cost_init,
	.exit = cost_exit,
	.test_cases = cost_memory_test_cases,
};

kunit_test_suite(cost_memory_test_suite);
