// SPDX-License-Identifier: GPL-2.0-only
/*
 * The its bench on its model backend, driven as the engine drives it.
 */
#include <kunit/test.h>
#include <linux/nodemask.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "bench/benches.h"
#include "bench/gic.h"
#include "bench/its.h"

enum { NR_OPS = 1000 };

struct setup {
	const char *desc;
	u64 param[IPB_ITS_NR_PARAMS];
};

static const struct setup setups[] = {
	{ "one", { 1, 0, IPB_GIC_SHARED_TABLES } },
	{ "two, shared tables", { 2, 0, IPB_GIC_SHARED_TABLES } },
	{ "two, own tables", { 2, 0, IPB_GIC_OWN_TABLES } },
	{ "sixteen behind seven of v4.0", { 16, 7, IPB_GIC_SHARED_TABLES } },
	{ "sixteen behind seven of v4.0, own tables", { 16, 7, IPB_GIC_OWN_TABLES } },
	{ "the most", { IPB_GIC_MAX_ITS, IPB_GIC_MAX_ITS, IPB_GIC_SHARED_TABLES } },
};

KUNIT_ARRAY_PARAM_DESC(setup, setups, desc);

struct run {
	struct ipb_session session;
	struct ipb_aim aim;
	const struct ipb_backend *backend;
};

static void run_open(struct kunit *test, struct run *run, const struct setup *setup)
{
	unsigned int i;

	for (i = 0; i < ipb_bench_its.nr_backends; i++) {
		if (!strcmp(ipb_bench_its.backends[i]->name, "model"))
			run->backend = ipb_bench_its.backends[i];
	}
	KUNIT_ASSERT_NOT_NULL(test, run->backend);
	memcpy(run->session.param, setup->param, sizeof(setup->param));
	run->session.seed = 1;
	run->session.cpus = nr_cpu_ids;
	run->aim.session = &run->session;
	run->aim.local = true;
	run->aim.nr_ops = NR_OPS;
	KUNIT_ASSERT_EQ(test, run->backend->open(&run->session), 0);
}

static struct ipb_shot run_shoot(struct kunit *test, struct run *run, const char *name)
{
	struct ipb_shot shot = { .outcome = IPB_NR_OUTCOMES };
	unsigned int i;

	for (i = 0; i < run->backend->nr_variants; i++) {
		const struct ipb_variant *variant = &run->backend->variants[i];

		if (strcmp(variant->name, name))
			continue;
		preempt_disable();
		variant->shoot(&run->aim, &shot);
		preempt_enable();
	}
	KUNIT_EXPECT_EQ_MSG(test, shot.outcome, IPB_SHOT_HIT, "%s", name);
	KUNIT_EXPECT_GE_MSG(test, shot.done, shot.start, "%s", name);
	return shot;
}

static void variants_write_where_they_chose(struct kunit *test)
{
	const struct setup *setup = test->param_value;
	u64 nr_its = setup->param[IPB_ITS_NR_ITS];
	struct run run = {};
	u64 local;

	run_open(test, &run, setup);
	KUNIT_EXPECT_EQ(test, run_shoot(test, &run, "first").choice, nr_its - 1);
	KUNIT_EXPECT_EQ(test, run_shoot(test, &run, "kept").choice, nr_its - 1);
	local = run_shoot(test, &run, "local").choice;
	KUNIT_EXPECT_LT(test, local, nr_its);
	if (setup->param[IPB_ITS_VPE_TABLE] == IPB_GIC_OWN_TABLES)
		KUNIT_EXPECT_EQ(test, local, nr_its - 1);
	KUNIT_EXPECT_LT(test, run_shoot(test, &run, "nearest").choice, nr_its);
	if (num_online_nodes() == 1)
		KUNIT_EXPECT_EQ(test, run_shoot(test, &run, "nearest").choice, 0);
	run.backend->close(&run.session);
}

static struct kunit_case its_bench_cases[] = {
	KUNIT_CASE_PARAM(variants_write_where_they_chose, setup_gen_params),
	{}
};

static struct kunit_suite its_bench_suite = {
	.name = "ipibench_its_bench",
	.test_cases = its_bench_cases,
};

kunit_test_suite(its_bench_suite);
