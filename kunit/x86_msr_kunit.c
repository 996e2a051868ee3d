// SPDX-License-Identifier: GPL-2.0-only
/*
 * core/x86_msr: the search, at the edges of the ranges that matter.
 */
#include <kunit/test.h>

#include "core/x86_icr.h"
#include "core/x86_msr.h"

static const struct find_case {
	const char *desc;
	u32 msr;
	enum ipb_x86_msr_owner owner;
} find_cases[] = {
	{ "zero", 0, IPB_X86_MSR_NOBODY },
	{ "first entry", 0x10, IPB_X86_MSR_CPU },
	{ "gap", 0x11, IPB_X86_MSR_NOBODY },
	{ "below x2APIC", 0x7ff, IPB_X86_MSR_NOBODY },
	{ "x2APIC, first", 0x800, IPB_X86_MSR_X2APIC },
	{ "interrupt command", IPB_ICR_MSR, IPB_X86_MSR_X2APIC },
	{ "self IPI", 0x83f, IPB_X86_MSR_X2APIC },
	{ "x2APIC, last", 0x8ff, IPB_X86_MSR_X2APIC },
	{ "above x2APIC", 0x900, IPB_X86_MSR_NOBODY },
	{ "TSC deadline", 0x6e0, IPB_X86_MSR_CLOCK },
	{ "EFER", 0xc0000080, IPB_X86_MSR_CPU },
	{ "last entry", 0xc001020b, IPB_X86_MSR_PMU },
	{ "above all", 0xffffffff, IPB_X86_MSR_NOBODY },
};

KUNIT_ARRAY_PARAM_DESC(find, find_cases, desc);

static void find_names_the_owner(struct kunit *test)
{
	const struct find_case *param = test->param_value;

	KUNIT_EXPECT_EQ(test, ipb_x86_msr_find(param->msr), param->owner);
}

static void the_table_is_sorted(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, ipb_x86_msr_table_is_sorted());
}

static struct kunit_case x86_msr_cases[] = {
	KUNIT_CASE_PARAM(find_names_the_owner, find_gen_params),
	KUNIT_CASE(the_table_is_sorted),
	{ }
};

static struct kunit_suite x86_msr_suite = {
	.name = "ipibench_x86_msr",
	.test_cases = x86_msr_cases,
};

kunit_test_suite(x86_msr_suite);
