/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The model virtual machine: which vCPUs an interrupt command reaches.
 *
 * All its APICs are addressed as x2APICs. Senders may be concurrent; changing
 * the set of vCPUs or the map is the caller's to serialise, against readers by
 * RCU.
 */
#ifndef IPIBENCH_CORE_X86_VM_H
#define IPIBENCH_CORE_X86_VM_H

#include <linux/types.h>

#include "core/x86_icr.h"
#include "core/x86_vcpu.h"

/* members of one logical cluster */
enum { IPB_X86_CLUSTER = 16 };

/**
 * struct ipb_x86_map - from APIC id to vCPU
 * @max_id: last index of @vcpu
 * @vcpu: the vCPUs, NULL where an id is not in use
 */
struct ipb_x86_map {
	u32 max_id;
	struct ipb_x86_vcpu *vcpu[];
};

/**
 * struct ipb_x86_vm - one virtual machine
 * @rules: which interrupt commands take the short way
 * @apicv: interrupts are posted and merged by hardware; else each one needs a request and a kick
 * @split_icr: the register is saved as two words, as AMD's APIC does
 * @map: how to find a vCPU by its id, or NULL: walk
 * @nr_vcpus: entries of @vcpu
 * @vcpu: all vCPUs, none NULL
 */
struct ipb_x86_vm {
	enum ipb_icr_rules rules;
	bool apicv;
	bool split_icr;
	struct ipb_x86_map *map;
	u32 nr_vcpus;
	struct ipb_x86_vcpu **vcpu;
};

u32 ipb_x86_vm_max_id(const struct ipb_x86_vm *vm);
int ipb_x86_map_fill(struct ipb_x86_map *map, const struct ipb_x86_vm *vm);
bool ipb_x86_vm_deliver_mapped(struct ipb_x86_vcpu *from, u64 icr);
void ipb_x86_vm_deliver(struct ipb_x86_vcpu *from, u64 icr);
void ipb_x86_vm_deliver_single(struct ipb_x86_vcpu *from, u64 icr);

#endif /* IPIBENCH_CORE_X86_VM_H */
