// SPDX-License-Identifier: GPL-2.0-only
/*
 * Small model VMs for the MPIDR suites.
 */
#include <linux/rcupdate.h>

#include "mpidr_vm.h"

static void vm_free(void *data)
{
	struct mpidr_vm *vm = data;

	mpidr_vm_drop(vm);
	ipb_vcpus_destroy(&vm->index.vcpus);
}

struct mpidr_vm *mpidr_vm_new(struct kunit *test)
{
	struct mpidr_vm *vm = kunit_kzalloc(test, sizeof(*vm), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, vm);
	vm->test = test;
	ipb_mpidr_index_init(&vm->index);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, vm_free, vm), 0);
	return vm;
}

struct ipb_vcpu *mpidr_vm_add(struct mpidr_vm *vm, u64 mpidr)
{
	struct ipb_vcpu *vcpu = kunit_kzalloc(vm->test, sizeof(*vcpu), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(vm->test, vcpu);
	vcpu->mpidr = mpidr;
	KUNIT_ASSERT_EQ(vm->test,
			ipb_vcpus_add(&vm->index.vcpus, vcpu, GFP_KERNEL), 0);
	return vcpu;
}

void mpidr_vm_drop(struct mpidr_vm *vm)
{
	struct ipb_mpidr_tables old;

	ipb_mpidr_index_withdraw(&vm->index, &old);
	if (!old.hash && !old.direct)
		return;
	synchronize_rcu();
	ipb_mpidr_tables_free(&old);
}

void mpidr_vm_rebuild(struct mpidr_vm *vm, unsigned int page_bytes)
{
	struct ipb_mpidr_tables tables;

	mpidr_vm_drop(vm);
	tables.hash = ipb_mpidr_hash_create(&vm->index, page_bytes);
	tables.direct = ipb_mpidr_direct_create(&vm->index, ++vm->seed);
	KUNIT_ASSERT_NOT_NULL(vm->test, tables.direct);
	ipb_mpidr_index_publish(&vm->index, &tables);
}

int mpidr_vm_find(struct mpidr_vm *vm, ipb_mpidr_lookup lookup, u64 mpidr)
{
	struct ipb_vcpu *vcpu;

	rcu_read_lock();
	vcpu = lookup(&vm->index, mpidr);
	rcu_read_unlock();

	return vcpu ? (int)vcpu->index : -1;
}
