// SPDX-License-Identifier: GPL-2.0-only
/*
 * In a guest of Hyper-V: every IPI that a variant's hypercall asks for arrives,
 * and what was asked is what the variant stands for. What was sent is told, for
 * whoever can ask the hypervisor what it was called with.
 */
#include <string.h>

#include "harness.h"
#include "cell.h"
#include "run.h"
#include "trace.h"

/* The hypercalls, and which banks a sparse set holds (TLFS, control word). */
enum { CODE_IPI = 0x0b, CODE_IPI_EX = 0x15, CONTROL_FAST = 1 << 16, VARHEAD_SHIFT = 17 };

/* A guest's hypervisor may itself be a guest: that is slow, not lost. */
enum { SHOT_LIMIT_MS = 1000 };

FIXTURE(hyperv) {
	struct trace trace;
};

FIXTURE_VARIANT(hyperv) {
	const char *vp_sets;
};

FIXTURE_VARIANT_ADD(hyperv, needed) { .vp_sets = "needed" };
FIXTURE_VARIANT_ADD(hyperv, always) { .vp_sets = "always" };

static const char *unusable(void)
{
	const char *why = run_unusable("hyperv");
	char backends[FACE_TEXT];

	if (!why)
		why = trace_unusable();
	if (why)
		return why;
	if (face_read(backends, "hyperv/available_backends") || !face_has_word(backends, "real"))
		return "not a guest of Hyper-V";
	return NULL;
}

static bool is_native(const struct trace_shot *shot)
{
	return !strcmp(shot->variant, "native");
}

/* One line a control word: "# sent WORD NUMBER", warming up not among them. */
static void tell(const struct trace *trace)
{
	unsigned long long seen[8];
	unsigned int nr = 0, i, j, shots;

	for (i = 0; i < trace->nr; i++) {
		for (j = 0; j < nr && seen[j] != trace->shot[i].choice; j++)
			;
		if (j < nr || nr == ARRAY_SIZE(seen) || is_native(&trace->shot[i]))
			continue;
		seen[nr++] = trace->shot[i].choice;
		for (shots = 0, j = i; j < trace->nr; j++)
			shots += trace->shot[j].choice == trace->shot[i].choice;
		ksft_print_msg("sent %#llx %u\n", trace->shot[i].choice, shots);
	}
	ksft_print_msg("sent in all %u\n", trace->hv_sends);
}

FIXTURE_SETUP(hyperv)
{
	const char *why = unusable();

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, run_settle_and_stage("hyperv"));
	ASSERT_EQ(0, face_write("real", "hyperv/backend"));
	ASSERT_EQ(0, face_write(variant->vp_sets, "hyperv/vp_sets"));
	ASSERT_EQ(0, face_write_number(SHOT_LIMIT_MS, "hyperv/shot_timeout_ms"));
	ASSERT_EQ(0, trace_start());
	ASSERT_EQ(0, run_to("hyperv", "done"));
	ASSERT_EQ(0, trace_read(&self->trace));
	tell(&self->trace);
}

FIXTURE_TEARDOWN(hyperv)
{
	trace_free(&self->trace);
	trace_end();
	EXPECT_EQ(0, run_settle());
}

TEST_F(hyperv, delivers_every_shot)
{
	struct cell cells[CELL_MAX];
	unsigned int i, nr = cell_list("hyperv", cells);
	char text[FACE_TEXT];

	ASSERT_EQ(0, face_read(text, "hyperv/run/conditions/backend"));
	EXPECT_STREQ("real", text);
	ASSERT_LE(4, nr);
	for (i = 0; i < nr; i++) {
		EXPECT_EQ(RUN_SAMPLES * cells[i].pairs, cells[i].count)
			TH_LOG("%s in %s", cells[i].variant, cells[i].class);
		EXPECT_TRUE(cell_has(&cells[i], "rtt"));
	}
}

static unsigned int code(const struct trace_shot *shot)
{
	return shot->choice & 0xffff;
}

static unsigned int var_cnt(const struct trace_shot *shot)
{
	return shot->choice >> VARHEAD_SHIFT & 0x3ff;
}

/* The whole word, of every shot: no variant leans on another's hypercall. */
TEST_F(hyperv, sends_what_it_stands_for)
{
	unsigned int i, calls = 0;

	for (i = 0; i < self->trace.nr; i++) {
		const struct trace_shot *shot = &self->trace.shot[i];

		if (is_native(shot)) {
			EXPECT_EQ(0, shot->choice);
			continue;
		}
		calls++;
		if (code(shot) == CODE_IPI) {
			EXPECT_STREQ("needed", variant->vp_sets);
			EXPECT_EQ(CODE_IPI | CONTROL_FAST, shot->choice);
			continue;
		}
		EXPECT_EQ(CODE_IPI_EX, code(shot));
		EXPECT_EQ(CODE_IPI_EX | var_cnt(shot) << VARHEAD_SHIFT, shot->choice);
		/* Dense sets begin at the first bank. */
		EXPECT_LE(1, var_cnt(shot));
		if (strcmp(shot->variant, "compact"))
			continue;
		EXPECT_EQ(1, var_cnt(shot));
	}
	EXPECT_LT(0, calls);
}

TEST_F(hyperv, is_traced)
{
	char text[FACE_TEXT];

	ASSERT_EQ(0, face_read(text, "hyperv/run/conditions/hv_send_traced"));
	EXPECT_STREQ("yes", text);
	/* Warming up is traced, but told of by nobody else. */
	EXPECT_LT(self->trace.nr, self->trace.hv_sends / 3 * 4);
}

TEST_HARNESS_MAIN
