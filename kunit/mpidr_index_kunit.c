// SPDX-License-Identifier: GPL-2.0-only
/*
 * The three ways from an MPIDR to its vCPU: worked examples, and what happens
 * when vCPUs come late or change their MPIDR.
 */
#include <kunit/test.h>
#include <linux/sizes.h>

#include "core/mpidr_hash.h"
#include "core/mpidr_layout.h"
#include "mpidr_vm.h"

/* What a look-up of @mpidr gives: with the published table, and by a walk. */
struct look {
	u64 mpidr;
	u32 slot;
	int hashed;
	int first;
};

struct vector {
	const char *desc;
	unsigned int nr;
	u64 (*aff)(const struct vector *v, unsigned int i);
	u64 list[4];
	unsigned int page;
	u64 mask;
	u64 bytes;
	bool table;
	unsigned int looks;
	struct look look[5];
};

static u64 listed(const struct vector *v, unsigned int i)
{
	return v->list[i];
}

static u64 by_default(const struct vector *v, unsigned int i)
{
	return ipb_mpidr_layout_mpidr(IPB_MPIDR_KVM, i);
}

static u64 one_bit(const struct vector *v, unsigned int i)
{
	return ipb_mpidr_from_key(BIT(i));
}

static const struct vector vectors[] = {
	{ "1: single vCPU", 1, listed, { 0 }, SZ_4K, 0, 10, false,
	  2, { { 0, 0, 0, 0 }, { 1, 0, -1, -1 } } },
	{ "2: 0,1", 2, listed, { 0, 1 }, SZ_4K, 1, 12, true,
	  3, { { 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 2, 0, -1, -1 } } },
	{ "3: 3 by default", 3, by_default, {}, SZ_4K, 3, 16, true,
	  2, { { 2, 2, 2, 2 }, { 3, 3, -1, -1 } } },
	{ "4: 17 by default", 17, by_default, {}, SZ_4K, 0x10f, 72, true,
	  3, { { 0x100, 16, 16, 16 }, { 0xf, 15, 15, 15 }, { 0x101, 17, -1, -1 } } },
	{ "5: 32 by default", 32, by_default, {}, SZ_4K, 0x10f, 72, true,
	  1, { { 0x10f, 31, 31, 31 } } },
	{ "6: 64 by default", 64, by_default, {}, SZ_4K, 0x30f, 136, true,
	  2, { { 0x30f, 63, 63, 63 }, { 0x400, 0, -1, -1 } } },
	{ "7: 512 by default", 512, by_default, {}, SZ_4K, 0x1f0f, 1032, true,
	  2, { { 0x1f0f, 511, 511, 511 }, { 0x1f10, 496, -1, -1 } } },
	{ "8: a constant bit is dropped", 4, listed, { 0x200, 0x201, 0x300, 0x301 },
	  SZ_4K, 0x101, 16, true,
	  5, { { 0x200, 0, 0, 0 }, { 0x201, 1, 1, 1 }, { 0x300, 2, 2, 2 },
	       { 0x301, 3, 3, 3 }, { 0, 0, -1, -1 } } },
	{ "9: slot 0 unused", 2, listed, { 1, 2 }, SZ_4K, 3, 16, true,
	  4, { { 1, 1, 0, 0 }, { 2, 2, 1, 1 }, { 0, 0, -1, -1 }, { 3, 3, -1, -1 } } },
	{ "10: 0f,f0", 2, listed, { 0x0f, 0xf0 }, SZ_4K, 0xff, 520, true,
	  3, { { 0x0f, 15, 0, 0 }, { 0xf0, 240, 1, 1 }, { 0xff, 255, -1, -1 } } },
	{ "11: the most a 4K page holds", 2, listed, { 0, 0x3ff }, SZ_4K, 0x3ff, 2056,
	  true, 2, { { 0x3ff, 1023, 1, 1 }, { 0x3fe, 1022, -1, -1 } } },
	{ "12: one bit more, 4K", 2, listed, { 0, 0x7ff }, SZ_4K, 0x7ff, 4104, false,
	  2, { { 0x7ff, 2047, 1, 1 }, { 1, 1, -1, -1 } } },
	{ "12: one bit more, 64K", 2, listed, { 0, 0x7ff }, SZ_64K, 0x7ff, 4104, true,
	  2, { { 0x7ff, 2047, 1, 1 }, { 1, 1, -1, -1 } } },
	{ "13: one vCPU per bit", 32, one_bit, {}, SZ_64K, 0xff00ffffff,
	  (2ULL << 32) + 8, false,
	  3, { { BIT_ULL(39), BIT(31), 31, 31 }, { 1, 1, 0, 0 }, { 0, 0, -1, -1 } } },
	{ "14: only Aff3 differs", 2, listed, { 0, 0x0100000000 }, SZ_4K, 0x0100000000, 12,
	  true, 2, { { 0, 0, 0, 0 }, { 0x0100000000, 1, 1, 1 } } },
	{ "15: a bit of each level", 4, listed, { 0, 0x100, 0x10000, 0x0100000000 }, SZ_4K,
	  0x0100010100, 24, true,
	  5, { { 0, 0, 0, 0 }, { 0x100, 1, 1, 1 }, { 0x10000, 2, 2, 2 },
	       { 0x0100000000, 4, 3, 3 }, { 0x10100, 3, -1, -1 } } },
	{ "16: duplicates", 2, listed, { 5, 5 }, SZ_4K, 0, 10, true,
	  2, { { 5, 0, 1, 0 }, { 6, 0, -1, -1 } } },
	{ "17: RES1 is no affinity", 2, listed, { 0x80000000, 0x80000001 }, SZ_4K, 1, 12, true,
	  4, { { 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 0x80000001, 1, 1, 1 },
	       { 0xffffff0041000001, 1, 1, 1 } } },
	{ "18: the most a 16K page holds", 2, listed, { 0, 0xfff }, SZ_16K, 0xfff, 8200, true,
	  1, { { 0xfff, 4095, 1, 1 } } },
	{ "18: one bit more, 16K", 2, listed, { 0, 0x1fff }, SZ_16K, 0x1fff, 16392, false,
	  1, { { 0x1fff, 8191, 1, 1 } } },
	{ "19: the most a 64K page holds", 2, listed, { 0, 0x3fff }, SZ_64K, 0x3fff, 32776,
	  true, 1, { { 0x3fff, 16383, 1, 1 } } },
	{ "19: one bit more, 64K", 2, listed, { 0, 0x7fff }, SZ_64K, 0x7fff, 65544, false,
	  1, { { 0x7fff, 32767, 1, 1 } } },
};

KUNIT_ARRAY_PARAM_DESC(vector, vectors, desc);

static void vector_test(struct kunit *test)
{
	const struct vector *v = test->param_value;
	struct mpidr_vm *vm = mpidr_vm_new(test);
	unsigned int i;
	u64 mask;

	for (i = 0; i < v->nr; i++)
		mpidr_vm_add(vm, v->aff(v, i));
	mpidr_vm_rebuild(vm, v->page);

	mask = ipb_mpidr_hash_mask(&vm->index.vcpus);
	KUNIT_EXPECT_EQ(test, mask, v->mask);
	KUNIT_EXPECT_EQ(test, ipb_mpidr_hash_bytes(mask), v->bytes);
	KUNIT_EXPECT_EQ(test, !!rcu_access_pointer(vm->index.hash), v->table);

	for (i = 0; i < v->looks; i++) {
		const struct look *look = &v->look[i];
		u64 mpidr = look->mpidr;

		KUNIT_EXPECT_EQ_MSG(test, ipb_mpidr_gather(ipb_mpidr_aff(mpidr), mask),
				    look->slot, "mpidr %llx", mpidr);
		KUNIT_EXPECT_EQ_MSG(test, mpidr_vm_find(vm, ipb_mpidr_scan, mpidr),
				    look->first, "mpidr %llx", mpidr);
		KUNIT_EXPECT_EQ_MSG(test, mpidr_vm_find(vm, ipb_mpidr_hashed, mpidr),
				    look->hashed, "mpidr %llx", mpidr);
		KUNIT_EXPECT_EQ_MSG(test, mpidr_vm_find(vm, ipb_mpidr_direct, mpidr),
				    look->first, "mpidr %llx", mpidr);
	}
}

struct id_vector {
	unsigned int id;
	u64 aff;
};

static const struct id_vector id_vectors[] = {
	{ 0, 0 }, { 1, 1 }, { 15, 0xf }, { 16, 0x100 }, { 17, 0x101 }, { 31, 0x10f },
	{ 255, 0xf0f }, { 256, 0x1000 }, { 4095, 0xff0f }, { 4096, 0x10000 },
};

static void default_affinity_of_an_id(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(id_vectors); i++) {
		u64 mpidr = ipb_mpidr_layout_mpidr(IPB_MPIDR_KVM, id_vectors[i].id);

		KUNIT_EXPECT_EQ(test, ipb_mpidr_aff(mpidr), id_vectors[i].aff);
		KUNIT_EXPECT_EQ(test, mpidr, id_vectors[i].aff | BIT_ULL(31));
	}
}

/* Sequence (a): a vCPU created after the tables were built. */
static void late_vcpu_is_found_without_and_with_tables(struct kunit *test)
{
	struct mpidr_vm *vm = mpidr_vm_new(test);

	mpidr_vm_add(vm, 0);
	mpidr_vm_add(vm, 1);
	mpidr_vm_rebuild(vm, SZ_4K);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, 2), -1);

	mpidr_vm_drop(vm);
	mpidr_vm_add(vm, 2);
	KUNIT_EXPECT_NULL(test, rcu_access_pointer(vm->index.hash));
	KUNIT_EXPECT_NULL(test, rcu_access_pointer(vm->index.direct));
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_hashed, 2), 2);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, 2), 2);

	mpidr_vm_rebuild(vm, SZ_4K);
	KUNIT_EXPECT_EQ(test, ipb_mpidr_hash_mask(&vm->index.vcpus), 3);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_hashed, 2), 2);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, 2), 2);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, 3), -1);
}

/* Sequence (b): the kernel keeps its table when an MPIDR changes; ours goes. */
static void rewritten_mpidr_is_found_under_its_new_name_only(struct kunit *test)
{
	struct mpidr_vm *vm = mpidr_vm_new(test);
	struct ipb_mpidr_tables tables, old;
	struct ipb_vcpu *vcpu;

	mpidr_vm_add(vm, 0);
	vcpu = mpidr_vm_add(vm, 1);
	mpidr_vm_rebuild(vm, SZ_4K);

	ipb_mpidr_index_withdraw(&vm->index, &old);
	WRITE_ONCE(vcpu->mpidr, 8);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, 8), 1);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, 1), -1);

	tables.hash = old.hash;
	tables.direct = ipb_mpidr_direct_create(&vm->index, 1);
	old.hash = NULL;
	ipb_mpidr_index_publish(&vm->index, &tables);
	synchronize_rcu();
	ipb_mpidr_tables_free(&old);

	KUNIT_EXPECT_NOT_NULL(test, rcu_access_pointer(vm->index.hash));
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_hashed, 8), 1);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_hashed, 1), -1);
	KUNIT_EXPECT_NOT_NULL(test, rcu_access_pointer(vm->index.direct));
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, 8), 1);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, 1), -1);
}

static void empty_vm_has_nobody(struct kunit *test)
{
	struct mpidr_vm *vm = mpidr_vm_new(test);

	KUNIT_EXPECT_NULL(test, ipb_mpidr_hash_create(&vm->index, SZ_4K));
	KUNIT_EXPECT_NULL(test, ipb_mpidr_direct_create(&vm->index, 1));
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_scan, 0), -1);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_hashed, 0), -1);
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, 0), -1);
}

static void vm_takes_4096_vcpus_and_no_more(struct kunit *test)
{
	struct mpidr_vm *vm = mpidr_vm_new(test);
	struct ipb_vcpu extra = {};
	unsigned int i;

	for (i = 0; i < IPB_MPIDR_VCPUS_MAX; i++)
		mpidr_vm_add(vm, ipb_mpidr_layout_mpidr(IPB_MPIDR_SPREAD, i));
	KUNIT_EXPECT_EQ(test, ipb_vcpus_add(&vm->index.vcpus, &extra, GFP_KERNEL), -ENOSPC);
	KUNIT_EXPECT_EQ(test, ipb_vcpus_online(&vm->index.vcpus), IPB_MPIDR_VCPUS_MAX);

	mpidr_vm_rebuild(vm, SZ_4K);
	for (i = 0; i < IPB_MPIDR_VCPUS_MAX; i++) {
		u64 mpidr = ipb_mpidr_layout_mpidr(IPB_MPIDR_SPREAD, i);

		KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, mpidr), i);
	}
}

static struct kunit_case mpidr_index_cases[] = {
	KUNIT_CASE_PARAM(vector_test, vector_gen_params),
	KUNIT_CASE(default_affinity_of_an_id),
	KUNIT_CASE(late_vcpu_is_found_without_and_with_tables),
	KUNIT_CASE(rewritten_mpidr_is_found_under_its_new_name_only),
	KUNIT_CASE(empty_vm_has_nobody),
	KUNIT_CASE(vm_takes_4096_vcpus_and_no_more),
	{}
};

static struct kunit_suite mpidr_index_suite = {
	.name = "ipibench_mpidr_index",
	.test_cases = mpidr_index_cases,
};

kunit_test_suite(mpidr_index_suite);
