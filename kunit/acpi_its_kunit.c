// SPDX-License-Identifier: GPL-2.0-only
/*
 * ACPI tables of two sockets with one ITS each, whole, cut and spoiled.
 */
#include <kunit/test.h>
#include <linux/string.h>

#include "core/acpi_its.h"

enum { MADT_HEADER = 44, SRAT_HEADER = 48, MAX_ITS = 4 };

/* a GIC CPU interface (11), an ITS, a redistributor (14), an ITS */
static const u8 madt_body[] = {
	11, 4, 0xaa, 0xaa,
	15, 20, 0, 0, 0x01, 0, 0, 0, 0, 0, 0x08, 0x08, 0, 0, 0, 0, 0, 0, 0, 0,
	14, 16, 0, 0, 15, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	15, 20, 0, 0, 0x44, 0x33, 0x22, 0x11, 0, 0, 0x10, 0x40, 0x01, 0x20, 0, 0, 0, 0, 0, 0,
};

/* a GICC affinity (3), ITS 0x11223344 in domain 1, an ITS that MADT lacks */
static const u8 srat_body[] = {
	3, 18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	4, 12, 0x01, 0x00, 0x00, 0x80, 0, 0, 0x44, 0x33, 0x22, 0x11,
	4, 12, 2, 0, 0, 0, 0, 0, 9, 0, 0, 0,
};

static u8 *table_alloc(struct kunit *test, u32 header, const u8 *body, u32 length)
{
	u8 *table = kunit_kzalloc(test, header + length, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, table);
	memcpy(table + header, body, length);
	return table;
}

static void tables_are_joined_by_id(struct kunit *test)
{
	u8 *madt = table_alloc(test, MADT_HEADER, madt_body, sizeof(madt_body));
	u8 *srat = table_alloc(test, SRAT_HEADER, srat_body, sizeof(srat_body));
	struct ipb_acpi_its its[MAX_ITS] = {};

	KUNIT_ASSERT_EQ(test, ipb_acpi_its_find(madt, MADT_HEADER + sizeof(madt_body), its,
						MAX_ITS), 2);
	ipb_acpi_its_place(srat, SRAT_HEADER + sizeof(srat_body), its, 2);
	KUNIT_EXPECT_EQ(test, its[0].base, 0x08080000);
	KUNIT_EXPECT_EQ(test, its[0].id, 1);
	KUNIT_EXPECT_FALSE(test, its[0].has_domain);
	KUNIT_EXPECT_EQ(test, its[1].base, 0x200140100000);
	KUNIT_EXPECT_EQ(test, its[1].id, 0x11223344);
	KUNIT_EXPECT_TRUE(test, its[1].has_domain);
	KUNIT_EXPECT_EQ(test, its[1].domain, 0x80000001);
}

static void surplus_is_left_out(struct kunit *test)
{
	u8 *madt = table_alloc(test, MADT_HEADER, madt_body, sizeof(madt_body));
	struct ipb_acpi_its its[2] = { {}, { .id = 77 } };

	KUNIT_EXPECT_EQ(test, ipb_acpi_its_find(madt, MADT_HEADER + sizeof(madt_body), its, 1), 1);
	KUNIT_EXPECT_EQ(test, its[0].id, 1);
	KUNIT_EXPECT_EQ(test, its[1].id, 77);
	KUNIT_EXPECT_EQ(test, ipb_acpi_its_find(madt, MADT_HEADER + sizeof(madt_body), its, 0), 0);
}

/* KASAN is the judge of how far the walk looks; the copy is exactly as long as it says */
static void cut_tables_end_early(struct kunit *test)
{
	struct ipb_acpi_its its[MAX_ITS];
	u32 length;

	for (length = 0; length <= MADT_HEADER + sizeof(madt_body); length++) {
		u32 body = length > MADT_HEADER ? length - MADT_HEADER : 0;
		u8 *madt = table_alloc(test, length - body, madt_body, body);
		unsigned int expect = (body >= 24) + (body >= 60);

		KUNIT_EXPECT_EQ_MSG(test, ipb_acpi_its_find(madt, length, its, MAX_ITS), expect,
				    "length %u", length);
	}
	for (length = 0; length <= SRAT_HEADER + sizeof(srat_body); length++) {
		u32 body = length > SRAT_HEADER ? length - SRAT_HEADER : 0;
		u8 *srat = table_alloc(test, length - body, srat_body, body);
		struct ipb_acpi_its one = { .id = 0x11223344 };

		ipb_acpi_its_place(srat, length, &one, 1);
		KUNIT_EXPECT_EQ_MSG(test, one.has_domain, body >= 30, "length %u", length);
	}
}

struct spoiled_case {
	const char *desc;
	unsigned int at;
	u8 value;
	unsigned int expect;
};

static const struct spoiled_case spoiled_cases[] = {
	{ "first structure says 0 bytes", 1, 0, 0 },
	{ "first structure says 1 byte", 1, 1, 0 },
	{ "first structure says more than there is", 1, 255, 0 },
	{ "ITS structure of another type", 4, 16, 1 },
	{ "last ITS structure too short for an ITS", 41, 19, 1 },
	{ "last ITS structure longer than the table", 41, 21, 1 },
};

KUNIT_ARRAY_PARAM_DESC(spoiled, spoiled_cases, desc);

static void spoiled_tables_end_early(struct kunit *test)
{
	const struct spoiled_case *p = test->param_value;
	u8 *madt = table_alloc(test, MADT_HEADER, madt_body, sizeof(madt_body));
	struct ipb_acpi_its its[MAX_ITS];

	madt[MADT_HEADER + p->at] = p->value;
	KUNIT_EXPECT_EQ(test, ipb_acpi_its_find(madt, MADT_HEADER + sizeof(madt_body), its,
						MAX_ITS), p->expect);
}

static struct kunit_case acpi_its_cases[] = {
	KUNIT_CASE(tables_are_joined_by_id),
	KUNIT_CASE(surplus_is_left_out),
	KUNIT_CASE(cut_tables_end_early),
	KUNIT_CASE_PARAM(spoiled_tables_end_early, spoiled_gen_params),
	{}
};

static struct kunit_suite acpi_its_suite = {
	.name = "ipibench_acpi_its",
	.test_cases = acpi_its_cases,
};

kunit_test_suite(acpi_its_suite);
