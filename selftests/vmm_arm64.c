// SPDX-License-Identifier: GPL-2.0-only
/* The VM of vmm.h as KVM on arm64 makes it. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/kvm.h>

#include "vmm.h"

#ifdef __aarch64__
#define AFFINITY	0xff00ffffffull
#define MPIDR_RES1	0x80000000ull
#define END_OF_PHASE	0x0a000000

static int set_register(int fd, __u64 id, __u64 value)
{
	struct kvm_one_reg reg = { .id = id, .addr = (uintptr_t)&value };

	return ioctl(fd, KVM_SET_ONE_REG, &reg) ? -errno : 0;
}

int vmm_set_mpidr(struct vmm *vmm, unsigned int cpu, __u64 mpidr)
{
	vmm->cpu[cpu].mpidr = mpidr & AFFINITY;
	return set_register(vmm->vm.cpu[cpu].fd, ARM64_SYS_REG(3, 0, 0, 0, 5),
			    vmm->cpu[cpu].mpidr | MPIDR_RES1);
}

static int init_cpu(struct vmm *vmm, unsigned int nr, __u64 mpidr)
{
	const __u64 pc = KVM_REG_ARM64 | KVM_REG_SIZE_U64 | KVM_REG_ARM_CORE |
			    KVM_REG_ARM_CORE_REG(regs.pc);
	int fd = vmm->vm.cpu[nr].fd, ret;
	struct kvm_vcpu_init init;

	if (ioctl(vmm->vm.fd, KVM_ARM_PREFERRED_TARGET, &init))
		return -errno;
	init.features[0] |= 1 << KVM_ARM_VCPU_PSCI_0_2;
	if (nr)
		init.features[0] |= 1 << KVM_ARM_VCPU_POWER_OFF;
	if (ioctl(fd, KVM_ARM_VCPU_INIT, &init))
		return -errno;
	ret = vmm_set_mpidr(vmm, nr, mpidr);
	if (!ret && !nr)
		ret = set_register(fd, pc, VMM_BASE + VMM_CODE);
	return ret;
}

int vmm_add_cpu(struct vmm *vmm, __u64 mpidr)
{
	unsigned int nr = vmm->vm.nr;
	int ret = vm_add_cpu(&vmm->vm);

	if (ret)
		return ret;
	memset(&vmm->cpu[nr], 0, sizeof(vmm->cpu[nr]));
	vmm->cpu[nr].on = !nr;
	return init_cpu(vmm, nr, mpidr);
}

static int set_gic(struct vmm *vmm, __u32 group, __u64 attr, void *value)
{
	struct kvm_device_attr device = {
		.group = group, .attr = attr, .addr = (uintptr_t)value,
	};

	return ioctl(vmm->gic, KVM_SET_DEVICE_ATTR, &device) ? -errno : 0;
}

static int add_gic(struct vmm *vmm)
{
	struct kvm_create_device device = { .type = KVM_DEV_TYPE_ARM_VGIC_V3 };
	__u64 distributor = 0x08000000, region = (__u64)vmm->vm.nr << 52 | 0x10000000;
	__u32 irqs = 64;
	int ret;

	if (ioctl(vmm->vm.fd, KVM_CREATE_DEVICE, &device))
		return -errno;
	vmm->gic = device.fd;
	ret = set_gic(vmm, KVM_DEV_ARM_VGIC_GRP_NR_IRQS, 0, &irqs);
	if (!ret)
		ret = set_gic(vmm, KVM_DEV_ARM_VGIC_GRP_ADDR, KVM_VGIC_V3_ADDR_TYPE_DIST,
			      &distributor);
	if (!ret)
		ret = set_gic(vmm, KVM_DEV_ARM_VGIC_GRP_ADDR,
			      KVM_VGIC_V3_ADDR_TYPE_REDIST_REGION, &region);
	if (!ret)
		ret = set_gic(vmm, KVM_DEV_ARM_VGIC_GRP_CTRL, KVM_DEV_ARM_VGIC_CTRL_INIT, NULL);
	if (!ret)
		*(__u64 *)(vmm->vm.memory + VMM_CONTROL + VMM_HAS_GIC) = 1;
	return ret;
}

static void fill_memory(struct vmm *vmm)
{
	char *memory = vmm->vm.memory;
	__u64 *table = (__u64 *)(memory + VMM_TABLE);

	memcpy(memory + VMM_CODE, vmm_guest_start, vmm_guest_end - vmm_guest_start);
	/* Two gigabyte blocks: devices, never executed, and memory, shareable. */
	table[0] = 3ull << 53 | 0x405;
	table[1] = VMM_BASE | 0x701;
}

static bool ends(const struct kvm_run *run)
{
	return run->exit_reason == KVM_EXIT_MMIO && run->mmio.phys_addr == END_OF_PHASE;
}

static __u64 progress(const struct vm *vm)
{
	const __u64 *control = (const __u64 *)(vm->memory + VMM_CONTROL);

	return __atomic_load_n(control, __ATOMIC_ACQUIRE) +
	       __atomic_load_n(control + VMM_SENT / sizeof(*control), __ATOMIC_ACQUIRE);
}

static const struct vm_guest guest = {
	.base = VMM_BASE,
	.bytes = VMM_BYTES,
	.ends = ends,
	.progress = progress,
};

int vmm_create(struct vmm *vmm, const __u64 *mpidrs, unsigned int nr, bool gic)
{
	unsigned int i;
	int ret;

	memset(vmm, 0, sizeof(*vmm));
	vmm->gic = -1;
	ret = vm_open(&vmm->vm, &guest);
	if (!ret)
		fill_memory(vmm);
	for (i = 0; !ret && i < nr; i++)
		ret = vmm_add_cpu(vmm, mpidrs[i]);
	if (!ret && gic)
		ret = add_gic(vmm);
	if (ret)
		vmm_destroy(vmm);
	return ret;
}

void vmm_destroy(struct vmm *vmm)
{
	if (vmm->gic >= 0)
		close(vmm->gic);
	vm_close(&vmm->vm);
}

const char *vmm_unusable(void)
{
	return vm_unusable();
}
#else
const char *vmm_unusable(void)
{
	return "not an arm64 machine";
}

int vmm_create(struct vmm *vmm, const __u64 *mpidrs, unsigned int nr, bool gic)
{
	return -EOPNOTSUPP;
}

void vmm_destroy(struct vmm *vmm)
{
}

int vmm_add_cpu(struct vmm *vmm, __u64 mpidr)
{
	return -EOPNOTSUPP;
}

int vmm_set_mpidr(struct vmm *vmm, unsigned int cpu, __u64 mpidr)
{
	return -EOPNOTSUPP;
}
#endif
