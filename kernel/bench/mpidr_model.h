/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_MPIDR_MODEL_H
#define IPIBENCH_BENCH_MPIDR_MODEL_H

#include <linux/minmax.h>

#include "core/mpidr_index.h"
#include "core/mpidr_layout.h"

/* At these 4,096 vCPUs take 64 MiB; a smaller one would not be a struct ipb_vcpu. */
enum { IPB_VCPU_BYTES_MIN = 512, IPB_VCPU_BYTES_MAX = 16384, IPB_VCPU_BYTES = 8192 };

/* Rows of a bench's table of parameters, for benches that have such a VM. */
#define IPB_MPIDR_NR_VCPUS_PARAM(_initial) {					\
	.name = "nr_vcpus",							\
	.min = 1,								\
	.max = IPB_MPIDR_VCPUS_MAX,						\
	.initial = (_initial),							\
}

#define IPB_MPIDR_LAYOUT_PARAM {						\
	.name = "mpidr_layout",							\
	.choices = ipb_mpidr_layout_names,					\
	.max = IPB_MPIDR_LAYOUTS - 1,						\
	.initial = IPB_MPIDR_KVM,						\
}

#define IPB_MPIDR_VCPU_BYTES_PARAM {						\
	.name = "vcpu_bytes",							\
	.min = IPB_VCPU_BYTES_MIN,						\
	.max = IPB_VCPU_BYTES_MAX,						\
	.initial = IPB_VCPU_BYTES,						\
}

/**
 * struct ipb_mpidr_config - the VM to be modelled
 * @nr_vcpus: 1 .. IPB_MPIDR_VCPUS_MAX
 * @layout: how its CPUs are numbered
 * @vcpu_bytes: memory of each vCPU, IPB_VCPU_BYTES_MIN .. IPB_VCPU_BYTES_MAX
 * @seed: for our table
 */
struct ipb_mpidr_config {
	unsigned int nr_vcpus;
	enum ipb_mpidr_layout layout;
	unsigned int vcpu_bytes;
	u64 seed;
};

/**
 * struct ipb_mpidr_model - a VM with its tables
 * @index: look vCPUs up here
 * @config: what was asked for
 *
 * Whoever made it is the only writer, and writes before and after all readers:
 * so it needs no lock.
 */
struct ipb_mpidr_model {
	struct ipb_mpidr_index index;
	struct ipb_mpidr_config config;
};

/**
 * ipb_mpidr_model_alloc() - make a VM and build both tables
 * @config: the VM
 *
 * Without a published table, and only then without one, the kernel would have
 * none either.
 *
 * Context: sleeps.
 *
 * Return: the VM, or NULL without memory.
 */
struct ipb_mpidr_model *ipb_mpidr_model_alloc(const struct ipb_mpidr_config *config);

/**
 * ipb_mpidr_model_free() - undo ipb_mpidr_model_alloc()
 * @model: which no reader uses any more; NULL is allowed
 *
 * Context: sleeps for a grace period.
 */
void ipb_mpidr_model_free(struct ipb_mpidr_model *model);

/**
 * ipb_mpidr_near() - which of the first (or last) vCPUs is next
 * @nr: vCPUs in all, at least 1
 * @i: number of the target
 *
 * First and last are a neighbourhood, a thirty-second, at most sixteen, in turn.
 *
 * Return: distance from the very first (or last).
 */
static inline u32 ipb_mpidr_near(u32 nr, u32 i)
{
	return i % clamp(nr / 32, 1u, 16u);
}

#endif /* IPIBENCH_BENCH_MPIDR_MODEL_H */
