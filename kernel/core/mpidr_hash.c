// SPDX-License-Identifier: GPL-2.0-only
/*
 * One page of vCPU indexes by gathered affinity.
 */
#include <linux/bitmap.h>
#include <linux/bitops.h>

#include "core/export.h"
#include "core/mpidr_hash.h"
#include "core/mpidr_vcpu.h"

u64 ipb_mpidr_hash_mask(struct ipb_vcpus *vcpus)
{
	u64 any = 0, all = IPB_MPIDR_AFF_MASK;
	struct ipb_vcpu *vcpu;
	unsigned long i;

	if (!ipb_vcpus_online(vcpus))
		return 0;

	xa_for_each_range(&vcpus->array, i, vcpu, 0, ipb_vcpus_last(vcpus)) {
		u64 aff = ipb_vcpu_aff(vcpu);

		any |= aff;
		all &= aff;
	}

	return any ^ all;
}

u64 ipb_mpidr_hash_bytes(u64 mask)
{
	return sizeof(struct ipb_mpidr_hash) +
	       ((u64)sizeof(u16) << hweight64(mask));
}

bool ipb_mpidr_hash_fits(u64 mask, unsigned int nr_vcpus,
			 unsigned int page_bytes)
{
	return nr_vcpus > 1 && ipb_mpidr_hash_bytes(mask) <= page_bytes;
}

void ipb_mpidr_hash_fill(struct ipb_mpidr_hash *hash, u64 mask,
			 struct ipb_vcpus *vcpus)
{
	struct ipb_vcpu *vcpu;
	unsigned long i;

	hash->mask = mask;
	xa_for_each_range(&vcpus->array, i, vcpu, 0, ipb_vcpus_last(vcpus))
		hash->index[ipb_mpidr_gather(ipb_vcpu_aff(vcpu), mask)] = i;
}

u32 ipb_mpidr_gather(u64 value, u64 mask)
{
	DECLARE_BITMAP(bits, 64);
	unsigned int bit, n = 0;
	u32 index = 0;

	/* fls64(): with fls() the bits of Aff3 would all be dropped. */
	bitmap_from_u64(bits, mask);
	for_each_set_bit(bit, bits, fls64(mask))
		index |= ((value >> bit) & 1) << n++;

	return index;
}

IPB_EXPORT_FOR_KUNIT(ipb_mpidr_hash_mask);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_hash_bytes);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_hash_fits);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_hash_fill);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_gather);
