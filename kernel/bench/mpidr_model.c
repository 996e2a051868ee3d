// SPDX-License-Identifier: GPL-2.0-only
/*
 * A model VM: vCPUs as large as real ones, each its own allocation as KVM's
 * are, and both tables over them.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "bench/mpidr_model.h"
#include "core/mpidr_hash.h"

static_assert(sizeof(struct ipb_vcpu) <= IPB_VCPU_BYTES_MIN);

static int model_populate(struct ipb_mpidr_model *model)
{
	const struct ipb_mpidr_config *config = &model->config;
	unsigned int i;

	for (i = 0; i < config->nr_vcpus; i++) {
		struct ipb_vcpu *vcpu = kvzalloc(config->vcpu_bytes, GFP_KERNEL);
		int err;

		if (!vcpu)
			return -ENOMEM;
		vcpu->mpidr = ipb_mpidr_layout_mpidr(config->layout, i);
		err = ipb_vcpus_add(&model->index.vcpus, vcpu, GFP_KERNEL);
		if (err) {
			kvfree(vcpu);
			return err;
		}
		cond_resched();
	}

	return 0;
}

/* The kernel does without a table too large for its page, not without memory. */
static bool hash_is_due(struct ipb_mpidr_model *model)
{
	u64 mask = ipb_mpidr_hash_mask(&model->index.vcpus);

	return ipb_mpidr_hash_fits(mask, model->config.nr_vcpus, PAGE_SIZE);
}

static int model_index(struct ipb_mpidr_model *model)
{
	struct ipb_mpidr_tables tables = {
		.hash = ipb_mpidr_hash_create(&model->index, PAGE_SIZE),
		.direct = ipb_mpidr_direct_create(&model->index, model->config.seed),
	};

	ipb_mpidr_index_publish(&model->index, &tables);
	if (!tables.direct || (!tables.hash && hash_is_due(model)))
		return -ENOMEM;

	return 0;
}

struct ipb_mpidr_model *ipb_mpidr_model_alloc(const struct ipb_mpidr_config *config)
{
	struct ipb_mpidr_model *model = kzalloc(sizeof(*model), GFP_KERNEL);

	if (!model)
		return NULL;

	model->config = *config;
	ipb_mpidr_index_init(&model->index);
	if (model_populate(model) || model_index(model)) {
		ipb_mpidr_model_free(model);
		return NULL;
	}

	return model;
}

void ipb_mpidr_model_free(struct ipb_mpidr_model *model)
{
	struct ipb_mpidr_tables tables;
	struct ipb_vcpu *vcpu;
	unsigned long i;

	if (!model)
		return;

	ipb_mpidr_index_withdraw(&model->index, &tables);
	synchronize_rcu();
	ipb_mpidr_tables_free(&tables);

	xa_for_each(&model->index.vcpus.array, i, vcpu)
		kvfree(vcpu);
	ipb_vcpus_destroy(&model->index.vcpus);
	kfree(model);
}
