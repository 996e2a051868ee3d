// SPDX-License-Identifier: GPL-2.0-only
/*
 * Look-ups of an MPIDR, and the life of the tables behind them.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "core/export.h"
#include "core/mpidr_direct.h"
#include "core/mpidr_hash.h"
#include "core/mpidr_index.h"

/* The writer's lock is the owner's and cannot be named here. */
#define table_of_writer(p)	rcu_dereference_protected(p, true)
#define table_of_reader(p)	rcu_dereference_check(p, rcu_read_lock_any_held())

struct ipb_vcpu *ipb_mpidr_scan(struct ipb_mpidr_index *index, u64 mpidr)
{
	u64 aff = ipb_mpidr_aff(mpidr);
	struct ipb_vcpu *vcpu;
	unsigned long i;

	if (!ipb_vcpus_online(&index->vcpus))
		return NULL;

	xa_for_each_range(&index->vcpus.array, i, vcpu, 0, ipb_vcpus_last(&index->vcpus))
		if (ipb_vcpu_aff(vcpu) == aff)
			return vcpu;

	return NULL;
}

struct ipb_vcpu *ipb_mpidr_hashed(struct ipb_mpidr_index *index, u64 mpidr)
{
	const struct ipb_mpidr_hash *hash = table_of_reader(index->hash);
	u64 aff = ipb_mpidr_aff(mpidr);
	struct ipb_vcpu *vcpu;

	if (!hash)
		return ipb_mpidr_scan(index, mpidr);

	vcpu = ipb_vcpus_get(&index->vcpus,
			     hash->index[ipb_mpidr_gather(aff, hash->mask)]);
	if (!vcpu || ipb_vcpu_aff(vcpu) != aff)
		return ipb_mpidr_scan(index, mpidr);

	return vcpu;
}

struct ipb_vcpu *ipb_mpidr_direct(struct ipb_mpidr_index *index, u64 mpidr)
{
	const struct ipb_mpidr_direct *direct = table_of_reader(index->direct);

	if (unlikely(!direct))
		return ipb_mpidr_scan(index, mpidr);

	return ipb_mpidr_direct_find(direct, mpidr);
}

void ipb_mpidr_index_init(struct ipb_mpidr_index *index)
{
	RCU_INIT_POINTER(index->hash, NULL);
	RCU_INIT_POINTER(index->direct, NULL);
	ipb_vcpus_init(&index->vcpus);
}

struct ipb_mpidr_hash *ipb_mpidr_hash_create(struct ipb_mpidr_index *index,
					     unsigned int page_bytes)
{
	u64 mask = ipb_mpidr_hash_mask(&index->vcpus);
	struct ipb_mpidr_hash *hash;

	if (!ipb_mpidr_hash_fits(mask, ipb_vcpus_online(&index->vcpus),
				 page_bytes))
		return NULL;

	hash = kvzalloc(ipb_mpidr_hash_bytes(mask), GFP_KERNEL);
	if (hash)
		ipb_mpidr_hash_fill(hash, mask, &index->vcpus);

	return hash;
}

struct ipb_mpidr_direct *ipb_mpidr_direct_create(struct ipb_mpidr_index *index,
						 u64 seed)
{
	unsigned int nr = ipb_vcpus_online(&index->vcpus);
	struct ipb_mpidr_direct *table = NULL;
	struct ipb_mpidr_pair *pairs;
	struct ipb_vcpu *vcpu;
	unsigned long i;

	if (!nr)
		return NULL;

	pairs = kvmalloc_array(nr, sizeof(*pairs), GFP_KERNEL);
	if (pairs)
		table = kvmalloc(IPB_MPIDR_DIRECT_BYTES * nr, GFP_KERNEL);
	if (!table)
		goto out;

	xa_for_each_range(&index->vcpus.array, i, vcpu, 0, ipb_vcpus_last(&index->vcpus)) {
		pairs[i].value = vcpu;
		pairs[i].key = ipb_mpidr_key(READ_ONCE(vcpu->mpidr));
	}
	if (ipb_mpidr_direct_build(table, pairs, nr, seed) < 0) {
		kvfree(table);
		table = NULL;
	}
out:
	kvfree(pairs);
	return table;
}

void ipb_mpidr_index_publish(struct ipb_mpidr_index *index,
			     const struct ipb_mpidr_tables *tables)
{
	rcu_assign_pointer(index->hash, tables->hash);
	rcu_assign_pointer(index->direct, tables->direct);
}

void ipb_mpidr_index_withdraw(struct ipb_mpidr_index *index,
			      struct ipb_mpidr_tables *old)
{
	old->hash = table_of_writer(index->hash);
	old->direct = table_of_writer(index->direct);
	RCU_INIT_POINTER(index->hash, NULL);
	RCU_INIT_POINTER(index->direct, NULL);
	/*
	 * Before any change that follows: whoever sees a new vCPU or a
	 * rewritten MPIDR must not find a table that knows neither.
	 */
	smp_wmb();
}

void ipb_mpidr_tables_free(struct ipb_mpidr_tables *tables)
{
	kvfree(tables->hash);
	kvfree(tables->direct);
	tables->hash = NULL;
	tables->direct = NULL;
}

IPB_EXPORT_FOR_KUNIT(ipb_mpidr_scan);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_hashed);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_direct);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_index_init);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_hash_create);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_direct_create);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_index_publish);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_index_withdraw);
IPB_EXPORT_FOR_KUNIT(ipb_mpidr_tables_free);
