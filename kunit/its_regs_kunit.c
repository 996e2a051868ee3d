// SPDX-License-Identifier: GPL-2.0-only
/*
 * Register decodes, by worked examples and by going round every field.
 */
#include <kunit/test.h>
#include <linux/errno.h>

#include "core/its_regs.h"

struct common_case {
	const char *desc;
	u32 affinity;
	unsigned int level;
	u32 expect;
};

static const struct common_case common_cases[] = {
	{ "level 0 keeps nothing", 0x01020304, 0, 0x00000000 },
	{ "level 1 keeps Aff3", 0x01020304, 1, 0x01000000 },
	{ "level 2 keeps Aff3.Aff2", 0x01020304, 2, 0x01020000 },
	{ "level 3 keeps Aff3.Aff2.Aff1", 0x01020304, 3, 0x01020300 },
	{ "level 2, Aff3 is 0", 0x00010203, 2, 0x00010000 },
	{ "level 3 drops Aff0", 0x000000ff, 3, 0x00000000 },
	{ "level 3, Aff1 only", 0x00000100, 3, 0x00000100 },
	{ "level 0, all ones", 0xffffffff, 0, 0x00000000 },
	{ "level 3, all ones", 0xffffffff, 3, 0xffffff00 },
};

KUNIT_ARRAY_PARAM_DESC(common, common_cases, desc);

static void common_affinity(struct kunit *test)
{
	const struct common_case *p = test->param_value;
	u64 typer = (u64)p->affinity << 32 | p->level << 24;
	u64 noise = ~(IPB_GICR_TYPER_AFFINITY | IPB_GICR_TYPER_COMMON_LPI_AFF);

	KUNIT_EXPECT_EQ(test, ipb_gicr_common_affinity(typer), p->expect);
	KUNIT_EXPECT_EQ(test, ipb_gicr_common_affinity(typer | noise), p->expect);
	KUNIT_EXPECT_EQ(test, ipb_gicr_typer_level(typer | noise), p->level);
}

struct its_case {
	const char *desc;
	u64 typer;
	u32 mpidr;
	bool is_v4_1;
	unsigned int level;
	u32 expect;
};

static const struct its_case its_cases[] = {
	{ "SVPET 0", 0x0000012000000003, 0x00010000, true, 0, 0x00000000 },
	{ "SVPET 1, Aff3 0", 0x0000032000000003, 0x00010000, true, 1, 0x00000000 },
	{ "SVPET 2, 0.1", 0x0000052000000003, 0x00010000, true, 2, 0x00010000 },
	{ "SVPET 3, 0.1.0", 0x0000072000000003, 0x00010000, true, 3, 0x00010000 },
	{ "SVPET 3, 0.1.1", 0x0000072000000003, 0x00010100, true, 3, 0x00010100 },
	{ "SVPET 1, Aff3 1", 0x0000032000000003, 0x01000000, true, 1, 0x01000000 },
	{ "SVPET 2, 1.2", 0x0000052000000003, 0x01020300, true, 2, 0x01020000 },
	{ "SVPET 3, 1.2.3", 0x0000072000000003, 0x01020300, true, 3, 0x01020300 },
	{ "v4.0", 0x0000002000000003, 0xffffff00, false, 0, 0x00000000 },
};

KUNIT_ARRAY_PARAM_DESC(its, its_cases, desc);

static void its_affinity(struct kunit *test)
{
	const struct its_case *p = test->param_value;

	KUNIT_EXPECT_EQ(test, ipb_gits_typer_is_v4_1(p->typer), p->is_v4_1);
	KUNIT_EXPECT_EQ(test, ipb_gits_typer_level(p->typer), p->level);
	KUNIT_EXPECT_EQ(test, ipb_gits_affinity(p->typer, p->mpidr), p->expect);
}

struct table_case {
	const char *desc;
	u64 baser2;
	int ret;
	u64 shareable;
	u64 plain;
};

static const struct table_case table_cases[] = {
	{ "4K, flat, 4 pages", 0xba07000080000403, 0, 0x8000000080000783, 0x8000000080000003 },
	{ "64K, indirect", 0xfa07000080010600, 0, 0x80c0000080010780, 0x80c0000080010000 },
	{ "64K, address above 2^48", 0xfa07000080013600, 0,
	  0x80c3000080010780, 0x80c3000080010000 },
	{ "16K, flat, 128 pages: the most that fits", 0xba0700008000057f, 0,
	  0x80200000800007ff, 0x802000008000007f },
	{ "16K, flat, 129 pages: one too many", 0xba07000080000580, -E2BIG },
	{ "4K, flat, 256 pages", 0xba070000800004ff, -E2BIG },
	{ "64K, first level of 129 pages", 0xfa07000080010680, -E2BIG },
	{ "reserved page size", 0xba07000080000703, -EINVAL },
	{ "not valid", 0x3a07000080000403, -ENOENT },
	{ "not valid and too large", 0x3a070000800004ff, -ENOENT },
};

KUNIT_ARRAY_PARAM_DESC(table, table_cases, desc);

static void table_from_baser2(struct kunit *test)
{
	const struct table_case *p = test->param_value;
	const u64 untouched = 0x5a5a5a5a5a5a5a5aULL;
	u64 shareable = untouched, plain = untouched;

	KUNIT_EXPECT_EQ(test, ipb_vpropbaser_from_baser2(p->baser2, true, &shareable), p->ret);
	KUNIT_EXPECT_EQ(test, ipb_vpropbaser_from_baser2(p->baser2, false, &plain), p->ret);
	KUNIT_EXPECT_EQ(test, shareable, p->ret ? untouched : p->shareable);
	KUNIT_EXPECT_EQ(test, plain, p->ret ? untouched : p->plain);
}

/* every number of pages: what is accepted says the same number in fewer bits */
static void table_size_is_never_cut(struct kunit *test)
{
	u64 nr_pages, value;

	for (nr_pages = 1; nr_pages <= 256; nr_pages++) {
		u64 baser2 = IPB_GITS_BASER_VALID | (nr_pages - 1);
		int ret = ipb_vpropbaser_from_baser2(baser2, true, &value);

		KUNIT_EXPECT_EQ_MSG(test, ret, nr_pages > 128 ? -E2BIG : 0,
				    "%llu pages", nr_pages);
		if (!ret)
			KUNIT_EXPECT_EQ(test, FIELD_GET(IPB_GICR_VPROPBASER_SIZE, value) + 1,
					nr_pages);
	}
}

static void sibling_table_loses_zero_flag(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, ipb_vpropbaser_from_sibling(0x8010000080000783),
			0x8000000080000783);
	KUNIT_EXPECT_EQ(test, ipb_vpropbaser_from_sibling(0x8000000080000783),
			0x8000000080000783);
	KUNIT_EXPECT_EQ(test, ipb_vpropbaser_from_sibling(0), 0);
}

struct sgir_case {
	const char *desc;
	unsigned int vpeid;
	unsigned int sgi;
	u64 expect;
};

static const struct sgir_case sgir_cases[] = {
	{ "vPE 5, SGI 3", 5, 3, 0x0000000500000003 },
	{ "all zero", 0, 0, 0 },
	{ "largest of both", 0xffff, 15, 0x0000ffff0000000f },
	{ "vPE 1234, SGI 8", 0x1234, 8, 0x0000123400000008 },
	{ "neither leaves its field", 0xabcd1234, 0xf8, 0x0000123400000008 },
};

KUNIT_ARRAY_PARAM_DESC(sgir, sgir_cases, desc);

static void sgir_value(struct kunit *test)
{
	const struct sgir_case *p = test->param_value;

	KUNIT_EXPECT_EQ(test, ipb_gits_sgir(p->vpeid, p->sgi), p->expect);
}

static void sgir_round_trip(struct kunit *test)
{
	unsigned int vpeid, sgi, bad = 0;

	for (vpeid = 0; vpeid <= U16_MAX; vpeid++) {
		for (sgi = 0; sgi < 16; sgi++) {
			u64 v = ipb_gits_sgir(vpeid, sgi);

			bad += FIELD_GET(IPB_GITS_SGIR_VPEID, v) != vpeid ||
			       FIELD_GET(IPB_GITS_SGIR_VINTID, v) != sgi ||
			       (v & ~(IPB_GITS_SGIR_VPEID | IPB_GITS_SGIR_VINTID));
		}
	}
	KUNIT_EXPECT_EQ(test, bad, 0);
}

static void sgir_address(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, ipb_gits_sgir_address(0x08080000), 0x080a0020);
}

static struct kunit_case its_regs_cases[] = {
	KUNIT_CASE_PARAM(common_affinity, common_gen_params),
	KUNIT_CASE_PARAM(its_affinity, its_gen_params),
	KUNIT_CASE_PARAM(table_from_baser2, table_gen_params),
	KUNIT_CASE(table_size_is_never_cut),
	KUNIT_CASE(sibling_table_loses_zero_flag),
	KUNIT_CASE_PARAM(sgir_value, sgir_gen_params),
	KUNIT_CASE(sgir_round_trip),
	KUNIT_CASE(sgir_address),
	{}
};

static struct kunit_suite its_regs_suite = {
	.name = "ipibench_its_regs",
	.test_cases = its_regs_cases,
};

kunit_test_suite(its_regs_suite);
