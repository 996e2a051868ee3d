// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of numbers as text.
 */
#include <kunit/test.h>
#include <linux/math64.h>
#include <linux/prandom.h>

#include "face/render.h"

struct ns_case {
	s64 ps;
	unsigned int decimals;
	const char *text;
};

static const struct ns_case ns_cases[] = {
	{ 0, 0, "0" },
	{ 0, 3, "0.000" },
	{ 1, 3, "0.001" },
	{ 999, 3, "0.999" },
	{ 1000, 3, "1.000" },
	{ 1234567, 3, "1234.567" },
	{ 1234567, 2, "1234.57" },
	{ 1234567, 1, "1234.6" },
	{ 1234567, 0, "1235" },
	{ 499, 0, "0" },
	{ 500, 0, "1" },
	{ 1499, 0, "1" },
	{ 1500, 0, "2" },
	{ 49, 1, "0.0" },
	{ 50, 1, "0.1" },
	{ 949, 1, "0.9" },
	{ 950, 1, "1.0" },
	{ 994, 2, "0.99" },
	{ 995, 2, "1.00" },
	{ 99999, 2, "100.00" },
	{ -1, 3, "-0.001" },
	{ -1000, 3, "-1.000" },
	{ -1234567, 2, "-1234.57" },
	/* a half goes away from zero on both sides */
	{ -500, 0, "-1" },
	{ -1499, 0, "-1" },
	{ -1500, 0, "-2" },
	{ -950, 1, "-1.0" },
	/* there is no negative nothing */
	{ -499, 0, "0" },
	{ -49, 1, "0.0" },
	{ -4, 2, "0.00" },
	{ S64_MAX, 3, "9223372036854775.807" },
	{ S64_MAX, 0, "9223372036854776" },
	{ S64_MIN, 3, "-9223372036854775.808" },
	{ S64_MIN, 0, "-9223372036854776" },
};

static void ns_desc(const struct ns_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%lld ps in %u places", c->ps, c->decimals);
}

KUNIT_ARRAY_PARAM(ns, ns_cases, ns_desc);

static void render_ns(struct kunit *test)
{
	const struct ns_case *c = test->param_value;
	char text[IPB_NS_TEXT];

	memset(text, 'x', sizeof(text));
	ipb_render_ns(text, c->ps, c->decimals);
	KUNIT_EXPECT_STREQ(test, text, c->text);
}

/* Reads back what was written; the half unit is the rounding. */
static s64 parse_ps(const char *text, unsigned int decimals)
{
	bool negative = *text == '-';
	unsigned int i;
	s64 value = 0;

	for (text += negative; *text; text++)
		if (*text != '.')
			value = value * 10 + (*text - '0');
	for (i = decimals; i < 3; i++)
		value *= 10;
	return negative ? -value : value;
}

static void render_ns_reads_back(struct kunit *test)
{
	static const s64 half[] = { 500, 50, 5, 0 };
	char text[IPB_NS_TEXT];
	struct rnd_state rnd;
	unsigned int i;

	prandom_seed_state(&rnd, 1);
	for (i = 0; i < 20000; i++) {
		s64 ps = (u64)prandom_u32_state(&rnd) << 32 | prandom_u32_state(&rnd);
		unsigned int decimals = prandom_u32_state(&rnd) % 4;
		s64 off;

		ps >>= 4 + prandom_u32_state(&rnd) % 60;
		ipb_render_ns(text, ps, decimals);
		off = parse_ps(text, decimals) - ps;
		KUNIT_EXPECT_LE_MSG(test, abs(off), half[decimals], "%lld ps: %s", ps, text);
	}
}

struct decimals_case {
	u64 resolution_ps;
	unsigned int decimals;
};

static const struct decimals_case decimals_cases[] = {
	{ 0, 3 }, { 1, 3 }, { 9, 3 }, { 10, 2 }, { 99, 2 }, { 100, 1 }, { 333, 1 },
	{ 999, 1 }, { 1000, 0 }, { 52083, 0 }, { 1000000, 0 }, { U64_MAX, 0 },
};

static void decimals_desc(const struct decimals_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "resolution %llu ps", c->resolution_ps);
}

KUNIT_ARRAY_PARAM(decimals, decimals_cases, decimals_desc);

static void render_decimals(struct kunit *test)
{
	const struct decimals_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, ipb_render_decimals(c->resolution_ps), c->decimals);
}

static struct kunit_case render_test_cases[] = {
	KUNIT_CASE_PARAM(render_ns, ns_gen_params),
	KUNIT_CASE_PARAM(render_decimals, decimals_gen_params),
	KUNIT_CASE(render_ns_reads_back),
	{}
};

static struct kunit_suite render_test_suite = {
	.name = "ipibench_render",
	.test_cases = render_test_cases,
};

kunit_test_suite(render_test_suite);
