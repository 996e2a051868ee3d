/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A virtual machine of a few hundred instructions: arm64, vGICv3, any number
 * of vCPUs with any MPIDRs. The first one sends SGIs to the others and waits
 * for each, and keeps how long both took; the VMM knows how many of which
 * everybody must get.
 */
#ifndef SELFTESTS_VMM_H
#define SELFTESTS_VMM_H

/* The guest's memory, by offset; also read by the assembler. */
#define VMM_BASE	0x40000000
#define VMM_CODE	0x00000
#define VMM_TABLE	0x10000
#define VMM_CONTROL	0x20000
#define VMM_SLOTS	0x30000
#define VMM_ON		0x50000
#define VMM_LIST	0x60000
#define VMM_SAMPLES	0x70000
#define VMM_BYTES	0x80000

/* The control block, by offset; the first word counts SGIs that arrived. */
#define VMM_LIST_LEN	8
#define VMM_REPEAT	16
#define VMM_STOP	24
#define VMM_DONE	32
#define VMM_SENT	40
#define VMM_ON_LEN	48
#define VMM_ANSWERS	56
#define VMM_HAS_GIC	64
#define VMM_TAKEN	72
#define VMM_NR_SAMPLES	80

#define VMM_SAMPLES_MAX	4096
/* By which whoever took an SGI answers the first one. */
#define VMM_ANSWER	15

#include "vm.h"

enum { VMM_CPUS = VM_CPUS, VMM_SGIS = 16, VMM_LIST_MAX = 4096 };

/* What PSCI CPU_ON answers. */
enum { VMM_ON_SUCCESS = 0, VMM_ON_INVALID = -2, VMM_ON_ALREADY = -4 };

/**
 * struct vmm_cpu - what is known of a vCPU
 * @mpidr: as set last
 * @on: expected to take SGIs
 * @expected: SGIs it must have got by the end of the phase, by number
 */
struct vmm_cpu {
	__u64 mpidr;
	bool on;
	__u64 expected[VMM_SGIS];
};

/**
 * struct vmm_sample - one SGI in ticks of the guest's counter
 * @write: from before the write of ICC_SGI1R_EL1 to after it
 * @taken: from before the write to when another vCPU acknowledged the SGI
 */
struct vmm_sample {
	__u64 write;
	__u64 taken;
};

/**
 * struct vmm - a VM
 * @vm: memory, vCPUs, threads
 * @gic: the GIC's file, or -1
 * @cpu: the vCPUs
 * @once: expected of one pass through the list, by vCPU and SGI
 */
struct vmm {
	struct vm vm;
	int gic;
	struct vmm_cpu cpu[VMM_CPUS];
	__u64 once[VMM_CPUS][VMM_SGIS];
};

/* The guest's code. */
extern char vmm_guest_start[], vmm_guest_end[];

/* Why there can be no VM here, or NULL. */
const char *vmm_unusable(void);

/* The MPIDR KVM gives to vCPU number @id. */
__u64 vmm_mpidr(unsigned int id);

/*
 * A VM with vCPUs of these MPIDRs, with a GIC if @gic. Only the first one is
 * on. Return: 0 or -errno, and then there is nothing to destroy.
 */
int vmm_create(struct vmm *vmm, const __u64 *mpidrs, unsigned int nr, bool gic);
void vmm_destroy(struct vmm *vmm);

/* Another vCPU, switched off. Return: 0 or -errno. */
int vmm_add_cpu(struct vmm *vmm, __u64 mpidr);

/* Between phases. Return: 0 or -errno. */
int vmm_set_mpidr(struct vmm *vmm, unsigned int cpu, __u64 mpidr);

/* What the next phase does: from the start with an empty list. */
void vmm_clear(struct vmm *vmm);

/* CPU_ON of @mpidr, which becomes vCPU number @cpu. */
void vmm_wake(struct vmm *vmm, __u64 mpidr, unsigned int cpu);

/* CPU_ON of all that are off. */
void vmm_wake_all(struct vmm *vmm);

/* What the phase's CPU_ON number @i was answered. */
long vmm_wake_result(const struct vmm *vmm, unsigned int i);

/* Did all CPU_ON succeed? */
bool vmm_all_woken(const struct vmm *vmm);

/* An SGI to a cluster's CPUs in @targets (bit per Aff0), all of them on or absent. */
void vmm_send(struct vmm *vmm, __u64 cluster, unsigned int targets, unsigned int sgi);

/* An SGI to all but the sender; all must be on. */
void vmm_broadcast(struct vmm *vmm, unsigned int sgi);

/*
 * Run a phase: the CPU_ONs, then the list @repeat times. Return: 0 when it came
 * to its end, -ETIMEDOUT when nothing arrived any more, or another -errno.
 */
int vmm_run(struct vmm *vmm, __u64 repeat);

/* The same in pieces: a phase goes on until vmm_finish(). */
int vmm_start(struct vmm *vmm, __u64 repeat);
int vmm_finish(struct vmm *vmm);

/*
 * From the next phase on the first vCPU sleeps while it waits, and whoever takes
 * an SGI wakes it by another. List only SGIs to others, by vmm_send(), after this.
 */
void vmm_answer(struct vmm *vmm);

/* The phase's first VMM_SAMPLES_MAX SGIs; @taken is of use with vmm_answer() only. */
const struct vmm_sample *vmm_samples(const struct vmm *vmm, unsigned int *nr);

/* SGIs sent since creation. */
__u64 vmm_sent(const struct vmm *vmm);

/*
 * After a phase: how many vCPUs got another number of some SGI than they must.
 * vCPUs of one MPIDR answer for it together.
 */
unsigned int vmm_wrong(struct vmm *vmm);

#endif /* SELFTESTS_VMM_H */
