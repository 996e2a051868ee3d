// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the parameters: good text becomes a value, bad text is -EINVAL and
 * changes nothing.
 */
#include <kunit/test.h>

#include "engine/host.h"
#include "fake.h"

enum { UNTOUCHED = 77 };

struct number_case {
	const char *text;
	u64 min;
	u64 max;
	unsigned int decimals;
	bool bad;
	u64 value;
};

#define GOOD(_text, _max, _decimals, _value)	\
	{ .text = _text, .max = _max, .decimals = _decimals, .value = _value }
#define BAD(_text, _max, _decimals)		\
	{ .text = _text, .max = _max, .decimals = _decimals, .bad = true }

static const struct number_case number_cases[] = {
	GOOD("0", 10, 0, 0),
	GOOD("10", 10, 0, 10),
	GOOD("10\n", 10, 0, 10),
	GOOD("007", 10, 0, 7),
	GOOD("18446744073709551615", U64_MAX, 0, U64_MAX),
	GOOD("00018446744073709551615", U64_MAX, 0, U64_MAX),
	GOOD("1", 100000, 3, 1000),
	GOOD("1.5", 100000, 3, 1500),
	GOOD("1.25", 100000, 3, 1250),
	GOOD("1.125", 100000, 3, 1125),
	GOOD("1.125\n", 100000, 3, 1125),
	GOOD("0.001", 100000, 3, 1),
	GOOD("0.0", 100000, 3, 0),
	GOOD("100.000", 100000, 3, 100000),
	GOOD("12.5", 1000, 1, 125),
	BAD("", 10, 0),
	BAD("\n", 10, 0),
	BAD(" ", 10, 0),
	BAD("x", 10, 0),
	BAD("1x", 10, 0),
	BAD("x1", 10, 0),
	BAD(" 1", 10, 0),
	BAD("1 ", 10, 0),
	BAD("1\n\n", 10, 0),
	BAD("1\n2", 10, 0),
	BAD("\n1", 10, 0),
	BAD("+1", 10, 0),
	BAD("-1", 10, 0),
	BAD("-0", 10, 0),
	BAD("0x1", 10, 0),
	BAD("1e1", 10, 0),
	BAD("11", 10, 0),
	BAD("1.0", 10, 0),
	BAD("1.", 10, 0),
	BAD("18446744073709551616", U64_MAX, 0),
	BAD("99999999999999999999999", U64_MAX, 0),
	BAD("000000000000000000000001", U64_MAX, 0),
	BAD(".5", 100000, 3),
	BAD("1.", 100000, 3),
	BAD("1.\n", 100000, 3),
	BAD("1..5", 100000, 3),
	BAD("1.5.5", 100000, 3),
	BAD("1.1250", 100000, 3),
	BAD("1.x", 100000, 3),
	BAD("1.5x", 100000, 3),
	BAD("1.5 ", 100000, 3),
	BAD("1.5\n\n", 100000, 3),
	BAD("1.-5", 100000, 3),
	BAD("1,5", 100000, 3),
	BAD("100.001", 100000, 3),
	BAD("18446744073709551615", U64_MAX, 3),
	BAD("18446744073710", U64_MAX, 3),
	{ .text = "4", .min = 5, .max = 10, .bad = true },
	{ .text = "5", .min = 5, .max = 10, .value = 5 },
	{ .text = "0.999", .min = 1000, .max = 10000, .decimals = 3, .bad = true },
};

/* A description is one line. */
static void describe(const char *text, char *desc)
{
	char *at;

	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "'%s'", text);
	for (at = desc; *at; at++)
		if (*at == '\n' || *at == '\t')
			*at = '~';
}

static void number_desc(const struct number_case *c, char *desc)
{
	describe(c->text, desc);
}

KUNIT_ARRAY_PARAM(number, number_cases, number_desc);

static void spec_number(struct kunit *test)
{
	const struct number_case *c = test->param_value;
	u64 value = UNTOUCHED;
	int ret = ipb_spec_parse_number(c->text, c->min, c->max, c->decimals, &value);

	KUNIT_EXPECT_EQ(test, ret, c->bad ? -EINVAL : 0);
	KUNIT_EXPECT_EQ(test, value, c->bad ? UNTOUCHED : c->value);
}

struct choice_case {
	const char *text;
	int index;	/* -1: bad */
};

static const struct choice_case choice_cases[] = {
	{ "busy", 0 }, { "busy\n", 0 }, { "idle", 1 }, { "idle\n", 1 },
	{ "", -1 }, { "\n", -1 }, { "bus", -1 }, { "busyy", -1 }, { "Busy", -1 },
	{ " busy", -1 }, { "busy ", -1 }, { "busy\n\n", -1 }, { "busy idle", -1 }, { "0", -1 },
};

static void choice_desc(const struct choice_case *c, char *desc)
{
	describe(c->text, desc);
}

KUNIT_ARRAY_PARAM(choice, choice_cases, choice_desc);

static void spec_choice(struct kunit *test)
{
	static const char *const words[] = { "busy", "idle", NULL };
	const struct choice_case *c = test->param_value;
	u64 value = UNTOUCHED;
	int ret = ipb_spec_parse_choice(c->text, words, &value);

	KUNIT_EXPECT_EQ(test, ret, c->index < 0 ? -EINVAL : 0);
	KUNIT_EXPECT_EQ(test, value, c->index < 0 ? UNTOUCHED : c->index);
}

/* On a machine of the even CPUs below 128. */
static const struct fake_machine even = { NULL, 64, 1, 1, 1, 1, 2 };

struct cpus_case {
	const char *text;
	bool bad;
	u8 nr;
	u8 cpu[5];
};

static const struct cpus_case cpus_cases[] = {
	{ "0", .nr = 1, .cpu = { 0 } },
	{ "0\n", .nr = 1, .cpu = { 0 } },
	{ "126", .nr = 1, .cpu = { 126 } },
	{ "0,2", .nr = 2, .cpu = { 0, 2 } },
	{ "64,2,64", .nr = 2, .cpu = { 2, 64 } },
	{ "60-68:1/2", .nr = 5, .cpu = { 60, 62, 64, 66, 68 } },
	{ "8-8,12\n", .nr = 2, .cpu = { 8, 12 } },
	{ "default" },
	{ "default\n" },
	{ "", .bad = true },
	{ "\n", .bad = true },
	{ ",", .bad = true },
	{ "x", .bad = true },
	{ "-1", .bad = true },
	{ "0-", .bad = true },
	{ "4-2", .bad = true },
	{ "0,x", .bad = true },
	{ "1", .bad = true },
	{ "0-2", .bad = true },
	{ "128", .bad = true },
	{ "0,4096", .bad = true },
	{ "99999999999999999999", .bad = true },
	{ "all", .bad = true },
	{ "default,0", .bad = true },
	{ "0-8:3/2", .bad = true },
};

static void cpus_desc(const struct cpus_case *c, char *desc)
{
	describe(c->text, desc);
}

KUNIT_ARRAY_PARAM(cpus, cpus_cases, cpus_desc);

static void spec_cpus(struct kunit *test)
{
	const struct cpus_case *c = test->param_value;
	struct fake *fake = test->priv;
	DECLARE_BITMAP(cpus, 128) = {};
	unsigned int i;
	int ret;

	fake_use(fake, &even, &fake_bench);
	__set_bit(UNTOUCHED, cpus);
	ret = ipb_spec_parse_cpus(c->text, &fake_host, 128, cpus);
	KUNIT_EXPECT_EQ(test, ret, c->bad ? -EINVAL : 0);
	KUNIT_EXPECT_EQ(test, bitmap_weight(cpus, 128), c->bad ? 1 : c->nr);
	KUNIT_EXPECT_EQ(test, test_bit(UNTOUCHED, cpus), c->bad);
	for (i = 0; i < c->nr; i++)
		KUNIT_EXPECT_TRUE_MSG(test, test_bit(c->cpu[i], cpus), "CPU %u", c->cpu[i]);
}

struct variants_case {
	const char *text;
	unsigned int mask;	/* 0: bad */
};

static const struct variants_case variants_cases[] = {
	{ "base", 1 }, { "twin", 2 }, { "other", 4 }, { "other\n", 4 },
	{ "base,twin", 3 }, { "base twin", 3 }, { "twin,base", 3 }, { "base, other\n", 5 },
	{ "base\ttwin", 3 }, { " base ", 1 }, { "base,,twin,", 3 }, { "base,base", 1 },
	{ "all", 7 }, { "all\n", 7 }, { "base twin other", 7 },
	{ "", 0 }, { "\n", 0 }, { " ", 0 }, { ",", 0 }, { "none", 0 }, { "bas", 0 },
	{ "base,none", 0 }, { "none,base", 0 }, { "all,base", 0 }, { "base;twin", 0 }, { "0", 0 },
};

static void variants_desc(const struct variants_case *c, char *desc)
{
	describe(c->text, desc);
}

KUNIT_ARRAY_PARAM(variants, variants_cases, variants_desc);

static void spec_variants(struct kunit *test)
{
	const struct variants_case *c = test->param_value;
	unsigned int mask = UNTOUCHED;
	int ret = ipb_spec_parse_variants(c->text, fake_bench.backends[0], &mask);

	KUNIT_EXPECT_EQ(test, ret, c->mask ? 0 : -EINVAL);
	KUNIT_EXPECT_EQ(test, mask, c->mask ? c->mask : UNTOUCHED);
}

static void spec_backend(struct kunit *test)
{
	struct fake *fake = test->priv;
	struct ipb_spec *spec = &fake->job.spec;
	static const char *const bad[] = { "", "\n", "rea", "reall", "Real", "real model" };
	unsigned int i;

	KUNIT_EXPECT_EQ(test, spec->backend, 0);
	KUNIT_EXPECT_EQ(test, spec->variants, 7);
	spec->variants = 6;
	spec->baseline = 2;
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_EQ_MSG(test, -EINVAL,
				    ipb_spec_set_backend(spec, &fake_bench, bad[i]), "'%s'",
				    bad[i]);
	/* the one in use already: nothing starts over */
	KUNIT_EXPECT_EQ(test, 0, ipb_spec_set_backend(spec, &fake_bench, "real\n"));
	KUNIT_EXPECT_EQ(test, spec->backend, 0);
	KUNIT_EXPECT_EQ(test, spec->variants, 6);
	KUNIT_EXPECT_EQ(test, spec->baseline, 2);

	KUNIT_EXPECT_EQ(test, 0, ipb_spec_set_backend(spec, &fake_bench, "model\n"));
	KUNIT_EXPECT_EQ(test, spec->backend, 1);
	KUNIT_EXPECT_EQ(test, spec->variants, 3);
	KUNIT_EXPECT_EQ(test, spec->baseline, 0);
}

static void spec_baseline(struct kunit *test)
{
	struct fake *fake = test->priv;
	struct ipb_spec *spec = &fake->job.spec;
	static const char *const bad[] = { "", "\n", "bas", "none", "base twin", "all" };
	unsigned int i;

	KUNIT_EXPECT_EQ(test, 0, ipb_spec_set_baseline(spec, &fake_bench, "twin\n"));
	KUNIT_EXPECT_EQ(test, spec->baseline, 1);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_EQ_MSG(test, -EINVAL,
				    ipb_spec_set_baseline(spec, &fake_bench, bad[i]), "'%s'",
				    bad[i]);
	KUNIT_EXPECT_EQ(test, spec->baseline, 1);
	KUNIT_EXPECT_EQ(test, spec->variants, 7);
	/* not a variant of this backend */
	KUNIT_EXPECT_EQ(test, 0, ipb_spec_set_backend(spec, &fake_bench, "model"));
	KUNIT_EXPECT_EQ(test, -EINVAL, ipb_spec_set_baseline(spec, &fake_bench, "other"));
	KUNIT_EXPECT_EQ(test, spec->baseline, 0);
}

static void spec_initial_values(struct kunit *test)
{
	struct fake *fake = test->priv;
	struct ipb_spec *spec = &fake->job.spec;
	unsigned int i;

	for (i = 0; i < IPB_NR_KNOBS; i++) {
		KUNIT_EXPECT_EQ_MSG(test, *ipb_spec_value(spec, &ipb_knobs[i]),
				    ipb_knobs[i].initial, "%s", ipb_knobs[i].name);
		*ipb_spec_value(spec, &ipb_knobs[i]) = 9;
	}
	KUNIT_EXPECT_EQ(test, spec->param[0], 1);
	KUNIT_EXPECT_EQ(test, spec->param[1], 16);
	spec->param[1] = 9;
	__set_bit(3, spec->senders);
	__set_bit(4, spec->targets);
	KUNIT_ASSERT_EQ(test, 0, ipb_spec_set_backend(spec, &fake_bench, "model"));

	ipb_spec_reset(spec, &fake_bench);
	for (i = 0; i < IPB_NR_KNOBS; i++)
		KUNIT_EXPECT_EQ_MSG(test, *ipb_spec_value(spec, &ipb_knobs[i]),
				    ipb_knobs[i].initial, "%s", ipb_knobs[i].name);
	KUNIT_EXPECT_EQ(test, spec->param[1], 16);
	KUNIT_EXPECT_EQ(test, spec->backend, 0);
	KUNIT_EXPECT_EQ(test, spec->variants, 7);
	KUNIT_EXPECT_TRUE(test, bitmap_empty(spec->senders, spec->cpus));
	KUNIT_EXPECT_TRUE(test, bitmap_empty(spec->targets, spec->cpus));
}

/* Every initial value must be one that may be written. */
static void spec_initial_values_are_legal(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < IPB_NR_KNOBS; i++) {
		const struct ipb_knob *knob = &ipb_knobs[i];

		if (knob->choices)
			continue;
		KUNIT_EXPECT_GE_MSG(test, knob->initial, knob->min, "%s", knob->name);
		KUNIT_EXPECT_LE_MSG(test, knob->initial, knob->max, "%s", knob->name);
	}
}

static struct kunit_case spec_test_cases[] = {
	KUNIT_CASE_PARAM(spec_number, number_gen_params),
	KUNIT_CASE_PARAM(spec_choice, choice_gen_params),
	KUNIT_CASE_PARAM(spec_cpus, cpus_gen_params),
	KUNIT_CASE_PARAM(spec_variants, variants_gen_params),
	KUNIT_CASE(spec_backend),
	KUNIT_CASE(spec_baseline),
	KUNIT_CASE(spec_initial_values),
	KUNIT_CASE(spec_initial_values_are_legal),
	{}
};

static struct kunit_suite spec_test_suite = {
	.name = "ipibench_spec",
	.init = fake_init,
	.exit = fake_exit,
	.test_cases = spec_test_cases,
};

kunit_test_suite(spec_test_suite);
