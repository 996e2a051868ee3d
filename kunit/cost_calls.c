// SPDX-License-Identifier: GPL-2.0-only
/*
 * Three benches over again, from their own sources, with a clock that only counts:
 * a tick is a read. So a leg's length is the number of reads in it, and a window
 * is the bare loop of its calls, give or take an increment per read.
 */
#include "bench/stamp.h"
#include "core/export.h"
#include "cost.h"

u64 cost_reads;

static __always_inline u64 cost_stamp(void)
{
	return ++cost_reads;
}

#define ipb_stamp		cost_stamp

/* Nothing here may meet its original. */
#define ipb_bench_ipi		cost_bench_ipi
#define ipb_bench_selftest	cost_bench_selftest
#define ipb_bench_storm		cost_bench_storm
#define ipb_flight_aim		cost_flight_aim
#define ipb_flight_alloc	cost_flight_alloc
#define ipb_flight_call		cost_flight_call
#define ipb_flight_drain	cost_flight_drain
#define ipb_flight_lower	cost_flight_lower
#define ipb_flight_rearm	cost_flight_rearm
#define ipb_flight_release	cost_flight_release
#define ipb_spin_ticks_per_us	cost_spin_ticks_per_us
#define ipb_waker_asleep	cost_waker_asleep
#define ipb_waker_astray	cost_waker_astray
#define ipb_waker_call		cost_waker_call
#define ipb_waker_start		cost_waker_start
#define ipb_waker_stop		cost_waker_stop
#define ipb_waker_wake		cost_waker_wake

#undef IPB_EXPORT_FOR_KUNIT
#define IPB_EXPORT_FOR_KUNIT(symbol)	struct symbol

#include "bench/flight.c"
#include "bench/waker.c"
#include "bench/ipi.c"
#include "bench/selftest.c"
#include "bench/storm.c"

u64 ipb_spin_ticks_per_us;
