// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the class rule.
 */
#include <kunit/test.h>

#include "core/classify.h"

struct pair_case {
	const char *desc;
	struct ipb_place from;
	struct ipb_place to;
	enum ipb_class class;
};

#define PLACE(p, n, c, l)	{ .package = (p), .node = (n), .core = (c), .llc = (l) }

static const struct pair_case pair_cases[] = {
	{ "same core", PLACE(0, 0, 0, 0), PLACE(0, 0, 0, 0), IPB_CLASS_SMT },
	{ "same core, nothing else known", PLACE(-1, -1, 4, -1), PLACE(-1, -1, 4, -1),
	  IPB_CLASS_SMT },
	{ "same core wins over all", PLACE(0, 0, 4, 0), PLACE(1, 1, 4, 1), IPB_CLASS_SMT },
	{ "other package", PLACE(0, 0, 0, 0), PLACE(1, 1, 1, 1), IPB_CLASS_CROSS },
	{ "other package of one node", PLACE(0, 0, 0, 0), PLACE(1, 0, 1, 1), IPB_CLASS_CROSS },
	{ "cache reported across packages", PLACE(0, 0, 0, 7), PLACE(1, 0, 1, 7),
	  IPB_CLASS_CROSS },
	{ "other package, no nodes", PLACE(0, -1, 0, 0), PLACE(1, -1, 1, 1), IPB_CLASS_CROSS },
	{ "other node", PLACE(0, 0, 0, 0), PLACE(0, 1, 1, 1), IPB_CLASS_SOCKET },
	{ "cache reported across nodes", PLACE(0, 0, 0, 7), PLACE(0, 1, 1, 7),
	  IPB_CLASS_SOCKET },
	{ "a node and none", PLACE(0, 0, 0, 7), PLACE(0, -1, 1, 7), IPB_CLASS_SOCKET },
	{ "shared cache", PLACE(0, 0, 0, 7), PLACE(0, 0, 1, 7), IPB_CLASS_LLC },
	{ "shared cache, no nodes", PLACE(0, -1, 0, 7), PLACE(0, -1, 1, 7), IPB_CLASS_LLC },
	{ "no node by two names", PLACE(0, -1, 0, 7), PLACE(0, -2, 1, 7), IPB_CLASS_LLC },
	{ "other cache", PLACE(0, 0, 0, 7), PLACE(0, 0, 1, 8), IPB_CLASS_NODE },
	{ "neither cache known", PLACE(0, 0, 0, -1), PLACE(0, 0, 1, -1), IPB_CLASS_NODE },
	{ "one cache known", PLACE(0, 0, 0, 7), PLACE(0, 0, 1, -1), IPB_CLASS_NODE },
	{ "ids as large as they come", PLACE(S32_MAX, S32_MAX, S32_MIN, S32_MAX),
	  PLACE(S32_MAX, S32_MAX, S32_MAX, S32_MAX), IPB_CLASS_LLC },
};

KUNIT_ARRAY_PARAM_DESC(pair, pair_cases, desc);

static void classify_pair(struct kunit *test)
{
	const struct pair_case *c = test->param_value;

	KUNIT_EXPECT_STREQ(test, ipb_class_name(ipb_classify(&c->from, &c->to)),
			   ipb_class_name(c->class));
	KUNIT_EXPECT_STREQ(test, ipb_class_name(ipb_classify(&c->to, &c->from)),
			   ipb_class_name(c->class));
}

/* the rule once more, as a table over what two places have in common */
enum { CORE = 1, PACKAGE = 2, NODE = 4, LLC = 8 };

static const enum ipb_class class_by_common[16] = {
	[0]				= IPB_CLASS_CROSS,
	[NODE]				= IPB_CLASS_CROSS,
	[LLC]				= IPB_CLASS_CROSS,
	[NODE | LLC]			= IPB_CLASS_CROSS,
	[PACKAGE]			= IPB_CLASS_SOCKET,
	[PACKAGE | LLC]			= IPB_CLASS_SOCKET,
	[PACKAGE | NODE]		= IPB_CLASS_NODE,
	[PACKAGE | NODE | LLC]		= IPB_CLASS_LLC,
	[CORE]				= IPB_CLASS_SMT,
	[CORE | PACKAGE]		= IPB_CLASS_SMT,
	[CORE | NODE]			= IPB_CLASS_SMT,
	[CORE | LLC]			= IPB_CLASS_SMT,
	[CORE | PACKAGE | NODE]		= IPB_CLASS_SMT,
	[CORE | PACKAGE | LLC]		= IPB_CLASS_SMT,
	[CORE | NODE | LLC]		= IPB_CLASS_SMT,
	[CORE | PACKAGE | NODE | LLC]	= IPB_CLASS_SMT,
};

static unsigned int common(const struct ipb_place *a, const struct ipb_place *b)
{
	return (a->core == b->core ? CORE : 0) |
	       (a->package == b->package ? PACKAGE : 0) |
	       (a->node == b->node ? NODE : 0) |
	       (a->llc == b->llc && a->llc != -1 ? LLC : 0);
}

/* place number i of the 36 with ids 0..1, and -1 where that means none */
static struct ipb_place small_place(unsigned int i)
{
	return (struct ipb_place)PLACE(i % 2, (int)(i / 2 % 3) - 1, i / 6 % 2,
				       (int)(i / 12) - 1);
}

static void classify_every_small_pair(struct kunit *test)
{
	unsigned int i, j;

	for (i = 0; i < 36; i++) {
		for (j = 0; j < 36; j++) {
			struct ipb_place a = small_place(i), b = small_place(j);

			KUNIT_EXPECT_EQ_MSG(test, ipb_classify(&a, &b),
					    class_by_common[common(&a, &b)],
					    "places %u and %u", i, j);
		}
	}
}

/* a two-socket machine of four cores and eight threads, cores in two pairs */
struct machine_case {
	const char *desc;
	bool nodes;
	int llc;	/* -1 unknown, 0 one for all, 1 one a package */
	u32 classes;	/* those that exist */
};

static const struct machine_case machine_cases[] = {
	{ "x86 with a cache a package", true, 1,
	  BIT(IPB_CLASS_SMT) | BIT(IPB_CLASS_LLC) | BIT(IPB_CLASS_CROSS) },
	{ "arm64 with no cache known", true, -1,
	  BIT(IPB_CLASS_SMT) | BIT(IPB_CLASS_NODE) | BIT(IPB_CLASS_CROSS) },
	{ "arm64 with a cache across packages", false, 0,
	  BIT(IPB_CLASS_SMT) | BIT(IPB_CLASS_LLC) | BIT(IPB_CLASS_CROSS) },
};

KUNIT_ARRAY_PARAM_DESC(machine, machine_cases, desc);

static struct ipb_place machine_place(const struct machine_case *m, unsigned int cpu)
{
	int package = cpu / 4;

	return (struct ipb_place)PLACE(package, m->nodes ? package : -1, cpu & ~1,
				       m->llc < 0 ? IPB_LLC_UNKNOWN : m->llc * package);
}

static void classify_machine(struct kunit *test)
{
	const struct machine_case *m = test->param_value;
	unsigned int i, j;
	u32 seen = 0;

	for (i = 0; i < 8; i++) {
		for (j = 0; j < 8; j++) {
			struct ipb_place a = machine_place(m, i), b = machine_place(m, j);

			if (i != j)
				seen |= BIT(ipb_classify(&a, &b));
		}
	}
	KUNIT_EXPECT_EQ(test, seen, m->classes);
}

static void class_names(struct kunit *test)
{
	static const char * const names[] = {
		"local", "smt", "llc", "node", "socket", "cross",
		"ring", "all-to-one", "broadcast", "pairs",
	};
	unsigned int i;

	KUNIT_ASSERT_EQ(test, ARRAY_SIZE(names), IPB_NR_GROUPS);
	for (i = 0; i < IPB_NR_GROUPS; i++)
		KUNIT_EXPECT_STREQ(test, ipb_class_name(i), names[i]);
	KUNIT_EXPECT_STREQ(test, ipb_class_name(IPB_NR_GROUPS), "invalid");
	KUNIT_EXPECT_STREQ(test, ipb_class_name(-1), "invalid");
}

static struct kunit_case classify_test_cases[] = {
	KUNIT_CASE_PARAM(classify_pair, pair_gen_params),
	KUNIT_CASE_PARAM(classify_machine, machine_gen_params),
	KUNIT_CASE(classify_every_small_pair),
	KUNIT_CASE(class_names),
	{}
};

static struct kunit_suite classify_test_suite = {
	.name = "ipibench_classify",
	.test_cases = classify_test_cases,
};

kunit_test_suite(classify_test_suite);
