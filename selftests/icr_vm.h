/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A virtual machine of a few hundred instructions: x86-64, two vCPUs with their
 * APICs in x2APIC mode. The first one writes its ICR, value after value, and
 * waits for what must come of each; the second one answers every interrupt by
 * one of its own. Both sleep while they wait. The VMM knows how many of which
 * both must get.
 */
#ifndef SELFTESTS_ICR_VM_H
#define SELFTESTS_ICR_VM_H

/* The guest's memory, by offset, which is the address; also for the assembler. */
#define ICR_CODE	0x01000
#define ICR_IDT		0x08000
#define ICR_GDT		0x09000
#define ICR_PML4	0x10000
#define ICR_PDPT	0x11000
#define ICR_PD		0x12000
#define ICR_CONTROL	0x20000
#define ICR_COUNTS	0x30000
#define ICR_STACKS	0x38000
#define ICR_LIST	0x40000
#define ICR_SAMPLES	0x50000
#define ICR_BYTES	0x100000

/* The control block, by offset. */
#define ICR_LIST_LEN	0
#define ICR_REPEAT	8
#define ICR_STOP	16
#define ICR_DONE	24
#define ICR_SENT	32
#define ICR_CHECK	40
#define ICR_MISMATCHES	48
#define ICR_NR_SAMPLES	56
#define ICR_READY	64

/* A vCPU's interrupts by vector, and their sum. */
#define ICR_COUNTS_BYTES	0x1000
#define ICR_TOTAL		0x800

#define ICR_SAMPLES_MAX	16384
#define ICR_FIRST_VECTOR	32
#define ICR_STUB_BYTES	16
#define ICR_GP		13
/* By which the second vCPU answers. */
#define ICR_ANSWER	0x40

#ifndef __ASSEMBLER__
#include <stdbool.h>

#include "vm.h"

enum { ICR_CPUS = 2, ICR_VECTORS = 256 };

/* Parts of an ICR's value. */
#define ICR_TO(id)	((__u64)(id) << 32)
#define ICR_LOWEST	0x100
#define ICR_LOGICAL	0x800
#define ICR_BUSY	0x1000
#define ICR_RESERVED	0x2000
#define ICR_ASSERT	0x4000
#define ICR_LEVEL	0x8000
#define ICR_SELF	0x40000
#define ICR_ALL		0x80000
#define ICR_OTHERS	0xc0000
/* No vCPU has this id. */
#define ICR_NOBODY	0x1000

/**
 * struct icr_vm - a VM
 * @vm: memory, vCPUs, threads
 * @expected: interrupts each must have got by the end of the phase
 * @once: of one pass through the list
 * @writes: of the ICR in one pass, answers among them
 * @fast: those that the kernel's fast path is for
 * @stored: what the ICR holds after the list so far
 */
struct icr_vm {
	struct vm vm;
	__u64 expected[ICR_CPUS][ICR_VECTORS];
	__u64 once[ICR_CPUS][ICR_VECTORS];
	unsigned int writes;
	unsigned int fast;
	__u64 stored;
};

/* The guest's code, and where in it interrupts and faults begin. */
extern char icr_guest_start[], icr_guest_stubs[], icr_guest_fault[], icr_guest_end[];

/* Why there can be no VM here whose IPIs exit, or NULL. */
const char *icr_vm_unusable(void);

/* Return: 0 or -errno, and then there is nothing to destroy. */
int icr_vm_create(struct icr_vm *vm);
void icr_vm_destroy(struct icr_vm *vm);

/* From the start with an empty list. @check: read back each value stored. */
void icr_vm_clear(struct icr_vm *vm, bool check);

/* A write of the ICR which interrupts @vector on the vCPUs of mask @targets. */
void icr_vm_send(struct icr_vm *vm, __u64 icr, unsigned int targets, bool fast);

/* One that the processor refuses. */
void icr_vm_send_bad(struct icr_vm *vm, __u64 icr);

/* Of every kind one, those that are refused among them. */
void icr_vm_list_all_kinds(struct icr_vm *vm, bool check);

/*
 * Run a phase: the list @repeat times. Return: 0 when it came to its end,
 * -ETIMEDOUT when nothing happened any more, or another -errno.
 */
int icr_vm_run(struct icr_vm *vm, __u64 repeat);

/* The same in pieces: a phase goes on until icr_vm_finish(). */
void icr_vm_start(struct icr_vm *vm, __u64 repeat);
int icr_vm_finish(struct icr_vm *vm);

/* Passes of the last phase; writes of the list since creation. */
__u64 icr_vm_passes(const struct icr_vm *vm);
__u64 icr_vm_sent(const struct icr_vm *vm);

/*
 * After a phase: how many vectors came more or less often than they must, and
 * how many values read back were not what was to be stored.
 */
unsigned int icr_vm_wrong(const struct icr_vm *vm);

/* The phase's first ICR_SAMPLES_MAX writes: ticks of each in the guest's TSC. */
const __u64 *icr_vm_samples(const struct icr_vm *vm, unsigned int *nr);
#endif

#endif /* SELFTESTS_ICR_VM_H */
