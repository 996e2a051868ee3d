// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <linux/kvm.h>

#include "vmm.h"

enum { STALL_S = 60, SETTLE_US = 20000 };

#define AFFINITY	0xff00ffffffull
#define MPIDR_RES1	0x80000000ull

__u64 vmm_mpidr(unsigned int id)
{
	return (id & 15) | (id >> 4 & 0xff) << 8 | (id >> 12 & 0xff) << 16;
}

static __u64 *control(const struct vmm *vmm, unsigned int offset)
{
	return (__u64 *)(vmm->memory + VMM_CONTROL + offset);
}

static __u64 control_read(const struct vmm *vmm, unsigned int offset)
{
	return __atomic_load_n(control(vmm, offset), __ATOMIC_ACQUIRE);
}

__u64 vmm_sent(const struct vmm *vmm)
{
	return control_read(vmm, VMM_SENT);
}

/* CPU_ON requests, as the guest sees them. */
struct wake {
	__u64 mpidr;
	__u64 context;
	__s64 result;
	__u64 unused;
};

static struct wake *wakes(const struct vmm *vmm)
{
	return (struct wake *)(vmm->memory + VMM_ON);
}

/* SGIs, likewise. */
struct sgi {
	__u64 value;
	__u64 expected;
};

void vmm_clear(struct vmm *vmm)
{
	*control(vmm, VMM_ON_LEN) = 0;
	*control(vmm, VMM_LIST_LEN) = 0;
	memset(vmm->once, 0, sizeof(vmm->once));
}

void vmm_wake(struct vmm *vmm, __u64 mpidr, unsigned int cpu)
{
	wakes(vmm)[(*control(vmm, VMM_ON_LEN))++] = (struct wake){
		.mpidr = mpidr, .context = cpu, .result = 1,
	};
	if (cpu < vmm->nr && vmm->cpu[cpu].mpidr == mpidr)
		vmm->cpu[cpu].on = true;
}

void vmm_wake_all(struct vmm *vmm)
{
	unsigned int i;

	for (i = 0; i < vmm->nr; i++)
		if (!vmm->cpu[i].on)
			vmm_wake(vmm, vmm->cpu[i].mpidr, i);
}

long vmm_wake_result(const struct vmm *vmm, unsigned int i)
{
	/* PSCI answers in 32 bits. */
	return (int)wakes(vmm)[i].result;
}

bool vmm_all_woken(const struct vmm *vmm)
{
	__u64 i;

	for (i = 0; i < *control(vmm, VMM_ON_LEN); i++)
		if (vmm_wake_result(vmm, i) != VMM_ON_SUCCESS)
			return false;
	return true;
}

static void add_sgi(struct vmm *vmm, __u64 value, __u64 expected)
{
	struct sgi *list = (struct sgi *)(vmm->memory + VMM_LIST);

	list[(*control(vmm, VMM_LIST_LEN))++] = (struct sgi){ value, expected };
}

void vmm_send(struct vmm *vmm, __u64 cluster, unsigned int targets, unsigned int sgi)
{
	__u64 value = targets | (cluster >> 8 & 0xff) << 16 | (__u64)sgi << 24 |
			 (cluster >> 16 & 0xff) << 32 | (cluster >> 32 & 0xff) << 48;
	unsigned int aff0, i, expected = 0;

	for (aff0 = 0; aff0 < 16; aff0++) {
		for (i = 0; targets & 1u << aff0 && i < vmm->nr; i++) {
			if (vmm->cpu[i].mpidr != (cluster | aff0))
				continue;
			vmm->once[i][sgi]++;
			expected++;
			break;
		}
	}
	add_sgi(vmm, value, expected);
}

void vmm_broadcast(struct vmm *vmm, unsigned int sgi)
{
	unsigned int i;

	for (i = 1; i < vmm->nr; i++)
		vmm->once[i][sgi]++;
	add_sgi(vmm, 1ull << 40 | (__u64)sgi << 24, vmm->nr - 1);
}

static const __u32 *counts(const struct vmm *vmm, unsigned int cpu)
{
	return (const __u32 *)(vmm->memory + VMM_SLOTS + cpu * 128);
}

static bool cpu_wrong(const struct vmm *vmm, __u64 mpidr, unsigned int sgi)
{
	__u64 got = 0, expected = 0;
	unsigned int i;

	for (i = 0; i < vmm->nr; i++) {
		if (vmm->cpu[i].mpidr != mpidr)
			continue;
		got += counts(vmm, i)[sgi];
		expected += vmm->cpu[i].expected[sgi];
	}
	return got != expected;
}

unsigned int vmm_wrong(struct vmm *vmm)
{
	unsigned int cpu, sgi, wrong = 0;

	for (cpu = 0; cpu < vmm->nr; cpu++)
		for (sgi = 0; sgi < VMM_SGIS; sgi++)
			if (cpu_wrong(vmm, vmm->cpu[cpu].mpidr, sgi)) {
				wrong++;
				break;
			}
	return wrong;
}

#ifdef __aarch64__
extern char vmm_guest_start[], vmm_guest_end[];

static int set_register(int fd, __u64 id, __u64 value)
{
	struct kvm_one_reg reg = { .id = id, .addr = (uintptr_t)&value };

	return ioctl(fd, KVM_SET_ONE_REG, &reg) ? -errno : 0;
}

static int set_mpidr(struct vmm_cpu *cpu, __u64 mpidr)
{
	cpu->mpidr = mpidr & AFFINITY;
	return set_register(cpu->fd, ARM64_SYS_REG(3, 0, 0, 0, 5), cpu->mpidr | MPIDR_RES1);
}

int vmm_set_mpidr(struct vmm *vmm, unsigned int cpu, __u64 mpidr)
{
	return set_mpidr(&vmm->cpu[cpu], mpidr);
}

static int init_cpu(struct vmm *vmm, struct vmm_cpu *cpu, __u64 mpidr)
{
	const __u64 pc = KVM_REG_ARM64 | KVM_REG_SIZE_U64 | KVM_REG_ARM_CORE |
			    KVM_REG_ARM_CORE_REG(regs.pc);
	struct kvm_vcpu_init init;
	int ret;

	if (ioctl(vmm->vm, KVM_ARM_PREFERRED_TARGET, &init))
		return -errno;
	init.features[0] |= 1 << KVM_ARM_VCPU_PSCI_0_2;
	if (vmm->nr)
		init.features[0] |= 1 << KVM_ARM_VCPU_POWER_OFF;
	if (ioctl(cpu->fd, KVM_ARM_VCPU_INIT, &init))
		return -errno;
	ret = set_mpidr(cpu, mpidr);
	if (!ret && !vmm->nr)
		ret = set_register(cpu->fd, pc, VMM_BASE + VMM_CODE);
	return ret;
}

int vmm_add_cpu(struct vmm *vmm, __u64 mpidr)
{
	struct vmm_cpu *cpu = &vmm->cpu[vmm->nr];
	int ret;

	if (vmm->nr == VMM_CPUS)
		return -ENOSPC;
	memset(cpu, 0, sizeof(*cpu));
	cpu->vmm = vmm;
	cpu->fd = ioctl(vmm->vm, KVM_CREATE_VCPU, vmm->nr);
	if (cpu->fd < 0)
		return -errno;
	cpu->run = mmap(NULL, vmm->run_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, cpu->fd, 0);
	if (cpu->run == MAP_FAILED) {
		close(cpu->fd);
		return -ENOMEM;
	}
	ret = init_cpu(vmm, cpu, mpidr);
	cpu->on = !vmm->nr;
	/* Counted in any case: it exists and is to be closed. */
	vmm->nr++;
	return ret;
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
	__u64 distributor = 0x08000000, region = (__u64)vmm->nr << 52 | 0x10000000;
	__u32 irqs = 64;
	int ret;

	if (ioctl(vmm->vm, KVM_CREATE_DEVICE, &device))
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
		*control(vmm, VMM_HAS_GIC) = 1;
	return ret;
}

static int add_memory(struct vmm *vmm)
{
	struct kvm_userspace_memory_region region = {
		.guest_phys_addr = VMM_BASE, .memory_size = VMM_BYTES,
	};
	__u64 *table;

	vmm->memory = mmap(NULL, VMM_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			   -1, 0);
	if (vmm->memory == MAP_FAILED) {
		vmm->memory = NULL;
		return -ENOMEM;
	}
	memcpy(vmm->memory + VMM_CODE, vmm_guest_start, vmm_guest_end - vmm_guest_start);
	/* Two gigabyte blocks: devices, never executed, and memory, shareable. */
	table = (__u64 *)(vmm->memory + VMM_TABLE);
	table[0] = 3ull << 53 | 0x405;
	table[1] = VMM_BASE | 0x701;
	region.userspace_addr = (uintptr_t)vmm->memory;
	return ioctl(vmm->vm, KVM_SET_USER_MEMORY_REGION, &region) ? -errno : 0;
}

static int build(struct vmm *vmm, const __u64 *mpidrs, unsigned int nr, bool gic)
{
	unsigned int i;
	int ret;

	vmm->vm = ioctl(vmm->kvm, KVM_CREATE_VM, 0);
	if (vmm->vm < 0)
		return -errno;
	vmm->run_bytes = ioctl(vmm->kvm, KVM_GET_VCPU_MMAP_SIZE, 0);
	ret = add_memory(vmm);
	for (i = 0; !ret && i < nr; i++)
		ret = vmm_add_cpu(vmm, mpidrs[i]);
	return !ret && gic ? add_gic(vmm) : ret;
}

/* A signal only has to interrupt KVM_RUN. */
static void on_kick(int signal)
{
}

int vmm_create(struct vmm *vmm, const __u64 *mpidrs, unsigned int nr, bool gic)
{
	struct sigaction kick = { .sa_handler = on_kick };
	int ret;

	memset(vmm, 0, sizeof(*vmm));
	vmm->vm = -1;
	vmm->gic = -1;
	vmm->kvm = open("/dev/kvm", O_RDWR | O_CLOEXEC);
	if (vmm->kvm < 0)
		return -errno;
	sigaction(SIGUSR1, &kick, NULL);
	ret = build(vmm, mpidrs, nr, gic);
	if (ret)
		vmm_destroy(vmm);
	return ret;
}

void vmm_destroy(struct vmm *vmm)
{
	unsigned int i;

	for (i = 0; i < vmm->nr; i++) {
		munmap(vmm->cpu[i].run, vmm->run_bytes);
		close(vmm->cpu[i].fd);
	}
	if (vmm->gic >= 0)
		close(vmm->gic);
	if (vmm->vm >= 0)
		close(vmm->vm);
	if (vmm->memory)
		munmap(vmm->memory, VMM_BYTES);
	close(vmm->kvm);
	vmm->nr = 0;
}

/* Only the first vCPU ever comes out by itself, at the end of a phase. */
static void *run_cpu(void *data)
{
	struct vmm_cpu *cpu = data;
	struct vmm *vmm = cpu->vmm;

	while (!__atomic_load_n(&vmm->stopping, __ATOMIC_ACQUIRE)) {
		if (ioctl(cpu->fd, KVM_RUN, 0)) {
			if (errno == EINTR || errno == EAGAIN)
				continue;
			__atomic_store_n(&vmm->unexpected, -errno, __ATOMIC_RELEASE);
			break;
		}
		if (cpu->run->exit_reason == KVM_EXIT_MMIO && cpu == vmm->cpu &&
		    cpu->run->mmio.phys_addr == 0x0a000000)
			__atomic_store_n(&vmm->over, true, __ATOMIC_RELEASE);
		else
			__atomic_store_n(&vmm->unexpected, cpu->run->exit_reason ? : -1,
					 __ATOMIC_RELEASE);
		break;
	}
	return NULL;
}

int vmm_start(struct vmm *vmm, __u64 repeat)
{
	unsigned int i;

	*control(vmm, VMM_REPEAT) = repeat;
	*control(vmm, VMM_STOP) = 0;
	*control(vmm, VMM_DONE) = 0;
	vmm->over = false;
	vmm->stopping = false;
	vmm->unexpected = 0;
	for (i = 0; i < vmm->nr; i++) {
		vmm->cpu[i].run->immediate_exit = 0;
		vmm->cpu[i].running = !pthread_create(&vmm->cpu[i].thread, NULL, run_cpu,
						      &vmm->cpu[i]);
		if (!vmm->cpu[i].running)
			vmm->unexpected = -EAGAIN;
	}
	return 0;
}

static void stop_threads(struct vmm *vmm)
{
	unsigned int i;

	__atomic_store_n(&vmm->stopping, true, __ATOMIC_RELEASE);
	for (i = 0; i < vmm->nr; i++) {
		if (!vmm->cpu[i].running)
			continue;
		vmm->cpu[i].run->immediate_exit = 1;
		pthread_kill(vmm->cpu[i].thread, SIGUSR1);
	}
	for (i = 0; i < vmm->nr; i++) {
		if (vmm->cpu[i].running)
			pthread_join(vmm->cpu[i].thread, NULL);
		vmm->cpu[i].running = false;
	}
}

static time_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec;
}

/* Waits for the end of the phase as long as something still arrives. */
static int wait_over(struct vmm *vmm)
{
	__u64 seen = 0, at;
	time_t since = now();

	while (!__atomic_load_n(&vmm->over, __ATOMIC_ACQUIRE)) {
		if (__atomic_load_n(&vmm->unexpected, __ATOMIC_ACQUIRE))
			return -EIO;
		at = control_read(vmm, 0) + vmm_sent(vmm);
		if (at != seen)
			since = now();
		seen = at;
		if (now() - since > STALL_S)
			return -ETIMEDOUT;
		usleep(500);
	}
	return 0;
}

int vmm_finish(struct vmm *vmm)
{
	unsigned int cpu, sgi;
	int ret;

	__atomic_store_n(control(vmm, VMM_STOP), 1, __ATOMIC_RELEASE);
	ret = wait_over(vmm);
	/* An SGI that arrives twice shall have the time to. */
	usleep(SETTLE_US);
	stop_threads(vmm);
	for (cpu = 0; cpu < vmm->nr; cpu++)
		for (sgi = 0; sgi < VMM_SGIS; sgi++)
			vmm->cpu[cpu].expected[sgi] += vmm->once[cpu][sgi] *
						       control_read(vmm, VMM_DONE);
	return ret;
}

int vmm_run(struct vmm *vmm, __u64 repeat)
{
	int ret = vmm_start(vmm, repeat), ended = ret ? ret : wait_over(vmm);

	ret = vmm_finish(vmm);
	return ended ? ended : ret;
}

const char *vmm_unusable(void)
{
	return access("/dev/kvm", R_OK | W_OK) ? "no KVM here" : NULL;
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

int vmm_run(struct vmm *vmm, __u64 repeat)
{
	return -EOPNOTSUPP;
}

int vmm_start(struct vmm *vmm, __u64 repeat)
{
	return -EOPNOTSUPP;
}

int vmm_finish(struct vmm *vmm)
{
	return -EOPNOTSUPP;
}
#endif
