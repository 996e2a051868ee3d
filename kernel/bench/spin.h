/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_SPIN_H
#define IPIBENCH_BENCH_SPIN_H

#include <linux/math64.h>

#include "bench/stamp.h"

/*
 * ipb_spin_ticks_per_us - ticks of ipb_stamp() in a microsecond, 12 fraction bits
 *
 * Written by the engine's clock together with ipb_stamp_raw.
 */
extern u64 ipb_spin_ticks_per_us;

/**
 * ipb_spin_ticks() - ticks in a short time
 * @ns: nanoseconds, at most 4,000,000
 */
static __always_inline u64 ipb_spin_ticks(u32 ns)
{
	/* 1049 / 2^20 is 1/1000 to within 0.05 % */
	return mul_u64_u32_shr(ipb_spin_ticks_per_us, ns * 1049U, 32);
}

/**
 * ipb_spin() - spend time
 * @ticks: how much at least
 *
 * Any context.
 *
 * Return: ticks really spent, by the same clock.
 */
static __always_inline u64 ipb_spin(u64 ticks)
{
	u64 start = ipb_stamp();
	u64 spent;

	do {
		spent = ipb_stamp() - start;
	} while (spent < ticks);
	return spent;
}

#endif /* IPIBENCH_BENCH_SPIN_H */
