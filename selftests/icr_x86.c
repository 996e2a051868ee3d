// SPDX-License-Identifier: GPL-2.0-only
/* The VM of icr_vm.h as KVM on x86-64 makes it. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/kvm.h>

#include "icr_vm.h"

#ifdef __x86_64__
enum { CPUID_ENTRIES = 256, END_OF_PHASE = 0x80, CODE = 8, DATA = 16 };

/* Above the guest's memory, where KVM may need some of its own. */
#define TSS_ADDRESS	0xfffbd000
#define X2APIC_ENABLED	0xc00

static __u64 address_of(const char *label)
{
	return ICR_CODE + (label - icr_guest_start);
}

/* An interrupt gate: 64 bit, by which interrupts are off. */
static void set_gate(struct icr_vm *vm, unsigned int vector, __u64 address)
{
	__u64 *gate = (__u64 *)(vm->vm.memory + ICR_IDT) + 2 * vector;

	gate[0] = (address & 0xffff) | CODE << 16 | 0x8eull << 40 | (address >> 16 & 0xffff) << 48;
	gate[1] = address >> 32;
}

static void fill_memory(struct icr_vm *vm)
{
	char *memory = vm->vm.memory;
	unsigned int vector;
	__u64 *gdt = (__u64 *)(memory + ICR_GDT);

	memcpy(memory + ICR_CODE, icr_guest_start, icr_guest_end - icr_guest_start);
	/* Present, writable; one page of two megabytes. */
	*(__u64 *)(memory + ICR_PML4) = ICR_PDPT | 3;
	*(__u64 *)(memory + ICR_PDPT) = ICR_PD | 3;
	*(__u64 *)(memory + ICR_PD) = 0x83;
	gdt[CODE / 8] = 0x00af9b000000ffffull;
	gdt[DATA / 8] = 0x00cf93000000ffffull;
	set_gate(vm, ICR_GP, address_of(icr_guest_fault));
	for (vector = ICR_FIRST_VECTOR; vector < ICR_VECTORS; vector++)
		set_gate(vm, vector, address_of(icr_guest_stubs) +
				     (vector - ICR_FIRST_VECTOR) * ICR_STUB_BYTES);
}

static int set_cpuid(struct icr_vm *vm, int fd)
{
	struct kvm_cpuid2 *cpuid = calloc(1, sizeof(*cpuid) + CPUID_ENTRIES *
					     sizeof(cpuid->entries[0]));
	int ret = 0;

	if (!cpuid)
		return -ENOMEM;
	cpuid->nent = CPUID_ENTRIES;
	if (ioctl(vm->vm.kvm, KVM_GET_SUPPORTED_CPUID, cpuid) ||
	    ioctl(fd, KVM_SET_CPUID2, cpuid))
		ret = -errno;
	free(cpuid);
	return ret;
}

static int set_sregs(int fd)
{
	struct kvm_segment code = {
		.limit = ~0u, .selector = CODE, .type = 11, .present = 1, .s = 1, .l = 1, .g = 1,
	};
	struct kvm_segment data = {
		.limit = ~0u, .selector = DATA, .type = 3, .present = 1, .s = 1, .db = 1, .g = 1,
	};
	struct kvm_sregs sregs;

	if (ioctl(fd, KVM_GET_SREGS, &sregs))
		return -errno;
	sregs.cs = code;
	sregs.ds = data;
	sregs.es = data;
	sregs.fs = data;
	sregs.gs = data;
	sregs.ss = data;
	sregs.gdt = (struct kvm_dtable){ .base = ICR_GDT, .limit = DATA + 7 };
	sregs.idt = (struct kvm_dtable){ .base = ICR_IDT, .limit = 16 * ICR_VECTORS - 1 };
	sregs.cr3 = ICR_PML4;
	sregs.cr4 = 0x20;		/* PAE */
	sregs.cr0 = 0x80000033;		/* PG NE ET MP PE */
	sregs.efer = 0x500;		/* LMA LME */
	sregs.apic_base |= X2APIC_ENABLED;
	return ioctl(fd, KVM_SET_SREGS, &sregs) ? -errno : 0;
}

static int init_cpu(struct icr_vm *vm, unsigned int nr)
{
	struct kvm_mp_state state = { .mp_state = KVM_MP_STATE_RUNNABLE };
	int fd = vm->vm.cpu[nr].fd, ret;
	struct kvm_regs regs = {
		.rip = ICR_CODE,
		.rflags = 2,
		.rdi = nr,
		.rbx = ICR_CONTROL,
		.r15 = ICR_COUNTS + nr * ICR_COUNTS_BYTES,
		.rsp = ICR_STACKS + (nr + 1) * 0x1000,
	};

	ret = set_cpuid(vm, fd);
	if (!ret)
		ret = set_sregs(fd);
	if (!ret && (ioctl(fd, KVM_SET_REGS, &regs) || ioctl(fd, KVM_SET_MP_STATE, &state)))
		ret = -errno;
	return ret;
}

static bool ends(const struct kvm_run *run)
{
	return run->exit_reason == KVM_EXIT_IO && run->io.port == END_OF_PHASE;
}

static __u64 progress(const struct vm *vm)
{
	return __atomic_load_n((__u64 *)(vm->memory + ICR_CONTROL + ICR_SENT), __ATOMIC_ACQUIRE);
}

static const struct vm_guest guest = {
	.bytes = ICR_BYTES,
	.ends = ends,
	.progress = progress,
};

int icr_vm_create(struct icr_vm *vm)
{
	unsigned int i;
	int ret;

	memset(vm, 0, sizeof(*vm));
	ret = vm_open(&vm->vm, &guest);
	if (!ret)
		fill_memory(vm);
	if (!ret && (ioctl(vm->vm.fd, KVM_SET_TSS_ADDR, TSS_ADDRESS) ||
		     ioctl(vm->vm.fd, KVM_CREATE_IRQCHIP)))
		ret = -errno;
	for (i = 0; !ret && i < ICR_CPUS; i++) {
		ret = vm_add_cpu(&vm->vm);
		if (!ret)
			ret = init_cpu(vm, i);
	}
	if (ret)
		icr_vm_destroy(vm);
	return ret;
}

void icr_vm_destroy(struct icr_vm *vm)
{
	vm_close(&vm->vm);
}

/* Does the processor deliver guests' IPIs without an exit? */
static bool parameter_on(const char *path)
{
	int fd = open(path, O_RDONLY);
	char value = 'N';

	if (fd < 0)
		return false;
	if (read(fd, &value, 1) != 1)
		value = 'N';
	close(fd);
	return value == 'Y' || value == '1';
}

const char *icr_vm_unusable(void)
{
	const char *why = vm_unusable();

	if (!why && parameter_on("/sys/module/kvm_intel/parameters/enable_ipiv"))
		why = "IPIs do not exit: kvm_intel has enable_ipiv=1";
	if (!why && parameter_on("/sys/module/kvm_amd/parameters/avic"))
		why = "IPIs do not exit: kvm_amd has avic=1";
	return why;
}
#else
const char *icr_vm_unusable(void)
{
	return "not an x86-64 machine";
}

int icr_vm_create(struct icr_vm *vm)
{
	return -EOPNOTSUPP;
}

void icr_vm_destroy(struct icr_vm *vm)
{
}
#endif
