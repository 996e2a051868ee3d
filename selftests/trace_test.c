// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who traces a run sees what its results are made of: as many shots, and the
 * same shortest, longest and mean times.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "cell.h"
#include "run.h"
#include "trace.h"

FIXTURE(trace) {
	const char *bench;
	struct trace trace;
};

#define BENCH_FIXTURE trace
#include "benches.h"

FIXTURE_SETUP(trace)
{
	const char *why = run_unusable(variant->bench);

	if (!why)
		why = trace_unusable();
	if (why)
		SKIP(return, "%s", why);
	self->bench = variant->bench;
	ASSERT_EQ(0, run_settle());
	ASSERT_EQ(0, trace_start());
	ASSERT_EQ(0, run_stage(self->bench));
	ASSERT_EQ(0, run_to(self->bench, "done"));
	ASSERT_EQ(0, trace_read(&self->trace));
}

FIXTURE_TEARDOWN(trace)
{
	trace_free(&self->trace);
	trace_end();
	EXPECT_EQ(0, run_settle());
}

static bool in_cell(const struct trace_shot *shot, const struct cell *cell)
{
	return !strcmp(shot->variant, cell->variant) && !strcmp(shot->class, cell->class);
}

static long long count(const struct trace *trace, const struct cell *cell, const char *outcome)
{
	long long sum = 0;
	unsigned int i;

	for (i = 0; i < trace->nr; i++)
		sum += in_cell(&trace->shot[i], cell) && !strcmp(trace->shot[i].outcome, outcome);
	return sum;
}

/* Half of the last place shown, and what rounding leaves of a long time. */
static double tolerance(const char *text, double value)
{
	const char *digit = strchr(text, '.');
	double place = 0.5;

	while (digit && *++digit)
		place /= 10;
	return place + 0.002 + value / 1e8;
}

static bool agrees(const struct cell *cell, const char *leg, const char *what, double value)
{
	char text[FACE_TEXT];
	double published;

	if (face_read(text, "%s/%s_%s_ns", cell->path, leg, what))
		return false;
	published = strtod(text, NULL);
	if (fabs(published - value) <= tolerance(text, value))
		return true;
	ksft_print_msg("%s/%s_%s_ns is %s, traced: %.3f\n", cell->path, leg, what, text, value);
	return false;
}

static bool leg_agrees(const struct trace *trace, const struct cell *cell, const char *leg)
{
	double min = INFINITY, max = 0, sum = 0;
	unsigned int i, nr = 0;

	for (i = 0; i < trace->nr; i++) {
		const struct trace_shot *shot = &trace->shot[i];
		double ns = trace_ns(shot, leg);

		if (!in_cell(shot, cell) || strcmp(shot->outcome, "hit") ||
		    !trace_has_leg(shot, leg) || ns < 0)
			continue;
		min = ns < min ? ns : min;
		max = ns > max ? ns : max;
		sum += ns;
		nr++;
	}
	return nr && agrees(cell, leg, "min", min) && agrees(cell, leg, "max", max) &&
	       agrees(cell, leg, "mean", sum / nr);
}

TEST_F(trace, tells_every_shot_once)
{
	struct cell cells[CELL_MAX];
	unsigned int i, nr = cell_list(self->bench, cells);
	long long told = 0;

	ASSERT_LT(0, nr);
	EXPECT_EQ(0, self->trace.garbled);
	EXPECT_EQ(0, self->trace.lost);
	for (i = 0; i < nr; i++) {
		EXPECT_EQ(cells[i].count, count(&self->trace, &cells[i], "hit"));
		EXPECT_EQ(cells[i].lost, count(&self->trace, &cells[i], "lost"));
		EXPECT_EQ(cells[i].skipped_idle, count(&self->trace, &cells[i], "skipped_idle"));
		told += RUN_SAMPLES * cells[i].pairs;
	}
	EXPECT_EQ(told, self->trace.nr);
}

TEST_F(trace, gives_what_sysfs_gives)
{
	struct cell cells[CELL_MAX];
	unsigned int i, nr = cell_list(self->bench, cells), leg, legs = 0;

	ASSERT_LT(0, nr);
	for (i = 0; i < nr; i++)
		for (leg = 0; cell_legs[leg]; leg++) {
			if (!cell_has(&cells[i], cell_legs[leg]))
				continue;
			legs++;
			EXPECT_TRUE(leg_agrees(&self->trace, &cells[i], cell_legs[leg]));
		}
	EXPECT_LE(nr, legs);
}

TEST_F(trace, is_told_of)
{
	char text[FACE_TEXT];
	unsigned int i;

	ASSERT_EQ(0, face_read(text, "%s/run/conditions/tracing", self->bench));
	EXPECT_STREQ("on", text);
	for (i = 0; i < self->trace.nr; i++) {
		EXPECT_STREQ(self->bench, self->trace.shot[i].bench);
		EXPECT_EQ(face_number("%s/run/id", self->bench), self->trace.shot[i].run);
	}
	trace_end();
	ASSERT_EQ(0, run_to(self->bench, "done"));
	ASSERT_EQ(0, face_read(text, "%s/run/conditions/tracing", self->bench));
	EXPECT_STREQ("off", text);
}

TEST_HARNESS_MAIN
