// SPDX-License-Identifier: GPL-2.0-only
/*
 * core/x86_icr: fields, and the one-compare classifiers against the many-compare ones.
 */
#include <kunit/test.h>
#include <linux/sched.h>

#include "core/x86_icr.h"

static const struct decode_case {
	const char *desc;
	u64 icr;
	struct ipb_icr fields;
} decode_cases[] = {
	{ "nothing", 0, { } },
	{ "edge to id 1", 0x00000001000040fd,
	  { .dest = 1, .vector = 0xfd, .level = true } },
	{ "busy", 0x00000002000010fb, { .dest = 2, .vector = 0xfb, .busy = true } },
	{ "NMI", 0x0000000100000400, { .dest = 1, .delivery = IPB_ICR_NMI } },
	{ "SMI", 0x0000000100000200, { .dest = 1, .delivery = IPB_ICR_SMI } },
	{ "SIPI", 0x000000010000069a,
	  { .dest = 1, .vector = 0x9a, .delivery = IPB_ICR_STARTUP } },
	{ "logical", 0x0002000500000830, { .dest = 0x00020005, .vector = 0x30, .logical = true } },
	{ "self", 0x00000000000400f0, { .vector = 0xf0, .shorthand = IPB_ICR_TO_SELF } },
	{ "all", 0x00000000000800f0, { .vector = 0xf0, .shorthand = IPB_ICR_TO_ALL } },
	{ "others", 0x00000000000c00f0, { .vector = 0xf0, .shorthand = IPB_ICR_TO_OTHERS } },
	{ "level assert", 0x000000010000c0fd,
	  { .dest = 1, .vector = 0xfd, .level = true, .trigger = true } },
	{ "bit 13", 0x00000001000020fd, { .dest = 1, .vector = 0xfd, .reserved = true } },
	{ "bit 16", 0x00000001000100fd, { .dest = 1, .vector = 0xfd, .reserved = true } },
	{ "bit 17", 0x00000001000200fd, { .dest = 1, .vector = 0xfd, .reserved = true } },
	{ "bit 20", 0x00000001001000fd, { .dest = 1, .vector = 0xfd, .reserved = true } },
	{ "bit 31", 0x00000001800000fd, { .dest = 1, .vector = 0xfd, .reserved = true } },
	{ "everything", 0xffffffffffffffff,
	  { .dest = 0xffffffff, .vector = 0xff, .delivery = 7, .shorthand = 3, .logical = true,
	    .busy = true, .level = true, .trigger = true, .reserved = true } },
};

KUNIT_ARRAY_PARAM_DESC(decode, decode_cases, desc);

static void decode_splits_fields(struct kunit *test)
{
	const struct decode_case *param = test->param_value;
	struct ipb_icr got;

	memset(&got, 0xa5, sizeof(got));
	ipb_icr_decode(param->icr, &got);
	KUNIT_EXPECT_EQ(test, got.dest, param->fields.dest);
	KUNIT_EXPECT_EQ(test, got.vector, param->fields.vector);
	KUNIT_EXPECT_EQ(test, got.delivery, param->fields.delivery);
	KUNIT_EXPECT_EQ(test, got.shorthand, param->fields.shorthand);
	KUNIT_EXPECT_EQ(test, got.logical, param->fields.logical);
	KUNIT_EXPECT_EQ(test, got.busy, param->fields.busy);
	KUNIT_EXPECT_EQ(test, got.level, param->fields.level);
	KUNIT_EXPECT_EQ(test, got.trigger, param->fields.trigger);
	KUNIT_EXPECT_EQ(test, got.reserved, param->fields.reserved);
}

/* the rules again, on decoded fields: slow, and plainly right */
static bool naive_is_single(const struct ipb_icr *icr)
{
	return !icr->reserved && icr->shorthand == IPB_ICR_TO_DEST && !icr->logical &&
	       icr->delivery == IPB_ICR_FIXED && icr->dest != 0xffffffff;
}

static bool naive_is_mapped(const struct ipb_icr *icr)
{
	if (icr->reserved)
		return false;
	return icr->shorthand == IPB_ICR_TO_SELF ||
	       (icr->shorthand == IPB_ICR_TO_DEST && icr->dest != 0xffffffff);
}

static bool classifiers_agree(u64 icr)
{
	struct ipb_icr fields;

	ipb_icr_decode(icr, &fields);
	return ipb_icr_is_single(icr) == naive_is_single(&fields) &&
	       ipb_icr_is_single_by_fields(icr) == naive_is_single(&fields) &&
	       ipb_icr_is_mapped(icr) == naive_is_mapped(&fields) &&
	       ipb_icr_is_fast(IPB_ICR_RULES_6_12, icr) == naive_is_single(&fields) &&
	       ipb_icr_is_fast(IPB_ICR_RULES_6_18, icr) == naive_is_mapped(&fields);
}

/* all 2^24 values of bits 31:8, each with another vector, times the classes of destination */
static void classifiers_agree_on_all_fields(struct kunit *test)
{
	static const u32 dests[] = { 0, 1, 0xff, 0xfffffffe, 0xffffffff };
	u32 high, single = 0, mapped = 0;
	unsigned int i;

	for (high = 0; high < BIT(24); high++) {
		u32 low = high << 8 | ((high * 0x9e3779b1U) >> 24);

		for (i = 0; i < ARRAY_SIZE(dests); i++) {
			u64 icr = (u64)dests[i] << 32 | low;

			single += ipb_icr_is_single(icr);
			mapped += ipb_icr_is_mapped(icr);
			if (!classifiers_agree(icr))
				KUNIT_FAIL_AND_ABORT(test, "icr %016llx", icr);
		}
		if (!(high & 0xffff))
			cond_resched();
	}
	/* free bits: busy, level, trigger; four destinations that are not everybody */
	KUNIT_EXPECT_EQ(test, single, 8U * 4);
	/* and delivery and mode; "self" goes with any destination */
	KUNIT_EXPECT_EQ(test, mapped, 8U * 8 * 2 * (4 + 5));
}

/* the vector never decides, wherever it is */
static void classifiers_ignore_the_vector(struct kunit *test)
{
	u32 vector, low;

	for (low = 0; low < BIT(24); low += 0x1111) {
		bool single = ipb_icr_is_single((u64)low << 8 | 1ULL << 32);
		bool mapped = ipb_icr_is_mapped((u64)low << 8 | 1ULL << 32);

		for (vector = 0; vector < 256; vector++) {
			u64 icr = 1ULL << 32 | (u64)low << 8 | vector;

			KUNIT_EXPECT_EQ_MSG(test, ipb_icr_is_single(icr), single, "%016llx", icr);
			KUNIT_EXPECT_EQ_MSG(test, ipb_icr_is_mapped(icr), mapped, "%016llx", icr);
		}
	}
}

/* what one kernel finds fast, the next one does too */
static void newer_rules_take_no_less(struct kunit *test)
{
	u32 high;

	for (high = 0; high < BIT(24); high++) {
		u64 icr = 1ULL << 32 | (u64)high << 8;

		if (ipb_icr_is_single(icr) && !ipb_icr_is_mapped(icr))
			KUNIT_FAIL_AND_ABORT(test, "icr %016llx", icr);
	}
}

static struct kunit_case x86_icr_cases[] = {
	KUNIT_CASE_PARAM(decode_splits_fields, decode_gen_params),
	KUNIT_CASE(classifiers_agree_on_all_fields),
	KUNIT_CASE(classifiers_ignore_the_vector),
	KUNIT_CASE(newer_rules_take_no_less),
	{ }
};

static struct kunit_suite x86_icr_suite = {
	.name = "ipibench_x86_icr",
	.test_cases = x86_icr_cases,
};

kunit_test_suite(x86_icr_suite);
