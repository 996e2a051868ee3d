// SPDX-License-Identifier: GPL-2.0-only
/*
 * The published table: its gather against a naive one, and the kernel's fls()
 * slip as the negative test.
 */
#include <kunit/test.h>
#include <linux/bitops.h>
#include <linux/prandom.h>
#include <linux/sizes.h>

#include "core/mpidr_aff.h"
#include "core/mpidr_hash.h"

/* Spread the low bits of @value over the bits of @mask: gather backwards. */
static u64 scatter(u32 value, u64 mask)
{
	unsigned int bit, n = 0;
	u64 result = 0;

	for (bit = 0; bit < 64; bit++)
		if (mask & BIT_ULL(bit))
			result |= (u64)((value >> n++) & 1) << bit;

	return result;
}

/* As Linux 6.7 to 6.12 gather: their fls() sees 32 bits of the mask. */
static u32 gather_fls32(u64 value, u64 mask)
{
	return ipb_mpidr_gather(value, mask & U32_MAX);
}

/* A mask of at most @bits bits within an MPIDR's affinity. */
static u64 random_mask(struct rnd_state *rnd, unsigned int bits)
{
	u32 key = 0;

	while (bits--)
		key |= BIT(prandom_u32_state(rnd) % 32);

	return ipb_mpidr_from_key(key);
}

static void gather_is_a_bijection(struct kunit *test)
{
	struct rnd_state rnd;
	unsigned int round;

	prandom_seed_state(&rnd, 0x9a74e5);

	for (round = 0; round < 200; round++) {
		u64 mask = random_mask(&rnd, round % 11);
		u64 noise = (u64)prandom_u32_state(&rnd) << 24 | prandom_u32_state(&rnd);
		u32 value;

		for (value = 0; value < 1u << hweight64(mask); value++) {
			u64 aff = scatter(value, mask) | (noise & ~mask);

			KUNIT_EXPECT_EQ_MSG(test, ipb_mpidr_gather(aff, mask), value,
					    "mask %llx aff %llx", mask, aff);
		}
	}
}

static void distinct_affinities_get_distinct_slots(struct kunit *test)
{
	struct rnd_state rnd;
	unsigned int round, i, k;

	prandom_seed_state(&rnd, 0xd157);

	for (round = 0; round < 200; round++) {
		u64 aff[12], any = 0, all = ~0ULL;

		for (i = 0; i < ARRAY_SIZE(aff); i++) {
			aff[i] = ipb_mpidr_from_key(prandom_u32_state(&rnd));
			any |= aff[i];
			all &= aff[i];
		}
		for (i = 0; i < ARRAY_SIZE(aff); i++)
			for (k = 0; k < i; k++)
				KUNIT_EXPECT_EQ_MSG(test, aff[i] == aff[k],
						    ipb_mpidr_gather(aff[i], any ^ all) ==
						    ipb_mpidr_gather(aff[k], any ^ all),
						    "aff %llx %llx", aff[i], aff[k]);
	}
}

struct fls_vector {
	const char *desc;
	u64 mask;
	u64 aff;
	u32 right;
	u32 wrong;
};

static const struct fls_vector fls_vectors[] = {
	{ "Aff3 alone", 0x0100000000, 0x0100000000, 1, 0 },
	{ "Aff3 among others", 0x0100010100, 0x0100000000, 4, 0 },
	{ "all of Aff3", 0xff00000001, 0xaa00000001, 0x155, 1 },
	{ "without Aff3 nothing is lost", 0x1f0f, 0x1f0e, 0x1fe, 0x1fe },
};

KUNIT_ARRAY_PARAM_DESC(fls_vector, fls_vectors, desc);

static void kernel_gather_drops_aff3(struct kunit *test)
{
	const struct fls_vector *v = test->param_value;

	KUNIT_EXPECT_EQ(test, gather_fls32(v->aff, v->mask), v->wrong);
	KUNIT_EXPECT_EQ(test, ipb_mpidr_gather(v->aff, v->mask), v->right);
}

static void size_needs_64_bits(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, ipb_mpidr_hash_bytes(0), 10);
	KUNIT_EXPECT_EQ(test, ipb_mpidr_hash_bytes(0x1f0f), 1032);
	KUNIT_EXPECT_EQ(test, ipb_mpidr_hash_bytes(IPB_MPIDR_AFF_MASK), (1ULL << 33) + 8);
	KUNIT_EXPECT_FALSE(test, ipb_mpidr_hash_fits(IPB_MPIDR_AFF_MASK, 32, SZ_64K));
}

static void one_vcpu_needs_no_table(struct kunit *test)
{
	KUNIT_EXPECT_FALSE(test, ipb_mpidr_hash_fits(0, 1, SZ_4K));
	KUNIT_EXPECT_TRUE(test, ipb_mpidr_hash_fits(0, 2, SZ_4K));
}

static struct kunit_case mpidr_hash_cases[] = {
	KUNIT_CASE(gather_is_a_bijection),
	KUNIT_CASE(distinct_affinities_get_distinct_slots),
	KUNIT_CASE_PARAM(kernel_gather_drops_aff3, fls_vector_gen_params),
	KUNIT_CASE(size_needs_64_bits),
	KUNIT_CASE(one_vcpu_needs_no_table),
	{}
};

static struct kunit_suite mpidr_hash_suite = {
	.name = "ipibench_mpidr_hash",
	.test_cases = mpidr_hash_cases,
};

kunit_test_suite(mpidr_hash_suite);
