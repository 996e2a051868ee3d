// SPDX-License-Identifier: GPL-2.0-only
/*
 * The VM of the icr bench: made, programmed, emptied and taken down.
 */
#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>

#include "bench/icr_model.h"
#include "core/schedule.h"

enum { VECTOR_MIN = 0x20, VECTORS = 0xd0 };

/* nr_vcpus counts what has been made, so that a half-built model can be taken down */
static int make_vcpus(struct ipb_icr_model *model, u32 nr, size_t bytes, int node)
{
	struct ipb_x86_vm *vm = &model->vm;

	vm->vcpu = kvmalloc_node(array_size(nr, sizeof(*vm->vcpu)), GFP_KERNEL, node);
	if (!vm->vcpu)
		return -ENOMEM;
	for (; vm->nr_vcpus < nr; vm->nr_vcpus++) {
		struct ipb_x86_vcpu *vcpu = kvzalloc_node(bytes, GFP_KERNEL, node);

		if (!vcpu)
			return -ENOMEM;
		ipb_x86_vcpu_init(vcpu, vm, vm->nr_vcpus);
		vm->vcpu[vm->nr_vcpus] = vcpu;
	}
	return 0;
}

static int make_map(struct ipb_icr_model *model, int node)
{
	struct ipb_x86_map *map;
	u32 max_id = ipb_x86_vm_max_id(&model->vm);

	map = kvzalloc_node(struct_size(map, vcpu, (size_t)max_id + 1), GFP_KERNEL, node);
	if (!map)
		return -ENOMEM;
	map->max_id = max_id;
	model->vm.map = map;
	return ipb_x86_map_fill(map, &model->vm);
}

/* edge triggered and fixed, to any vCPU but the sender: every way serves them its own way */
static void make_program(struct ipb_icr_model *model, u64 seed)
{
	struct ipb_x86_guest *guest = &model->vm.vcpu[0]->guest;
	struct ipb_random random;
	u32 i, dest, vector;

	ipb_random_seed(&random, seed);
	for (i = 0; i < IPB_ICR_COMMANDS; i++) {
		dest = 1 + ipb_random_below(&random, model->vm.nr_vcpus - 1);
		vector = VECTOR_MIN + ipb_random_below(&random, VECTORS);
		model->command[i] = (u64)dest << 32 | IPB_ICR_LEVEL | vector;
	}
	guest->icr = model->command;
	guest->mask = IPB_ICR_COMMANDS - 1;
}

/**
 * ipb_icr_model_make() - a VM with a sender, its siblings and a program
 * @nr_vcpus: vCPUs, at least 2
 * @vcpu_bytes: memory of each, at least sizeof(struct ipb_x86_vcpu)
 * @node: where all of it should be
 * @seed: decides targets and vectors
 *
 * May sleep.
 *
 * Return: the model, with v6.12's rules and no APICv, or NULL.
 */
struct ipb_icr_model *ipb_icr_model_make(u32 nr_vcpus, size_t vcpu_bytes, int node, u64 seed)
{
	struct ipb_icr_model *model = kvzalloc_node(sizeof(*model), GFP_KERNEL, node);

	if (!model)
		return NULL;
	if (init_srcu_struct(&model->srcu))
		goto free_model;
	if (make_vcpus(model, nr_vcpus, vcpu_bytes, node) || make_map(model, node))
		goto free_all;
	make_program(model, seed);
	return model;

free_all:
	ipb_icr_model_free(model);
	return NULL;
free_model:
	kvfree(model);
	return NULL;
}

/**
 * ipb_icr_model_free() - undo ipb_icr_model_make(), or what it got to
 * @model: the model, or NULL
 *
 * May sleep.
 */
void ipb_icr_model_free(struct ipb_icr_model *model)
{
	u32 i;

	if (!model)
		return;
	for (i = 0; i < model->vm.nr_vcpus; i++)
		kvfree(model->vm.vcpu[i]);
	kvfree(model->vm.vcpu);
	kvfree(model->vm.map);
	cleanup_srcu_struct(&model->srcu);
	kvfree(model);
}

/**
 * ipb_icr_model_take_all() - as if every vCPU had run and taken its interrupts
 * @model: the model; its sender is not running
 *
 * Any context.
 *
 * Return: how many those were.
 */
u32 ipb_icr_model_take_all(struct ipb_icr_model *model)
{
	u32 i, taken = 0;

	for (i = 0; i < model->vm.nr_vcpus; i++) {
		struct ipb_x86_vcpu *vcpu = model->vm.vcpu[i];

		taken += vcpu->apic.accepted[IPB_ICR_FIXED];
		vcpu->apic.accepted[IPB_ICR_FIXED] = 0;
		bitmap_zero(vcpu->apic.irr, IPB_X86_VECTORS);
		bitmap_zero(vcpu->apic.pir, IPB_X86_VECTORS);
		vcpu->apic.posted = 0;
		vcpu->requests = 0;
	}
	return taken;
}
