// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the ledger: what recorded rounds add up to.
 */
#include <kunit/test.h>

#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include "core/schedule.h"
#include "engine/results.h"
#include "live/hook.h"
#include "live/ledger.h"

enum { BLOCK = 8, BASE_TICKS = 5000, WIDTH_TICKS = 1000 };

static const char *const names[] = { "kernel", "kernel_again", "other", NULL };
static const struct ipb_hook hook = { .name = "a_function", .variants = names };

/* A hook under traffic; what each variant takes, in thousandths of the first. */
struct book {
	struct ipb_recorders recorders;
	struct ipb_ledger ledger;
	struct ipb_random noise;
	u32 permille[3];
	u64 fed;
};

static void close_book(void *data)
{
	struct book *b = data;

	ipb_ledger_close(&b->ledger);
	ipb_recorders_destroy(&b->recorders);
}

static struct book *open_book(struct kunit *test, unsigned int nr, unsigned int first, u64 seed)
{
	struct book *b = kunit_kzalloc(test, sizeof(*b), GFP_KERNEL);
	u64 bytes = 0;

	KUNIT_ASSERT_NOT_NULL(test, b);
	KUNIT_ASSERT_EQ(test, 0, ipb_recorders_create(&b->recorders, nr, first, BLOCK, &bytes));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, close_book, b));
	/* One interval in twenty misses the truth: the same ones each time. */
	ipb_recorders_seed(&b->recorders, ~seed);
	KUNIT_ASSERT_EQ(test, 0, ipb_ledger_open(&b->ledger, &hook, &b->recorders, bytes));
	KUNIT_EXPECT_GE(test, b->ledger.results->memory_bytes, bytes);
	KUNIT_ASSERT_EQ(test, 0,
			set_cpus_allowed_ptr(current, cpumask_of(cpumask_first(cpu_online_mask))));
	ipb_random_seed(&b->noise, seed);
	b->permille[0] = 1000;
	b->permille[1] = 1000;
	b->permille[2] = 1000;
	/* Ticks of one nanosecond: what is published is plain to see. */
	ipb_clock_set_rate(&b->ledger.clock, USEC_PER_SEC);
	b->ledger.clock.resolution_ps = 1000;
	return b;
}

static void feed(struct book *b, u64 rounds)
{
	u64 until = b->ledger.rounds + rounds;

	while (b->ledger.rounds < until) {
		struct ipb_recorder *cpu;
		u64 ticks;
		u32 variant;

		cpu = ipb_recorder_enter(&b->recorders, &variant);
		ticks = BASE_TICKS + ipb_random_below(&b->noise, WIDTH_TICKS);
		ticks = div_u64(ticks * b->permille[variant], 1000);
		ipb_recorder_leave(&b->recorders, cpu, ticks);
		if (!(++b->fed % 1024))
			ipb_ledger_fold(&b->ledger, &b->recorders);
	}
	ipb_ledger_judge(&b->ledger, &b->recorders);
}

static const struct ipb_cell *cell(const struct book *b, unsigned int variant)
{
	return &b->ledger.results->cell[variant][IPB_CLASS_LOCAL];
}

static const struct ipb_comparison *comparison(const struct book *b, unsigned int variant)
{
	return &cell(b, variant)->contrast[IPB_LEG_OP]->comparison;
}

struct shift_case {
	const char *desc;
	u32 permille;
	enum ipb_verdict verdict;
};

static const struct shift_case shift_cases[] = {
	{ "half as long", 500, IPB_VERDICT_FASTER },
	{ "5 % less", 950, IPB_VERDICT_FASTER },
	{ "as long", 1000, IPB_VERDICT_SAME },
	{ "5 % more", 1050, IPB_VERDICT_SLOWER },
	{ "ten times as long", 10000, IPB_VERDICT_SLOWER },
};

KUNIT_ARRAY_PARAM_DESC(shift, shift_cases, desc);

static void true_shift_is_found(struct kunit *test)
{
	const struct shift_case *c = test->param_value;
	struct book *b = open_book(test, 3, 0, 7);
	/* A tick is a thousand picoseconds. */
	s64 shift = (s64)(BASE_TICKS + WIDTH_TICKS / 2) * ((int)c->permille - 1000);
	const struct ipb_comparison *got;

	b->permille[2] = c->permille;
	feed(b, 512);
	got = comparison(b, 2);
	KUNIT_EXPECT_EQ(test, got->verdict, c->verdict);
	/* Rounding to whole ticks is up to one nanosecond. */
	KUNIT_EXPECT_LE(test, got->ci_low - 1000, shift);
	KUNIT_EXPECT_GE(test, got->ci_high + 1000, shift);
	KUNIT_EXPECT_EQ(test, comparison(b, 1)->verdict, IPB_VERDICT_SAME);
	KUNIT_EXPECT_EQ(test, b->ledger.results->verdicts, 2);
}

static void every_call_of_a_round_counts_once(struct kunit *test)
{
	struct book *b = open_book(test, 3, 0, 11);
	unsigned int v;

	b->permille[1] = 2000;
	b->permille[2] = 3000;
	feed(b, 100);
	for (v = 0; v < 3; v++) {
		const struct ipb_distribution *d = cell(b, v)->leg[IPB_LEG_OP];
		u64 factor = (v + 1) * 1000;

		KUNIT_EXPECT_EQ(test, d->statistics.count, b->ledger.rounds * BLOCK);
		KUNIT_EXPECT_EQ(test, cell(b, v)->outcome[IPB_SHOT_HIT],
				b->ledger.rounds * BLOCK);
		/* None fell to a neighbour: the ranges do not touch. */
		KUNIT_EXPECT_GE(test, d->statistics.min, BASE_TICKS * factor);
		KUNIT_EXPECT_LT(test, d->statistics.max, (BASE_TICKS + WIDTH_TICKS) * factor);
		KUNIT_EXPECT_EQ(test, cell(b, v)->pairs, 1);
	}
	KUNIT_EXPECT_EQ(test, b->ledger.results->rounds, b->ledger.rounds);
}

/* Of more rounds than are kept, all are counted and none has a privilege. */
static void many_rounds(struct kunit *test)
{
	struct book *b = open_book(test, 3, 0, 13);
	u64 before;

	feed(b, 6000);
	KUNIT_EXPECT_EQ(test, comparison(b, 2)->verdict, IPB_VERDICT_SAME);
	before = b->ledger.rounds;
	/* From here on it is slower: after as many again, in half of those kept. */
	b->permille[2] = 2000;
	feed(b, 3 * before);
	KUNIT_EXPECT_EQ(test, comparison(b, 2)->verdict, IPB_VERDICT_SLOWER);
	KUNIT_EXPECT_EQ(test, cell(b, 2)->leg[IPB_LEG_OP]->statistics.count,
			b->ledger.rounds * BLOCK);
}

static void single_variant_has_no_rival(struct kunit *test)
{
	struct book *b = open_book(test, 1, 2, 17);

	b->permille[2] = 4000;
	feed(b, 64);
	KUNIT_EXPECT_STREQ(test, b->ledger.results->variant[0], names[2]);
	KUNIT_EXPECT_EQ(test, b->ledger.results->baseline, -1);
	KUNIT_EXPECT_EQ(test, b->ledger.results->verdicts, 0);
	KUNIT_EXPECT_NULL(test, cell(b, 0)->contrast[IPB_LEG_OP]);
	KUNIT_EXPECT_GE(test, cell(b, 0)->leg[IPB_LEG_OP]->statistics.min, BASE_TICKS * 4000ULL);
}

static void nothing_recorded_is_no_verdict(struct kunit *test)
{
	struct book *b = open_book(test, 3, 0, 19);

	ipb_ledger_fold(&b->ledger, &b->recorders);
	ipb_ledger_judge(&b->ledger, &b->recorders);
	KUNIT_EXPECT_EQ(test, b->ledger.results->rounds, 0);
	KUNIT_EXPECT_EQ(test, cell(b, 0)->pairs, 0);
	KUNIT_EXPECT_EQ(test, comparison(b, 1)->verdict, IPB_VERDICT_UNCLEAR);
	KUNIT_EXPECT_EQ(test, comparison(b, 2)->verdict, IPB_VERDICT_UNCLEAR);
	KUNIT_EXPECT_EQ(test, comparison(b, 2)->ci_low, S64_MIN);
}

static void each_judgement_has_its_number(struct kunit *test)
{
	struct book *b = open_book(test, 2, 0, 23);
	u32 id = b->ledger.results->id;

	feed(b, 32);
	KUNIT_EXPECT_EQ(test, b->ledger.results->id, id + 1);
	feed(b, 32);
	KUNIT_EXPECT_EQ(test, b->ledger.results->id, id + 2);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(true_shift_is_found, shift_gen_params),
	KUNIT_CASE(every_call_of_a_round_counts_once),
	KUNIT_CASE(many_rounds),
	KUNIT_CASE(single_variant_has_no_rival),
	KUNIT_CASE(nothing_recorded_is_no_verdict),
	KUNIT_CASE(each_judgement_has_its_number),
	{}
};

static struct kunit_suite suite = {
	.name = "ipibench_ledger",
	.test_cases = cases,
};

kunit_test_suite(suite);
