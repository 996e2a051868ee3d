// SPDX-License-Identifier: GPL-2.0-only
/*
 * The mpidr bench, driven as the engine drives it: every look-up of a batch
 * feeds the next, so a batch that hits was right from first to last.
 */
#include <kunit/test.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "bench/benches.h"
#include "core/mpidr_layout.h"

enum { NR_VCPUS, LAYOUT, TARGET, VCPU_BYTES, FIRST = 0, LAST, RANDOM, ABSENT, TARGETS };

struct setup {
	const char *desc;
	u64 nr_vcpus;
	u64 layout;
};

static const struct setup setups[] = {
	{ "1 kvm", 1, IPB_MPIDR_KVM },
	{ "2 kvm", 2, IPB_MPIDR_KVM },
	{ "512 kvm", 512, IPB_MPIDR_KVM },
	{ "1 spread", 1, IPB_MPIDR_SPREAD },
	{ "2 spread", 2, IPB_MPIDR_SPREAD },
	{ "300 spread", 300, IPB_MPIDR_SPREAD },
	{ "100 sparse", 100, IPB_MPIDR_SPARSE },
	{ "1 duplicate", 1, IPB_MPIDR_DUPLICATE },
	{ "33 duplicate", 33, IPB_MPIDR_DUPLICATE },
	{ "64 duplicate", 64, IPB_MPIDR_DUPLICATE },
};

KUNIT_ARRAY_PARAM_DESC(setup, setups, desc);

static const struct ipb_backend *session_open(struct kunit *test, struct ipb_session *session,
					      const struct setup *setup, unsigned int target)
{
	const struct ipb_backend *backend = ipb_bench_mpidr.backends[0];

	KUNIT_ASSERT_STREQ(test, ipb_bench_mpidr.params[NR_VCPUS].name, "nr_vcpus");
	KUNIT_ASSERT_STREQ(test, ipb_bench_mpidr.params[LAYOUT].name, "mpidr_layout");
	KUNIT_ASSERT_STREQ(test, ipb_bench_mpidr.params[TARGET].name, "target_vcpu");
	session->param[NR_VCPUS] = setup->nr_vcpus;
	session->param[LAYOUT] = setup->layout;
	session->param[TARGET] = target;
	session->param[VCPU_BYTES] = ipb_bench_mpidr.params[VCPU_BYTES].min;
	session->seed = setup->nr_vcpus + target;
	KUNIT_ASSERT_EQ(test, backend->open(session), 0);
	return backend;
}

static struct ipb_shot shoot(struct kunit *test, const struct ipb_variant *variant,
			     struct ipb_session *session, u32 nr_ops)
{
	struct ipb_aim aim = { .session = session, .local = true, .nr_ops = nr_ops };
	struct ipb_shot shot = { .outcome = IPB_NR_OUTCOMES };

	preempt_disable();
	variant->shoot(&aim, &shot);
	preempt_enable();

	KUNIT_EXPECT_EQ_MSG(test, shot.outcome, IPB_SHOT_HIT, "%s, %u ops", variant->name, nr_ops);
	KUNIT_EXPECT_GE(test, shot.done, shot.start);
	return shot;
}

/* Where the last look-up may have led, by the kind of target. */
static void expect_choice(struct kunit *test, const struct setup *setup, unsigned int target,
			  u64 choice)
{
	u64 nr = setup->nr_vcpus;
	u64 near = clamp_t(u64, nr / 32, 1, 16);

	/* A last vCPU's first twin may be one before. */
	u64 twin = setup->layout == IPB_MPIDR_DUPLICATE;

	if (target == ABSENT) {
		KUNIT_EXPECT_EQ(test, choice, U64_MAX);
		return;
	}
	KUNIT_EXPECT_LT(test, choice, nr);
	if (target == FIRST)
		KUNIT_EXPECT_LT(test, choice, near + twin);
	if (target == LAST)
		KUNIT_EXPECT_GE(test, choice + near + twin, nr);
}

static void batches_are_right_for_every_target(struct kunit *test)
{
	static const u32 batches[] = { 1, 1, 7, 1023, 1024, 1025, 3000, 1 };
	const struct setup *setup = test->param_value;
	unsigned int target, v, b;

	for (target = FIRST; target < TARGETS; target++) {
		struct ipb_session session = {};
		const struct ipb_backend *backend = session_open(test, &session, setup, target);

		for (v = 0; v < backend->nr_variants; v++)
			for (b = 0; b < ARRAY_SIZE(batches); b++)
				expect_choice(test, setup, target,
					      shoot(test, &backend->variants[v], &session,
						    batches[b]).choice);
		backend->close(&session);
	}
}

static void first_variant_is_the_baseline(struct kunit *test)
{
	static const char *const names[] = { "scan", "hash", "direct" };
	const struct ipb_backend *backend = ipb_bench_mpidr.backends[0];
	unsigned int i;

	KUNIT_EXPECT_STREQ(test, ipb_bench_mpidr.baseline, "scan");
	KUNIT_EXPECT_STREQ(test, backend->name, "model");
	KUNIT_ASSERT_EQ(test, backend->nr_variants, ARRAY_SIZE(names));
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		KUNIT_EXPECT_STREQ(test, backend->variants[i].name, names[i]);
		KUNIT_EXPECT_EQ(test, backend->variants[i].local_legs, BIT(IPB_LEG_OP));
		KUNIT_EXPECT_EQ(test, backend->variants[i].legs, 0);
	}
}

static struct kunit_case mpidr_bench_cases[] = {
	KUNIT_CASE_PARAM(batches_are_right_for_every_target, setup_gen_params),
	KUNIT_CASE(first_variant_is_the_baseline),
	{}
};

static struct kunit_suite mpidr_bench_suite = {
	.name = "ipibench_mpidr_bench",
	.test_cases = mpidr_bench_cases,
};

kunit_test_suite(mpidr_bench_suite);
