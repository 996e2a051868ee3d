// SPDX-License-Identifier: GPL-2.0-only
/*
 * The test bed of the hv_ipi suites.
 */
#include <linux/bitmap.h>
#include <linux/string.h>

#include "hv_bed.h"

/* where the page would be in the guest's memory */
#define PAGE_ADDRESS	0x7f000ULL

const struct hv_variant hv_variants[HV_VARIANTS] = {
	[HV_MASK]	= { "mask", ipb_hv_encode_mask, ipb_hv_send_mask },
	[HV_SINGLE]	= { "single", ipb_hv_encode_single, ipb_hv_send_single },
	[HV_COMPACT]	= { "compact", ipb_hv_encode_compact, ipb_hv_send_compact },
};

/* banks may be cleared up to the partition's last, nothing may be written behind */
static bool tail_is_clean(const struct hv_bed *bed)
{
	size_t banks = min_t(size_t, bed->guest.max_vp / IPB_HV_BANK_BITS + 1, IPB_HV_BANKS);
	size_t used = offsetof(struct ipb_hv_input_ex, bank) + banks * sizeof(u64);

	return !memchr_inv((u8 *)bed->page + used, HV_BED_POISON, IPB_HV_PAGE_BYTES - used);
}

/* the hypervisor gets a copy of exactly what was announced, ones behind it */
static u64 bed_call(void *ctx, const struct ipb_hv_call *call, const struct ipb_hv_input_ex *input)
{
	struct hv_bed *bed = ctx;
	struct ipb_hv_registers regs = call->regs;

	bed->calls++;
	bed->call = *call;
	bed->wrong_irqs += bed->irqs_off != !!input;
	memset(&bed->sent, 0xff, sizeof(bed->sent));
	if (input) {
		memcpy(&bed->sent, input, min_t(size_t, call->bytes, sizeof(bed->sent)));
		regs.in1 = PAGE_ADDRESS;
	}
	if (bed->forced)
		return bed->status;
	ipb_hv_model_call(&bed->model, &regs, &bed->sent, &bed->out);
	return bed->out.status;
}

static struct ipb_hv_input_ex *bed_input_get(void *ctx, unsigned long *flags)
{
	struct hv_bed *bed = ctx;

	bed->gets++;
	*flags = bed->irqs_off;
	bed->irqs_off = true;
	return bed->no_input ? NULL : bed->page;
}

static void bed_input_put(void *ctx, unsigned long flags)
{
	struct hv_bed *bed = ctx;

	bed->puts++;
	bed->irqs_off = flags;
}

static void bed_native(void *ctx, unsigned int cpu, int vector)
{
	struct hv_bed *bed = ctx;

	bed->natives++;
}

static void bed_trace(void *ctx, unsigned int cpu, int vector)
{
	struct hv_bed *bed = ctx;

	/* it fires before anything else happens */
	if (!bed->calls && !bed->gets)
		bed->traces++;
}

const struct ipb_hv_ops hv_bed_ops = {
	.call		= bed_call,
	.input_get	= bed_input_get,
	.input_put	= bed_input_put,
	.native		= bed_native,
	.trace		= bed_trace,
};

static void *bed_zalloc(struct kunit *test, size_t bytes)
{
	void *p = kunit_kzalloc(test, bytes, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, p);
	return p;
}

struct hv_bed *hv_bed_new(struct kunit *test)
{
	struct hv_bed *bed = bed_zalloc(test, sizeof(*bed));

	bed->test = test;
	bed->vp = bed_zalloc(test, HV_BED_CPUS * sizeof(*bed->vp));
	bed->present = bed_zalloc(test, BITS_TO_LONGS(HV_BED_CPUS) * sizeof(long));
	bed->one_hot = bed_zalloc(test, ipb_hv_one_hot_words(HV_BED_CPUS) * sizeof(long));
	bed->partition = bed_zalloc(test, BITS_TO_LONGS(HV_BED_VPS) * sizeof(long));
	bed->out.target = bed_zalloc(test, BITS_TO_LONGS(HV_BED_VPS) * sizeof(long));
	bed->page = bed_zalloc(test, IPB_HV_PAGE_BYTES);
	return bed;
}

static void bed_partition(struct hv_bed *bed)
{
	unsigned int cpu;

	bed->guest.max_vp = 0;
	bitmap_zero(bed->partition, HV_BED_VPS);
	for (cpu = 0; cpu < bed->guest.nr_cpus; cpu++) {
		u32 vp = bed->vp[cpu];

		if (vp == IPB_HV_VP_UNKNOWN)
			continue;
		KUNIT_ASSERT_LT(bed->test, vp, HV_BED_VPS);
		bed->guest.max_vp = max(bed->guest.max_vp, vp);
		if (test_bit(cpu, bed->present))
			__set_bit(vp, bed->partition);
	}
}

void hv_bed_boot(struct hv_bed *bed, unsigned int nr_cpus)
{
	unsigned int cpu;

	KUNIT_ASSERT_LE(bed->test, nr_cpus, HV_BED_CPUS);
	for (cpu = 0; cpu < nr_cpus; cpu++)
		bed->vp[cpu] = cpu;
	bitmap_zero(bed->present, HV_BED_CPUS);
	bitmap_set(bed->present, 0, nr_cpus);
	bed->guest = (struct ipb_hv_guest) {
		.vp = bed->vp,
		.nr_cpus = nr_cpus,
		.present = bed->present,
		.one_hot = bed->one_hot,
		.one_hot_stride = ipb_hv_one_hot_fill(bed->one_hot, nr_cpus),
		.way = IPB_HV_WAY_PAGE,
		.ex = true,
	};
	bed->model = (struct ipb_hv_model) {
		.present = bed->partition,
		.nr_vps = HV_BED_VPS,
		.lapic = true,
		.strict = true,
		.enforce = true,
		.cluster_ipi = true,
		.ex_masks = true,
	};
	bed->no_input = false;
	bed->forced = false;
	bed_partition(bed);
}

void hv_bed_renumber(struct hv_bed *bed, unsigned int cpu, u32 vp)
{
	unsigned int other;

	for (other = 0; other < bed->guest.nr_cpus; other++) {
		if (bed->vp[other] == vp && vp != IPB_HV_VP_UNKNOWN)
			bed->vp[other] = bed->vp[cpu];
	}
	bed->vp[cpu] = vp;
	bed_partition(bed);
}

void hv_bed_reset(struct hv_bed *bed)
{
	memset(bed->page, HV_BED_POISON, IPB_HV_PAGE_BYTES);
	memset(&bed->call, 0, sizeof(bed->call));
	bitmap_zero(bed->out.target, HV_BED_VPS);
	bed->out.banks = 0;
	bed->calls = 0;
	bed->gets = 0;
	bed->puts = 0;
	bed->natives = 0;
	bed->traces = 0;
	bed->wrong_irqs = 0;
	bed->irqs_off = false;
}

bool hv_bed_send(struct hv_bed *bed, const struct hv_variant *v, unsigned int cpu, int vector)
{
	struct kunit *test = bed->test;
	bool sent;

	hv_bed_reset(bed);
	sent = ipb_hv_send_or_native(v->send, &bed->guest, &hv_bed_ops, bed, cpu, vector);

	KUNIT_EXPECT_EQ_MSG(test, bed->natives, sent ? 0 : 1,
			    "%s cpu %u vector %#x", v->name, cpu, vector);
	KUNIT_EXPECT_LE_MSG(test, bed->calls, 1, "%s cpu %u vector %#x", v->name, cpu, vector);
	KUNIT_EXPECT_EQ_MSG(test, bed->traces, 1, "%s cpu %u vector %#x", v->name, cpu, vector);
	KUNIT_EXPECT_EQ_MSG(test, bed->gets, bed->puts, "%s cpu %u", v->name, cpu);
	KUNIT_EXPECT_EQ_MSG(test, bed->wrong_irqs, 0, "%s cpu %u", v->name, cpu);
	KUNIT_EXPECT_FALSE_MSG(test, bed->irqs_off, "%s cpu %u", v->name, cpu);
	KUNIT_EXPECT_TRUE_MSG(test, tail_is_clean(bed), "%s cpu %u max_vp %u", v->name, cpu,
			      bed->guest.max_vp);
	return sent;
}

u32 hv_bed_target(const struct hv_bed *bed)
{
	if (bitmap_weight(bed->out.target, HV_BED_VPS) != 1)
		return IPB_HV_VP_UNKNOWN;
	return find_first_bit(bed->out.target, HV_BED_VPS);
}
