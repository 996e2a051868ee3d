// SPDX-License-Identifier: GPL-2.0-only
/*
 * The whole method against noise: how often does a comparison find a
 * difference that is there, and how often one that is not?
 *
 * A shot takes 5 us times a lognormal factor of sigma 0.15; 1 % of shots take
 * 10 to 50 times longer; each block has a normal factor of sigma 2 %; the
 * machine drifts by 5 % from the first shot of a run to the last. A run is 64
 * rounds of 32 shots a variant, in the order the schedule gives.
 */
#include <kunit/test.h>
#include <linux/math64.h>
#include <linux/prandom.h>

#include "core/compare.h"
#include "core/schedule.h"
#include "core/statistics.h"

enum {
	TRIALS	= 1000,
	ROUNDS	= 64,
	SHOTS	= 32,
	RUN_SHOTS = 2 * ROUNDS * SHOTS,
	BASE_PS	= 5000000,
};

/* fixed point with this many fractional bits */
enum { FRACTION = 24 };

#define ONE	((s64)1 << FRACTION)

static s64 permille(int n)
{
	return div_s64(ONE * n, 1000);
}

static s64 times(s64 a, s64 b)
{
	return (a * b) >> FRACTION;
}

/* sum of 12 uniform numbers of 16 bits: its standard deviation is 2^16 */
static s64 normal(struct rnd_state *rnd)
{
	s64 sum = -12 * 65535 / 2;
	unsigned int i;

	for (i = 0; i < 6; i++) {
		u32 two = prandom_u32_state(rnd);

		sum += (two >> 16) + (two & 0xffff);
	}
	return sum * (ONE >> 16);
}

/* Taylor series; |x| < 1, where the first term left out is below 2^-24 */
static s64 exponential(s64 x)
{
	s64 sum = ONE;
	int i;

	for (i = 10; i > 0; i--)
		sum = ONE + div_s64(times(x, sum), i);
	return sum;
}

static void noise_normal(struct kunit *test)
{
	enum { DRAWS = 100000 };
	s64 sum = 0, square = 0, n;
	unsigned int i, one = 0, two = 0;
	struct rnd_state rnd;

	prandom_seed_state(&rnd, 1);
	for (i = 0; i < DRAWS; i++) {
		n = normal(&rnd);
		sum += n;
		square += times(n, n);
		one += abs(n) < ONE;
		two += abs(n) < 2 * ONE;
	}
	/* 68.27 % and 95.45 % of a normal distribution; 12 uniforms come this close */
	KUNIT_EXPECT_LE(test, abs(div_s64(sum, DRAWS)), permille(15));
	KUNIT_EXPECT_LE(test, abs(div_s64(square, DRAWS) - ONE), permille(20));
	KUNIT_EXPECT_LE(test, abs((int)one - 68270), 800);
	KUNIT_EXPECT_LE(test, abs((int)two - 95450), 400);
}

struct exponential_case {
	const char *desc;
	int permille;
	int millionths;	/* of e to that power */
};

static const struct exponential_case exponential_cases[] = {
	{ "zero", 0, 1000000 },
	{ "one sigma up", 150, 1161834 },
	{ "one sigma down", -150, 860708 },
	{ "six sigma up", 900, 2459603 },
	{ "six sigma down", -900, 406570 },
};

KUNIT_ARRAY_PARAM_DESC(exponential, exponential_cases, desc);

static void noise_exponential(struct kunit *test)
{
	const struct exponential_case *c = test->param_value;
	s64 got = times(exponential(permille(c->permille)), 1000000);

	KUNIT_EXPECT_LE_MSG(test, abs(got - c->millionths), 2, "got %lld", got);
}

/* one shot, the @at-th of the run, in a block with factor @block */
static u64 shot(struct rnd_state *rnd, s64 block, unsigned int at)
{
	s64 drift = ONE + div_s64(permille(50) * at, RUN_SHOTS);
	s64 factor = exponential(times(permille(150), normal(rnd)));
	s64 time;

	factor = times(times(factor, drift), block);
	time = times(BASE_PS, factor);
	if (prandom_u32_state(rnd) % 100 == 0)
		time *= 10 + prandom_u32_state(rnd) % 41;
	return time;
}

static u64 block_midmean(struct rnd_state *rnd, s64 speed, unsigned int first)
{
	s64 block = times(speed, ONE + times(permille(20), normal(rnd)));
	u64 values[SHOTS];
	unsigned int i;

	for (i = 0; i < SHOTS; i++)
		values[i] = shot(rnd, block, first + i);
	return ipb_statistics_midmean(values, SHOTS);
}

struct acceptance_case {
	const char *desc;
	int shift_permille;	/* of the variant, from the baseline */
	unsigned int verdicts;
	unsigned int margin_permille;
	enum ipb_verdict truth;	/* UNCLEAR: there is nothing to find */
	unsigned int found_min;	/* verdicts that are the truth */
	unsigned int wrong_max;	/* faster, slower or same that is not */
};

static enum ipb_verdict run_trial(const struct acceptance_case *c, unsigned int trial)
{
	s64 delta[ROUNDS];
	struct ipb_compare_input in = {
		.delta = delta, .rounds = ROUNDS, .verdicts = c->verdicts,
		.margin = BASE_PS / 1000 * c->margin_permille,
	};
	struct ipb_comparison out;
	unsigned int round, i;
	struct rnd_state rnd;
	u64 midmean[2];
	u8 order[2];

	prandom_seed_state(&rnd, trial);
	for (round = 0; round < ROUNDS; round++) {
		ipb_schedule_round(trial, 0, round, 2, order);
		for (i = 0; i < 2; i++)
			midmean[order[i]] =
				block_midmean(&rnd, ONE + order[i] * permille(c->shift_permille),
					      (2 * round + i) * SHOTS);
		delta[round] = midmean[1] - midmean[0];
	}
	ipb_compare(&in, &out);
	return out.verdict;
}

static const struct acceptance_case acceptance_cases[] = {
	{ "A/A", 0, 1, 0, IPB_VERDICT_UNCLEAR, 950, 50 },
	{ "A/A with a margin of 5 %", 0, 1, 50, IPB_VERDICT_SAME, 950, 50 },
	{ "A/A among 27 verdicts", 0, 27, 0, IPB_VERDICT_UNCLEAR, 995, 5 },
	{ "3 % slower", 30, 1, 10, IPB_VERDICT_SLOWER, 850, 25 },
	{ "3 % faster", -30, 1, 10, IPB_VERDICT_FASTER, 850, 25 },
};

KUNIT_ARRAY_PARAM_DESC(acceptance, acceptance_cases, desc);

static void acceptance(struct kunit *test)
{
	const struct acceptance_case *c = test->param_value;
	unsigned int trial, wrong, count[IPB_NR_VERDICTS] = {};

	for (trial = 0; trial < TRIALS; trial++)
		count[run_trial(c, trial)]++;

	wrong = TRIALS - count[c->truth];
	if (c->truth != IPB_VERDICT_UNCLEAR)
		wrong -= count[IPB_VERDICT_UNCLEAR];
	kunit_info(test, "%s: unclear %u faster %u slower %u same %u", c->desc,
		   count[IPB_VERDICT_UNCLEAR], count[IPB_VERDICT_FASTER],
		   count[IPB_VERDICT_SLOWER], count[IPB_VERDICT_SAME]);
	KUNIT_EXPECT_GE(test, count[c->truth], c->found_min);
	KUNIT_EXPECT_LE(test, wrong, c->wrong_max);
}

static struct kunit_case acceptance_test_cases[] = {
	KUNIT_CASE(noise_normal),
	KUNIT_CASE_PARAM(noise_exponential, exponential_gen_params),
	KUNIT_CASE_PARAM_ATTR(acceptance, acceptance_gen_params, { .speed = KUNIT_SPEED_SLOW }),
	{}
};

static struct kunit_suite acceptance_test_suite = {
	.name = "ipibench_acceptance",
	.test_cases = acceptance_test_cases,
};

kunit_test_suite(acceptance_test_suite);
