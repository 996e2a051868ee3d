// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>
#include <unistd.h>

#include "icr_vm.h"

enum { SETTLE_US = 20000 };

static __u64 *control(const struct icr_vm *vm, unsigned int offset)
{
	return (__u64 *)(vm->vm.memory + ICR_CONTROL + offset);
}

static __u64 control_read(const struct icr_vm *vm, unsigned int offset)
{
	return __atomic_load_n(control(vm, offset), __ATOMIC_ACQUIRE);
}

__u64 icr_vm_passes(const struct icr_vm *vm)
{
	return control_read(vm, ICR_DONE);
}

__u64 icr_vm_sent(const struct icr_vm *vm)
{
	return control_read(vm, ICR_SENT);
}

/* Writes of the ICR, as the guest sees them. */
struct entry {
	__u64 icr;
	__u64 arrivals;		/* at the first vCPU: its own and answers */
	__u64 stored;
	__u64 unused;
};

void icr_vm_clear(struct icr_vm *vm, bool check)
{
	*control(vm, ICR_LIST_LEN) = 0;
	*control(vm, ICR_CHECK) = check;
	memset(vm->once, 0, sizeof(vm->once));
	vm->writes = 0;
	vm->fast = 0;
}

static void add_entry(struct icr_vm *vm, __u64 icr, __u64 arrivals)
{
	struct entry *list = (struct entry *)(vm->vm.memory + ICR_LIST);

	list[(*control(vm, ICR_LIST_LEN))++] = (struct entry){
		.icr = icr, .arrivals = arrivals, .stored = vm->stored,
	};
	vm->writes++;
}

void icr_vm_send(struct icr_vm *vm, __u64 icr, unsigned int targets, bool fast)
{
	unsigned int vector = icr & 0xff, arrivals = 0;

	if (targets & 1) {
		vm->once[0][vector]++;
		arrivals++;
	}
	if (targets & 2) {
		vm->once[1][vector]++;
		vm->once[0][ICR_ANSWER]++;
		arrivals++;
		/* The answer is one more, from one vCPU to one. */
		vm->writes++;
		vm->fast++;
	}
	vm->fast += fast;
	vm->stored = icr & ~(__u64)ICR_BUSY;
	add_entry(vm, icr, arrivals);
}

void icr_vm_send_bad(struct icr_vm *vm, __u64 icr)
{
	vm->once[0][ICR_GP]++;
	add_entry(vm, icr, 0);
}

static const __u64 *counts(const struct icr_vm *vm, unsigned int cpu)
{
	return (const __u64 *)(vm->vm.memory + ICR_COUNTS + cpu * ICR_COUNTS_BYTES);
}

unsigned int icr_vm_wrong(const struct icr_vm *vm)
{
	unsigned int cpu, vector, wrong = control_read(vm, ICR_MISMATCHES);

	for (cpu = 0; cpu < ICR_CPUS; cpu++)
		for (vector = 0; vector < ICR_VECTORS; vector++)
			wrong += counts(vm, cpu)[vector] != vm->expected[cpu][vector];
	return wrong;
}

const __u64 *icr_vm_samples(const struct icr_vm *vm, unsigned int *nr)
{
	*nr = control_read(vm, ICR_NR_SAMPLES);
	return (const __u64 *)(vm->vm.memory + ICR_SAMPLES);
}

void icr_vm_start(struct icr_vm *vm, __u64 repeat)
{
	*control(vm, ICR_REPEAT) = repeat;
	*control(vm, ICR_STOP) = 0;
	*control(vm, ICR_DONE) = 0;
	*control(vm, ICR_MISMATCHES) = 0;
	*control(vm, ICR_NR_SAMPLES) = 0;
	vm_start(&vm->vm);
}

static int finish(struct icr_vm *vm)
{
	unsigned int cpu, vector;
	int ret = vm_wait(&vm->vm);

	/* An interrupt that arrives twice shall have the time to. */
	usleep(SETTLE_US);
	vm_stop(&vm->vm);
	for (cpu = 0; cpu < ICR_CPUS; cpu++)
		for (vector = 0; vector < ICR_VECTORS; vector++)
			vm->expected[cpu][vector] += vm->once[cpu][vector] * icr_vm_passes(vm);
	return ret;
}

int icr_vm_finish(struct icr_vm *vm)
{
	__atomic_store_n(control(vm, ICR_STOP), 1, __ATOMIC_RELEASE);
	return finish(vm);
}

int icr_vm_run(struct icr_vm *vm, __u64 repeat)
{
	icr_vm_start(vm, repeat);
	return finish(vm);
}
