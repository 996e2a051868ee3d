// SPDX-License-Identifier: GPL-2.0-only
/*
 * SGI registers: decoding, who gets the interrupt, and that one walk for the
 * whole list reaches the same vCPUs as a look-up per target.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include <linux/sizes.h>

#include "core/mpidr_layout.h"
#include "core/mpidr_sgi.h"
#include "mpidr_vm.h"

struct decode_vector {
	const char *desc;
	u64 reg;
	u64 cluster;
	u16 targets;
	u8 intid;
	bool all_but_self;
};

static const struct decode_vector decode_vectors[] = {
	{ "one target", 0x0000000000000001, 0, 0x0001, 0, false },
	{ "interrupt number", 0x0000000005000002, 0, 0x0002, 5, false },
	{ "two targets, [300] and [30f]", 0x0000000001038001, 0x300, 0x8001, 1, false },
	{ "last of a cluster, [30f]", 0x0000000001038000, 0x300, 0x8000, 1, false },
	{ "a whole cluster", 0x000000000f1fffff, 0x1f00, 0xffff, 15, false },
	{ "Aff3", 0x0001000002000001, 0x0100000000, 0x0001, 2, false },
	{ "all levels at their most", 0x00ff00ff07ff0001, 0xff00ffff00, 0x0001, 7, false },
	{ "nobody", 0x0000000003000000, 0, 0, 3, false },
	{ "all but self", 0x000001000400ffff, 0, 0xffff, 4, true },
	{ "Aff2", 0x0000000108000010, 0x10000, 0x0010, 8, false },
	{ "range selector is ignored", 0x0000100001000003, 0, 0x0003, 1, false },
};

KUNIT_ARRAY_PARAM_DESC(decode_vector, decode_vectors, desc);

static void decode(struct kunit *test)
{
	const struct decode_vector *v = test->param_value;
	struct ipb_sgi sgi = ipb_sgi_decode(v->reg);

	KUNIT_EXPECT_EQ(test, sgi.cluster, v->cluster);
	KUNIT_EXPECT_EQ(test, sgi.targets, v->targets);
	KUNIT_EXPECT_EQ(test, sgi.intid, v->intid);
	KUNIT_EXPECT_EQ(test, sgi.all_but_self, v->all_but_self);
}

/* Delivers into the pending latch, and counts what was pending already. */
static void latch(struct ipb_vcpu *vcpu, unsigned int intid, void *context)
{
	unsigned int *twice = context;

	if (vcpu->sgi_pending & BIT(intid))
		++*twice;
	vcpu->sgi_pending |= BIT(intid);
}

/* The four ways to dispatch; NULL stands for the walk for the whole list. */
static const ipb_mpidr_lookup ways[] = {
	NULL, ipb_mpidr_scan, ipb_mpidr_hashed, ipb_mpidr_direct,
};

static unsigned int dispatch(const struct ipb_sgi_send *send, ipb_mpidr_lookup way)
{
	unsigned int delivered;

	rcu_read_lock();
	if (way)
		delivered = ipb_sgi_dispatch(send, way);
	else
		delivered = ipb_sgi_dispatch_onepass(send);
	rcu_read_unlock();

	return delivered;
}

/* Who has SGI @intid pending, as a bitmap of vCPU indexes; clears it. */
static void take(struct mpidr_vm *vm, unsigned int intid, unsigned long *set)
{
	struct ipb_vcpu *vcpu;
	unsigned long i;

	bitmap_zero(set, 64);
	xa_for_each_range(&vm->index.vcpus.array, i, vcpu, 0, ipb_vcpus_last(&vm->index.vcpus)) {
		if (vcpu->sgi_pending & BIT(intid))
			__set_bit(i, set);
		vcpu->sgi_pending = 0;
	}
}

struct dispatch_vector {
	const char *desc;
	u64 reg;
	bool allow_group1;
	u64 expect;
};

/*
 * VM: 40 vCPUs by default numbering (0xf00 ends at 0x207), sender is vCPU 3,
 * SGI 5 of vCPU 2 is in group 1, everything else in group 0.
 */
static const struct dispatch_vector dispatch_vectors[] = {
	{ "vCPU 0", 0x0000000000000001, true, BIT_ULL(0) },
	{ "self", 0x0000000000000008, true, BIT_ULL(3) },
	{ "second cluster", 0x0000000001018001, true, BIT_ULL(16) | BIT_ULL(31) },
	{ "half of the list is absent", 0x000000000002ffff, true, GENMASK_ULL(39, 32) },
	{ "all of the list is absent", 0x00000000000300ff, true, 0 },
	{ "another Aff3 is another CPU", 0x0001000000000001, true, 0 },
	{ "nobody", 0x0000000003000000, true, 0 },
	{ "all but self", 0x0000010004000000, true, GENMASK_ULL(39, 0) & ~BIT_ULL(3) },
	{ "all but self, list ignored", 0x000001000400ffff, true,
	  GENMASK_ULL(39, 0) & ~BIT_ULL(3) },
	{ "range selector ignored", 0x0000100001000003, true, 3 },
	{ "group 1 by SGI1R", 0x000000000500000e, true, 0xe },
	{ "group 1 not by SGI0R", 0x000000000500000e, false, 0xa },
	{ "group 1 not by SGI0R, all but self", 0x0000010005000000, false,
	  GENMASK_ULL(39, 0) & ~BIT_ULL(3) & ~BIT_ULL(2) },
};

KUNIT_ARRAY_PARAM_DESC(dispatch_vector, dispatch_vectors, desc);

static void dispatch_reaches(struct kunit *test)
{
	const struct dispatch_vector *v = test->param_value;
	struct mpidr_vm *vm = mpidr_vm_new(test);
	unsigned int i, twice = 0;
	struct ipb_sgi_send send = {
		.index = &vm->index,
		.reg = v->reg,
		.allow_group1 = v->allow_group1,
		.deliver = latch,
		.context = &twice,
	};
	DECLARE_BITMAP(expect, 64);
	DECLARE_BITMAP(got, 64);

	for (i = 0; i < 40; i++)
		mpidr_vm_add(vm, ipb_mpidr_layout_mpidr(IPB_MPIDR_KVM, i));
	ipb_vcpus_get(&vm->index.vcpus, 2)->sgi_group1 = BIT(5);
	send.sender = ipb_vcpus_get(&vm->index.vcpus, 3);
	mpidr_vm_rebuild(vm, SZ_4K);
	bitmap_from_u64(expect, v->expect);

	for (i = 0; i < ARRAY_SIZE(ways); i++) {
		KUNIT_EXPECT_EQ(test, dispatch(&send, ways[i]), hweight64(v->expect));
		take(vm, ipb_sgi_decode(v->reg).intid, got);
		KUNIT_EXPECT_TRUE_MSG(test, bitmap_equal(got, expect, 64),
				      "way %u: %*pb", i, 64, got);
	}
	KUNIT_EXPECT_EQ(test, twice, 0);
}

/*
 * Every way to dispatch, with random VMs and registers. With duplicates the
 * published table may choose another of the twins, so it sits those out.
 */
static void one_pass_reaches_the_same_as_per_target(struct kunit *test)
{
	struct rnd_state rnd;
	unsigned int round, i, w;

	prandom_seed_state(&rnd, 0x5611);

	for (round = 0; round < 150; round++) {
		bool doubles = round % 3 == 0;
		struct mpidr_vm *vm = mpidr_vm_new(test);
		unsigned int nr = 1 + prandom_u32_state(&rnd) % 64, twice = 0;
		DECLARE_BITMAP(expect, 64);
		DECLARE_BITMAP(got, 64);
		struct ipb_sgi_send send = {
			.index = &vm->index,
			.reg = (u64)(prandom_u32_state(&rnd) & 0x00011101) << 32,
			.allow_group1 = prandom_u32_state(&rnd) & 1,
			.deliver = latch,
			.context = &twice,
		};

		send.reg |= prandom_u32_state(&rnd) & 0x0f03ffff;
		for (i = 0; i < nr; i++) {
			u64 mpidr = ipb_mpidr_from_key(prandom_u32_state(&rnd) & 0x0101031f);

			if (!doubles)
				mpidr = ipb_mpidr_layout_mpidr(IPB_MPIDR_KVM, i * 3);
			mpidr_vm_add(vm, mpidr)->sgi_group1 = prandom_u32_state(&rnd);
		}
		send.sender = ipb_vcpus_get(&vm->index.vcpus, nr / 2);
		mpidr_vm_rebuild(vm, SZ_4K);

		dispatch(&send, NULL);
		take(vm, ipb_sgi_decode(send.reg).intid, expect);
		for (w = 1; w < ARRAY_SIZE(ways); w++) {
			if (doubles && ways[w] == ipb_mpidr_hashed)
				continue;
			dispatch(&send, ways[w]);
			take(vm, ipb_sgi_decode(send.reg).intid, got);
			KUNIT_EXPECT_TRUE_MSG(test, bitmap_equal(got, expect, 64),
					      "reg %016llx way %u: %*pb, not %*pb",
					      send.reg, w, 64, got, 64, expect);
		}
		KUNIT_EXPECT_EQ(test, twice, 0);
	}
}

static struct kunit_case mpidr_sgi_cases[] = {
	KUNIT_CASE_PARAM(decode, decode_vector_gen_params),
	KUNIT_CASE_PARAM(dispatch_reaches, dispatch_vector_gen_params),
	KUNIT_CASE(one_pass_reaches_the_same_as_per_target),
	{}
};

static struct kunit_suite mpidr_sgi_suite = {
	.name = "ipibench_mpidr_sgi",
	.test_cases = mpidr_sgi_cases,
};

kunit_test_suite(mpidr_sgi_suite);
