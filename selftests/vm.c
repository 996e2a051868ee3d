// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <linux/kvm.h>

#include "vm.h"

enum { STALL_S = 60 };

const char *vm_unusable(void)
{
	return access("/dev/kvm", R_OK | W_OK) ? "no KVM here" : NULL;
}

static int add_memory(struct vm *vm)
{
	struct kvm_userspace_memory_region region = {
		.guest_phys_addr = vm->guest->base, .memory_size = vm->guest->bytes,
	};
	void *memory = mmap(NULL, vm->guest->bytes, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return -ENOMEM;
	vm->memory = memory;
	region.userspace_addr = (uintptr_t)memory;
	return ioctl(vm->fd, KVM_SET_USER_MEMORY_REGION, &region) ? -errno : 0;
}

/* A signal only has to interrupt KVM_RUN. */
static void on_kick(int signal)
{
}

int vm_open(struct vm *vm, const struct vm_guest *guest)
{
	struct sigaction kick = { .sa_handler = on_kick };

	memset(vm, 0, sizeof(*vm));
	vm->guest = guest;
	vm->fd = -1;
	vm->kvm = open("/dev/kvm", O_RDWR | O_CLOEXEC);
	if (vm->kvm < 0)
		return -errno;
	sigaction(SIGUSR1, &kick, NULL);
	vm->fd = ioctl(vm->kvm, KVM_CREATE_VM, 0);
	if (vm->fd < 0)
		return -errno;
	vm->run_bytes = ioctl(vm->kvm, KVM_GET_VCPU_MMAP_SIZE, 0);
	return add_memory(vm);
}

void vm_close(struct vm *vm)
{
	unsigned int i;

	for (i = 0; i < vm->nr; i++) {
		munmap(vm->cpu[i].run, vm->run_bytes);
		close(vm->cpu[i].fd);
	}
	if (vm->fd >= 0)
		close(vm->fd);
	if (vm->memory)
		munmap(vm->memory, vm->guest->bytes);
	if (vm->kvm >= 0)
		close(vm->kvm);
	vm->nr = 0;
}

int vm_add_cpu(struct vm *vm)
{
	struct vm_cpu *cpu = &vm->cpu[vm->nr];

	if (vm->nr == VM_CPUS)
		return -ENOSPC;
	memset(cpu, 0, sizeof(*cpu));
	cpu->vm = vm;
	cpu->fd = ioctl(vm->fd, KVM_CREATE_VCPU, vm->nr);
	if (cpu->fd < 0)
		return -errno;
	cpu->run = mmap(NULL, vm->run_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, cpu->fd, 0);
	if (cpu->run == MAP_FAILED) {
		close(cpu->fd);
		return -ENOMEM;
	}
	vm->nr++;
	return 0;
}

/* The n-th vCPU to the n-th CPU that this process may use. */
static void spread(const struct vm_cpu *cpu)
{
	cpu_set_t allowed, one;
	unsigned int left;
	int i = -1;

	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return;
	left = (cpu - cpu->vm->cpu) % CPU_COUNT(&allowed);
	do {
		i++;
	} while (!CPU_ISSET(i, &allowed) || left--);
	CPU_ZERO(&one);
	CPU_SET(i, &one);
	sched_setaffinity(0, sizeof(one), &one);
}

/* Among real-time threads of one priority nobody is preempted by whom it wakes. */
static void take_turns(void)
{
	const struct sched_param lowest = { .sched_priority = 1 };

	sched_setscheduler(0, SCHED_FIFO, &lowest);
}

/* Only the first vCPU ever comes out by itself, at the end of a phase. */
static void *run_cpu(void *data)
{
	struct vm_cpu *cpu = data;
	struct vm *vm = cpu->vm;

	if (vm->spread)
		spread(cpu);
	if (vm->in_turn)
		take_turns();
	while (!__atomic_load_n(&vm->stopping, __ATOMIC_ACQUIRE)) {
		if (ioctl(cpu->fd, KVM_RUN, 0)) {
			if (errno == EINTR || errno == EAGAIN)
				continue;
			__atomic_store_n(&vm->unexpected, -errno, __ATOMIC_RELEASE);
			break;
		}
		if (cpu == vm->cpu && vm->guest->ends(cpu->run))
			__atomic_store_n(&vm->over, true, __ATOMIC_RELEASE);
		else
			__atomic_store_n(&vm->unexpected, cpu->run->exit_reason ? : -1,
					 __ATOMIC_RELEASE);
		break;
	}
	return NULL;
}

void vm_start(struct vm *vm)
{
	unsigned int i;

	vm->over = false;
	vm->stopping = false;
	vm->unexpected = 0;
	for (i = 0; i < vm->nr; i++) {
		vm->cpu[i].run->immediate_exit = 0;
		vm->cpu[i].running = !pthread_create(&vm->cpu[i].thread, NULL, run_cpu,
						     &vm->cpu[i]);
		if (!vm->cpu[i].running)
			vm->unexpected = -EAGAIN;
	}
}

void vm_stop(struct vm *vm)
{
	unsigned int i;

	__atomic_store_n(&vm->stopping, true, __ATOMIC_RELEASE);
	for (i = 0; i < vm->nr; i++) {
		if (!vm->cpu[i].running)
			continue;
		vm->cpu[i].run->immediate_exit = 1;
		pthread_kill(vm->cpu[i].thread, SIGUSR1);
	}
	for (i = 0; i < vm->nr; i++) {
		if (vm->cpu[i].running)
			pthread_join(vm->cpu[i].thread, NULL);
		vm->cpu[i].running = false;
	}
}

static time_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec;
}

int vm_wait(struct vm *vm)
{
	__u64 seen = 0, at;
	time_t since = now();

	while (!__atomic_load_n(&vm->over, __ATOMIC_ACQUIRE)) {
		if (__atomic_load_n(&vm->unexpected, __ATOMIC_ACQUIRE))
			return -EIO;
		at = vm->guest->progress(vm);
		if (at != seen)
			since = now();
		seen = at;
		if (now() - since > STALL_S)
			return -ETIMEDOUT;
		usleep(500);
	}
	return 0;
}
