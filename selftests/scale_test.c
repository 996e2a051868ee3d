// SPDX-License-Identifier: GPL-2.0-only
/*
 * On a machine of any size and shape: results are complete, every pair is in its
 * class, CPUs set apart are left alone, and who runs out of time says how far he
 * came. The labs scale and odd are such machines; it runs on every other, too.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "cell.h"
#include "cpu.h"
#include "place.h"
#include "run.h"
#include "table.h"

enum { SAMPLES = 4, PAIRS_MAX = 64 };

static const char *const bench = "ipi";

FIXTURE(scale) {
	bool usable[CPU_MAX];	/* online, and not set apart at boot */
	unsigned int nr;
};

static void leave_out(bool cpus[CPU_MAX], const char *list)
{
	bool apart[CPU_MAX];
	unsigned int cpu;

	if (!cpu_list(list, apart))
		return;
	for (cpu = 0; cpu < CPU_MAX; cpu++)
		cpus[cpu] &= !apart[cpu];
}

static int stage(void)
{
	const struct {
		const char *name, *value;
	} sizes[] = {
		{ "variants", "async many" },
		{ "baseline", "async" },
		{ "block", "2" },
		{ "warmup", "0" },
		{ "pairs_max", "64" },
		{ }
	}, *size;
	int ret = run_settle_and_stage(bench);

	for (size = sizes; !ret && size->name; size++)
		ret = face_write(size->value, "%s/%s", bench, size->name);
	return ret ? ret : face_write_number(SAMPLES, "%s/samples", bench);
}

FIXTURE_SETUP(scale)
{
	const char *why = run_unusable(bench);
	unsigned int cpu;

	if (why)
		SKIP(return, "%s", why);
	ASSERT_LT(1, cpu_list("online", self->usable));
	leave_out(self->usable, "isolated");
	leave_out(self->usable, "nohz_full");
	for (cpu = 0; cpu < CPU_MAX; cpu++)
		self->nr += self->usable[cpu];
	ASSERT_LT(1, self->nr);
	ASSERT_EQ(0, stage());
}

FIXTURE_TEARDOWN(scale)
{
	EXPECT_EQ(0, run_settle());
}

/* The results are of that class alone and hold every shot at @pairs pairs. */
static void expect_only(struct __test_metadata *_metadata, const char *class, long long pairs)
{
	struct cell cells[CELL_MAX];
	unsigned int i, nr = cell_list(bench, cells);

	EXPECT_EQ(2, nr);
	for (i = 0; i < nr; i++) {
		EXPECT_STREQ(class, cells[i].class);
		EXPECT_EQ(pairs, cells[i].pairs);
		EXPECT_TRUE(cell_adds_up(&cells[i], SAMPLES)) {
			TH_LOG("%s: count %lld", cells[i].path, cells[i].count);
		}
	}
}

static void check_sender(struct __test_metadata *_metadata, unsigned int from,
			 const bool usable[CPU_MAX])
{
	bool targets[CPU_MAX];
	char list[FACE_TEXT];
	unsigned int i, nr;

	ASSERT_EQ(0, face_write_number(from, "%s/senders", bench));
	for (i = 0; cell_classes[i]; i++) {
		nr = place_of_class(from, cell_classes[i], usable, targets);
		if (!nr)
			continue;
		place_list(targets, list, sizeof(list));
		TH_LOG("%u: %s to %s", from, cell_classes[i], list);
		ASSERT_EQ(0, face_write(list, "%s/targets", bench));
		ASSERT_EQ(0, run_to(bench, "done"));
		expect_only(_metadata, cell_classes[i], nr < PAIRS_MAX ? nr : PAIRS_MAX);
	}
}

/* Who is of what class to the first, a middle and the last CPU is known from sysfs. */
TEST_F(scale, pairs_are_in_their_classes)
{
	unsigned int cpu, seen = 0;

	for (cpu = 0; cpu < CPU_MAX; cpu++) {
		if (!self->usable[cpu])
			continue;
		seen++;
		if (seen == 1 || seen == self->nr / 2 || seen == self->nr)
			check_sender(_metadata, cpu, self->usable);
	}
}

/* Every class there is, among the usable CPUs. */
TEST_F(scale, no_class_is_forgotten)
{
	unsigned int from, i, expected = 0;
	bool cpus[CPU_MAX];
	char name[FACE_PATH];

	ASSERT_EQ(0, run_to(bench, "done"));
	for (i = 0; cell_classes[i]; i++) {
		bool exists = false;

		for (from = 0; from < CPU_MAX && !exists; from++)
			exists = self->usable[from] &&
				 place_of_class(from, cell_classes[i], self->usable, cpus);
		expected += exists;
		snprintf(name, sizeof(name), "%s/results/async/%s/count", bench, cell_classes[i]);
		EXPECT_EQ(exists, face_exists("%s", name)) {
			TH_LOG("%s", name);
		}
	}
	EXPECT_LT(0, expected);
}

/* CPUs of the pairs measured. */
static void read_cpus(struct __test_metadata *_metadata, bool cpus[CPU_MAX], unsigned int *nr)
{
	struct table table;
	unsigned int i;

	memset(cpus, 0, CPU_MAX * sizeof(*cpus));
	ASSERT_EQ(0, table_read(&table, &table_matrix, "%s/results/async/matrix", bench));
	*nr = table.nr;
	for (i = 0; i < table.nr; i++) {
		ASSERT_GT(CPU_MAX, table.line[i].from);
		ASSERT_GT(CPU_MAX, table.line[i].to);
		cpus[table.line[i].from] = true;
		cpus[table.line[i].to] = true;
	}
	EXPECT_TRUE(table_pairs_differ(&table));
	table_free(&table);
}

TEST_F(scale, cpus_set_apart_are_left_alone)
{
	unsigned int cpu, pairs = self->nr * (self->nr - 1), nr = 0;
	bool cpus[CPU_MAX];

	ASSERT_EQ(0, run_to(bench, "done"));
	read_cpus(_metadata, cpus, &nr);
	EXPECT_EQ(pairs < PAIRS_MAX ? pairs : PAIRS_MAX, nr);
	EXPECT_EQ(nr, face_number("%s/run/pairs", bench));
	for (cpu = 0; cpu < CPU_MAX; cpu++) {
		EXPECT_TRUE(!cpus[cpu] || self->usable[cpu]) {
			TH_LOG("CPU %u was interrupted", cpu);
		}
	}
}

/* But who names them gets them. */
TEST_F(scale, cpus_set_apart_can_be_asked_for)
{
	bool online[CPU_MAX], cpus[CPU_MAX];
	unsigned int cpu, nr;

	ASSERT_LT(0, cpu_list("online", online));
	for (cpu = 0; cpu < CPU_MAX && (!online[cpu] || self->usable[cpu]); cpu++)
		;
	if (cpu == CPU_MAX)
		SKIP(return, "no CPU is isolated or without ticks");
	ASSERT_EQ(0, face_write_number(cpu, "%s/targets", bench));
	ASSERT_EQ(0, run_to(bench, "done"));
	read_cpus(_metadata, cpus, &nr);
	EXPECT_EQ(self->nr < PAIRS_MAX ? self->nr : PAIRS_MAX, nr);
	EXPECT_TRUE(cpus[cpu]);
}

TEST_F(scale, who_starts_it_may_use_no_more)
{
	unsigned int cpu, nr, allowed = 0;
	bool cpus[CPU_MAX];
	cpu_set_t before, two;

	ASSERT_EQ(0, sched_getaffinity(0, sizeof(before), &before));
	CPU_ZERO(&two);
	for (cpu = 0; cpu < CPU_SETSIZE && allowed < 2; cpu++) {
		if (self->usable[cpu] && CPU_ISSET(cpu, &before)) {
			CPU_SET(cpu, &two);
			allowed++;
		}
	}
	ASSERT_EQ(2, allowed);
	ASSERT_EQ(0, sched_setaffinity(0, sizeof(two), &two));
	ASSERT_EQ(0, run_to(bench, "done"));
	ASSERT_EQ(0, sched_setaffinity(0, sizeof(before), &before));
	read_cpus(_metadata, cpus, &nr);
	EXPECT_EQ(2, nr);
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		EXPECT_EQ(CPU_ISSET(cpu, &two) != 0, cpus[cpu]);
}

/* What was fired, it says, and what was to be fired. */
TEST_F(scale, out_of_time_it_says_how_far_it_came)
{
	unsigned long long fired, planned, said, of;
	char error[FACE_TEXT];
	int nr;

	ASSERT_EQ(0, face_write("1048576", "%s/samples", bench));
	ASSERT_EQ(0, face_write("1", "%s/pairs_max", bench));
	ASSERT_EQ(0, face_write("200", "%s/timeout_ms", bench));
	ASSERT_EQ(0, run_to(bench, "failed"));
	ASSERT_EQ(0, face_read(error, "%s/error", bench));
	ASSERT_EQ(0, run_progress(bench, &fired, &planned));
	nr = sscanf(error, "timeout_ms is over after %llu of %llu shots", &said, &of);
	ASSERT_EQ(2, nr);
	EXPECT_EQ(fired, said);
	EXPECT_EQ(planned, of);
	EXPECT_LT(said, of);
	EXPECT_EQ(0, of % 1048576);
}

TEST_HARNESS_MAIN
