// SPDX-License-Identifier: GPL-2.0-only
/*
 * All three ways from an MPIDR to its vCPU lead to the same one.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include <linux/sizes.h>

#include "core/mpidr_layout.h"
#include "mpidr_vm.h"

/* Kinds of random VM: how the MPIDR of vCPU i comes about. */
static u64 random_key(struct rnd_state *rnd, unsigned int kind, unsigned int i)
{
	static const u32 space[] = { 0x3, 0xff, 0x0103030f, 0xf0f0f0f0, 0xffffffff };

	if (kind < IPB_MPIDR_LAYOUTS)
		return ipb_mpidr_key(ipb_mpidr_layout_mpidr(kind, i));
	return prandom_u32_state(rnd) & space[(kind - IPB_MPIDR_LAYOUTS) % ARRAY_SIZE(space)];
}

/* Bits that are no affinity, at random: they must change nothing. */
static u64 disguise(struct rnd_state *rnd, u64 mpidr)
{
	u64 noise = prandom_u32_state(rnd);

	noise = noise << 32 | prandom_u32_state(rnd);
	return ipb_mpidr_aff(mpidr) | (noise & ~IPB_MPIDR_AFF_MASK);
}

static bool is_duplicate(struct mpidr_vm *vm, u64 mpidr)
{
	unsigned int found = 0;
	struct ipb_vcpu *vcpu;
	unsigned long i;

	xa_for_each_range(&vm->index.vcpus.array, i, vcpu, 0, ipb_vcpus_last(&vm->index.vcpus))
		found += ipb_vcpu_aff(vcpu) == ipb_mpidr_aff(mpidr);

	return found > 1;
}

static void expect_agreement(struct mpidr_vm *vm, unsigned int kind, u64 mpidr)
{
	int first = mpidr_vm_find(vm, ipb_mpidr_scan, mpidr);
	int hashed = mpidr_vm_find(vm, ipb_mpidr_hashed, mpidr);

	KUNIT_EXPECT_EQ_MSG(vm->test, mpidr_vm_find(vm, ipb_mpidr_direct, mpidr), first,
			    "kind %u mpidr %llx", kind, mpidr);
	if (hashed == first)
		return;

	/* The published table may find a later one of several, nothing else. */
	KUNIT_EXPECT_GT_MSG(vm->test, hashed, first, "kind %u mpidr %llx", kind, mpidr);
	KUNIT_EXPECT_TRUE_MSG(vm->test, is_duplicate(vm, mpidr), "kind %u mpidr %llx", kind, mpidr);
	KUNIT_EXPECT_EQ(vm->test, ipb_mpidr_aff(mpidr),
			ipb_vcpu_aff(ipb_vcpus_get(&vm->index.vcpus, hashed)));
}

static void expect_agreement_everywhere(struct mpidr_vm *vm, struct rnd_state *rnd,
					unsigned int kind)
{
	struct ipb_vcpu *vcpu;
	unsigned long i;

	xa_for_each_range(&vm->index.vcpus.array, i, vcpu, 0, ipb_vcpus_last(&vm->index.vcpus)) {
		u64 mpidr = vcpu->mpidr;

		expect_agreement(vm, kind, disguise(rnd, mpidr));
		/* Neighbours, of which most do not exist. */
		expect_agreement(vm, kind, mpidr ^ ipb_mpidr_from_key(BIT(i % 32)));
		expect_agreement(vm, kind, ipb_mpidr_from_key(random_key(rnd, kind, ~i)));
	}
	expect_agreement(vm, kind, 0);
	expect_agreement(vm, kind, ~0ULL);
}

static void three_ways_agree_on_every_mpidr(struct kunit *test)
{
	static const unsigned int sizes[] = { 1, 2, 3, 5, 16, 17, 33, 100, 300 };
	struct rnd_state rnd;
	unsigned int kind, s, i;

	prandom_seed_state(&rnd, 0x3d1d);

	for (kind = 0; kind < IPB_MPIDR_LAYOUTS + 5; kind++) {
		for (s = 0; s < ARRAY_SIZE(sizes); s++) {
			struct mpidr_vm *vm = mpidr_vm_new(test);

			for (i = 0; i < sizes[s]; i++) {
				u64 mpidr = ipb_mpidr_from_key(random_key(&rnd, kind, i));

				mpidr_vm_add(vm, disguise(&rnd, mpidr));
			}
			mpidr_vm_rebuild(vm, kind % 2 ? SZ_4K : SZ_64K);
			expect_agreement_everywhere(vm, &rnd, kind);
		}
	}
}

/* With and without tables a look-up gives the same, as long as none is double. */
static void tables_never_change_a_result(struct kunit *test)
{
	struct mpidr_vm *vm = mpidr_vm_new(test);
	s8 without[256], with[256];
	u64 mpidr;
	unsigned int i;

	for (i = 0; i < 40; i++)
		mpidr_vm_add(vm, i * 6 + i % 5);

	for (mpidr = 0; mpidr < 256; mpidr++)
		without[mpidr] = mpidr_vm_find(vm, ipb_mpidr_hashed, mpidr);
	mpidr_vm_rebuild(vm, SZ_4K);
	KUNIT_ASSERT_NOT_NULL(test, rcu_access_pointer(vm->index.hash));
	for (mpidr = 0; mpidr < 256; mpidr++)
		with[mpidr] = mpidr_vm_find(vm, ipb_mpidr_hashed, mpidr);
	KUNIT_EXPECT_MEMEQ(test, without, with, sizeof(with));
	for (mpidr = 0; mpidr < 256; mpidr++)
		with[mpidr] = mpidr_vm_find(vm, ipb_mpidr_direct, mpidr);
	KUNIT_EXPECT_MEMEQ(test, without, with, sizeof(with));
}

static struct kunit_case mpidr_agree_cases[] = {
	KUNIT_CASE(three_ways_agree_on_every_mpidr),
	KUNIT_CASE(tables_never_change_a_result),
	{}
};

static struct kunit_suite mpidr_agree_suite = {
	.name = "ipibench_mpidr_agree",
	.test_cases = mpidr_agree_cases,
};

kunit_test_suite(mpidr_agree_suite);
