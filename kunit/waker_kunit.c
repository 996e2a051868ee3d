// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the thread that is woken as a shot: what was queued for it runs,
 * whether or not it ever did.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/smp.h>

#include "bench/waker.h"

enum { CALLS = 5, TRIES = 2000 };

/* How a shot ends. */
struct end {
	const char *desc;
	unsigned int calls;
	bool woken;
	bool awaited;
};

static const struct end ends[] = {
	{ .desc = "nothing was queued" },
	{ .desc = "queued and not woken", .calls = 1 },
	{ .desc = "woken", .calls = 1, .woken = true },
	{ .desc = "woken and awaited", .calls = 1, .woken = true, .awaited = true },
	{ .desc = "many not woken", .calls = CALLS },
	{ .desc = "many woken", .calls = CALLS, .woken = true },
	{ .desc = "many awaited", .calls = CALLS, .woken = true, .awaited = true },
};

KUNIT_ARRAY_PARAM_DESC(ends, ends, desc);

struct shots {
	call_single_data_t csd[CALLS];
	atomic_t landed;
};

static void land(void *info)
{
	struct shots *shots = info;

	atomic_inc(&shots->landed);
}

static void await(struct kunit *test, struct shots *shots, unsigned int calls)
{
	unsigned int tries;

	for (tries = 0; tries < TRIES && atomic_read(&shots->landed) != calls; tries++)
		fsleep(1000);
	KUNIT_EXPECT_EQ(test, calls, atomic_read(&shots->landed));
}

/* Stopped at once, the thread has not begun yet: as on a CPU that keeps it waiting. */
static void waker_leaves_no_call(struct kunit *test)
{
	const struct end *end = test->param_value;
	struct shots *shots = kunit_kzalloc(test, sizeof(*shots), GFP_KERNEL);
	struct ipb_waker *waker;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, shots);
	waker = ipb_waker_start(cpumask_last(cpu_online_mask));
	KUNIT_ASSERT_NOT_NULL(test, waker);
	for (i = 0; i < end->calls; i++) {
		INIT_CSD(&shots->csd[i], land, shots);
		ipb_waker_call(waker, &shots->csd[i]);
	}
	if (end->woken)
		ipb_waker_wake(waker);
	if (end->awaited)
		await(test, shots, end->calls);
	ipb_waker_stop(waker);
	KUNIT_EXPECT_EQ(test, end->calls, atomic_read(&shots->landed));
}

static struct kunit_case waker_cases[] = {
	KUNIT_CASE_PARAM(waker_leaves_no_call, ends_gen_params),
	{}
};

static struct kunit_suite waker_suite = {
	.name = "ipibench_waker",
	.test_cases = waker_cases,
};

kunit_test_suite(waker_suite);
