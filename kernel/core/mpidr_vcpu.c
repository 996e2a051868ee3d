// SPDX-License-Identifier: GPL-2.0-only
/*
 * Model vCPUs in an xarray.
 */
#include <linux/errno.h>
#include <linux/nospec.h>

#include "core/export.h"
#include "core/mpidr_vcpu.h"

void ipb_vcpus_init(struct ipb_vcpus *vcpus)
{
	xa_init(&vcpus->array);
	atomic_set(&vcpus->online, 0);
}

int ipb_vcpus_add(struct ipb_vcpus *vcpus, struct ipb_vcpu *vcpu, gfp_t gfp)
{
	unsigned int index = ipb_vcpus_online(vcpus);
	int err;

	if (index >= IPB_MPIDR_VCPUS_MAX)
		return -ENOSPC;

	vcpu->index = index;
	err = xa_err(xa_store(&vcpus->array, index, vcpu, gfp));
	if (err)
		return err;

	/* Pairs with smp_rmb() in ipb_vcpus_get(): entry before count. */
	smp_wmb();
	atomic_inc(&vcpus->online);
	return 0;
}

void ipb_vcpus_destroy(struct ipb_vcpus *vcpus)
{
	xa_destroy(&vcpus->array);
	atomic_set(&vcpus->online, 0);
}

struct ipb_vcpu *ipb_vcpus_get(struct ipb_vcpus *vcpus, unsigned int index)
{
	unsigned int online = ipb_vcpus_online(vcpus);

	if (index >= online)
		return NULL;

	index = array_index_nospec(index, online);

	/* Pairs with smp_wmb() in ipb_vcpus_add(). */
	smp_rmb();
	return xa_load(&vcpus->array, index);
}

IPB_EXPORT_FOR_KUNIT(ipb_vcpus_init);
IPB_EXPORT_FOR_KUNIT(ipb_vcpus_add);
IPB_EXPORT_FOR_KUNIT(ipb_vcpus_destroy);
IPB_EXPORT_FOR_KUNIT(ipb_vcpus_get);
