/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Look-up tables over the vCPUs of running VMs, made by the calls themselves.
 *
 * A VM is known by the address of its struct kvm, which is compared and never
 * followed. A table holds vCPU numbers, never pointers, and nobody tells it
 * when a VM goes, a vCPU comes or an MPIDR changes: what it says is a guess
 * that its user checks on the VM at hand. All memory is there beforehand, so
 * tables can be built where nothing may be allocated; they are exchanged by
 * RCU, and users have preemption off.
 */
#ifndef IPIBENCH_LIVE_VM_TABLES_H
#define IPIBENCH_LIVE_VM_TABLES_H

#include <linux/hash.h>
#include <linux/kvm_host.h>
#include <linux/llist.h>
#include <linux/rcupdate.h>

#include "core/mpidr_direct.h"

enum { IPB_VM_SLOT_BITS = 7 };

/**
 * struct ipb_vm_table - what was known of one VM
 * @kvm: its address; may be another VM's by now
 * @nr: vCPUs it had
 * @built: when, in jiffies
 * @rcu: on its way back
 * @free: in the pool
 * @hashed: @index is in use: the VM's affinities fit into one page
 * @mask: affinity bits that differ between vCPUs, see struct ipb_mpidr_hash
 * @index: vCPU number by gathered affinity
 * @direct: our table, or NULL; its values are vCPU numbers plus one
 */
struct ipb_vm_table {
	const struct kvm *kvm;
	unsigned int nr;
	unsigned long built;
	struct rcu_head rcu;
	struct llist_node free;
	bool hashed;
	u64 mask;
	u16 *index;
	struct ipb_mpidr_direct *direct;
};

/* By address of the VM; written under the builders' lock. */
extern struct ipb_vm_table __rcu *ipb_vm_slots[1 << IPB_VM_SLOT_BITS];

/**
 * ipb_vm_table_find() - the table of a VM
 * @kvm: the VM
 *
 * Context: preemption off, and so stays as long as the table is used.
 *
 * Return: the table or NULL.
 */
static __always_inline const struct ipb_vm_table *ipb_vm_table_find(const struct kvm *kvm)
{
	const struct ipb_vm_table *table =
		rcu_dereference_sched(ipb_vm_slots[hash_ptr(kvm, IPB_VM_SLOT_BITS)]);

	return likely(table && table->kvm == kvm) ? table : NULL;
}

/**
 * ipb_vm_table_learn() - a table did not know: build a new one if that helps
 * @kvm: the VM of the call at hand
 * @found: a walk found the vCPU asked for
 *
 * Context: preemption off; does nothing with IRQs off, for it walks all vCPUs.
 * Allocates nothing and waits for nobody.
 */
void ipb_vm_table_learn(struct kvm *kvm, bool found);

/**
 * ipb_vm_tables_open() - memory for all tables
 *
 * May sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int ipb_vm_tables_open(void);

/**
 * ipb_vm_tables_close() - give it back; nobody looks anything up any more
 *
 * May sleep.
 */
void ipb_vm_tables_close(void);

#endif /* IPIBENCH_LIVE_VM_TABLES_H */
