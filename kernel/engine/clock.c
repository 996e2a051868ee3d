// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which clock a run may trust, at what rate it ticks, and what reading it
 * costs. A raw counter is taken only where it is constant, never stops and
 * agrees with ktime; else stamps are ktime.
 */
#include <linux/clocksource.h>
#include <linux/delay.h>
#include <linux/gcd.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#if defined(CONFIG_X86) && !defined(CONFIG_UML)
#include <asm/cpufeature.h>
#include <asm/tsc.h>
#endif
#ifdef CONFIG_ARM64
#include <asm/sysreg.h>
#endif

#include "bench/spin.h"
#include "bench/stamp.h"
#include "core/export.h"
#include "engine/clock.h"

enum {
	KTIME_KHZ	= 1000000,	/* a tick is a nanosecond */
	CHECK_MS	= 5,		/* how long counter and ktime are compared */
	CHECK_PCT	= 1,		/* how far they may differ */
	READS		= 64,
	READ_TRIES	= 16,
	STEPS		= 256,
};

/* The rate the machine states for its counter in kHz; 0: it does not. */
#if defined(CONFIG_X86) && !defined(CONFIG_UML)
static const char counter_name[] = "tsc";

static bool counter_steady(void)
{
	return boot_cpu_has(X86_FEATURE_CONSTANT_TSC) && boot_cpu_has(X86_FEATURE_NONSTOP_TSC) &&
	       !check_tsc_unstable();
}

static u32 counter_stated_khz(void)
{
	return tsc_khz;
}
#elif defined(CONFIG_ARM64)
static const char counter_name[] = "cntvct";

static bool counter_steady(void)
{
	return true;
}

static u32 counter_stated_khz(void)
{
	return read_sysreg(cntfrq_el0) / 1000;
}
#else
static const char counter_name[] = "tsc";

static bool counter_steady(void)
{
	return true;
}

static u32 counter_stated_khz(void)
{
	return 0;
}
#endif

/* Both clocks over the same few milliseconds; IRQs would only blur the ends. */
static u32 counter_measured_khz(void)
{
	u64 ns, ticks, ns_end, ticks_end;

	preempt_disable();
	ns = ktime_get_raw_fast_ns();
	ticks = ipb_stamp_counter();
	do {
		ns_end = ktime_get_raw_fast_ns();
		ticks_end = ipb_stamp_counter();
	} while (ns_end - ns < CHECK_MS * NSEC_PER_MSEC);
	preempt_enable();
	return div64_u64((ticks_end - ticks) * (u64)USEC_PER_SEC, ns_end - ns);
}

/* Return: the counter's rate in kHz, or 0 where it cannot be trusted. */
static u32 counter_khz(void)
{
	u32 measured, stated;

	if (!IPB_STAMP_HAS_COUNTER || !counter_steady())
		return 0;
	measured = counter_measured_khz();
	stated = counter_stated_khz();
	if (!stated)
		return measured;
	if (max(measured, stated) - min(measured, stated) > stated / 100 * CHECK_PCT)
		return 0;
	return stated;
}

/* The greatest common divisor of many steps is the tick the counter moves in. */
static u64 clock_step(void)
{
	unsigned long step = 0;
	u64 last = ipb_stamp();
	unsigned int seen = 0, reads;

	for (reads = 0; seen < STEPS && reads < 256 * STEPS; reads++) {
		u64 now = ipb_stamp();

		if (now == last)
			continue;
		step = gcd(step, (unsigned long)(now - last));
		last = now;
		seen++;
	}
	return max(step, 1UL);
}

static u64 clock_read_ticks(void)
{
	u64 best = U64_MAX;
	unsigned int try, i;

	for (try = 0; try < READ_TRIES; try++) {
		u64 start = ipb_stamp();

		for (i = 0; i < READS; i++)
			ipb_stamp();
		best = min(best, ipb_stamp() - start);
	}
	return best;
}

/**
 * ipb_clock_set_rate() - fix the conversion of ticks to picoseconds
 * @clock: the clock
 * @khz: ticks per millisecond, not 0
 */
void ipb_clock_set_rate(struct ipb_clock *clock, u32 khz)
{
	clock->khz = khz;
	/* From ticks per ms to picoseconds per ms; mul_u64_u32_shr() cannot overflow. */
	clocks_calc_mult_shift(&clock->mult, &clock->shift, khz, NSEC_PER_SEC, 1);
}

/**
 * ipb_clock_init() - choose the clock, take its rate, measure its grain and cost
 * @clock: filled in
 *
 * May sleep; takes a few milliseconds; only while no run is active, for it
 * decides what ipb_stamp() reads.
 */
void ipb_clock_init(struct ipb_clock *clock)
{
	u32 khz = counter_khz();

	clock->raw = khz != 0;
	clock->name = clock->raw ? counter_name : "ktime";
	ipb_clock_set_rate(clock, clock->raw ? khz : KTIME_KHZ);
	WRITE_ONCE(ipb_stamp_raw, clock->raw);
	ipb_spin_ticks_per_us = div_u64((u64)clock->khz << 12, 1000);

	preempt_disable();
	clock->resolution_ps = max(ipb_clock_ps(clock, clock_step()), 1ULL);
	clock->read_ps = div_u64(ipb_clock_ps(clock, clock_read_ticks()), READS + 1);
	preempt_enable();
}

IPB_EXPORT_FOR_KUNIT(ipb_clock_set_rate);
