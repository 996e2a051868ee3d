// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the conversion of ticks, against exact arithmetic.
 */
#include <kunit/test.h>
#include <linux/prandom.h>

#include "engine/clock.h"

struct rate_case {
	const char *desc;
	u32 khz;
};

static const struct rate_case rate_cases[] = {
	{ "slowest", 1 },
	{ "32 kHz crystal", 32 },
	{ "1 MHz", 1000 },
	{ "arm64 at 19.2 MHz", 19200 },
	{ "arm64 at 24 MHz", 24000 },
	{ "arm64 at 62.5 MHz", 62500 },
	{ "arm64 at 1 GHz, and ktime", 1000000 },
	{ "TSC at 1.996 GHz", 1996249 },
	{ "TSC at 2.1 GHz", 2100000 },
	{ "TSC at 2.2999 GHz", 2299997 },
	{ "TSC at 3 GHz", 3000000 },
	{ "TSC at 5.7 GHz", 5700000 },
	{ "a tick a picosecond", 1000000000 },
	{ "4.1 THz", 4123456789U },
	{ "fastest", U32_MAX },
};

KUNIT_ARRAY_PARAM_DESC(rate, rate_cases, desc);

/* ticks * 10^9 / khz, rounded down, with no product beyond 64 bits */
static u64 exact_ps(u64 ticks, u32 khz)
{
	u32 rest;
	u64 whole = div_u64_rem(ticks, khz, &rest);

	return whole * NSEC_PER_SEC + div_u64((u64)rest * NSEC_PER_SEC, khz);
}

/* Off by one, or by 2^-30: half a unit of a multiplier of at least 2^29. */
static void expect_exact(struct kunit *test, const struct ipb_clock *clock, u64 ticks)
{
	u64 exact = exact_ps(ticks, clock->khz), ps = ipb_clock_ps(clock, ticks);
	u64 off = max(exact, ps) - min(exact, ps);

	KUNIT_EXPECT_LE_MSG(test, off, (exact >> 30) + 1, "%llu ticks at %u kHz: %llu, not %llu",
			    ticks, clock->khz, ps, exact);
}

static void clock_converts(struct kunit *test)
{
	const struct rate_case *c = test->param_value;
	struct ipb_clock clock = {};
	struct rnd_state rnd;
	unsigned int i;
	u64 ticks;

	ipb_clock_set_rate(&clock, c->khz);
	KUNIT_EXPECT_EQ(test, clock.khz, c->khz);
	for (ticks = 0; ticks < 1000; ticks++)
		expect_exact(test, &clock, ticks);
	/* a day, which is the longest a run may last */
	expect_exact(test, &clock, (u64)c->khz * 24 * 3600 * 1000);
	prandom_seed_state(&rnd, c->khz);
	for (i = 0; i < 10000; i++) {
		ticks = (u64)prandom_u32_state(&rnd) << 32 | prandom_u32_state(&rnd);
		ticks >>= prandom_u32_state(&rnd) % 64;
		/* up to a day; what is longer would leave 64 bits at slow rates */
		ticks = min(ticks, (u64)c->khz * 24 * 3600 * 1000);
		expect_exact(test, &clock, ticks);
	}
}

/* A millisecond is 10^9 ps: what a deadline is made of is what is measured. */
static void clock_milliseconds(struct kunit *test)
{
	const struct rate_case *c = test->param_value;
	struct ipb_clock clock = {};
	u32 ms;

	ipb_clock_set_rate(&clock, c->khz);
	for (ms = 0; ms <= 1000; ms += 125) {
		u64 ticks = ipb_clock_ticks(&clock, ms);

		KUNIT_EXPECT_EQ(test, ticks, (u64)c->khz * ms);
		expect_exact(test, &clock, ticks);
	}
}

static void clock_is_monotonic(struct kunit *test)
{
	const struct rate_case *c = test->param_value;
	struct ipb_clock clock = {};
	u64 ticks, last = 0;

	ipb_clock_set_rate(&clock, c->khz);
	for (ticks = 1; ticks < 5000; ticks++) {
		u64 ps = ipb_clock_ps(&clock, ticks);

		KUNIT_EXPECT_GE_MSG(test, ps, last, "%llu ticks", ticks);
		last = ps;
	}
}

static void clock_a_tick_a_picosecond(struct kunit *test)
{
	struct ipb_clock clock = {};
	u64 ticks;

	ipb_clock_set_rate(&clock, 1000000000);
	for (ticks = 1; ticks; ticks <<= 1)
		KUNIT_EXPECT_EQ(test, ipb_clock_ps(&clock, ticks), ticks);
	KUNIT_EXPECT_EQ(test, ipb_clock_ps(&clock, U64_MAX), U64_MAX);
}

static struct kunit_case clock_test_cases[] = {
	KUNIT_CASE_PARAM(clock_converts, rate_gen_params),
	KUNIT_CASE_PARAM(clock_milliseconds, rate_gen_params),
	KUNIT_CASE_PARAM(clock_is_monotonic, rate_gen_params),
	KUNIT_CASE(clock_a_tick_a_picosecond),
	{}
};

static struct kunit_suite clock_test_suite = {
	.name = "ipibench_clock",
	.test_cases = clock_test_cases,
};

kunit_test_suite(clock_test_suite);
