// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the recorder: who serves which call, and what is kept of it.
 */
#include <kunit/test.h>

#include <linux/sched.h>
#include <linux/smp.h>

#include "live/recorder.h"

/* All calls of a test come by on one CPU: its thread stays there. */
struct traffic {
	struct ipb_recorders all;
	u64 calls;
	u64 served[IPB_MAX_VARIANTS];
};

static void let_go(void *data)
{
	struct traffic *t = data;

	ipb_recorders_destroy(&t->all);
}

static struct traffic *start(struct kunit *test, unsigned int nr, unsigned int first,
			     unsigned int block)
{
	struct traffic *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	u64 bytes = 0;

	KUNIT_ASSERT_NOT_NULL(test, t);
	KUNIT_ASSERT_EQ(test, 0, ipb_recorders_create(&t->all, nr, first, block, &bytes));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, let_go, t));
	KUNIT_ASSERT_EQ(test, 0,
			set_cpus_allowed_ptr(current, cpumask_of(raw_smp_processor_id())));
	return t;
}

/* A time that tells which call it was and who served it. */
static u64 time_of(u64 call, u32 variant)
{
	return call << 4 | variant;
}

static void call(struct traffic *t)
{
	struct ipb_recorder *cpu;
	u32 variant;

	cpu = ipb_recorder_enter(&t->all, &variant);
	ipb_recorder_leave(&t->all, cpu, time_of(t->calls, variant));
	t->calls++;
	t->served[variant]++;
}

/* This task is bound to its CPU, which the debugging kernel does not see. */
static struct ipb_round *next_round(struct traffic *t)
{
	return ipb_recorder_peek(&t->all, raw_smp_processor_id());
}

static void drop_round(struct traffic *t)
{
	ipb_recorder_drop(&t->all, raw_smp_processor_id());
}

/* Calls until there is a round. Return: it; the test fails if none comes. */
static struct ipb_round *await_round(struct kunit *test, struct traffic *t)
{
	u32 most = t->all.block * (t->all.nr_variants + 1) + 1;
	struct ipb_round *round;

	while (!(round = next_round(t)) && most--)
		call(t);
	KUNIT_ASSERT_NOT_NULL_MSG(test, round, "after %llu calls", t->calls);
	return round;
}

struct shape {
	const char *desc;
	unsigned int nr;
	unsigned int first;
	unsigned int block;
};

static const struct shape shapes[] = {
	{ "one variant, one call", 1, 0, 1 },
	{ "a single one of five", 1, 4, 16 },
	{ "two, one call each", 2, 0, 1 },
	{ "five, as on arm64", 5, 0, 16 },
	{ "as many as there can be", IPB_MAX_VARIANTS, 0, 3 },
	{ "the largest block", 2, 0, IPB_RECORDER_BLOCK_MAX },
	{ "a round larger than the ring's usual size", IPB_MAX_VARIANTS, 0,
	  IPB_RECORDER_BLOCK_MAX },
};

KUNIT_ARRAY_PARAM_DESC(shape, shapes, desc);

/* Blocks of consecutive calls, one per variant, each time beside its call. */
static void check_round(struct kunit *test, const struct shape *s, const struct ipb_round *round)
{
	u64 first = round->ticks[0] >> 4;
	u32 seen = 0;
	unsigned int i;

	for (i = 0; i < s->nr; i++) {
		KUNIT_ASSERT_GE(test, round->order[i], s->first);
		KUNIT_ASSERT_LT(test, round->order[i], s->first + s->nr);
		seen |= 1U << (round->order[i] - s->first);
	}
	KUNIT_EXPECT_EQ(test, seen, (1U << s->nr) - 1);
	for (i = 0; i < s->nr * s->block; i++)
		KUNIT_ASSERT_EQ_MSG(test, round->ticks[i],
				    time_of(first + i, round->order[i / s->block]),
				    "call %u of the round", i);
}

static void rounds_are_whole(struct kunit *test)
{
	const struct shape *s = test->param_value;
	struct traffic *t = start(test, s->nr, s->first, s->block);
	unsigned int i;

	for (i = 0; i < 8; i++) {
		check_round(test, s, await_round(test, t));
		drop_round(t);
		KUNIT_EXPECT_NULL(test, next_round(t));
	}
	KUNIT_EXPECT_EQ(test, ipb_recorders_calls(&t->all), t->calls);
	KUNIT_EXPECT_EQ(test, ipb_recorders_full(&t->all), 0);
}

static void each_second_round_mirrors(struct kunit *test)
{
	const struct shape *s = test->param_value;
	struct traffic *t = start(test, s->nr, s->first, s->block);
	u8 order[IPB_MAX_VARIANTS] = {};
	unsigned int i, v;

	for (i = 0; i < 16; i++) {
		struct ipb_round *round = await_round(test, t);

		for (v = 0; v < s->nr && i % 2; v++)
			KUNIT_EXPECT_EQ_MSG(test, round->order[v], order[s->nr - 1 - v],
					    "round %u, place %u", i, v);
		memcpy(order, round->order, sizeof(order));
		drop_round(t);
	}
}

/* With nobody to take rounds out, calls go on and what is kept stays. */
static void full_ring_keeps_what_it_has(struct kunit *test)
{
	const struct shape *s = test->param_value;
	struct traffic *t = start(test, s->nr, s->first, s->block);
	u32 round_calls = s->nr * s->block, i;
	u64 plenty = (u64)(t->all.nr_rounds + 2) * (round_calls + s->block), last = 0;

	while (t->calls < plenty)
		call(t);
	KUNIT_EXPECT_GT(test, ipb_recorders_full(&t->all), 0);
	KUNIT_EXPECT_EQ(test, ipb_recorders_calls(&t->all), t->calls);
	for (i = 0; i < t->all.nr_rounds; i++) {
		struct ipb_round *round = next_round(t);

		KUNIT_ASSERT_NOT_NULL(test, round);
		check_round(test, s, round);
		if (i)
			KUNIT_EXPECT_GT(test, round->ticks[0] >> 4, last);
		last = round->ticks[round_calls - 1] >> 4;
		drop_round(t);
	}
	KUNIT_EXPECT_NULL(test, next_round(t));
	check_round(test, s, await_round(test, t));
}

/* Between rounds too every variant has its turn. */
static void all_serve_between_rounds(struct kunit *test)
{
	struct traffic *t = start(test, 4, 0, 32);
	u64 outside[4], i;
	u32 v;

	while (t->calls < 100000)
		call(t);
	for (i = 0; i < 4; i++)
		outside[i] = t->served[i];
	KUNIT_ASSERT_GT(test, ipb_recorders_full(&t->all), 100);
	/* The ring is full: of these none is recorded. */
	while (t->calls < 300000)
		call(t);
	for (v = 0; v < 4; v++)
		KUNIT_EXPECT_GT_MSG(test, t->served[v] - outside[v], 200000 / 8, "variant %u", v);
}

static void call_inside_another(struct kunit *test)
{
	struct traffic *t = start(test, 2, 0, 4);
	u32 outer = U32_MAX, inner = U32_MAX;
	struct ipb_recorder *cpu, *none;

	await_round(test, t);
	drop_round(t);
	cpu = ipb_recorder_enter(&t->all, &outer);
	none = ipb_recorder_enter(&t->all, &inner);
	ipb_recorder_miss(&t->all);
	ipb_recorder_leave(&t->all, none, 12345);
	ipb_recorder_leave(&t->all, cpu, time_of(t->calls, outer));
	t->calls++;
	KUNIT_EXPECT_NOT_NULL(test, cpu);
	KUNIT_EXPECT_NULL(test, none);
	KUNIT_EXPECT_LT(test, inner, 2);
	KUNIT_EXPECT_EQ(test, ipb_recorders_calls(&t->all), t->calls);
	KUNIT_EXPECT_EQ(test, ipb_recorders_misses(&t->all), 1);
	/* And it left the round as it was. */
	check_round(test, &(struct shape){ "", 2, 0, 4 }, await_round(test, t));
}

static void long_time_is_the_longest(struct kunit *test)
{
	struct traffic *t = start(test, 1, 0, 1);
	static const u64 times[] = { U32_MAX - 1ULL, U32_MAX, U32_MAX + 1ULL, U64_MAX };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(times); i++) {
		struct ipb_recorder *cpu;
		u32 variant;

		while (!next_round(t)) {
			cpu = ipb_recorder_enter(&t->all, &variant);
			ipb_recorder_leave(&t->all, cpu, times[i]);
		}
		KUNIT_EXPECT_EQ(test, next_round(t)->ticks[0], min_t(u64, times[i], U32_MAX));
		drop_round(t);
	}
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(rounds_are_whole, shape_gen_params),
	KUNIT_CASE_PARAM(each_second_round_mirrors, shape_gen_params),
	KUNIT_CASE_PARAM(full_ring_keeps_what_it_has, shape_gen_params),
	KUNIT_CASE(all_serve_between_rounds),
	KUNIT_CASE(call_inside_another),
	KUNIT_CASE(long_time_is_the_longest),
	{}
};

static struct kunit_suite suite = {
	.name = "ipibench_recorder",
	.test_cases = cases,
};

kunit_test_suite(suite);
