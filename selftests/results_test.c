// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a run publishes hangs together: counts, distributions, histograms and
 * the matrix tell one story. How fast anything was is nobody's business here.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "cell.h"
#include "module.h"
#include "run.h"
#include "table.h"

/* Marks the run most tests look at, which need not be made again for each. */
enum { SHARED_SEED = 4711 };

FIXTURE(results) {
	const char *bench;
	struct cell cells[CELL_MAX];
	unsigned int nr;
};

#define BENCH_FIXTURE results
#include "benches.h"

FIXTURE_SETUP(results)
{
	const char *why = run_unusable(variant->bench);

	if (why)
		SKIP(return, "%s", why);
	self->bench = variant->bench;
	if (face_number("%s/run/conditions/seed", self->bench) != SHARED_SEED) {
		ASSERT_EQ(0, run_settle_and_stage(self->bench));
		ASSERT_EQ(0, face_write_number(SHARED_SEED, "%s/seed", self->bench));
		ASSERT_EQ(0, run_to(self->bench, "done"));
	}
	self->nr = cell_list(self->bench, self->cells);
	ASSERT_LT(0, self->nr);
}

FIXTURE_TEARDOWN(results)
{
}

static long long run_number(const char *bench, const char *name)
{
	return face_number("%s/run/%s", bench, name);
}

TEST_F(results, every_shot_is_accounted_for)
{
	long long count = 0, lost = 0, negative = 0, skipped_idle = 0, offline = 0;
	unsigned int i;

	for (i = 0; i < self->nr; i++) {
		const struct cell *cell = &self->cells[i];

		EXPECT_TRUE(cell_adds_up(cell, RUN_SAMPLES)) {
			TH_LOG("%s: count %lld pairs %lld lost %lld idle %lld offline %lld",
			       cell->path, cell->count, cell->pairs, cell->lost,
			       cell->skipped_idle, cell->offline);
		}
		count += cell->count;
		lost += cell->lost;
		negative += cell->negative;
		skipped_idle += cell->skipped_idle;
		offline += cell->offline;
	}
	EXPECT_EQ(count, run_number(self->bench, "shots"));
	EXPECT_EQ(lost, run_number(self->bench, "lost"));
	EXPECT_EQ(negative, run_number(self->bench, "negative"));
	EXPECT_EQ(skipped_idle, run_number(self->bench, "skipped_idle"));
	EXPECT_EQ(offline, run_number(self->bench, "offline"));
	EXPECT_LT(0, run_number(self->bench, "memory_bytes"));
	EXPECT_LE(0, run_number(self->bench, "duration_ms"));
	EXPECT_EQ(0, run_number(self->bench, "cpus_offline"));
}

/* Classes of the machine's pairs do not count where the targets are no CPUs. */
static bool has_own_targets(const char *bench)
{
	return !face_exists("%s/targets", bench) ||
	       face_exists("%s/run/conditions/its_count", bench);
}

TEST_F(results, every_variant_fires_at_every_class)
{
	char variants[FACE_TEXT], classes[FACE_TEXT];
	unsigned int i, j;

	ASSERT_EQ(0, face_read(variants, "%s/available_variants", self->bench));
	ASSERT_EQ(0, face_read(classes, "env/classes"));
	for (i = 0; i < self->nr; i++) {
		long long pairs = 0;

		EXPECT_TRUE(face_has_word(variants, self->cells[i].variant));
		EXPECT_TRUE(!strcmp("local", self->cells[i].class) ||
			    run_is_together(self->bench) ||
			    face_has_word(classes, self->cells[i].class) ||
			    has_own_targets(self->bench));
		for (j = 0; j < self->nr; j++)
			if (!strcmp(self->cells[i].variant, self->cells[j].variant))
				pairs += self->cells[j].pairs;
		EXPECT_EQ(pairs, run_number(self->bench, "pairs"));
	}
}

/* Values of one leg, in ascending order. */
static const char *const ladder[] = { "min", "p50", "p90", "p99", "p999", "max", NULL };

static bool leg_is_monotone(const struct cell *cell, const char *leg)
{
	double last = face_decimal("%s/%s_min_ns", cell->path, leg);
	double max = face_decimal("%s/%s_max_ns", cell->path, leg);
	double mean = face_decimal("%s/%s_mean_ns", cell->path, leg);
	const char *const *rung;

	if (!(last >= 0 && last <= mean && mean <= max))
		return false;
	for (rung = ladder; *rung; rung++) {
		double value = face_decimal("%s/%s_%s_ns", cell->path, leg, *rung);

		if (!(last <= value))
			return false;
		last = value;
	}
	return face_decimal("%s/%s_stddev_ns", cell->path, leg) >= 0;
}

TEST_F(results, percentiles_ascend)
{
	unsigned int i, legs = 0;
	const char *const *leg;

	for (i = 0; i < self->nr; i++) {
		for (leg = cell_legs; *leg; leg++) {
			if (!cell_has(&self->cells[i], *leg))
				continue;
			legs++;
			EXPECT_TRUE(leg_is_monotone(&self->cells[i], *leg)) {
				TH_LOG("%s: %s", self->cells[i].path, *leg);
			}
		}
	}
	EXPECT_LT(0, legs);
}

/* How many values a leg's distribution is to hold. */
static long long leg_count(const struct cell *cell, const char *leg)
{
	return strcmp(leg, "deliver") ? cell->count : cell->deliver_count;
}

TEST_F(results, histograms_add_up)
{
	const char *const *leg;
	unsigned int i;

	for (i = 0; i < self->nr; i++) {
		for (leg = cell_legs; *leg; leg++) {
			const struct cell *cell = &self->cells[i];
			struct table table;

			if (!cell_has(cell, *leg))
				continue;
			ASSERT_EQ(0, table_read(&table, &table_histogram, "%s/%s_histogram",
						cell->path, *leg)) {
				TH_LOG("%s: %s is no histogram", cell->path, *leg);
			}
			EXPECT_EQ(leg_count(cell, *leg), table_sum(&table));
			EXPECT_TRUE(table_ascends(&table));
			table_free(&table);
		}
	}
}

/* Bucket bounds and percentiles are rounded alike, or one of them is exact. */
static bool quantile_fits(const struct table *table, const struct cell *cell, const char *leg,
			  const char *name, unsigned int permille)
{
	double bound = table_quantile(table, permille);
	double value = face_decimal("%s/%s_%s_ns", cell->path, leg, name);

	return value <= bound + 1 && value >= bound * (1 - 2.0 / 64) - 1;
}

TEST_F(results, histograms_and_percentiles_agree)
{
	static const struct {
		const char *name;
		unsigned int permille;
	} quantiles[] = { { "p50", 500 }, { "p90", 900 }, { "p99", 990 }, { "p999", 999 } };
	const char *const *leg;
	unsigned int i, q;

	for (i = 0; i < self->nr; i++) {
		for (leg = cell_legs; *leg; leg++) {
			const struct cell *cell = &self->cells[i];
			struct table table;

			if (!cell_has(cell, *leg))
				continue;
			ASSERT_EQ(0, table_read(&table, &table_histogram, "%s/%s_histogram",
						cell->path, *leg));
			for (q = 0; q < ARRAY_SIZE(quantiles); q++) {
				EXPECT_TRUE(quantile_fits(&table, cell, *leg,
							  quantiles[q].name,
							  quantiles[q].permille)) {
					TH_LOG("%s: %s %s", cell->path, *leg,
					       quantiles[q].name);
				}
			}
			table_free(&table);
		}
	}
}

TEST_F(results, deliver_is_whole_or_withheld)
{
	unsigned int i;

	for (i = 0; i < self->nr; i++) {
		const struct cell *cell = &self->cells[i];
		char error[FACE_TEXT];

		if (face_read(error, "%s/deliver_error_ns", cell->path)) {
			EXPECT_FALSE(face_exists("%s/deliver_count", cell->path));
			EXPECT_FALSE(cell_has(cell, "deliver"));
			continue;
		}
		EXPECT_STRNE("", error);
		EXPECT_EQ(!cell->withheld, cell_has(cell, "deliver"));
		EXPECT_EQ(cell->withheld ? 0 : cell->count - cell->negative,
			  cell->deliver_count);
	}
}

/* All cells of a variant beside its matrix. */
static long long variant_sum(const struct cell *cells, unsigned int nr, const char *variant)
{
	long long sum = 0;

	while (nr--)
		if (!strcmp(cells[nr].variant, variant))
			sum += cells[nr].count;
	return sum;
}

TEST_F(results, matrices_add_up)
{
	unsigned int i;

	if (run_is_together(self->bench))
		SKIP(return, "senders that fire together have no matrix");
	for (i = 0; i < self->nr; i++) {
		const char *variant = self->cells[i].variant;
		struct table table;

		ASSERT_EQ(0, table_read(&table, &table_matrix, "%s/results/%s/matrix", self->bench,
					variant));
		EXPECT_EQ(run_number(self->bench, "pairs"), table.nr);
		EXPECT_EQ(variant_sum(self->cells, self->nr, variant), table_sum(&table));
		EXPECT_TRUE(table_pairs_differ(&table));
		table_free(&table);
	}
}

TEST_F(results, one_pair_is_one_class)
{
	const char *main_leg;
	struct table table;
	unsigned int i;

	ASSERT_EQ(0, run_stage(self->bench));
	ASSERT_EQ(0, face_write("1", "%s/pairs_max", self->bench));
	if (run_is_together(self->bench))
		ASSERT_EQ(0, face_write("ring", "%s/pattern", self->bench));
	ASSERT_EQ(0, run_to(self->bench, "done"));
	self->nr = cell_list(self->bench, self->cells);
	for (i = 0; i < self->nr; i++) {
		const struct cell *cell = &self->cells[i];

		EXPECT_EQ(1, cell->pairs);
		EXPECT_STREQ(self->cells[0].class, cell->class);
		if (run_is_together(self->bench))
			continue;
		ASSERT_EQ(0, table_read(&table, &table_matrix, "%s/results/%s/matrix", self->bench,
					cell->variant));
		ASSERT_EQ(1, table.nr);
		EXPECT_EQ(cell->count, table.line[0].count);
		main_leg = cell_has(cell, "op") ? "op" : "rtt";
		EXPECT_TRUE(!cell->count ||
			    (table.line[0].p50 == face_decimal("%s/%s_p50_ns", cell->path,
							       main_leg) &&
			     table.line[0].p99 == face_decimal("%s/%s_p99_ns", cell->path,
							       main_leg)));
		table_free(&table);
	}
}

static void verdict_is_unclear(const char *path, void *data)
{
	char verdict[FACE_TEXT];

	if (!face_read(verdict, "%s", path) && !strcmp(verdict, "unclear"))
		++*(unsigned int *)data;
}

TEST_F(results, few_rounds_say_nothing)
{
	unsigned int unclear = 0, verdicts;

	ASSERT_EQ(0, run_stage(self->bench));
	ASSERT_EQ(0, face_write("1", "%s/pairs_max", self->bench));
	ASSERT_EQ(0, run_to(self->bench, "done"));
	verdicts = face_each(verdict_is_unclear, &unclear, "%s/compare/*/*/*_verdict",
			     self->bench);
	EXPECT_EQ(verdicts, unclear);
	EXPECT_EQ(0, face_each(NULL, NULL, "%s/compare/*/*/*_ci_low_ns", self->bench));
	EXPECT_EQ(0, face_each(NULL, NULL, "%s/compare/*/*/*_ci_high_ns", self->bench));
}

static void check_contrast(struct __test_metadata *_metadata, const char *dir, const char *leg)
{
	double low = face_decimal("%s/%s_ci_low_ns", dir, leg);
	double high = face_decimal("%s/%s_ci_high_ns", dir, leg);
	double delta = face_decimal("%s/%s_p50_delta_ns", dir, leg);
	char verdict[FACE_TEXT];

	EXPECT_FALSE(isnan(delta));
	EXPECT_FALSE(isnan(face_decimal("%s/%s_change_pct", dir, leg)));
	EXPECT_FALSE(isnan(face_decimal("%s/%s_p99_delta_ns", dir, leg)));
	EXPECT_EQ(isnan(low), isnan(high));
	EXPECT_TRUE(isnan(low) || (low <= delta && delta <= high));
	ASSERT_EQ(0, face_read(verdict, "%s/%s_verdict", dir, leg));
	EXPECT_TRUE(face_has_word("faster slower same unclear", verdict));
	EXPECT_TRUE(!isnan(low) || !strcmp("unclear", verdict));
}

/* Return: legs compared. */
static unsigned int check_contrasts(struct __test_metadata *_metadata, const char *bench,
				    const struct cell *cell)
{
	char dir[FACE_PATH + CELL_NAME];
	const char *const *leg;
	unsigned int nr = 0;

	snprintf(dir, sizeof(dir), "%s/compare/%s/%s", bench, cell->variant, cell->class);
	for (leg = cell_legs; *leg; leg++) {
		if (!face_exists("%s/%s_verdict", dir, *leg))
			continue;
		check_contrast(_metadata, dir, *leg);
		EXPECT_TRUE(cell_has(cell, *leg));
		EXPECT_STRNE("inject", *leg);
		nr++;
	}
	return nr;
}

TEST_F(results, comparisons_are_whole)
{
	char baseline[FACE_TEXT];
	unsigned int i, nr = 0;

	/* 17 rounds: enough for a verdict. */
	ASSERT_EQ(0, run_stage(self->bench));
	ASSERT_EQ(0, face_write("68", "%s/samples", self->bench));
	ASSERT_EQ(0, face_write("4", "%s/block", self->bench));
	ASSERT_EQ(0, run_to(self->bench, "done"));
	ASSERT_EQ(0, face_read(baseline, "%s/baseline", self->bench));
	EXPECT_FALSE(face_exists("%s/compare/%s", self->bench, baseline));
	self->nr = cell_list(self->bench, self->cells);
	for (i = 0; i < self->nr; i++)
		nr += check_contrasts(_metadata, self->bench, &self->cells[i]);
	EXPECT_EQ(nr, run_number(self->bench, "verdicts"));
}

TEST_F(results, without_a_baseline_nothing_is_compared)
{
	char variants[FACE_TEXT], baseline[FACE_TEXT], *other;

	ASSERT_EQ(0, face_read(variants, "%s/available_variants", self->bench));
	ASSERT_EQ(0, face_read(baseline, "%s/baseline", self->bench));
	for (other = strtok(variants, " "); other; other = strtok(NULL, " "))
		if (strcmp(other, baseline))
			break;
	if (!other)
		SKIP(return, "one variant only");
	ASSERT_EQ(0, run_stage(self->bench));
	ASSERT_EQ(0, face_write(other, "%s/variants", self->bench));
	ASSERT_EQ(0, run_to(self->bench, "done"));
	EXPECT_EQ(1, face_each(NULL, NULL, "%s/results/*", self->bench));
	EXPECT_FALSE(face_exists("%s/compare", self->bench));
	EXPECT_EQ(0, run_number(self->bench, "verdicts"));
}

TEST_HARNESS_MAIN
