// SPDX-License-Identifier: GPL-2.0-only
/*
 * selftest: the instrument testing itself.
 *
 * The same interrupt four times over: twice as it is (A/A), and with 100 ns
 * and 1 us spent in the handler before it acknowledges. The delay is timed
 * where it is spent and published as a leg, because a loop that polls a clock
 * overshoots by up to one read. The op leg does the same on one CPU.
 *
 * Whatever is inside a window exists once, not per variant: otherwise A/A would
 * compare two addresses.
 */
#include <linux/ktime.h>
#include <linux/slab.h>

#include "bench/benches.h"
#include "bench/flight.h"
#include "bench/spin.h"
#include "core/export.h"

enum { SELFTEST_LEGS = BIT(IPB_LEG_SEND) | BIT(IPB_LEG_DELIVER) | BIT(IPB_LEG_RTT) };

static void selftest_land(void *info)
{
	struct ipb_flight *flight = info;
	u64 entry = ipb_stamp();

	flight->slot.inject = flight->delay ? ipb_spin(flight->delay) : 0;
	ipb_flight_land(flight, entry);
}

static void selftest_fire(struct ipb_aim *aim, struct ipb_shot *shot, u64 delay)
{
	struct ipb_flight *flight = aim->state;

	flight->delay = delay;
	ipb_flight_call(aim, flight, shot);
}

/* Without a delay the batch still is a chain, so that it cannot be folded away. */
static noinline void selftest_batch(struct ipb_aim *aim, struct ipb_shot *shot, u64 delay)
{
	u64 spent = 0;
	u32 i;

	shot->start = ipb_stamp();
	for (i = 0; i < aim->nr_ops; i++) {
		if (delay)
			spent += ipb_spin(delay);
		OPTIMIZER_HIDE_VAR(spent);
	}
	shot->done = ipb_stamp();
	shot->inject = spent;
	shot->outcome = IPB_SHOT_HIT;
}

static void selftest_shoot(struct ipb_aim *aim, struct ipb_shot *shot, u64 delay)
{
	if (aim->local)
		selftest_batch(aim, shot, delay);
	else
		selftest_fire(aim, shot, delay);
}

static void selftest_base(struct ipb_aim *aim, struct ipb_shot *shot)
{
	selftest_shoot(aim, shot, 0);
}

static void selftest_base_again(struct ipb_aim *aim, struct ipb_shot *shot)
{
	selftest_shoot(aim, shot, 0);
}

static void selftest_plus100ns(struct ipb_aim *aim, struct ipb_shot *shot)
{
	selftest_shoot(aim, shot, ipb_spin_ticks(100));
}

static void selftest_plus1us(struct ipb_aim *aim, struct ipb_shot *shot)
{
	selftest_shoot(aim, shot, ipb_spin_ticks(NSEC_PER_USEC));
}

static int selftest_aim(struct ipb_aim *aim)
{
	return aim->local ? 0 : ipb_flight_aim(aim, selftest_land);
}

static int selftest_rearm(struct ipb_aim *aim)
{
	return aim->local ? 0 : ipb_flight_rearm(aim, selftest_land);
}

static const struct ipb_variant selftest_variants[] = {
	{
		.name = "base",
		.legs = SELFTEST_LEGS,
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = selftest_base,
	}, {
		.name = "base_again",
		.legs = SELFTEST_LEGS,
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = selftest_base_again,
	}, {
		.name = "plus100ns",
		.legs = SELFTEST_LEGS | BIT(IPB_LEG_INJECT),
		.local_legs = BIT(IPB_LEG_OP) | BIT(IPB_LEG_INJECT),
		.shoot = selftest_plus100ns,
	}, {
		.name = "plus1us",
		.legs = SELFTEST_LEGS | BIT(IPB_LEG_INJECT),
		.local_legs = BIT(IPB_LEG_OP) | BIT(IPB_LEG_INJECT),
		.shoot = selftest_plus1us,
	},
};

static const struct ipb_backend selftest_real = {
	.name = "real",
	.variants = selftest_variants,
	.nr_variants = ARRAY_SIZE(selftest_variants),
	.aim = selftest_aim,
	.rearm = selftest_rearm,
	.lower = ipb_flight_lower,
};

static const struct ipb_backend *const selftest_backends[] = { &selftest_real };

const struct ipb_bench ipb_bench_selftest = {
	.name = "selftest",
	.baseline = "base",
	.backends = selftest_backends,
	.nr_backends = ARRAY_SIZE(selftest_backends),
};

IPB_EXPORT_FOR_KUNIT(ipb_bench_selftest);
