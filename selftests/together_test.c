// SPDX-License-Identifier: GPL-2.0-only
/*
 * All senders at once: everybody fires, everything fired is counted, and rates
 * and fairness follow from what each sender's line says.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "cell.h"
#include "run.h"
#include "table.h"

enum { SENDERS = 4, SAMPLES = 16, BLOCK = 8 };

static const char *const bench = "storm";
static const char *const patterns[] = { "ring", "all-to-one", "broadcast", "pairs", NULL };

FIXTURE(together) {
};

FIXTURE_SETUP(together)
{
	const char *why = run_unusable(bench);

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, run_settle_and_stage(bench));
	ASSERT_EQ(0, face_write_number(SAMPLES, "%s/samples", bench));
	ASSERT_EQ(0, face_write_number(BLOCK, "%s/block", bench));
	ASSERT_EQ(0, face_write_number(SENDERS, "%s/pairs_max", bench));
}

FIXTURE_TEARDOWN(together)
{
	EXPECT_EQ(0, run_settle());
}

static bool about(double a, double b)
{
	return fabs(a - b) <= 0.001 * SENDERS + (a + b) / 1e6;
}

/* One cell and the lines of its senders. */
static void check_senders(struct __test_metadata *_metadata, const struct cell *cell)
{
	double rate = face_decimal("%s/rate_per_s", cell->path);
	double fairness = face_decimal("%s/fairness_ratio", cell->path);
	double sum = 0, slowest = INFINITY, fastest = 0;
	long long lost = 0;
	struct table table;
	unsigned int i;

	ASSERT_EQ(0, table_read(&table, &table_senders, "%s/senders", cell->path));
	EXPECT_EQ(cell->pairs, table.nr);
	EXPECT_TRUE(table_pairs_differ(&table));
	for (i = 0; i < table.nr; i++) {
		const struct table_line *line = &table.line[i];

		EXPECT_EQ(line->count > 0, line->rate > 0);
		EXPECT_LE(SAMPLES, line->count + line->lost + cell->skipped_idle);
		sum += line->rate;
		slowest = line->rate < slowest ? line->rate : slowest;
		fastest = line->rate > fastest ? line->rate : fastest;
		lost += line->lost;
	}
	EXPECT_LE(cell->count, table_sum(&table));
	EXPECT_LE(cell->lost, lost);
	EXPECT_EQ(cell->count > 0, rate > 0);
	EXPECT_TRUE(about(sum, rate)) {
		TH_LOG("%s: rate %f, of all senders %f", cell->path, rate, sum);
	}
	EXPECT_TRUE(fairness >= 0 && fairness <= 1);
	EXPECT_TRUE(!fastest || fabs(fairness - slowest / fastest) <= 0.002) {
		TH_LOG("%s: fairness %f, %f to %f", cell->path, fairness, slowest, fastest);
	}
	table_free(&table);
}

TEST_F(together, everything_fired_is_counted)
{
	struct cell cells[CELL_MAX];
	unsigned int i, nr;

	ASSERT_EQ(0, run_to(bench, "done"));
	nr = cell_list(bench, cells);
	EXPECT_EQ(4 * 4, nr);
	for (i = 0; i < nr; i++) {
		EXPECT_TRUE(cell_adds_up(&cells[i], SAMPLES)) {
			TH_LOG("%s", cells[i].path);
		}
		check_senders(_metadata, &cells[i]);
	}
}

TEST_F(together, one_pattern_alone)
{
	const char *const *pattern;

	ASSERT_EQ(0, face_write("async", "%s/variants", bench));
	for (pattern = patterns; *pattern; pattern++) {
		ASSERT_EQ(0, face_write(*pattern, "%s/pattern", bench));
		ASSERT_EQ(0, run_to(bench, "done"));
		EXPECT_EQ(1, face_each(NULL, NULL, "%s/results/*/*/rate_per_s", bench));
		EXPECT_TRUE(face_exists("%s/results/async/%s/rate_per_s", bench, *pattern));
		EXPECT_FALSE(face_exists("%s/results/async/matrix", bench));
	}
}

/* All of the run is firing or rest, and rest is most of it. */
TEST_F(together, duty_is_kept)
{
	double ms = 0;
	struct table table;

	ASSERT_EQ(0, face_write("async", "%s/variants", bench));
	ASSERT_EQ(0, face_write("ring", "%s/pattern", bench));
	ASSERT_EQ(0, face_write("0", "%s/warmup", bench));
	ASSERT_EQ(0, face_write("20", "%s/duty_pct", bench));
	ASSERT_EQ(0, run_to(bench, "done"));
	ASSERT_EQ(0, table_read(&table, &table_senders, "%s/results/async/ring/senders", bench));
	ASSERT_LT(0, table.nr);
	if (table.line[0].rate > 0)
		ms = table.line[0].count / table.line[0].rate * 1000;
	EXPECT_LE(ms * 5, face_number("%s/run/duration_ms", bench) + 1);
	table_free(&table);
}

TEST_F(together, everybody_there_fires)
{
	const char *const *pattern;
	char senders[FACE_TEXT];

	ASSERT_EQ(0, face_write("4096", "%s/pairs_max", bench));
	ASSERT_EQ(0, face_write("many", "%s/variants", bench));
	ASSERT_EQ(0, face_write("0", "%s/warmup", bench));
	ASSERT_EQ(0, face_write("1", "%s/samples", bench));
	ASSERT_EQ(0, face_read(senders, "%s/senders", bench));
	EXPECT_STREQ("default", senders);
	for (pattern = patterns; *pattern; pattern++) {
		ASSERT_EQ(0, face_write(*pattern, "%s/pattern", bench));
		ASSERT_EQ(0, run_to(bench, "done")) {
			TH_LOG("%s", *pattern);
		}
		EXPECT_LT(0, face_number("%s/run/pairs", bench));
		EXPECT_EQ(face_number("%s/run/pairs", bench),
			  face_number("%s/results/many/%s/pairs", bench, *pattern));
	}
}

TEST_HARNESS_MAIN
