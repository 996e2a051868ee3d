// SPDX-License-Identifier: GPL-2.0-only
/*
 * hv_ipi: known inputs, known registers, known memory.
 */
#include <linux/bitmap.h>

#include "hv_bed.h"

/* a vector from 0x10 to 0xff that means nothing here */
#define VECTOR	0xfb

/*
 * struct row - one IPI and what must come of it
 * @nr_cpus: CPUs of the guest; 0: two more than @cpu
 * @lone: @cpu is the only one present
 * @no_page: no hypercall page; @paravisor and @isolation as ipb_hv_way_find() has them
 * @no_ex: the hint for sets is missing
 * @no_input: this CPU's input page is missing
 * @forced: the hypervisor answers @status
 * @form: what all three variants must choose; IPB_HV_REFUSED: no call at all
 * @sent: what they must return
 * @in2: second register of IPB_HV_FAST, the target's bank of IPB_HV_EX
 * @dense: control word of mask and single, @valid their mask of banks
 * @dense_bytes: of their input
 * @compact_valid: ours; its control word is always 0x20015, its input 32 bytes
 */
struct row {
	const char *desc;
	unsigned int cpu;
	u32 vp;
	int vector;
	unsigned int nr_cpus;
	bool lone;
	bool no_page;
	bool paravisor;
	enum ipb_hv_isolation isolation;
	bool no_ex;
	bool no_input;
	bool forced;
	u64 status;
	enum ipb_hv_form form;
	bool sent;
	u64 in2;
	u64 dense;
	u64 valid;
	u32 dense_bytes;
	u64 compact_valid;
};

static const struct row rows[] = {
	{ .desc = "1: cpu 0 vp 0", .cpu = 0, .vp = 0, .vector = VECTOR,
	  .form = IPB_HV_FAST, .sent = true, .in2 = 0x1 },
	{ .desc = "2: cpu 5 vp 5", .cpu = 5, .vp = 5, .vector = VECTOR,
	  .form = IPB_HV_FAST, .sent = true, .in2 = 0x20 },
	{ .desc = "3: cpu 63 vp 63", .cpu = 63, .vp = 63, .vector = VECTOR,
	  .form = IPB_HV_FAST, .sent = true, .in2 = 0x8000000000000000 },
	{ .desc = "4: cpu 64 vp 64, the last vp", .cpu = 64, .vp = 64, .vector = VECTOR,
	  .nr_cpus = 65, .form = IPB_HV_EX, .sent = true, .in2 = 0x1, .dense = 0x40015,
	  .valid = 0x3, .dense_bytes = 40, .compact_valid = 0x2 },
	{ .desc = "5: cpu 3 vp 70", .cpu = 3, .vp = 70, .vector = VECTOR,
	  .form = IPB_HV_EX, .sent = true, .in2 = 0x40, .dense = 0x40015, .valid = 0x3,
	  .dense_bytes = 40, .compact_valid = 0x2 },
	{ .desc = "6: cpu 70 vp 3", .cpu = 70, .vp = 3, .vector = VECTOR,
	  .form = IPB_HV_FAST, .sent = true, .in2 = 0x8 },
	{ .desc = "7: cpu 127 vp 127", .cpu = 127, .vp = 127, .vector = VECTOR,
	  .form = IPB_HV_EX, .sent = true, .in2 = 0x8000000000000000, .dense = 0x40015,
	  .valid = 0x3, .dense_bytes = 40, .compact_valid = 0x2 },
	{ .desc = "8: cpu 200 vp 200", .cpu = 200, .vp = 200, .vector = VECTOR,
	  .form = IPB_HV_EX, .sent = true, .in2 = 0x100, .dense = 0x80015, .valid = 0xf,
	  .dense_bytes = 56, .compact_valid = 0x8 },
	{ .desc = "9: cpu 1023 vp 1023", .cpu = 1023, .vp = 1023, .vector = VECTOR,
	  .form = IPB_HV_EX, .sent = true, .in2 = 0x8000000000000000, .dense = 0x200015,
	  .valid = 0xffff, .dense_bytes = 152, .compact_valid = 0x8000 },
	{ .desc = "10: cpu 9 vp 4095", .cpu = 9, .vp = 4095, .vector = VECTOR,
	  .form = IPB_HV_EX, .sent = true, .in2 = 0x8000000000000000, .dense = 0x800015,
	  .valid = U64_MAX, .dense_bytes = 536, .compact_valid = 0x8000000000000000 },
	{ .desc = "11: vp 4096", .cpu = 9, .vp = 4096, .vector = VECTOR },
	{ .desc = "12: vp unknown", .cpu = 1, .vp = IPB_HV_VP_UNKNOWN, .vector = VECTOR },
	{ .desc = "13: vector 0x0f", .cpu = 1, .vp = 1, .vector = 0x0f },
	{ .desc = "13: vector 0x02", .cpu = 1, .vp = 1, .vector = 0x02 },
	{ .desc = "13: vector 0x100", .cpu = 1, .vp = 1, .vector = 0x100 },
	{ .desc = "13: vector -1", .cpu = 1, .vp = 1, .vector = -1 },
	{ .desc = "13: vector 0x0f above vp 63", .cpu = 1, .vp = 64, .vector = 0x0f },
	{ .desc = "14: vector 0x10", .cpu = 1, .vp = 1, .vector = 0x10,
	  .form = IPB_HV_FAST, .sent = true, .in2 = 0x2 },
	{ .desc = "14: vector 0xff", .cpu = 1, .vp = 1, .vector = 0xff,
	  .form = IPB_HV_FAST, .sent = true, .in2 = 0x2 },
	{ .desc = "15: no hint for sets", .cpu = 64, .vp = 64, .vector = VECTOR, .no_ex = true },
	{ .desc = "15: below vp 64 the hint is not needed", .cpu = 64, .vp = 4,
	  .vector = VECTOR, .no_ex = true, .form = IPB_HV_FAST, .sent = true, .in2 = 0x10 },
	{ .desc = "16: no input page", .cpu = 64, .vp = 64, .vector = VECTOR, .no_input = true },
	{ .desc = "16: below vp 64 the input page is not needed", .cpu = 64, .vp = 4,
	  .vector = VECTOR, .no_input = true, .form = IPB_HV_FAST, .sent = true, .in2 = 0x10 },
	{ .desc = "17: no page, not isolated", .cpu = 1, .vp = 1, .vector = VECTOR,
	  .no_page = true },
	{ .desc = "18: no page, tdx, no paravisor", .cpu = 1, .vp = 1, .vector = VECTOR,
	  .no_page = true, .isolation = IPB_HV_ISOLATION_TDX, .form = IPB_HV_FAST,
	  .sent = true, .in2 = 0x2 },
	{ .desc = "19: no page, tdx, paravisor", .cpu = 1, .vp = 1, .vector = VECTOR,
	  .no_page = true, .paravisor = true, .isolation = IPB_HV_ISOLATION_TDX },
	{ .desc = "20: status 3", .cpu = 1, .vp = 1, .vector = VECTOR, .forced = true,
	  .status = 0x3, .form = IPB_HV_FAST, .in2 = 0x2 },
	{ .desc = "20: status all ones", .cpu = 1, .vp = 1, .vector = VECTOR, .forced = true,
	  .status = U64_MAX, .form = IPB_HV_FAST, .in2 = 0x2 },
	{ .desc = "20: status 5 to a set", .cpu = 1, .vp = 64, .vector = VECTOR,
	  .forced = true, .status = 0x5, .form = IPB_HV_EX, .in2 = 0x1, .dense = 0x40015,
	  .valid = 0x3, .dense_bytes = 40, .compact_valid = 0x2 },
	{ .desc = "21: repetitions done, result 0", .cpu = 1, .vp = 1, .vector = VECTOR,
	  .forced = true, .status = 0x100000000, .form = IPB_HV_FAST, .sent = true,
	  .in2 = 0x2 },
	{ .desc = "22: cpu 0 vp 64, alone", .cpu = 0, .vp = 64, .vector = VECTOR, .lone = true,
	  .form = IPB_HV_EX, .sent = true, .in2 = 0x1, .dense = 0x15, .valid = 0,
	  .dense_bytes = 24, .compact_valid = 0x2 },
};

KUNIT_ARRAY_PARAM_DESC(rows, rows, desc);

static struct hv_bed *row_bed(struct kunit *test, const struct row *row)
{
	struct hv_bed *bed = hv_bed_new(test);

	hv_bed_boot(bed, row->nr_cpus ?: row->cpu + 2);
	if (row->lone) {
		bitmap_zero(bed->present, HV_BED_CPUS);
		__set_bit(row->cpu, bed->present);
	}
	hv_bed_renumber(bed, row->cpu, row->vp);
	bed->guest.way = ipb_hv_way_find(!row->no_page, row->paravisor, row->isolation);
	bed->guest.ex = !row->no_ex;
	bed->model.ex_masks = !row->no_ex;
	bed->no_input = row->no_input;
	bed->forced = row->forced;
	bed->status = row->status;
	return bed;
}

static void expect_fast(struct kunit *test, const struct hv_bed *bed, const struct row *row,
			const char *name)
{
	KUNIT_EXPECT_EQ_MSG(test, bed->call.regs.control, 0x1000b, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, bed->call.regs.in1, row->vector, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, bed->call.regs.in2, row->in2, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, bed->call.bytes, 0, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, bed->gets, 0, "%s", name);
}

static void expect_ex(struct kunit *test, const struct hv_bed *bed, const struct row *row,
		      const char *name, u64 control, u64 valid, u32 bytes)
{
	unsigned int banks = hweight64(valid), bank;

	KUNIT_EXPECT_EQ_MSG(test, bed->call.regs.control, control, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, bed->call.bytes, bytes, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, bed->sent.vector, row->vector, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, bed->sent.vtl, 0, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, bed->sent.valid, valid, "%s", name);
	KUNIT_EXPECT_EQ_MSG(test, bed->sent.format,
			    valid ? IPB_HV_SET_SPARSE : IPB_HV_SET_ALL, "%s", name);
	for (bank = 0; bank < banks; bank++)
		KUNIT_EXPECT_EQ_MSG(test, bed->sent.bank[bank],
				    bank == banks - 1 ? row->in2 : 0, "%s bank %u", name, bank);
}

static void hv_ipi_vectors(struct kunit *test)
{
	const struct row *row = test->param_value;
	struct hv_bed *bed = row_bed(test, row);
	unsigned int i;

	for (i = 0; i < HV_VARIANTS; i++) {
		const char *name = hv_variants[i].name;
		bool sent = hv_bed_send(bed, &hv_variants[i], row->cpu, row->vector);

		KUNIT_EXPECT_EQ_MSG(test, sent, row->sent, "%s", name);
		KUNIT_EXPECT_EQ_MSG(test, bed->calls, row->form != IPB_HV_REFUSED, "%s", name);
		if (row->form == IPB_HV_REFUSED)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, bed->call.way, bed->guest.way, "%s", name);
		if (row->form == IPB_HV_FAST)
			expect_fast(test, bed, row, name);
		else if (i == HV_COMPACT)
			expect_ex(test, bed, row, name, 0x20015, row->compact_valid, 32);
		else
			expect_ex(test, bed, row, name, row->dense, row->valid, row->dense_bytes);
		if (!row->forced)
			KUNIT_EXPECT_EQ_MSG(test, hv_bed_target(bed), row->vp, "%s", name);
	}
}

/* the ways of rows 17 to 19 are really taken apart, not just let through */
static void hv_ipi_ghci(struct kunit *test)
{
	struct hv_bed *bed = hv_bed_new(test);
	unsigned int i;

	hv_bed_boot(bed, 4);
	bed->guest.way = ipb_hv_way_find(false, false, IPB_HV_ISOLATION_TDX);
	for (i = 0; i < HV_VARIANTS; i++) {
		KUNIT_EXPECT_TRUE(test, hv_bed_send(bed, &hv_variants[i], 1, VECTOR));
		KUNIT_EXPECT_EQ(test, bed->call.way, IPB_HV_WAY_TDVMCALL);
		/* R10, RDX, R8 */
		KUNIT_EXPECT_EQ(test, bed->call.regs.control, 0x1000b);
		KUNIT_EXPECT_EQ(test, bed->call.regs.in1, VECTOR);
		KUNIT_EXPECT_EQ(test, bed->call.regs.in2, 2);
	}
}

/*
 * The rule as first posted: the CPU number decides, the VP number is shifted
 * by. Computed without the shift it would not survive.
 */
struct posted {
	bool ex;
	bool undefined;
};

static struct posted posted_rule(unsigned int cpu, u32 vp)
{
	struct posted p = { .ex = cpu >= 64 };

	p.undefined = !p.ex && vp >= 64;
	return p;
}

struct posted_row {
	const char *desc;
	unsigned int cpu;
	u32 vp;
	bool undefined;
	enum ipb_hv_form merged;
};

static const struct posted_row posted_rows[] = {
	{ "cpu 3 vp 70: shifts by 70", 3, 70, true, IPB_HV_EX },
	{ "cpu 70 vp 3: a set for nothing", 70, 3, false, IPB_HV_FAST },
	{ "cpu 1 vp unknown: shifts by it", 1, IPB_HV_VP_UNKNOWN, true, IPB_HV_REFUSED },
};

KUNIT_ARRAY_PARAM_DESC(posted_rows, posted_rows, desc);

static void hv_ipi_posted_rule_is_not_ours(struct kunit *test)
{
	const struct posted_row *row = test->param_value;
	struct posted p = posted_rule(row->cpu, row->vp);
	struct hv_bed *bed = hv_bed_new(test);
	unsigned int i;

	hv_bed_boot(bed, 128);
	hv_bed_renumber(bed, row->cpu, row->vp);
	KUNIT_EXPECT_EQ(test, p.undefined, row->undefined);
	for (i = 0; i < HV_VARIANTS; i++) {
		struct ipb_hv_call call;
		enum ipb_hv_form form;

		form = hv_variants[i].encode(&bed->guest, row->cpu, VECTOR, bed->page, &call);
		KUNIT_EXPECT_EQ_MSG(test, form, row->merged, "%s", hv_variants[i].name);
		KUNIT_EXPECT_TRUE(test, p.undefined || p.ex != (form == IPB_HV_EX));
	}
}

static void hv_ipi_posted_rule_errs_where_numbers_differ(struct kunit *test)
{
	struct hv_bed *bed = hv_bed_new(test);
	unsigned int cpu, vp;

	for (cpu = 0; cpu < 128; cpu += 7) {
		for (vp = 0; vp < 128; vp += 3) {
			struct posted p = posted_rule(cpu, vp);
			struct ipb_hv_call call;
			enum ipb_hv_form form;

			hv_bed_boot(bed, 128);
			hv_bed_renumber(bed, cpu, vp);
			form = ipb_hv_encode_single(&bed->guest, cpu, VECTOR, bed->page, &call);
			KUNIT_EXPECT_EQ_MSG(test, p.ex == (form == IPB_HV_EX),
					    cpu / 64 == vp / 64, "cpu %u vp %u", cpu, vp);
		}
	}
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(hv_ipi_vectors, rows_gen_params),
	KUNIT_CASE(hv_ipi_ghci),
	KUNIT_CASE_PARAM(hv_ipi_posted_rule_is_not_ours, posted_rows_gen_params),
	KUNIT_CASE(hv_ipi_posted_rule_errs_where_numbers_differ),
	{}
};

static struct kunit_suite suite = {
	.name = "ipibench_hv_ipi",
	.test_cases = cases,
};

kunit_test_suite(suite);
