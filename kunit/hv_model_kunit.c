// SPDX-License-Identifier: GPL-2.0-only
/*
 * hv_model: which status a call earns, and whom it interrupts.
 */
#include <kunit/test.h>
#include <linux/bitmap.h>

#include "core/hv_model.h"

#define FAST(code)		((code) | IPB_HV_CONTROL_FAST)
#define EX(banks)		(IPB_HV_CODE_IPI_EX | (u64)(banks) << IPB_HV_VARHEAD_SHIFT)
#define FAST_EX(banks)		FAST(EX(banks))
#define ALIGNED			0x5000

/* how the partition of a row differs from one where everything is allowed */
enum {
	NO_LAPIC	= BIT(0),
	USER_MODE	= BIT(1),
	NO_CLUSTER	= BIT(2),
	NO_EX		= BIT(3),
	UNENFORCED	= BIT(4),
};

/*
 * struct row - one call into a partition of VPs 0..127 and 200
 * @odd: how the partition differs
 * @in1: RDX, for memory input its address
 * @input: input in memory, or XMM0..5
 * @kvm: status KVM gives; @strict: status the TLFS asks for
 * @targets: VPs interrupted after status 0
 */
struct row {
	const char *desc;
	unsigned int odd;
	u64 control;
	u64 in1;
	u64 in2;
	union {
		struct ipb_hv_input ipi;
		struct ipb_hv_input_ex ex;
		u64 xmm[IPB_HV_XMM_WORDS];
	} input;
	enum ipb_hv_status kvm;
	enum ipb_hv_status strict;
	unsigned int targets;
};

static const struct row rows[] = {
	{ .desc = "fast", .control = FAST(0xb), .in1 = 0xfb, .in2 = 0x5, .targets = 2 },
	{ .desc = "fast, empty mask", .control = FAST(0xb), .in1 = 0xfb },
	{ .desc = "fast, upper half of rdx", .control = FAST(0xb), .in1 = 0x1000000fb, .in2 = 1,
	  .kvm = 3, .strict = 3 },
	{ .desc = "memory", .control = 0xb, .in1 = ALIGNED,
	  .input.ipi = { .vector = 0xfb, .mask = 0x7 }, .targets = 3 },
	{ .desc = "memory, other trust level", .control = 0xb, .in1 = ALIGNED,
	  .input.ipi = { .vector = 0xfb, .vtl = 1, .mask = 0x7 }, .strict = 5, .targets = 3 },
	{ .desc = "memory, unaligned", .control = 0xb, .in1 = ALIGNED + 4,
	  .input.ipi = { .vector = 0xfb, .mask = 0x1 }, .strict = 4, .targets = 1 },
	{ .desc = "memory, two pages", .control = 0xb, .in1 = ALIGNED + 4096 - 8,
	  .input.ipi = { .vector = 0xfb, .mask = 0x1 }, .strict = 4, .targets = 1 },
	{ .desc = "memory, to the page's last byte", .control = 0xb, .in1 = ALIGNED + 4096 - 16,
	  .input.ipi = { .vector = 0xfb, .mask = 0x1 }, .targets = 1 },
	{ .desc = "vector 0x0f", .control = FAST(0xb), .in1 = 0x0f, .in2 = 1,
	  .kvm = 3, .strict = 5 },
	{ .desc = "vector 0x10", .control = FAST(0xb), .in1 = 0x10, .in2 = 1, .targets = 1 },
	{ .desc = "vector 0xff", .control = FAST(0xb), .in1 = 0xff, .in2 = 1, .targets = 1 },
	{ .desc = "vector 0x100", .control = FAST(0xb), .in1 = 0x100, .in2 = 1,
	  .kvm = 3, .strict = 5 },
	{ .desc = "nmi", .control = FAST(0xb), .in1 = 2, .in2 = 1, .kvm = 3, .strict = 5 },
	{ .desc = "unknown code", .control = FAST(0xc), .in1 = 0xfb, .in2 = 1,
	  .kvm = 2, .strict = 2 },
	{ .desc = "code 0", .kvm = 2, .strict = 2 },
	{ .desc = "repetitions", .control = FAST(0xb) | BIT_ULL(32), .in1 = 0xfb, .in2 = 1,
	  .kvm = 3, .strict = 3 },
	{ .desc = "start of repetitions", .control = EX(1) | BIT_ULL(48), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .valid = 1, .bank = { 1 } }, .kvm = 3, .strict = 3 },
	{ .desc = "variable header without set", .control = FAST(0xb) | BIT_ULL(17), .in1 = 0xfb,
	  .in2 = 1, .kvm = 3, .strict = 3 },
	{ .desc = "reserved bit 27", .control = FAST(0xb) | BIT_ULL(27), .in1 = 0xfb, .in2 = 1,
	  .kvm = 3, .strict = 3 },
	{ .desc = "nested, but we are not", .control = FAST(0xb) | BIT_ULL(31), .in1 = 0xfb,
	  .in2 = 1, .kvm = 3, .strict = 3 },
	{ .desc = "reserved bit 44", .control = FAST(0xb) | BIT_ULL(44), .in1 = 0xfb, .in2 = 1,
	  .kvm = 3, .strict = 3 },
	{ .desc = "reserved bit 63", .control = FAST(0xb) | BIT_ULL(63), .in1 = 0xfb, .in2 = 1,
	  .kvm = 3, .strict = 3 },
	{ .desc = "reserved bit wins over unknown code", .control = 0xc | BIT_ULL(63),
	  .kvm = 3, .strict = 3 },
	{ .desc = "no lapic", .odd = NO_LAPIC, .control = FAST(0xb), .in1 = 0xfb, .in2 = 1,
	  .kvm = 3, .strict = 3 },
	{ .desc = "not recommended", .odd = NO_CLUSTER, .control = FAST(0xb), .in1 = 0xfb,
	  .in2 = 1, .kvm = 6, .strict = 6 },
	{ .desc = "not recommended, not enforced", .odd = NO_CLUSTER | UNENFORCED,
	  .control = FAST(0xb), .in1 = 0xfb, .in2 = 1, .targets = 1 },
	{ .desc = "sets not recommended", .odd = NO_EX, .control = EX(1), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .valid = 1, .bank = { 1 } }, .kvm = 6, .strict = 6 },
	{ .desc = "sets need both hints", .odd = NO_CLUSTER, .control = EX(1), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .valid = 1, .bank = { 1 } }, .kvm = 6, .strict = 6 },
	{ .desc = "set, one bank", .control = EX(1), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .valid = 0x2, .bank = { 0x3 } }, .targets = 2 },
	{ .desc = "set, two banks apart", .control = EX(2), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .valid = 0x9, .bank = { 0x1, 0x100 } }, .targets = 2 },
	{ .desc = "set, an empty bank", .control = EX(2), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .valid = 0x3, .bank = { 0, 0x10 } }, .targets = 1 },
	{ .desc = "set, absent VPs are ignored", .control = EX(2), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .valid = 0xc, .bank = { U64_MAX, U64_MAX } },
	  .targets = 1 },
	{ .desc = "set, fewer banks announced", .control = EX(1), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .valid = 0x3, .bank = { 1, 1 } }, .kvm = 3, .strict = 3 },
	{ .desc = "set, more banks announced", .control = EX(2), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .valid = 0x2, .bank = { 1, 1 } }, .kvm = 3, .strict = 3 },
	{ .desc = "set, 65 banks announced", .control = EX(65), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .valid = U64_MAX }, .kvm = 3, .strict = 3 },
	{ .desc = "empty set is fine", .control = EX(0), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb } },
	{ .desc = "empty set, vector not looked at", .control = EX(0), .in1 = ALIGNED,
	  .input.ex = { .vector = 0x2 } },
	{ .desc = "set, vector 0x0f", .control = EX(1), .in1 = ALIGNED,
	  .input.ex = { .vector = 0x0f, .valid = 1, .bank = { 1 } }, .kvm = 3, .strict = 5 },
	{ .desc = "all", .control = EX(0), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .format = 1 }, .targets = 129 },
	{ .desc = "all, vector 0x0f", .control = EX(0), .in1 = ALIGNED,
	  .input.ex = { .vector = 0x0f, .format = 1 }, .kvm = 3, .strict = 5 },
	{ .desc = "all ignores banks", .control = EX(1), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .format = 1, .valid = 1, .bank = { 1 } },
	  .targets = 129 },
	{ .desc = "format 2", .control = EX(1), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .format = 2, .valid = 1, .bank = { 1 } },
	  .strict = 5, .targets = 1 },
	{ .desc = "set, unaligned", .control = EX(1), .in1 = ALIGNED + 1,
	  .input.ex = { .vector = 0xfb, .valid = 1, .bank = { 1 } }, .strict = 4, .targets = 1 },
	{ .desc = "set, banks on the next page", .control = EX(1), .in1 = ALIGNED + 4096 - 24,
	  .input.ex = { .vector = 0xfb, .valid = 1, .bank = { 1 } }, .strict = 4, .targets = 1 },
	{ .desc = "set, other trust level", .control = EX(1), .in1 = ALIGNED,
	  .input.ex = { .vector = 0xfb, .vtl = 2, .valid = 1, .bank = { 1 } },
	  .strict = 5, .targets = 1 },
	{ .desc = "fast set", .control = FAST_EX(1), .in1 = 0xfb,
	  .input.xmm = { 0x8, 0x100 }, .targets = 1 },
	{ .desc = "fast set, 11 banks", .control = FAST_EX(11), .in1 = 0xfb,
	  .input.xmm = { 0x7ff, 1, 1, 0, 0x100 }, .targets = 3 },
	{ .desc = "fast set, 12 banks", .control = FAST_EX(12), .in1 = 0xfb,
	  .input.xmm = { 0xfff, 1 }, .kvm = 3, .strict = 3 },
	{ .desc = "fast set, all", .control = FAST_EX(0), .in1 = 0xfb, .in2 = 1, .targets = 129 },
};

KUNIT_ARRAY_PARAM_DESC(rows, rows, desc);

enum { NR_VPS = 256 };

static void row_call(const struct row *row, bool strict, struct ipb_hv_outcome *out)
{
	const struct ipb_hv_registers regs = { row->control, row->in1, row->in2 };
	DECLARE_BITMAP(present, NR_VPS) = {};
	const struct ipb_hv_model model = {
		.present = present,
		.nr_vps = NR_VPS,
		.cpl = row->odd & USER_MODE ? 3 : 0,
		.lapic = !(row->odd & NO_LAPIC),
		.strict = strict,
		.enforce = !(row->odd & UNENFORCED),
		.cluster_ipi = !(row->odd & NO_CLUSTER),
		.ex_masks = !(row->odd & NO_EX),
	};

	bitmap_set(present, 0, 128);
	__set_bit(200, present);
	ipb_hv_model_call(&model, &regs, &row->input, out);
}

static void hv_model_status(struct kunit *test)
{
	const struct row *row = test->param_value;
	DECLARE_BITMAP(target, NR_VPS);
	struct ipb_hv_outcome out = { .target = target };

	bitmap_fill(target, NR_VPS);
	row_call(row, false, &out);
	KUNIT_EXPECT_EQ(test, out.status, row->kvm);
	KUNIT_EXPECT_FALSE(test, out.undefined);
	KUNIT_EXPECT_EQ(test, bitmap_weight(target, NR_VPS), row->kvm ? 0 : row->targets);

	bitmap_fill(target, NR_VPS);
	row_call(row, true, &out);
	KUNIT_EXPECT_EQ(test, out.status, row->strict);
	KUNIT_EXPECT_EQ(test, bitmap_weight(target, NR_VPS), row->strict ? 0 : row->targets);
}

static void hv_model_undefined_outside_ring_0(struct kunit *test)
{
	const struct row row = { .odd = USER_MODE, .control = FAST(0xb), .in1 = 0xfb, .in2 = 1 };
	DECLARE_BITMAP(target, NR_VPS);
	struct ipb_hv_outcome out = { .target = target };

	row_call(&row, false, &out);
	KUNIT_EXPECT_TRUE(test, out.undefined);
	KUNIT_EXPECT_TRUE(test, bitmap_empty(target, NR_VPS));
}

static void hv_model_targets(struct kunit *test)
{
	const struct row row = {
		.control = EX(2), .in1 = ALIGNED,
		.input.ex = { .vector = 0xfb, .valid = 0xa, .bank = { BIT_ULL(63), BIT_ULL(8) } },
	};
	DECLARE_BITMAP(target, NR_VPS);
	struct ipb_hv_outcome out = { .target = target };

	row_call(&row, true, &out);
	KUNIT_EXPECT_EQ(test, out.status, IPB_HV_OK);
	KUNIT_EXPECT_EQ(test, out.vector, 0xfb);
	KUNIT_EXPECT_EQ(test, out.banks, 2);
	KUNIT_EXPECT_EQ(test, bitmap_weight(target, NR_VPS), 2);
	KUNIT_EXPECT_TRUE(test, test_bit(127, target));
	KUNIT_EXPECT_TRUE(test, test_bit(200, target));
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(hv_model_status, rows_gen_params),
	KUNIT_CASE(hv_model_undefined_outside_ring_0),
	KUNIT_CASE(hv_model_targets),
	{}
};

static struct kunit_suite suite = {
	.name = "ipibench_hv_model",
	.test_cases = cases,
};

kunit_test_suite(suite);
