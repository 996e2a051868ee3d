/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A virtual machine on /dev/kvm, whatever the architecture: memory, vCPUs, a
 * thread each, and phases: the first vCPU says when one is over.
 */
#ifndef SELFTESTS_VM_H
#define SELFTESTS_VM_H

#include <pthread.h>
#include <stdbool.h>
#include <linux/types.h>

enum { VM_CPUS = 128 };

struct kvm_run;
struct vm;

/**
 * struct vm_guest - what a kind of VM is
 * @base: address of the memory in the guest
 * @bytes: size of it
 * @ends: is this the exit by which the first vCPU ends a phase?
 * @progress: a number that changes as long as something happens
 */
struct vm_guest {
	__u64 base;
	unsigned long bytes;
	bool (*ends)(const struct kvm_run *run);
	__u64 (*progress)(const struct vm *vm);
};

/**
 * struct vm_cpu - a vCPU
 * @vm: whose
 * @fd: KVM's file
 * @run: shared with KVM
 * @running: @thread exists
 * @thread: runs it during a phase
 */
struct vm_cpu {
	struct vm *vm;
	int fd;
	struct kvm_run *run;
	bool running;
	pthread_t thread;
};

/**
 * struct vm - a VM
 * @guest: its kind
 * @kvm: KVM's file
 * @fd: the VM's
 * @run_bytes: size of a struct kvm_run
 * @memory: the guest's
 * @nr: vCPUs
 * @spread: each vCPU has a CPU to itself, as far as there are; as you like
 * @in_turn: a vCPU that wakes another one goes on until it sleeps; as you like
 * @over: the first vCPU said that the phase is over
 * @stopping: threads are to end
 * @unexpected: exit reason nobody expects, or -errno
 * @cpu: the vCPUs
 */
struct vm {
	const struct vm_guest *guest;
	int kvm;
	int fd;
	int run_bytes;
	char *memory;
	unsigned int nr;
	bool spread;
	bool in_turn;
	bool over;
	bool stopping;
	int unexpected;
	struct vm_cpu cpu[VM_CPUS];
};

/* Why there can be no VM here, or NULL. */
const char *vm_unusable(void);

/* A VM with memory and no vCPUs. vm_close() is right in any case. 0 or -errno. */
int vm_open(struct vm *vm, const struct vm_guest *guest);
void vm_close(struct vm *vm);

/* Number vm->nr - 1, as KVM makes it. Return: 0 or -errno. */
int vm_add_cpu(struct vm *vm);

/* A phase: all vCPUs run until vm_stop(). */
void vm_start(struct vm *vm);
void vm_stop(struct vm *vm);

/*
 * Wait for the phase's end. Return: 0; -ETIMEDOUT: nothing happens any more;
 * -EIO: see vm->unexpected.
 */
int vm_wait(struct vm *vm);

#endif /* SELFTESTS_VM_H */
