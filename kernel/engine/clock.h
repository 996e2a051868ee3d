/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_CLOCK_H
#define IPIBENCH_ENGINE_CLOCK_H

#include <linux/math64.h>
#include <linux/types.h>

/**
 * struct ipb_clock - the clock behind ipb_stamp(), and what it is good for
 * @name: "tsc", "cntvct" or "ktime"
 * @raw: inline counter reads rather than ktime
 * @khz: ticks per millisecond
 * @mult: ticks to picoseconds, with @shift
 * @shift: see @mult
 * @resolution_ps: smallest step between two different reads
 * @read_ps: cost of one read
 */
struct ipb_clock {
	const char *name;
	bool raw;
	u32 khz;
	u32 mult;
	u32 shift;
	u64 resolution_ps;
	u64 read_ps;
};

void ipb_clock_init(struct ipb_clock *clock);
void ipb_clock_set_rate(struct ipb_clock *clock, u32 khz);

/**
 * ipb_clock_ps() - ticks to picoseconds
 * @clock: the run's clock
 * @ticks: difference of two stamps
 */
static inline u64 ipb_clock_ps(const struct ipb_clock *clock, u64 ticks)
{
	return mul_u64_u32_shr(ticks, clock->mult, clock->shift);
}

/**
 * ipb_clock_ticks() - milliseconds to ticks
 * @clock: the run's clock
 * @ms: milliseconds
 */
static inline u64 ipb_clock_ticks(const struct ipb_clock *clock, u32 ms)
{
	return (u64)clock->khz * ms;
}

#endif /* IPIBENCH_ENGINE_CLOCK_H */
