// SPDX-License-Identifier: GPL-2.0-only
/*
 * hv_ipi: what holds for every guest, CPU and vector.
 */
#include <linux/bitmap.h>
#include <linux/prandom.h>

#include "hv_bed.h"

#define SEED	0x0b15ULL
#define VECTOR	0xfb

/* decoding what was encoded gives the VP back, and nobody else is hit */
static void hv_ipi_every_vp(struct kunit *test)
{
	struct hv_bed *bed = hv_bed_new(test);
	unsigned int i, vp;

	hv_bed_boot(bed, IPB_HV_SET_VPS);
	for (vp = 0; vp < IPB_HV_SET_VPS; vp++) {
		for (i = 0; i < HV_VARIANTS; i++) {
			const char *name = hv_variants[i].name;

			KUNIT_ASSERT_TRUE_MSG(test, hv_bed_send(bed, &hv_variants[i], vp, VECTOR),
					      "%s vp %u", name, vp);
			KUNIT_ASSERT_EQ_MSG(test, hv_bed_target(bed), vp, "%s", name);
			KUNIT_ASSERT_EQ_MSG(test, bed->out.vector, VECTOR, "%s vp %u", name, vp);
			if (i == HV_COMPACT && vp >= IPB_HV_BANK_BITS)
				KUNIT_ASSERT_EQ_MSG(test, bed->call.bytes, 32, "vp %u", vp);
		}
	}
}

/* the same with sets for all, as a real guest needs it to try sets on few CPUs */
static void hv_ipi_every_vp_by_set(struct kunit *test)
{
	struct hv_bed *bed = hv_bed_new(test);
	unsigned int i, vp;

	hv_bed_boot(bed, 200);
	bed->guest.always_ex = true;
	for (vp = 0; vp < 200; vp++) {
		for (i = 0; i < HV_VARIANTS; i++) {
			u64 code;

			KUNIT_EXPECT_TRUE(test, hv_bed_send(bed, &hv_variants[i], vp, VECTOR));
			code = bed->call.regs.control & IPB_HV_CONTROL_CODE;
			KUNIT_EXPECT_EQ(test, code, IPB_HV_CODE_IPI_EX);
			KUNIT_EXPECT_EQ(test, hv_bed_target(bed), vp);
		}
	}
}

/* fewer than a bank to thousands of CPUs; VP numbers scattered, some missing */
static void random_guest(struct hv_bed *bed, struct rnd_state *rnd)
{
	static const unsigned int sizes[] = { 2, 5, 63, 64, 65, 130, 700, 4096 };
	unsigned int nr_cpus = sizes[prandom_u32_state(rnd) % ARRAY_SIZE(sizes)];
	unsigned int swaps = prandom_u32_state(rnd) % 8;

	hv_bed_boot(bed, nr_cpus);
	while (swaps--) {
		unsigned int cpu = prandom_u32_state(rnd) % nr_cpus;
		u32 vp = prandom_u32_state(rnd) % (swaps == 1 ? HV_BED_VPS : IPB_HV_SET_VPS);

		hv_bed_renumber(bed, cpu, swaps == 2 ? IPB_HV_VP_UNKNOWN : vp);
	}
	bed->guest.ex = prandom_u32_state(rnd) % 8;
	bed->guest.way = prandom_u32_state(rnd) % 8 ? IPB_HV_WAY_PAGE : IPB_HV_WAY_NONE;
	bed->guest.always_ex = !(prandom_u32_state(rnd) % 8);
	bed->no_input = !(prandom_u32_state(rnd) % 8);
	bed->model.strict = prandom_u32_state(rnd) % 2;
}

static int random_vector(struct rnd_state *rnd)
{
	return prandom_u32_state(rnd) % 4 ? VECTOR : (int)(prandom_u32_state(rnd) % 0x140) - 0x20;
}

/* what one variant did */
struct deed {
	bool sent;
	unsigned int calls;
	u32 target;
	struct ipb_hv_call call;
	struct ipb_hv_input_ex input;
};

static void deed_do(struct hv_bed *bed, const struct hv_variant *v, unsigned int cpu, int vector,
		    struct deed *deed)
{
	memset(deed, 0, sizeof(*deed));
	deed->sent = hv_bed_send(bed, v, cpu, vector);
	deed->calls = bed->calls;
	deed->target = hv_bed_target(bed);
	deed->call = bed->call;
	if (bed->call.bytes)
		deed->input = bed->sent;
}

static u64 deed_code(const struct deed *deed)
{
	return deed->call.regs.control & IPB_HV_CONTROL_CODE;
}

static void expect_alike(struct kunit *test, const struct hv_bed *bed, const struct deed *mask,
			 const struct deed *single, const struct deed *compact, unsigned int cpu)
{
	u32 vp = bed->vp[cpu];

	KUNIT_EXPECT_EQ_MSG(test, mask->sent, single->sent, "cpu %u vp %u", cpu, vp);
	KUNIT_EXPECT_EQ_MSG(test, mask->calls, single->calls, "cpu %u vp %u", cpu, vp);
	KUNIT_EXPECT_EQ_MSG(test, mask->target, single->target, "cpu %u vp %u", cpu, vp);
	KUNIT_EXPECT_MEMEQ_MSG(test, &mask->call.regs, &single->call.regs,
			       sizeof(mask->call.regs), "cpu %u vp %u", cpu, vp);
	KUNIT_EXPECT_MEMEQ_MSG(test, &mask->input, &single->input, sizeof(mask->input),
			       "cpu %u vp %u", cpu, vp);

	/* one VP no set can name takes the dense form from all; not ours */
	if (bed->guest.max_vp >= IPB_HV_SET_VPS && deed_code(compact) == IPB_HV_CODE_IPI_EX)
		return;
	KUNIT_EXPECT_EQ_MSG(test, compact->sent, single->sent, "cpu %u vp %u", cpu, vp);
	KUNIT_EXPECT_EQ_MSG(test, compact->target, single->target, "cpu %u vp %u", cpu, vp);
	KUNIT_EXPECT_EQ_MSG(test, deed_code(compact), deed_code(single), "cpu %u vp %u", cpu, vp);
}

static void hv_ipi_variants_agree(struct kunit *test)
{
	struct hv_bed *bed = hv_bed_new(test);
	struct deed *deed = kunit_kzalloc(test, HV_VARIANTS * sizeof(*deed), GFP_KERNEL);
	unsigned int guest, shot, i, sent = 0, refused = 0;
	struct rnd_state rnd;

	KUNIT_ASSERT_NOT_NULL(test, deed);
	prandom_seed_state(&rnd, SEED);
	for (guest = 0; guest < 200; guest++) {
		random_guest(bed, &rnd);
		for (shot = 0; shot < 20; shot++) {
			unsigned int cpu = prandom_u32_state(&rnd) % bed->guest.nr_cpus;
			int vector = random_vector(&rnd);

			for (i = 0; i < HV_VARIANTS; i++)
				deed_do(bed, &hv_variants[i], cpu, vector, &deed[i]);
			expect_alike(test, bed, &deed[HV_MASK], &deed[HV_SINGLE],
				     &deed[HV_COMPACT], cpu);
			for (i = 0; i < HV_VARIANTS; i++) {
				if (deed[i].sent)
					KUNIT_EXPECT_EQ_MSG(test, deed[i].target, bed->vp[cpu],
							    "%s cpu %u", hv_variants[i].name, cpu);
			}
			sent += deed[HV_SINGLE].sent;
			refused += !deed[HV_SINGLE].sent;
		}
	}
	/* the dice reached both sides */
	KUNIT_EXPECT_GT(test, sent, 1000);
	KUNIT_EXPECT_GT(test, refused, 500);
}

/* what the op leg times is what is sent */
static void hv_ipi_encode_is_send(struct kunit *test)
{
	struct hv_bed *bed = hv_bed_new(test);
	struct ipb_hv_input_ex *input;
	struct rnd_state rnd;
	unsigned int n, i;

	input = kunit_kzalloc(test, sizeof(*input), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, input);
	prandom_seed_state(&rnd, SEED + 1);
	for (n = 0; n < 500; n++) {
		unsigned int cpu;
		int vector = random_vector(&rnd);

		random_guest(bed, &rnd);
		bed->no_input = false;
		cpu = prandom_u32_state(&rnd) % bed->guest.nr_cpus;
		for (i = 0; i < HV_VARIANTS; i++) {
			struct ipb_hv_call call = {};
			enum ipb_hv_form form;

			form = hv_variants[i].encode(&bed->guest, cpu, vector, input, &call);
			hv_bed_send(bed, &hv_variants[i], cpu, vector);
			KUNIT_ASSERT_EQ(test, bed->calls, form != IPB_HV_REFUSED);
			if (form == IPB_HV_REFUSED)
				continue;
			KUNIT_EXPECT_MEMEQ(test, &call.regs, &bed->call.regs, sizeof(call.regs));
			KUNIT_ASSERT_EQ(test, call.bytes, bed->call.bytes);
			KUNIT_EXPECT_EQ(test, call.bytes != 0, form == IPB_HV_EX);
			if (call.bytes)
				KUNIT_EXPECT_MEMEQ(test, input, &bed->sent, call.bytes);
		}
	}
}

/* the hypervisor sees as many banks as it is told of */
static void hv_ipi_banks_read(struct kunit *test)
{
	struct hv_bed *bed = hv_bed_new(test);
	unsigned int i, vp;

	hv_bed_boot(bed, IPB_HV_SET_VPS);
	for (vp = 64; vp < IPB_HV_SET_VPS; vp += 61) {
		for (i = 0; i < HV_VARIANTS; i++) {
			KUNIT_ASSERT_TRUE(test, hv_bed_send(bed, &hv_variants[i], vp, VECTOR));
			KUNIT_EXPECT_EQ_MSG(test, bed->out.banks, hweight64(bed->sent.valid),
					    "%s vp %u", hv_variants[i].name, vp);
			KUNIT_EXPECT_EQ_MSG(test, bed->call.bytes, 24 + 8 * bed->out.banks,
					    "%s vp %u", hv_variants[i].name, vp);
		}
	}
}

/* the broadcast of old: a partition beyond 4,096 VPs */
static void hv_ipi_no_broadcast(struct kunit *test)
{
	struct hv_bed *bed = hv_bed_new(test);

	hv_bed_boot(bed, 128);
	hv_bed_renumber(bed, 5, 5000);
	KUNIT_EXPECT_FALSE(test, hv_bed_send(bed, &hv_variants[HV_MASK], 100, VECTOR));
	KUNIT_EXPECT_EQ(test, bed->calls, 0);
	KUNIT_EXPECT_FALSE(test, hv_bed_send(bed, &hv_variants[HV_SINGLE], 100, VECTOR));
	KUNIT_EXPECT_EQ(test, bed->calls, 0);
	KUNIT_EXPECT_TRUE(test, hv_bed_send(bed, &hv_variants[HV_COMPACT], 100, VECTOR));
	KUNIT_EXPECT_EQ(test, hv_bed_target(bed), 100);
	KUNIT_EXPECT_FALSE(test, hv_bed_send(bed, &hv_variants[HV_COMPACT], 5, VECTOR));
	KUNIT_EXPECT_EQ(test, bed->calls, 0);
}

/* a CPU that came after the guest was described: no bank is written that was not cleared */
static void hv_ipi_vp_beyond_max(struct kunit *test)
{
	struct hv_bed *bed = hv_bed_new(test);

	hv_bed_boot(bed, 200);
	bed->guest.max_vp = 70;
	KUNIT_EXPECT_FALSE(test, hv_bed_send(bed, &hv_variants[HV_MASK], 130, VECTOR));
	KUNIT_EXPECT_EQ(test, bed->calls, 0);
	KUNIT_EXPECT_FALSE(test, hv_bed_send(bed, &hv_variants[HV_SINGLE], 130, VECTOR));
	KUNIT_EXPECT_EQ(test, bed->calls, 0);
}

/* the map of VP numbers ends where it ends */
static void hv_ipi_cpu_beyond_map(struct kunit *test)
{
	struct hv_bed *bed = hv_bed_new(test);
	unsigned int i;

	hv_bed_boot(bed, 3);
	for (i = 0; i < HV_VARIANTS; i++) {
		KUNIT_EXPECT_FALSE(test, hv_bed_send(bed, &hv_variants[i], 3, VECTOR));
		KUNIT_EXPECT_FALSE(test, hv_bed_send(bed, &hv_variants[i], U32_MAX, VECTOR));
	}
}

static struct kunit_case cases[] = {
	KUNIT_CASE(hv_ipi_every_vp),
	KUNIT_CASE(hv_ipi_every_vp_by_set),
	KUNIT_CASE(hv_ipi_variants_agree),
	KUNIT_CASE(hv_ipi_encode_is_send),
	KUNIT_CASE(hv_ipi_banks_read),
	KUNIT_CASE(hv_ipi_no_broadcast),
	KUNIT_CASE(hv_ipi_vp_beyond_max),
	KUNIT_CASE(hv_ipi_cpu_beyond_map),
	{}
};

static struct kunit_suite suite = {
	.name = "ipibench_hv_ipi_property",
	.test_cases = cases,
};

kunit_test_suite(suite);
