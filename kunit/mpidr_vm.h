/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Small model VMs for the MPIDR suites.
 */
#ifndef IPIBENCH_KUNIT_MPIDR_VM_H
#define IPIBENCH_KUNIT_MPIDR_VM_H

#include <kunit/test.h>

#include "core/mpidr_index.h"

/**
 * struct mpidr_vm - a VM that the test frees at its end
 * @index: the VM
 * @test: to allocate from
 * @seed: for our table; changes with every build
 */
struct mpidr_vm {
	struct ipb_mpidr_index index;
	struct kunit *test;
	u64 seed;
};

/**
 * mpidr_vm_new() - an empty VM
 * @test: the running test
 *
 * Return: the VM; failures end the test.
 */
struct mpidr_vm *mpidr_vm_new(struct kunit *test);

/**
 * mpidr_vm_add() - add a vCPU; tables are the caller's to care for
 * @vm: the VM
 * @mpidr: of the vCPU
 *
 * Return: the vCPU.
 */
struct ipb_vcpu *mpidr_vm_add(struct mpidr_vm *vm, u64 mpidr);

/**
 * mpidr_vm_rebuild() - replace both tables by new ones
 * @vm: the VM
 * @page_bytes: limit of the published table
 */
void mpidr_vm_rebuild(struct mpidr_vm *vm, unsigned int page_bytes);

/**
 * mpidr_vm_drop() - withdraw and free both tables
 * @vm: the VM
 */
void mpidr_vm_drop(struct mpidr_vm *vm);

/**
 * mpidr_vm_find() - look up as a reader does
 * @vm: the VM
 * @lookup: the way
 * @mpidr: what to look for
 *
 * Return: index of the vCPU, -1 for none.
 */
int mpidr_vm_find(struct mpidr_vm *vm, ipb_mpidr_lookup lookup, u64 mpidr);

#endif /* IPIBENCH_KUNIT_MPIDR_VM_H */
