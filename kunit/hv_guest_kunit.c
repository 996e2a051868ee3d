// SPDX-License-Identifier: GPL-2.0-only
/*
 * hv_guest: the way to the hypervisor, and the table of one-CPU masks.
 */
#include <kunit/test.h>
#include <linux/bitmap.h>

#include "core/hv_guest.h"

/* the rules in the order they are usually written, against the table */
static enum ipb_hv_way way_by_rules(bool page, bool paravisor, enum ipb_hv_isolation isolation)
{
	if (isolation == IPB_HV_ISOLATION_TDX && !paravisor)
		return IPB_HV_WAY_TDVMCALL;
	if (!page)
		return IPB_HV_WAY_NONE;
	if (isolation == IPB_HV_ISOLATION_SNP && !paravisor)
		return IPB_HV_WAY_VMMCALL;
	return IPB_HV_WAY_PAGE;
}

static void hv_guest_way(struct kunit *test)
{
	unsigned int isolation, page, paravisor;

	for (isolation = 0; isolation < IPB_HV_NR_ISOLATIONS; isolation++) {
		for (page = 0; page < 2; page++) {
			for (paravisor = 0; paravisor < 2; paravisor++) {
				enum ipb_hv_way way = ipb_hv_way_find(page, paravisor, isolation);

				KUNIT_EXPECT_EQ_MSG(test, way,
						    way_by_rules(page, paravisor, isolation),
						    "isolation %u page %u paravisor %u",
						    isolation, page, paravisor);
			}
		}
	}
}

static void hv_guest_way_of_the_unknown(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, ipb_hv_way_find(true, false, IPB_HV_NR_ISOLATIONS),
			IPB_HV_WAY_NONE);
	KUNIT_EXPECT_EQ(test, ipb_hv_way_find(true, true, (enum ipb_hv_isolation)-1),
			IPB_HV_WAY_NONE);
}

static void one_hot_check(struct kunit *test, unsigned int nr_cpus)
{
	size_t bytes = ipb_hv_one_hot_words(nr_cpus) * sizeof(long);
	unsigned long *table = kunit_kzalloc(test, bytes, GFP_KERNEL);
	unsigned int stride, cpu;

	KUNIT_ASSERT_NOT_NULL(test, table);
	stride = ipb_hv_one_hot_fill(table, nr_cpus);
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		const unsigned long *mask = table + (1 + cpu % BITS_PER_LONG) * stride -
					    cpu / BITS_PER_LONG;

		KUNIT_EXPECT_EQ_MSG(test, bitmap_weight(mask, nr_cpus), 1,
				    "cpu %u of %u", cpu, nr_cpus);
		KUNIT_EXPECT_TRUE_MSG(test, test_bit(cpu, mask), "cpu %u of %u", cpu, nr_cpus);
	}
}

static void hv_guest_one_hot(struct kunit *test)
{
	static const unsigned int sizes[] = { 1, 63, 64, 65, 128, 1000, 4096 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		one_hot_check(test, sizes[i]);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(hv_guest_way),
	KUNIT_CASE(hv_guest_way_of_the_unknown),
	KUNIT_CASE(hv_guest_one_hot),
	{}
};

static struct kunit_suite suite = {
	.name = "ipibench_hv_guest",
	.test_cases = cases,
};

kunit_test_suite(suite);
