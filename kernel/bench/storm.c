// SPDX-License-Identifier: GPL-2.0-only
/*
 * storm: what the ways of the bench ipi are worth when everybody fires at once.
 *
 * A shot is a salvo: at one target, or in a broadcast at all others, and it is
 * over when the last of them has run its handler. Each sender has one salvo with
 * a csd per target, and fires the next one only after the last.
 */
#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/cpumask.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "bench/benches.h"
#include "bench/flight.h"
#include "bench/waker.h"
#include "core/export.h"

/**
 * struct storm_salvo - a sender's shot
 * @flight: lands with the last target; first, because it is what gets freed
 * @left: targets whose handler has not run
 * @woken: threads are to land it, not interrupts
 * @serial: storm_await() is to send it, target by target
 * @nr: targets
 * @mask: the targets
 * @csd: one for each, in the order of @mask
 */
struct storm_salvo {
	struct ipb_flight flight;
	atomic_t left;
	bool woken;
	bool serial;
	unsigned int nr;
	struct cpumask mask;
	call_single_data_t csd[];
};

static void storm_land(void *info)
{
	struct storm_salvo *salvo = info;

	if (atomic_dec_and_test(&salvo->left))
		ipb_flight_land(&salvo->flight, 0);
}

/* Preemption is off: whoever is online stays so until everything is sent. */
static __always_inline struct storm_salvo *storm_launch(const struct ipb_aim *aim,
							struct ipb_shot *shot, bool woken)
{
	struct storm_salvo *salvo = aim->state;

	if (unlikely(!cpumask_subset(&salvo->mask, cpu_online_mask))) {
		shot->outcome = IPB_SHOT_OFFLINE;
		return NULL;
	}
	salvo->woken = woken;
	salvo->serial = false;
	atomic_set(&salvo->left, salvo->nr);
	ipb_flight_launch(&salvo->flight);
	shot->outcome = IPB_SHOT_HIT;
	shot->start = ipb_stamp();
	return salvo;
}

/* Waits inside the kernel, which at many targets takes too long without preemption. */
static void storm_call(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct storm_salvo *salvo = storm_launch(aim, shot, false);

	if (salvo)
		salvo->serial = true;
}

/*
 * One target after the other. Whoever is not called any more has landed, too. The
 * deadline is looked at every 64 targets only, and by storm_await() at the end: a
 * look at each would be a clock read per call that the other variants do not pay.
 */
static void storm_call_each(const struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct storm_salvo *salvo = aim->state;
	unsigned int cpu, turns = 0;

	shot->start = ipb_stamp();
	for_each_cpu(cpu, &salvo->mask) {
		if (unlikely(shot->outcome != IPB_SHOT_HIT)) {
			storm_land(salvo);
		} else if (unlikely(smp_call_function_single(cpu, storm_land, salvo, true))) {
			shot->outcome = IPB_SHOT_OFFLINE;
			storm_land(salvo);
		}
		if (salvo->nr == 1)
			continue;
		cond_resched();
		if (unlikely(!(++turns % 64)) && ipb_stamp() - shot->start > aim->timeout)
			shot->outcome = IPB_SHOT_LOST;
	}
}

static void storm_async(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct storm_salvo *salvo = storm_launch(aim, shot, false);
	call_single_data_t *csd;
	unsigned int cpu;

	if (!salvo)
		return;
	csd = salvo->csd;
	for_each_cpu(cpu, &salvo->mask)
		if (unlikely(smp_call_function_single_async(cpu, csd++)))
			storm_land(salvo);
}

static void storm_many(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct storm_salvo *salvo = storm_launch(aim, shot, false);

	if (salvo)
		smp_call_function_many(&salvo->mask, storm_land, salvo, false);
}

static void storm_wake(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct ipb_waker **wakers = aim->session->state;
	struct storm_salvo *salvo = aim->state;
	call_single_data_t *csd = salvo->csd;
	unsigned int cpu;

	/* Bound again no sooner than with the next pattern. */
	for_each_cpu(cpu, &salvo->mask) {
		if (unlikely(ipb_waker_astray(wakers[cpu]))) {
			shot->outcome = IPB_SHOT_OFFLINE;
			return;
		}
	}
	if (!storm_launch(aim, shot, true))
		return;
	for_each_cpu(cpu, &salvo->mask) {
		ipb_waker_call(wakers[cpu], csd++);
		ipb_waker_wake(wakers[cpu]);
	}
}

/* As ipb_flight_await(), but others may run here, a thread just woken first. */
static void storm_await(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct storm_salvo *salvo = aim->state;
	struct ipb_slot *slot = &salvo->flight.slot;
	unsigned int turns = 0;

	if (salvo->serial)
		storm_call_each(aim, shot);
	/* Pairs with the release in ipb_flight_land(). */
	while (smp_load_acquire(&slot->ack) != salvo->flight.want) {
		if (unlikely(!(++turns % 64)) && ipb_stamp() - shot->start > aim->timeout) {
			shot->outcome = IPB_SHOT_LOST;
			return;
		}
		cpu_relax();
		cond_resched();
	}
	shot->done = ipb_stamp();
	/* A single target's call has no deadline of ours. */
	if (salvo->serial && salvo->nr > 1 && shot->outcome == IPB_SHOT_HIT &&
	    shot->done - shot->start > aim->timeout)
		shot->outcome = IPB_SHOT_LOST;
	if (shot->outcome == IPB_SHOT_HIT && !slot->hardirq && !salvo->woken)
		shot->outcome = IPB_SHOT_SKIPPED_IDLE;
}

/* The slot's alignment is what kmalloc gives to powers of two. */
static int storm_load(struct ipb_aim *aim)
{
	const struct ipb_session *session = aim->session;
	bool broadcast = aim->to == aim->from;
	unsigned int nr = broadcast ? bitmap_weight(session->targets, session->cpus) : 1, i;
	struct storm_salvo *salvo;

	salvo = kzalloc_node(roundup_pow_of_two(struct_size(salvo, csd, nr)), GFP_KERNEL,
			     cpu_to_node(aim->to));
	aim->state = salvo;
	if (!salvo)
		return -ENOMEM;
	if (broadcast) {
		bitmap_copy(cpumask_bits(&salvo->mask), session->targets, session->cpus);
		cpumask_clear_cpu(aim->from, &salvo->mask);
	} else {
		cpumask_set_cpu(aim->to, &salvo->mask);
	}
	salvo->nr = cpumask_weight(&salvo->mask);
	for (i = 0; i < nr; i++)
		INIT_CSD(&salvo->csd[i], storm_land, salvo);
	return 0;
}

static int storm_rearm(struct ipb_aim *aim)
{
	ipb_flight_lower(aim);
	return storm_load(aim);
}

/* Targets share their waker, so that a broadcast needs one for each CPU only. */
static int storm_aim(struct ipb_aim *aim)
{
	struct ipb_waker **wakers = aim->session->state;
	struct storm_salvo *salvo;
	unsigned int cpu;

	if (storm_load(aim))
		return -ENOMEM;
	salvo = aim->state;
	for_each_cpu(cpu, &salvo->mask) {
		if (wakers[cpu] && ipb_waker_astray(wakers[cpu])) {
			ipb_waker_stop(wakers[cpu]);
			wakers[cpu] = NULL;
		}
		if (!wakers[cpu])
			wakers[cpu] = ipb_waker_start(cpu);
		if (!wakers[cpu]) {
			ipb_flight_lower(aim);
			return -ENOMEM;
		}
	}
	return 0;
}

static int storm_open(struct ipb_session *session)
{
	session->state = kvcalloc(session->cpus, sizeof(struct ipb_waker *), GFP_KERNEL);
	return session->state ? 0 : -ENOMEM;
}

static void storm_close(struct ipb_session *session)
{
	struct ipb_waker **wakers = session->state;
	unsigned int cpu;

	for (cpu = 0; cpu < session->cpus; cpu++)
		ipb_waker_stop(wakers[cpu]);
	kvfree(wakers);
}

static const char *storm_supported(void)
{
	return num_possible_cpus() > 1 ? NULL : "this machine has one CPU only";
}

static const struct ipb_variant storm_variants[] = {
	{ .name = "call", .legs = BIT(IPB_LEG_RTT), .shoot = storm_call },
	{ .name = "async", .legs = BIT(IPB_LEG_RTT), .shoot = storm_async },
	{ .name = "many", .legs = BIT(IPB_LEG_RTT), .shoot = storm_many },
	{ .name = "wake", .legs = BIT(IPB_LEG_RTT), .shoot = storm_wake },
};

static const struct ipb_backend storm_real = {
	.name = "real",
	.variants = storm_variants,
	.nr_variants = ARRAY_SIZE(storm_variants),
	.supported = storm_supported,
	.open = storm_open,
	.close = storm_close,
	.aim = storm_aim,
	.await = storm_await,
	.rearm = storm_rearm,
	.lower = ipb_flight_lower,
};

static const struct ipb_backend *const storm_backends[] = { &storm_real };

static const char *const storm_patterns[] = {
	"all", "ring", "all-to-one", "broadcast", "pairs", NULL
};

static const struct ipb_param storm_params[] = {
	[IPB_TOGETHER_PATTERN] = { .name = "pattern", .choices = storm_patterns },
	[IPB_TOGETHER_DUTY_PCT] = { .name = "duty_pct", .min = 1, .max = 100, .initial = 50 },
	[IPB_TOGETHER_BURST_MS] = { .name = "burst_ms", .min = 1, .max = 1000, .initial = 5 },
};

const struct ipb_bench ipb_bench_storm = {
	.name = "storm",
	.baseline = "call",
	.params = storm_params,
	.nr_params = ARRAY_SIZE(storm_params),
	.backends = storm_backends,
	.nr_backends = ARRAY_SIZE(storm_backends),
	.together = true,
};

IPB_EXPORT_FOR_KUNIT(ipb_bench_storm);
