// SPDX-License-Identifier: GPL-2.0-only
/*
 * Patterns of MPIDRs: those VMs have, and those that hash badly.
 */
#include "core/mpidr_layout.h"
#include "mpidr_pattern.h"

static u32 key_kvm(unsigned int i)
{
	return ipb_mpidr_key(ipb_mpidr_layout_mpidr(IPB_MPIDR_KVM, i));
}

static u32 key_sparse(unsigned int i)
{
	return ipb_mpidr_key(ipb_mpidr_layout_mpidr(IPB_MPIDR_SPARSE, i));
}

static u32 key_spread(unsigned int i)
{
	return ipb_mpidr_key(ipb_mpidr_layout_mpidr(IPB_MPIDR_SPREAD, i));
}

static u32 key_duplicate(unsigned int i)
{
	return ipb_mpidr_key(ipb_mpidr_layout_mpidr(IPB_MPIDR_DUPLICATE, i));
}

/* A power of two apart: low bits of a product would all be equal. */
static u32 key_stride(unsigned int i)
{
	return i << 20;
}

/* Steps that undo the multipliers people like to hash with. */
static u32 key_golden_inverse(unsigned int i)
{
	return i * 0x144cbc89u;
}

static u32 key_odd_step(unsigned int i)
{
	return i * 3 + 1;
}

/* Two CPUs to each cluster, in every second cluster of every second level. */
static u32 key_comb(unsigned int i)
{
	return (i & 1) | (i & 0x3e) << 8 | (i & 0x7c0) << 12 | (i & 0xf800) << 14;
}

static u32 key_square(unsigned int i)
{
	return i * i;
}

static u32 key_all_equal(unsigned int i)
{
	return 0xc0ffee;
}

static u32 key_constant_bits(unsigned int i)
{
	return i | 0xa5a50000;
}

static const struct pattern patterns[] = {
	{ "kvm", key_kvm, false, true },
	{ "sparse", key_sparse, false, true },
	{ "spread", key_spread, false, false },
	{ "duplicate", key_duplicate, true, true },
	{ "stride", key_stride, false, true },
	{ "golden inverse", key_golden_inverse, false, false },
	{ "odd step", key_odd_step, false, false },
	{ "comb", key_comb, false, false },
	{ "square", key_square, false, false },
	{ "all equal", key_all_equal, true, true },
	{ "constant bits", key_constant_bits, false, false },
};

static void pattern_desc(const struct pattern *p, char *desc)
{
	strscpy(desc, p->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(all, patterns, pattern_desc);

const void *pattern_gen_params(const void *prev, char *desc)
{
	return all_gen_params(prev, desc);
}

const struct pattern pattern_spread = { "spread", key_spread, false, false };

void *pattern_alloc(struct kunit *test, size_t bytes)
{
	void *memory = kunit_kzalloc(test, bytes, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, memory);
	return memory;
}

int pattern_init(struct kunit *test)
{
	size_t bytes = IPB_MPIDR_DIRECT_BYTES * IPB_MPIDR_VCPUS_MAX;
	struct fixture *f = pattern_alloc(test, sizeof(*f));

	f->table = pattern_alloc(test, bytes);
	f->copy = pattern_alloc(test, bytes);
	f->pairs = pattern_alloc(test, sizeof(*f->pairs) * IPB_MPIDR_VCPUS_MAX);
	test->priv = f;
	return 0;
}

void pattern_build(struct kunit *test, const struct pattern *p, unsigned int nr, u64 seed)
{
	struct fixture *f = test->priv;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		f->pairs[i].key = p->key(i);
		f->pairs[i].value = pattern_value(i);
	}
	KUNIT_ASSERT_GE_MSG(test, ipb_mpidr_direct_build(f->table, f->pairs, nr, seed), 0,
			    "%s nr %u", p->desc, nr);
}

/* Every size to 80, then in steps that meet no power of two, then those. */
unsigned int pattern_next_size(unsigned int nr)
{
	if (nr < 80)
		return nr + 1;
	if (nr + 311 < IPB_MPIDR_VCPUS_MAX)
		return nr + 311;
	return nr < IPB_MPIDR_VCPUS_MAX ? IPB_MPIDR_VCPUS_MAX : 0;
}
