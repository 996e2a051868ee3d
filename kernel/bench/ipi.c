// SPDX-License-Identifier: GPL-2.0-only
/*
 * ipi: what it costs to make another CPU run a function.
 *
 * Four ways the kernel offers: the waiting call, the asynchronous call on an
 * own csd, the many-CPU call with a mask of one, and waking a bound thread.
 * The last ends in a thread, so its deliver leg includes a context switch and
 * is not comparable with a handler's.
 */
#include <linux/cpumask.h>
#include <linux/slab.h>

#include "bench/benches.h"
#include "bench/flight.h"
#include "bench/waker.h"
#include "core/export.h"

/**
 * struct ipi_pair - what all four variants of a pair share
 * @flight: csd and slot
 * @waker: the thread on the target
 * @mask: the target alone
 */
struct ipi_pair {
	struct ipb_flight *flight;
	struct ipb_waker *waker;
	cpumask_var_t mask;
};

static void ipi_land(void *info)
{
	u64 entry = ipb_stamp();

	ipb_flight_land(info, entry);
}

/* Waits inside the kernel: send and rtt are one, the deadline is not ours. */
static void ipi_call(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct ipi_pair *pair = aim->state;

	ipb_flight_launch(pair->flight);
	shot->start = ipb_stamp();
	if (unlikely(smp_call_function_single(aim->to, ipi_land, pair->flight, true))) {
		ipb_flight_recall(pair->flight);
		shot->outcome = IPB_SHOT_OFFLINE;
		return;
	}
	shot->done = ipb_stamp();
	ipb_flight_settle(pair->flight, shot);
}

static void ipi_async(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct ipi_pair *pair = aim->state;

	ipb_flight_call(aim, pair->flight, shot);
}

/* Skips an offline target without a word, hence the look beforehand. */
static void ipi_many(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct ipi_pair *pair = aim->state;

	if (unlikely(!cpu_online(aim->to))) {
		shot->outcome = IPB_SHOT_OFFLINE;
		return;
	}
	ipb_flight_launch(pair->flight);
	shot->start = ipb_stamp();
	smp_call_function_many(pair->mask, ipi_land, pair->flight, false);
	shot->sent = ipb_stamp();
	ipb_flight_await(aim, pair->flight, shot);
}

static void ipi_wake(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct ipi_pair *pair = aim->state;

	if (unlikely(!cpu_online(aim->to))) {
		shot->outcome = IPB_SHOT_OFFLINE;
		return;
	}
	if (!ipb_waker_asleep(pair->waker, aim->timeout)) {
		shot->outcome = IPB_SHOT_LOST;
		return;
	}
	ipb_flight_launch(pair->flight);
	ipb_waker_call(pair->waker, &pair->flight->csd);
	shot->start = ipb_stamp();
	ipb_waker_wake(pair->waker);
	shot->sent = ipb_stamp();
	ipb_flight_await(aim, pair->flight, shot);
	/* A thread never is in hard-IRQ context; being woken is what it is for. */
	if (shot->outcome == IPB_SHOT_SKIPPED_IDLE)
		shot->outcome = IPB_SHOT_HIT;
	/* Another CPU's value; losing the shot gets us a new thread. */
	if (unlikely(ipb_waker_astray(pair->waker)))
		shot->outcome = IPB_SHOT_LOST;
}

static void ipi_lower(struct ipb_aim *aim)
{
	struct ipi_pair *pair = aim->state;

	if (!pair)
		return;
	ipb_waker_stop(pair->waker);
	ipb_flight_release(pair->flight);
	free_cpumask_var(pair->mask);
	kfree(pair);
	aim->state = NULL;
}

static int ipi_aim(struct ipb_aim *aim)
{
	struct ipi_pair *pair = kzalloc(sizeof(*pair), GFP_KERNEL);

	aim->state = pair;
	if (!pair || !zalloc_cpumask_var(&pair->mask, GFP_KERNEL))
		goto no_memory;
	cpumask_set_cpu(aim->to, pair->mask);
	pair->flight = ipb_flight_alloc(aim->to, ipi_land);
	if (!pair->flight)
		goto no_memory;
	pair->waker = ipb_waker_start(aim->to);
	if (!pair->waker)
		goto no_memory;
	return 0;

no_memory:
	ipi_lower(aim);
	return -ENOMEM;
}

static int ipi_rearm(struct ipb_aim *aim)
{
	ipi_lower(aim);
	return ipi_aim(aim);
}

static const char *ipi_supported(void)
{
	return num_possible_cpus() > 1 ? NULL : "this machine has one CPU only";
}

static const struct ipb_variant ipi_variants[] = {
	{
		.name = "call",
		.legs = BIT(IPB_LEG_DELIVER) | BIT(IPB_LEG_RTT),
		.shoot = ipi_call,
	}, {
		.name = "async",
		.legs = BIT(IPB_LEG_SEND) | BIT(IPB_LEG_DELIVER) | BIT(IPB_LEG_RTT),
		.shoot = ipi_async,
	}, {
		.name = "many",
		.legs = BIT(IPB_LEG_SEND) | BIT(IPB_LEG_DELIVER) | BIT(IPB_LEG_RTT),
		.shoot = ipi_many,
	}, {
		.name = "wake",
		.legs = BIT(IPB_LEG_SEND) | BIT(IPB_LEG_DELIVER) | BIT(IPB_LEG_RTT),
		.shoot = ipi_wake,
	},
};

static const struct ipb_backend ipi_real = {
	.name = "real",
	.variants = ipi_variants,
	.nr_variants = ARRAY_SIZE(ipi_variants),
	.supported = ipi_supported,
	.aim = ipi_aim,
	.rearm = ipi_rearm,
	.lower = ipi_lower,
};

static const struct ipb_backend *const ipi_backends[] = { &ipi_real };

const struct ipb_bench ipb_bench_ipi = {
	.name = "ipi",
	.baseline = "call",
	.backends = ipi_backends,
	.nr_backends = ARRAY_SIZE(ipi_backends),
};

IPB_EXPORT_FOR_KUNIT(ipb_bench_ipi);
