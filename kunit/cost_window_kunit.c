// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of what the instrument puts into a shot's window: clock reads, which are
 * counted, and time beyond a bare loop of the same calls, which is printed and
 * judged by nobody.
 *
 * Shots go to the CPU they come from: the kernel then calls the handler at once,
 * so nothing is sent and there is nothing to wait for. `many` skips its own CPU
 * and `wake` needs another; they have the stamps of `async`.
 */
#include <kunit/test.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include "bench/benches.h"
#include "cost.h"

enum { SHOTS = 1024, ROUNDS = 63, READS_PER_LEG = 2 };

/**
 * struct window - what a shot of a variant is made of
 * @desc: for the test's name
 * @timed: the bench
 * @counted: the same with the clock that counts
 * @variant: number of the variant
 * @ops: operations in a batch; 0: at another CPU
 * @reads: clock reads of a shot, on all CPUs
 */
struct window {
	const char *desc;
	const struct ipb_bench *timed;
	const struct ipb_bench *counted;
	unsigned int variant;
	u32 ops;
	unsigned int reads;
};

static const struct window windows[] = {
	{ "ipi call", &ipb_bench_ipi, &cost_bench_ipi, 0, 0, 3 },
	{ "ipi async", &ipb_bench_ipi, &cost_bench_ipi, 1, 0, 4 },
	{ "selftest base", &ipb_bench_selftest, &cost_bench_selftest, 0, 0, 4 },
	{ "selftest base, a batch of 1", &ipb_bench_selftest, &cost_bench_selftest, 0, 1, 2 },
	{ "selftest base, a batch of 1000", &ipb_bench_selftest, &cost_bench_selftest, 0, 1000, 2 },
	{ "storm async", &ipb_bench_storm, &cost_bench_storm, 1, 0, 2 },
};

KUNIT_ARRAY_PARAM_DESC(window, windows, desc);

/* A bench aimed at the CPU it runs on. */
struct side {
	const struct ipb_backend *backend;
	const struct ipb_variant *variant;
	struct ipb_session session;
	struct ipb_aim aim;
	struct ipb_shot shot;
};

static void side_close(void *data)
{
	struct side *side = data;

	side->backend->lower(&side->aim);
	if (side->backend->close)
		side->backend->close(&side->session);
}

static struct side *side_open(struct kunit *test, const struct ipb_bench *bench,
			      const struct window *window)
{
	struct side *side = kunit_kzalloc(test, sizeof(*side), GFP_KERNEL);
	unsigned int cpu = raw_smp_processor_id();

	KUNIT_ASSERT_NOT_NULL(test, side);
	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(cpu)));
	side->backend = bench->backends[0];
	side->variant = &side->backend->variants[window->variant];
	side->session.cpus = nr_cpu_ids;
	/* storm takes a sender that is its own target for a broadcast */
	side->aim = (struct ipb_aim){
		.session = &side->session, .from = cpu + 1, .to = cpu, .local = window->ops,
		.nr_ops = window->ops, .timeout = 1ULL << 40,
	};
	if (side->backend->open)
		KUNIT_ASSERT_EQ(test, 0, side->backend->open(&side->session));
	KUNIT_ASSERT_EQ(test, 0, side->backend->aim(&side->aim));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, side_close, side));
	return side;
}

/* As the engine does it. */
static void side_fire(void *context, unsigned int n)
{
	struct side *side = context;

	while (n--) {
		preempt_disable();
		side->shot = (struct ipb_shot) { };
		side->variant->shoot(&side->aim, &side->shot);
		preempt_enable();
		if (side->backend->await)
			side->backend->await(&side->aim, &side->shot);
	}
}

/* Ticks are reads: on its own CPU a leg has its end's, and those before that. */
static void window_reads_the_clock(struct kunit *test)
{
	const struct window *window = test->param_value;
	struct side *side = side_open(test, window->counted, window);
	u8 legs = window->ops ? side->variant->local_legs : side->variant->legs;
	const struct ipb_shot *shot = &side->shot;
	u64 before = cost_reads, handler;

	side_fire(side, 1);
	KUNIT_EXPECT_EQ(test, cost_reads - before, window->reads);
	KUNIT_EXPECT_LE(test, cost_reads - before, READS_PER_LEG * hweight8(legs));
	cost_print(test, "reads", window->desc, "clock reads", cost_reads - before);
	cost_print(test, "legs", window->desc, "legs", hweight8(legs));

	/* Where shots go elsewhere, these are the other CPU's. */
	handler = (shot->sent ?: shot->done) - shot->start - 1;
	KUNIT_EXPECT_EQ(test, handler, shot->entry != 0);
	KUNIT_EXPECT_LE(test, shot->done - shot->start - handler, READS_PER_LEG);
	if (legs & BIT(IPB_LEG_SEND))
		KUNIT_EXPECT_LE(test, shot->sent - shot->start - handler, READS_PER_LEG);
	if (legs & BIT(IPB_LEG_DELIVER))
		KUNIT_EXPECT_LE(test, shot->entry - shot->start, READS_PER_LEG);
}

static void window_time(struct kunit *test)
{
	const struct window *window = test->param_value;
	struct cost_contest contest = {
		.group = "window",
		.what = window->desc,
		.body = { side_fire, side_open(test, window->timed, window) },
		.bare = { side_fire, side_open(test, window->counted, window) },
		.n = window->ops > 1 ? SHOTS / 8 : SHOTS,
		.rounds = ROUNDS,
	};

	cost_print_ratio(test, &contest);
	contest.group = "shot";
	contest.bare.run = NULL;
	cost_print_ratio(test, &contest);
}

static struct kunit_case cost_window_test_cases[] = {
	KUNIT_CASE_PARAM(window_reads_the_clock, window_gen_params),
	KUNIT_CASE_PARAM(window_time, window_gen_params),
	{}
};

static struct kunit_suite cost_window_test_suite = {
	.name = "ipibench_cost_window",
	.test_cases = cost_window_test_cases,
};

kunit_test_suite(cost_window_test_suite);
