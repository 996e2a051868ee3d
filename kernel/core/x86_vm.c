// SPDX-License-Identifier: GPL-2.0-only
/*
 * The model virtual machine: from an interrupt command to the vCPUs it names.
 *
 * By the APIC map where that is enough, else by a walk over all vCPUs. Both
 * reach the same vCPUs, except that a lowest priority command to a cluster
 * chooses among the named ids in the map and among the present vCPUs in the
 * walk, as KVM does.
 */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/minmax.h>
#include <linux/nospec.h>

#include "core/export.h"
#include "core/x86_vm.h"

/**
 * ipb_x86_vm_max_id - largest APIC id in use
 * @vm: the VM; at least one vCPU
 *
 * Return: the id; a map needs one entry more. Context: writers serialised.
 */
u32 ipb_x86_vm_max_id(const struct ipb_x86_vm *vm)
{
	u32 i, max_id = 0;

	for (i = 0; i < vm->nr_vcpus; i++)
		max_id = max(max_id, vm->vcpu[i]->apic.id);
	return max_id;
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vm_max_id);

/**
 * ipb_x86_map_fill - make the map of a VM
 * @map: zeroed memory with @map->max_id set to ipb_x86_vm_max_id()
 * @vm: the VM
 *
 * Return: 0, or -EEXIST if two vCPUs share an id: no map can name both, and
 * the VM must do without one. Context: writers serialised.
 */
int ipb_x86_map_fill(struct ipb_x86_map *map, const struct ipb_x86_vm *vm)
{
	u32 i;

	for (i = 0; i < vm->nr_vcpus; i++) {
		struct ipb_x86_vcpu **slot = &map->vcpu[vm->vcpu[i]->apic.id];

		if (*slot)
			return -EEXIST;
		*slot = vm->vcpu[i];
	}
	return 0;
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_map_fill);

/* first candidate slot; *members says which of it and the next fifteen are meant */
static struct ipb_x86_vcpu *const *candidates(const struct ipb_x86_map *map,
					      const struct ipb_icr *irq, unsigned long *members)
{
	u32 first = irq->logical ? (irq->dest >> 16) * IPB_X86_CLUSTER : irq->dest;

	*members = 0;
	if (first > map->max_id)
		return NULL;
	if (irq->logical)
		*members = irq->dest & GENMASK(min_t(u32, map->max_id - first,
						     IPB_X86_CLUSTER - 1), 0);
	else
		*members = 1;
	/* the guest chose the index: do not let the CPU run ahead with it */
	return &map->vcpu[array_index_nospec(first, map->max_id + 1)];
}

/* of several, a lowest priority command takes one, by vector */
static unsigned long choose_member(unsigned long members, u32 vector)
{
	u32 skip = vector % hweight_long(members);

	while (skip--)
		members &= members - 1;
	return members & -members;
}

static bool deliver_mapped(struct ipb_x86_vcpu *from, const struct ipb_icr *irq)
{
	const struct ipb_x86_map *map = READ_ONCE(from->vm->map);
	struct ipb_x86_vcpu *const *slot;
	unsigned long members;
	unsigned int i;

	if (irq->shorthand == IPB_ICR_TO_SELF) {
		ipb_x86_vcpu_accept(from, from, irq);
		return true;
	}
	if (!map || irq->shorthand != IPB_ICR_TO_DEST || irq->dest == IPB_ICR_BROADCAST)
		return false;
	slot = candidates(map, irq, &members);
	if (irq->delivery == IPB_ICR_LOWEST && irq->logical && members)
		members = choose_member(members, irq->vector);
	for_each_set_bit(i, &members, IPB_X86_CLUSTER)
		if (slot[i])
			ipb_x86_vcpu_accept(slot[i], from, irq);
	return true;
}

static bool is_target(const struct ipb_x86_vcpu *vcpu, const struct ipb_x86_vcpu *from,
		      const struct ipb_icr *irq)
{
	u32 id = vcpu->apic.id;

	if (irq->shorthand == IPB_ICR_TO_SELF)
		return vcpu == from;
	if (irq->shorthand != IPB_ICR_TO_DEST)
		return irq->shorthand == IPB_ICR_TO_ALL || vcpu != from;
	if (irq->dest == IPB_ICR_BROADCAST)
		return true;
	if (!irq->logical)
		return irq->dest == id;
	return irq->dest >> 16 == id / IPB_X86_CLUSTER &&
	       irq->dest & BIT(id % IPB_X86_CLUSTER);
}

/* the vCPU that a lowest priority command takes: by vector, among the enabled */
static struct ipb_x86_vcpu *choose_walked(struct ipb_x86_vcpu *from, const struct ipb_icr *irq)
{
	const struct ipb_x86_vm *vm = from->vm;
	u32 i, skip, found = 0;

	for (i = 0; i < vm->nr_vcpus; i++)
		found += is_target(vm->vcpu[i], from, irq) && vm->vcpu[i]->apic.enabled;
	if (!found)
		return NULL;
	skip = irq->vector % found;
	for (i = 0; i < vm->nr_vcpus; i++)
		if (is_target(vm->vcpu[i], from, irq) && vm->vcpu[i]->apic.enabled && !skip--)
			return vm->vcpu[i];
	return NULL;
}

static void deliver_walked(struct ipb_x86_vcpu *from, const struct ipb_icr *irq)
{
	const struct ipb_x86_vm *vm = from->vm;
	struct ipb_x86_vcpu *chosen;
	u32 i;

	if (irq->delivery == IPB_ICR_LOWEST) {
		chosen = choose_walked(from, irq);
		if (chosen)
			ipb_x86_vcpu_accept(chosen, from, irq);
		return;
	}
	for (i = 0; i < vm->nr_vcpus; i++)
		if (is_target(vm->vcpu[i], from, irq))
			ipb_x86_vcpu_accept(vm->vcpu[i], from, irq);
}

/**
 * ipb_x86_vm_deliver_mapped - deliver if it takes no walk
 * @from: the sender, in its own thread
 * @icr: the interrupt command, no reserved bit set
 *
 * At most sixteen targets, so it may run with interrupts off.
 *
 * Return: true if done, even to nobody; false if nothing was done.
 * Context: any, under RCU.
 */
bool ipb_x86_vm_deliver_mapped(struct ipb_x86_vcpu *from, u64 icr)
{
	struct ipb_icr irq;

	ipb_icr_decode(icr, &irq);
	return deliver_mapped(from, &irq);
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vm_deliver_mapped);

/**
 * ipb_x86_vm_deliver - deliver, with a walk over all vCPUs if need be
 * @from: the sender, in its own thread
 * @icr: the interrupt command, no reserved bit set
 *
 * Context: any, under RCU.
 */
void ipb_x86_vm_deliver(struct ipb_x86_vcpu *from, u64 icr)
{
	struct ipb_icr irq;

	ipb_icr_decode(icr, &irq);
	if (!deliver_mapped(from, &irq))
		deliver_walked(from, &irq);
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vm_deliver);

/**
 * ipb_x86_vm_deliver_single - deliver what ipb_icr_is_single() said yes to
 * @from: the sender, in its own thread
 * @icr: the interrupt command
 *
 * One load from the map: no decoding, no set of targets to go through. Without
 * a map, the same as ipb_x86_vm_deliver(). Context: any, under RCU.
 */
void ipb_x86_vm_deliver_single(struct ipb_x86_vcpu *from, u64 icr)
{
	const struct ipb_x86_map *map = READ_ONCE(from->vm->map);
	struct ipb_x86_vcpu *target;
	u32 dest = (u32)(icr >> 32);

	if (unlikely(!map)) {
		ipb_x86_vm_deliver(from, icr);
		return;
	}
	if (unlikely(dest > map->max_id))
		return;
	target = map->vcpu[array_index_nospec(dest, map->max_id + 1)];
	if (likely(target))
		ipb_x86_vcpu_accept_fixed(target, from, (u32)icr);
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_vm_deliver_single);
