/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_STAMP_H
#define IPIBENCH_BENCH_STAMP_H

#include <linux/ktime.h>
#include <linux/types.h>
#if defined(CONFIG_X86) && !defined(CONFIG_UML)
#include <asm/msr.h>
#endif

/*
 * ipb_stamp_raw - stamps are raw counter reads rather than ktime
 *
 * Written by the engine's clock while no run is active, read by every stamp.
 */
extern bool ipb_stamp_raw;

/**
 * IPB_STAMP_HAS_COUNTER - this architecture has a counter we can read inline
 *
 * The TSC on x86 and on x86 UML (same instruction, native speed), the virtual
 * counter on arm64. Whether it can be trusted is the engine's business.
 */
#if defined(CONFIG_X86) && !defined(CONFIG_UML)
#define IPB_STAMP_HAS_COUNTER	1
static __always_inline u64 ipb_stamp_counter(void)
{
	return rdtsc_ordered();
}
#elif defined(__x86_64__)
#define IPB_STAMP_HAS_COUNTER	1
static __always_inline u64 ipb_stamp_counter(void)
{
	u32 low, high;

	asm volatile("lfence; rdtsc" : "=a" (low), "=d" (high) : : "memory");
	return (u64)high << 32 | low;
}
#elif defined(CONFIG_ARM64)
#define IPB_STAMP_HAS_COUNTER	1
static __always_inline u64 ipb_stamp_counter(void)
{
	u64 ticks;

	/* Without the barriers the read may float over the code being timed. */
	asm volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r" (ticks) : : "memory");
	return ticks;
}
#else
#define IPB_STAMP_HAS_COUNTER	0
static __always_inline u64 ipb_stamp_counter(void)
{
	return 0;
}
#endif

/**
 * ipb_stamp() - the time now, in ticks of the run's clock
 *
 * Any context, IRQs on or off. Ticks become picoseconds in engine/clock only.
 */
static __always_inline u64 ipb_stamp(void)
{
	if (IPB_STAMP_HAS_COUNTER && likely(READ_ONCE(ipb_stamp_raw)))
		return ipb_stamp_counter();
	return ktime_get_raw_fast_ns();
}

#endif /* IPIBENCH_BENCH_STAMP_H */
