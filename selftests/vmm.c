// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>
#include <unistd.h>

#include "vmm.h"

enum { SETTLE_US = 20000 };

__u64 vmm_mpidr(unsigned int id)
{
	return (id & 15) | (id >> 4 & 0xff) << 8 | (id >> 12 & 0xff) << 16;
}

static __u64 *control(const struct vmm *vmm, unsigned int offset)
{
	return (__u64 *)(vmm->vm.memory + VMM_CONTROL + offset);
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
	return (struct wake *)(vmm->vm.memory + VMM_ON);
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
	if (cpu < vmm->vm.nr && vmm->cpu[cpu].mpidr == mpidr)
		vmm->cpu[cpu].on = true;
}

void vmm_wake_all(struct vmm *vmm)
{
	unsigned int i;

	for (i = 0; i < vmm->vm.nr; i++)
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
	struct sgi *list = (struct sgi *)(vmm->vm.memory + VMM_LIST);

	list[(*control(vmm, VMM_LIST_LEN))++] = (struct sgi){ value, expected };
}

void vmm_send(struct vmm *vmm, __u64 cluster, unsigned int targets, unsigned int sgi)
{
	__u64 value = targets | (cluster >> 8 & 0xff) << 16 | (__u64)sgi << 24 |
			 (cluster >> 16 & 0xff) << 32 | (cluster >> 32 & 0xff) << 48;
	__u64 answers = control_read(vmm, VMM_ANSWERS);
	unsigned int aff0, i, expected = 0;

	for (aff0 = 0; aff0 < 16; aff0++) {
		for (i = 0; targets & 1u << aff0 && i < vmm->vm.nr; i++) {
			if (vmm->cpu[i].mpidr != (cluster | aff0))
				continue;
			vmm->once[i][sgi]++;
			vmm->once[0][VMM_ANSWER] += answers;
			expected += 1 + answers;
			break;
		}
	}
	add_sgi(vmm, value, expected);
}

void vmm_broadcast(struct vmm *vmm, unsigned int sgi)
{
	unsigned int i;

	for (i = 1; i < vmm->vm.nr; i++)
		vmm->once[i][sgi]++;
	add_sgi(vmm, 1ull << 40 | (__u64)sgi << 24, vmm->vm.nr - 1);
}

void vmm_answer(struct vmm *vmm)
{
	*control(vmm, VMM_ANSWERS) = 1;
}

const struct vmm_sample *vmm_samples(const struct vmm *vmm, unsigned int *nr)
{
	*nr = control_read(vmm, VMM_NR_SAMPLES);
	return (const struct vmm_sample *)(vmm->vm.memory + VMM_SAMPLES);
}

static const __u32 *counts(const struct vmm *vmm, unsigned int cpu)
{
	return (const __u32 *)(vmm->vm.memory + VMM_SLOTS + cpu * 128);
}

static bool cpu_wrong(const struct vmm *vmm, __u64 mpidr, unsigned int sgi)
{
	__u64 got = 0, expected = 0;
	unsigned int i;

	for (i = 0; i < vmm->vm.nr; i++) {
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

	for (cpu = 0; cpu < vmm->vm.nr; cpu++)
		for (sgi = 0; sgi < VMM_SGIS; sgi++)
			if (cpu_wrong(vmm, vmm->cpu[cpu].mpidr, sgi)) {
				wrong++;
				break;
			}
	return wrong;
}

int vmm_start(struct vmm *vmm, __u64 repeat)
{
	*control(vmm, VMM_REPEAT) = repeat;
	*control(vmm, VMM_STOP) = 0;
	*control(vmm, VMM_DONE) = 0;
	*control(vmm, VMM_NR_SAMPLES) = 0;
	vm_start(&vmm->vm);
	return 0;
}

int vmm_finish(struct vmm *vmm)
{
	unsigned int cpu, sgi;
	int ret;

	__atomic_store_n(control(vmm, VMM_STOP), 1, __ATOMIC_RELEASE);
	ret = vm_wait(&vmm->vm);
	/* An SGI that arrives twice shall have the time to. */
	usleep(SETTLE_US);
	vm_stop(&vmm->vm);
	for (cpu = 0; cpu < vmm->vm.nr; cpu++)
		for (sgi = 0; sgi < VMM_SGIS; sgi++)
			vmm->cpu[cpu].expected[sgi] += vmm->once[cpu][sgi] *
						       control_read(vmm, VMM_DONE);
	return ret;
}

int vmm_run(struct vmm *vmm, __u64 repeat)
{
	int ret = vmm_start(vmm, repeat), ended = ret ? ret : vm_wait(&vmm->vm);

	ret = vmm_finish(vmm);
	return ended ? ended : ret;
}
