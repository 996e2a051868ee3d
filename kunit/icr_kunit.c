// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench/icr and bench/icr_check: every variant does its work on the real host,
 * for every choice of parameters. No time is looked at.
 */
#include <kunit/test.h>
#include <linux/preempt.h>

#include "bench/benches.h"

static const u32 batches[] = { 1, 2, 100, 5000 };

static void fire(struct kunit *test, const struct ipb_bench *bench, struct ipb_aim *aim)
{
	const struct ipb_backend *backend = bench->backends[0];
	unsigned int i, k, round;

	for (round = 0; round < 2; round++)
		for (i = 0; i < backend->nr_variants; i++)
			for (k = 0; k < ARRAY_SIZE(batches); k++) {
				struct ipb_shot shot = { .outcome = IPB_NR_OUTCOMES };

				aim->nr_ops = batches[k];
				preempt_disable();
				backend->variants[i].shoot(aim, &shot);
				preempt_enable();
				KUNIT_EXPECT_EQ_MSG(test, shot.outcome, IPB_SHOT_HIT, "%s x %u",
						    backend->variants[i].name, batches[k]);
				KUNIT_EXPECT_GE(test, shot.done, shot.start);
				KUNIT_EXPECT_FALSE(test, irqs_disabled());
			}
}

static void run(struct kunit *test, const struct ipb_bench *bench, struct ipb_session *session)
{
	const struct ipb_backend *backend = bench->backends[0];
	struct ipb_aim aim = { .session = session, .local = true };

	if (backend->open)
		KUNIT_ASSERT_EQ(test, backend->open(session), 0);
	KUNIT_ASSERT_EQ(test, backend->aim(&aim), 0);
	fire(test, bench, &aim);
	backend->lower(&aim);
	KUNIT_EXPECT_NULL(test, aim.state);
}

static void set_initial(struct ipb_session *session, const struct ipb_bench *bench)
{
	unsigned int i;

	for (i = 0; i < bench->nr_params; i++)
		session->param[i] = bench->params[i].initial;
}

/* each parameter at both its ends, the others as they are after load */
static void all_variants_hit(struct kunit *test, const struct ipb_bench *bench)
{
	struct ipb_session session = { .seed = 1, .cpus = 1 };
	unsigned int i;

	set_initial(&session, bench);
	run(test, bench, &session);
	for (i = 0; i < bench->nr_params; i++) {
		set_initial(&session, bench);
		session.param[i] = bench->params[i].min;
		run(test, bench, &session);
		session.param[i] = bench->params[i].max;
		run(test, bench, &session);
	}
}

static void icr_variants_do_their_work(struct kunit *test)
{
	all_variants_hit(test, &ipb_bench_icr);
}

static void icr_check_variants_do_their_work(struct kunit *test)
{
	all_variants_hit(test, &ipb_bench_icr_check);
}

static void icr_refuses_too_much_memory(struct kunit *test)
{
	const struct ipb_bench *bench = &ipb_bench_icr;
	struct ipb_session session = { };

	set_initial(&session, bench);
	session.param[0] = bench->params[0].max;
	session.param[1] = bench->params[1].max;
	KUNIT_EXPECT_STREQ(test, bench->params[0].name, "nr_vcpus");
	KUNIT_EXPECT_STREQ(test, bench->params[1].name, "vcpu_bytes");
	KUNIT_EXPECT_EQ(test, bench->backends[0]->open(&session), -ENOMEM);
}

static struct kunit_case icr_cases[] = {
	KUNIT_CASE(icr_variants_do_their_work),
	KUNIT_CASE(icr_check_variants_do_their_work),
	KUNIT_CASE(icr_refuses_too_much_memory),
	{ }
};

static struct kunit_suite icr_suite = {
	.name = "ipibench_icr",
	.test_cases = icr_cases,
};

kunit_test_suite(icr_suite);
