// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the comparison: ranks, intervals, verdicts.
 */
#include <kunit/test.h>
#include <linux/math64.h>
#include <linux/prandom.h>
#include <linux/sort.h>

#include "core/compare.h"

enum { MOST_ROUNDS = 50 };

struct rank_case {
	const char *desc;
	unsigned int rounds;
	unsigned int rank[4];	/* for 1, 2, 27 and 1000 verdicts */
};

/* computed from whole binomial coefficients, outside of C */
static const struct rank_case rank_cases[] = {
	{ "0 rounds", 0, { 0, 0, 0, 0 } },
	{ "1 round", 1, { 0, 0, 0, 0 } },
	{ "5 rounds", 5, { 0, 0, 0, 0 } },
	{ "6 rounds", 6, { 1, 0, 0, 0 } },
	{ "15 rounds", 15, { 4, 3, 2, 0 } },
	{ "16 rounds", 16, { 4, 4, 2, 1 } },
	{ "17 rounds", 17, { 5, 4, 2, 1 } },
	{ "32 rounds", 32, { 10, 10, 7, 5 } },
	{ "63 rounds", 63, { 24, 23, 19, 16 } },
	{ "64 rounds", 64, { 24, 23, 20, 16 } },
	{ "65 rounds", 65, { 25, 24, 20, 16 } },
	{ "128 rounds", 128, { 53, 51, 46, 41 } },
	{ "1000 rounds", 1000, { 469, 465, 451, 436 } },
	{ "1001 rounds", 1001, { 470, 465, 451, 436 } },
	{ "4096 rounds", 4096, { 1985, 1976, 1948, 1918 } },
	{ "20000 rounds", 20000, { 9861, 9842, 9780, 9713 } },
	{ "65535 rounds", 65535, { 32517, 32481, 32369, 32248 } },
};

KUNIT_ARRAY_PARAM_DESC(rank, rank_cases, desc);

static void compare_rank(struct kunit *test)
{
	static const unsigned int verdicts[] = { 1, 2, 27, 1000 };
	const struct rank_case *c = test->param_value;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(verdicts); i++)
		KUNIT_EXPECT_EQ_MSG(test, ipb_compare_rank(c->rounds, verdicts[i]), c->rank[i],
				    "%u verdicts", verdicts[i]);
	KUNIT_EXPECT_EQ(test, ipb_compare_rank(c->rounds, 0), c->rank[0]);
}

/* from the whole numbers of Pascal's triangle */
static unsigned int naive_rank(unsigned int n, unsigned int verdicts)
{
	u64 row[MOST_ROUNDS + 1] = { 1 }, tail = 0;
	unsigned int i, k;

	for (i = 1; i <= n; i++)
		for (k = i; k > 0; k--)
			row[k] += row[k - 1];

	for (k = 0; k < (n + 1) / 2; k++) {
		tail += row[k];
		if (tail > div_u64(BIT_ULL(n), 40 * verdicts))
			break;
	}
	return k;
}

static void compare_rank_oracle(struct kunit *test)
{
	static const unsigned int verdicts[] = { 1, 2, 3, 7, 27, 75, 1000, 1000000 };
	unsigned int n, i;

	for (n = 1; n <= MOST_ROUNDS; n++)
		for (i = 0; i < ARRAY_SIZE(verdicts); i++)
			KUNIT_EXPECT_EQ_MSG(test, ipb_compare_rank(n, verdicts[i]),
					    naive_rank(n, verdicts[i]),
					    "%u rounds %u verdicts", n, verdicts[i]);
}

/* more rounds narrow the interval, more verdicts widen it, and it stays one */
static void compare_rank_is_monotone(struct kunit *test)
{
	unsigned int n, m, k, fewer, last[3] = {};

	for (n = 1; n < 2000; n++) {
		fewer = UINT_MAX;
		for (m = 0; m < ARRAY_SIZE(last); m++) {
			k = ipb_compare_rank(n, m ? m * 100 : 1);
			KUNIT_EXPECT_LE_MSG(test, 2 * k, n, "%u rounds", n);
			KUNIT_EXPECT_GE_MSG(test, k, last[m], "%u rounds", n);
			KUNIT_EXPECT_LE_MSG(test, k, fewer, "%u rounds", n);
			fewer = k;
			last[m] = k;
		}
	}
	KUNIT_EXPECT_EQ(test, ipb_compare_rank(16, UINT_MAX), 0);
}

/* deltas are @low, @low + @step, ... with the first @odd replaced by @other */
struct compare_case {
	const char *desc;
	unsigned int rounds, verdicts, odd;
	s64 low, step, other;
	u64 floor, margin;
	struct ipb_comparison want;
};

#define WANT(d, l, h, v)	{ (d), (l), (h), IPB_VERDICT_##v }

static const struct compare_case compare_cases[] = {
	{ "no rounds", 0, 1, 0, 0, 0, 0, 0, 0, WANT(0, S64_MIN, S64_MAX, UNCLEAR) },
	{ "no rounds, any margin", 0, 1, 0, 0, 0, 0, 0, U64_MAX,
	  WANT(0, S64_MIN, S64_MAX, UNCLEAR) },
	{ "one round", 1, 1, 0, -7, 0, 0, 0, 0, WANT(-7, S64_MIN, S64_MAX, UNCLEAR) },
	{ "five rounds", 5, 1, 0, 1, 1, 0, 0, 0, WANT(3, S64_MIN, S64_MAX, UNCLEAR) },
	{ "six rounds have an interval", 6, 1, 0, 1, 1, 0, 0, 0, WANT(3, 1, 6, UNCLEAR) },
	{ "15 equal rounds", 15, 1, 0, -100, 0, 0, 0, 0, WANT(-100, -100, -100, UNCLEAR) },
	{ "15 zeros", 15, 1, 0, 0, 0, 0, 0, 100, WANT(0, 0, 0, UNCLEAR) },
	{ "16 equal rounds", 16, 1, 0, -100, 0, 0, 0, 0, WANT(-100, -100, -100, FASTER) },
	{ "16 equal slow rounds", 16, 1, 0, 100, 0, 0, 0, 0, WANT(100, 100, 100, SLOWER) },
	{ "zeros without a margin", 16, 1, 0, 0, 0, 0, 0, 0, WANT(0, 0, 0, SAME) },
	{ "ends inside the margin", 16, 1, 0, 100, 0, 0, 0, 100, WANT(100, 100, 100, SAME) },
	{ "ends just outside", 16, 1, 0, 100, 0, 0, 0, 99, WANT(100, 100, 100, SLOWER) },
	{ "low end just outside", 16, 1, 0, -100, 0, 0, 0, 99,
	  WANT(-100, -100, -100, FASTER) },
	{ "floor reaches beyond zero", 16, 1, 0, 100, 0, 0, 101, 0, WANT(100, -1, 201, UNCLEAR) },
	{ "floor touches zero", 16, 1, 0, 100, 0, 0, 100, 0, WANT(100, 0, 200, UNCLEAR) },
	{ "floor short of zero", 16, 1, 0, 100, 0, 0, 99, 0, WANT(100, 1, 199, SLOWER) },
	{ "floor inside the margin", 16, 1, 0, 100, 0, 0, 100, 200, WANT(100, 0, 200, SAME) },
	{ "floor wider than the margin", 16, 1, 0, 0, 0, 0, 50, 49, WANT(0, -50, 50, UNCLEAR) },
	{ "floor below the spread", 17, 1, 0, 10, 10, 0, 20, 0, WANT(90, 50, 130, SLOWER) },
	{ "even median rounds to zero", 16, 1, 0, -15, 1, 0, 0, 0, WANT(-7, -12, -3, FASTER) },
	{ "and mirrors", 16, 1, 0, 0, 1, 0, 0, 0, WANT(7, 3, 12, SLOWER) },
	{ "3 of 16 against", 16, 1, 3, -100, 0, 100, 0, 0, WANT(-100, -100, -100, FASTER) },
	{ "4 of 16 against", 16, 1, 4, -100, 0, 100, 0, 0, WANT(-100, -100, 100, UNCLEAR) },
	{ "3 of 16 against, 27 verdicts", 16, 27, 3, -100, 0, 100, 0, 0,
	  WANT(-100, -100, -100, UNCLEAR) },
	{ "1 of 16 against, 27 verdicts", 16, 27, 1, -100, 0, 100, 0, 0,
	  WANT(-100, -100, -100, FASTER) },
	{ "3 of 16 outside, 27 verdicts", 16, 27, 3, 0, 0, 100, 0, 50, WANT(0, 0, 0, UNCLEAR) },
	{ "verdicts without an interval", 16, 2000, 0, -100, 0, 0, 0, 1000,
	  WANT(-100, -100, -100, UNCLEAR) },
	{ "verdicts 0 counts as 1", 16, 0, 3, -100, 0, 100, 0, 0,
	  WANT(-100, -100, -100, FASTER) },
	{ "lowest", 16, 1, 0, S64_MIN, 0, 0, 0, 0, WANT(S64_MIN, S64_MIN, S64_MIN, FASTER) },
	{ "lowest with a floor", 16, 1, 0, S64_MIN, 0, 0, 5, 0,
	  WANT(S64_MIN, S64_MIN, S64_MIN + 5, FASTER) },
	{ "highest with a floor", 16, 1, 0, S64_MAX, 0, 0, 5, 0,
	  WANT(S64_MAX, S64_MAX - 5, S64_MAX, SLOWER) },
	{ "highest with the largest floor", 16, 1, 0, S64_MAX, 0, 0, U64_MAX, 0,
	  WANT(S64_MAX, 0, S64_MAX, UNCLEAR) },
	{ "highest inside the largest margin", 16, 1, 0, S64_MAX, 0, 0, 0, U64_MAX,
	  WANT(S64_MAX, S64_MAX, S64_MAX, SAME) },
	{ "both ends", 16, 1, 8, S64_MIN, 0, S64_MAX, 0, 0,
	  WANT(0, S64_MIN, S64_MAX, UNCLEAR) },
};

KUNIT_ARRAY_PARAM_DESC(compare, compare_cases, desc);

static void compare_tables(struct kunit *test)
{
	const struct compare_case *c = test->param_value;
	s64 delta[MOST_ROUNDS];
	struct ipb_compare_input in = {
		.delta = delta, .rounds = c->rounds, .verdicts = c->verdicts,
		.floor = c->floor, .margin = c->margin,
	};
	struct ipb_comparison out;
	unsigned int i;

	for (i = 0; i < c->rounds; i++)
		delta[i] = i < c->odd ? c->other : c->low + (s64)i * c->step;
	memset(&out, 0xa5, sizeof(out));
	ipb_compare(&in, &out);

	KUNIT_EXPECT_EQ(test, out.delta, c->want.delta);
	KUNIT_EXPECT_EQ(test, out.ci_low, c->want.ci_low);
	KUNIT_EXPECT_EQ(test, out.ci_high, c->want.ci_high);
	KUNIT_EXPECT_STREQ(test, ipb_verdict_name(out.verdict),
			   ipb_verdict_name(c->want.verdict));
}

/* value of a rank by counting, ranks from 1 */
static s64 naive_ranked(const s64 *v, unsigned int n, unsigned int rank)
{
	unsigned int i, j, below, equal;

	for (i = 0; i < n; i++) {
		for (below = 0, equal = 0, j = 0; j < n; j++) {
			below += v[j] < v[i];
			equal += v[j] == v[i];
		}
		if (below < rank && rank <= below + equal)
			return v[i];
	}
	return 0;
}

static void naive_interval(const struct ipb_compare_input *in, unsigned int verdicts,
			   s64 delta, s64 *low, s64 *high)
{
	unsigned int k = naive_rank(in->rounds, verdicts);

	*low = k ? naive_ranked(in->delta, in->rounds, k) : S64_MIN;
	*high = k ? naive_ranked(in->delta, in->rounds, in->rounds + 1 - k) : S64_MAX;
	if (k) {
		*low = min(*low, delta - (s64)in->floor);
		*high = max(*high, delta + (s64)in->floor);
	}
}

static void naive_compare(const struct ipb_compare_input *in, struct ipb_comparison *out)
{
	unsigned int n = in->rounds;
	s64 low, high, margin = in->margin;

	out->delta = (naive_ranked(in->delta, n, (n + 1) / 2) +
		      naive_ranked(in->delta, n, n / 2 + 1)) / 2;
	naive_interval(in, 1, out->delta, &out->ci_low, &out->ci_high);
	naive_interval(in, in->verdicts, out->delta, &low, &high);

	out->verdict = IPB_VERDICT_UNCLEAR;
	if (n < 16)
		return;
	if (low > 0)
		out->verdict = IPB_VERDICT_SLOWER;
	if (high < 0)
		out->verdict = IPB_VERDICT_FASTER;
	if (-margin <= low && high <= margin)
		out->verdict = IPB_VERDICT_SAME;
}

/* few or many ties, around or away from zero, floors and margins of any use */
static void random_input(struct rnd_state *rnd, struct ipb_compare_input *in)
{
	u32 spread = 1U << (prandom_u32_state(rnd) % 20);
	s64 shift = (s64)(prandom_u32_state(rnd) % (2 * spread)) - spread;
	unsigned int i;

	in->rounds = 1 + prandom_u32_state(rnd) % MOST_ROUNDS;
	in->verdicts = 1 + prandom_u32_state(rnd) % 40;
	in->floor = prandom_u32_state(rnd) % 4 ? 0 : prandom_u32_state(rnd) % spread;
	in->margin = prandom_u32_state(rnd) % (2 * spread);
	for (i = 0; i < in->rounds; i++)
		in->delta[i] = shift + (s64)(prandom_u32_state(rnd) % spread) - spread / 2;
}

static void expect_same_comparison(struct kunit *test, const struct ipb_comparison *got,
				   const struct ipb_comparison *want, unsigned int trial)
{
	KUNIT_EXPECT_EQ_MSG(test, got->delta, want->delta, "trial %u", trial);
	KUNIT_EXPECT_EQ_MSG(test, got->ci_low, want->ci_low, "trial %u", trial);
	KUNIT_EXPECT_EQ_MSG(test, got->ci_high, want->ci_high, "trial %u", trial);
	KUNIT_EXPECT_EQ_MSG(test, got->verdict, want->verdict, "trial %u", trial);
}

static void compare_oracle(struct kunit *test)
{
	unsigned int trial, seen[IPB_NR_VERDICTS] = {};
	s64 delta[MOST_ROUNDS];
	struct ipb_compare_input in = { .delta = delta };
	struct ipb_comparison got, want;
	struct rnd_state rnd;

	prandom_seed_state(&rnd, 1);
	for (trial = 0; trial < 3000; trial++) {
		random_input(&rnd, &in);
		naive_compare(&in, &want);
		ipb_compare(&in, &got);
		expect_same_comparison(test, &got, &want, trial);
		seen[want.verdict]++;
	}
	for (trial = 0; trial < IPB_NR_VERDICTS; trial++)
		KUNIT_EXPECT_GT_MSG(test, seen[trial], 100, "%s", ipb_verdict_name(trial));
}

/* swapping variant and baseline must tell the same story from the other side */
static void compare_mirrors(struct kunit *test)
{
	static const enum ipb_verdict opposite[IPB_NR_VERDICTS] = {
		[IPB_VERDICT_UNCLEAR]	= IPB_VERDICT_UNCLEAR,
		[IPB_VERDICT_FASTER]	= IPB_VERDICT_SLOWER,
		[IPB_VERDICT_SLOWER]	= IPB_VERDICT_FASTER,
		[IPB_VERDICT_SAME]	= IPB_VERDICT_SAME,
	};
	s64 delta[MOST_ROUNDS];
	struct ipb_compare_input in = { .delta = delta };
	struct ipb_comparison one, other, want;
	struct rnd_state rnd;
	unsigned int trial, i;

	prandom_seed_state(&rnd, 2);
	for (trial = 0; trial < 1000; trial++) {
		random_input(&rnd, &in);
		ipb_compare(&in, &one);
		for (i = 0; i < in.rounds; i++)
			delta[i] = -delta[i];
		ipb_compare(&in, &other);

		want.delta = -other.delta;
		want.ci_low = other.ci_high == S64_MAX ? S64_MIN : -other.ci_high;
		want.ci_high = other.ci_low == S64_MIN ? S64_MAX : -other.ci_low;
		want.verdict = opposite[other.verdict];
		expect_same_comparison(test, &one, &want, trial);
	}
}

static void verdict_names(struct kunit *test)
{
	static const char * const names[] = { "unclear", "faster", "slower", "same" };
	unsigned int i;

	KUNIT_ASSERT_EQ(test, ARRAY_SIZE(names), IPB_NR_VERDICTS);
	for (i = 0; i < IPB_NR_VERDICTS; i++)
		KUNIT_EXPECT_STREQ(test, ipb_verdict_name(i), names[i]);
	KUNIT_EXPECT_STREQ(test, ipb_verdict_name(IPB_NR_VERDICTS), "invalid");
	KUNIT_EXPECT_STREQ(test, ipb_verdict_name(-1), "invalid");
}

static struct kunit_case compare_test_cases[] = {
	KUNIT_CASE_PARAM(compare_rank, rank_gen_params),
	KUNIT_CASE_PARAM(compare_tables, compare_gen_params),
	KUNIT_CASE(compare_rank_oracle),
	KUNIT_CASE(compare_rank_is_monotone),
	KUNIT_CASE(compare_oracle),
	KUNIT_CASE(compare_mirrors),
	KUNIT_CASE(verdict_names),
	{}
};

static struct kunit_suite compare_test_suite = {
	.name = "ipibench_compare",
	.test_cases = compare_test_cases,
};

kunit_test_suite(compare_test_suite);
