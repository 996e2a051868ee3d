/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_ICR_MODEL_H
#define IPIBENCH_BENCH_ICR_MODEL_H

#include <linux/srcu.h>
#include <linux/types.h>

#include "core/x86_vm.h"

enum { IPB_ICR_COMMANDS = 1024 };	/* a power of two */

/**
 * struct ipb_icr_model - a VM on the sender's node, vCPU 0 being the sender
 * @vm: the VM; hooks find the model by it
 * @srcu: what a hypervisor's memory slots and filters are read under
 * @deaf: the thread was asked to reschedule, which a block has to put off
 * @command: the sender's program
 */
struct ipb_icr_model {
	struct ipb_x86_vm vm;
	struct srcu_struct srcu;
	bool deaf;
	u64 command[IPB_ICR_COMMANDS];
};

struct ipb_icr_model *ipb_icr_model_make(u32 nr_vcpus, size_t vcpu_bytes, int node, u64 seed);
void ipb_icr_model_free(struct ipb_icr_model *model);
u32 ipb_icr_model_take_all(struct ipb_icr_model *model);

#endif /* IPIBENCH_BENCH_ICR_MODEL_H */
