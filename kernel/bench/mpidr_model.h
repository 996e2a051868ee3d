/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_MPIDR_MODEL_H
#define IPIBENCH_BENCH_MPIDR_MODEL_H

#include "core/mpidr_index.h"
#include "core/mpidr_layout.h"

/* At these 4,096 vCPUs take 64 MiB; a smaller one would not be a struct ipb_vcpu. */
enum { IPB_VCPU_BYTES_MIN = 512, IPB_VCPU_BYTES_MAX = 16384, IPB_VCPU_BYTES = 8192 };

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

#endif /* IPIBENCH_BENCH_MPIDR_MODEL_H */
