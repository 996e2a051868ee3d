// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hook: from an MPIDR to its vCPU in a running KVM on arm64.
 *
 * The function is reached from a guest's SGIs, from PSCI and from writes to
 * GICD_IROUTER, the last under a raw spinlock: nothing here sleeps, waits or
 * allocates. KVM on arm64 is part of the kernel and needs no pinning.
 */
#include "live/hook.h"
#include "live/splice.h"

static const char *const mpidr_variants[] = {
	"kernel", "kernel_again", "scan", "hash", "direct", NULL,
};

#if !defined(CONFIG_ARM64)
#define MPIDR_ABSENT	"not an arm64 kernel"
#elif !IS_ENABLED(CONFIG_KVM)
#define MPIDR_ABSENT	"this kernel has no KVM"
#elif !IPB_LIVE_CAN_SPLICE
#define MPIDR_ABSENT	"this kernel's ftrace cannot redirect calls"
#else
#include <linux/build_bug.h>
#include <linux/kvm_host.h>
#include <linux/percpu.h>
#include <asm/kvm_emulate.h>

#include "bench/stamp.h"
#include "live/recorder.h"
#include "live/vm_tables.h"

static struct ipb_recorders *mpidr_recorders;

static __always_inline struct kvm_vcpu *walk(struct kvm *kvm, unsigned long aff)
{
	struct kvm_vcpu *vcpu;
	unsigned long i;

	kvm_for_each_vcpu(i, vcpu, kvm)
		if (kvm_vcpu_get_mpidr_aff(vcpu) == aff)
			return vcpu;
	return NULL;
}

/* The VM at hand decides, whatever a table says. */
static __always_inline struct kvm_vcpu *check(struct kvm *kvm, unsigned int index,
					      unsigned long aff)
{
	struct kvm_vcpu *vcpu = kvm_get_vcpu(kvm, index);

	return likely(vcpu && kvm_vcpu_get_mpidr_aff(vcpu) == aff) ? vcpu : NULL;
}

static __always_inline struct kvm_vcpu *miss(struct kvm *kvm, unsigned long aff)
{
	ipb_recorder_miss(mpidr_recorders);
	return walk(kvm, aff);
}

/* Bit by bit as the kernel's, but without its calls: a module's go a longer way. */
static __always_inline unsigned int gather(unsigned long aff, unsigned long mask)
{
	unsigned int index = 0, bit = 1;

	for (; mask; mask &= mask - 1, bit <<= 1)
		if (aff & mask & -mask)
			index |= bit;
	return index;
}

static noinline struct kvm_vcpu *mpidr_scan(struct kvm *kvm, unsigned long mpidr)
{
	return walk(kvm, mpidr & MPIDR_HWID_BITMASK);
}

static noinline struct kvm_vcpu *mpidr_hash(struct kvm *kvm, unsigned long mpidr)
{
	const struct ipb_vm_table *table = ipb_vm_table_find(kvm);
	unsigned long aff = mpidr & MPIDR_HWID_BITMASK;
	struct kvm_vcpu *vcpu = NULL;

	if (likely(table && table->hashed))
		vcpu = check(kvm, table->index[gather(aff, table->mask)], aff);
	return likely(vcpu) ? vcpu : miss(kvm, aff);
}

static noinline struct kvm_vcpu *mpidr_direct(struct kvm *kvm, unsigned long mpidr)
{
	const struct ipb_vm_table *table = ipb_vm_table_find(kvm);
	unsigned long aff = mpidr & MPIDR_HWID_BITMASK, found = 0;
	struct kvm_vcpu *vcpu = NULL;

	if (likely(table && table->direct))
		found = (unsigned long)ipb_mpidr_direct_find(table->direct, aff);
	if (likely(found))
		vcpu = check(kvm, found - 1, aff);
	return likely(vcpu) ? vcpu : miss(kvm, aff);
}

/* As mpidr_variants; the kernel's function comes in when it is found. */
static struct kvm_vcpu *(*mpidr_lookups[])(struct kvm *kvm, unsigned long mpidr) = {
	NULL, NULL, mpidr_scan, mpidr_hash, mpidr_direct,
};

static void *const mpidr_own[] = { mpidr_scan, mpidr_hash, mpidr_direct, NULL };

static notrace struct kvm_vcpu *mpidr_stub(struct kvm *kvm, unsigned long mpidr)
{
	struct kvm_vcpu *(*lookup)(struct kvm *kvm, unsigned long mpidr);
	struct ipb_recorder *cpu;
	struct kvm_vcpu *vcpu;
	u64 missed, start;
	u32 variant;

	cpu = ipb_recorder_enter(mpidr_recorders, &variant);
	lookup = mpidr_lookups[variant];
	missed = __this_cpu_read(mpidr_recorders->cpu->misses);
	start = ipb_stamp_counter();
	vcpu = lookup(kvm, mpidr);
	start = ipb_stamp_counter() - start;
	if (unlikely(__this_cpu_read(mpidr_recorders->cpu->misses) != missed))
		ipb_vm_table_learn(kvm, vcpu);
	ipb_recorder_leave(mpidr_recorders, cpu, start);
	return vcpu;
}

static int mpidr_open(struct ipb_recorders *recorders, unsigned long function)
{
	mpidr_recorders = recorders;
	mpidr_lookups[0] = (void *)function;
	mpidr_lookups[1] = mpidr_lookups[0];
	return ipb_vm_tables_open();
}

/* A kernel whose function has another prototype has another function. */
#define MPIDR_UNKNOWN	(__same_type(mpidr_scan, kvm_mpidr_to_vcpu) ? NULL : \
			 "unknown version: this kernel's look-up has other arguments")

const struct ipb_hook ipb_hook_mpidr = {
	.name = "kvm_mpidr_to_vcpu",
	.absent = MPIDR_UNKNOWN,
	.variants = mpidr_variants,
	.stub = mpidr_stub,
	.own = mpidr_own,
	.open = mpidr_open,
	.close = ipb_vm_tables_close,
};
#endif

#ifdef MPIDR_ABSENT
const struct ipb_hook ipb_hook_mpidr = {
	.name = "kvm_mpidr_to_vcpu",
	.absent = MPIDR_ABSENT,
	.variants = mpidr_variants,
};
#endif
