// SPDX-License-Identifier: GPL-2.0-only
/*
 * How model VMs number their CPUs.
 */
#include <linux/bits.h>

#include "core/export.h"
#include "core/mpidr_aff.h"
#include "core/mpidr_layout.h"

#define MPIDR_RES1	BIT_ULL(31)

const char *const ipb_mpidr_layout_names[IPB_MPIDR_LAYOUTS + 1] = {
	[IPB_MPIDR_KVM] = "kvm",
	[IPB_MPIDR_SPARSE] = "sparse",
	[IPB_MPIDR_SPREAD] = "spread",
	[IPB_MPIDR_DUPLICATE] = "duplicate",
};

static u32 kvm_key(unsigned int index)
{
	return (index & 0xf) | (index & 0xff0) << 4 | (index & 0xff000) << 4;
}

static u32 sparse_key(unsigned int index)
{
	return (index & 0x3f) << 10 | (index & 0xfc0) << 12 | (index & 0xff000) << 12;
}

/* An odd multiplier permutes the 28 bits, of which four go to Aff0. */
static u32 spread_key(unsigned int index)
{
	u32 scrambled = index * 0x9e3779b1u;

	return (scrambled & 0xf) | (scrambled & 0xffffff0) << 4;
}

static u32 duplicate_key(unsigned int index)
{
	return kvm_key(index / 2);
}

static u32 (* const layout_key[IPB_MPIDR_LAYOUTS])(unsigned int index) = {
	[IPB_MPIDR_KVM] = kvm_key,
	[IPB_MPIDR_SPARSE] = sparse_key,
	[IPB_MPIDR_SPREAD] = spread_key,
	[IPB_MPIDR_DUPLICATE] = duplicate_key,
};

u64 ipb_mpidr_layout_mpidr(enum ipb_mpidr_layout layout, unsigned int index)
{
	return ipb_mpidr_from_key(layout_key[layout](index)) | MPIDR_RES1;
}

IPB_EXPORT_FOR_KUNIT(ipb_mpidr_layout_names);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_layout_mpidr);
