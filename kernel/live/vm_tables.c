// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables over running VMs: a pool, builders, and the way back to the pool.
 */
#include <linux/jiffies.h>
#include <linux/mm.h>
#include <linux/random.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <asm/kvm_emulate.h>

#include "core/mpidr_hash.h"
#include "core/schedule.h"
#include "live/vm_tables.h"

/* VMs known at a time. */
enum { TABLES = 64 };

/* A table that failed may only be out of date: no more new ones than this. */
#define REBUILD_PERIOD	(HZ / 10)

static_assert(KVM_MAX_VCPUS <= IPB_MPIDR_VCPUS_MAX);

struct ipb_vm_table __rcu *ipb_vm_slots[1 << IPB_VM_SLOT_BITS];

/**
 * struct pool - the builders' own
 * @lock: one builder at a time; others go without
 * @tables: TABLES of them
 * @indexes: TABLES pages
 * @directs: TABLES times DIRECT_BYTES
 * @pairs: what a build is made from
 * @free: tables at rest
 * @random: multipliers that a guest cannot foresee
 * @hand: where the next table is taken away from when none is at rest
 * @evicted: when that was done last, in jiffies
 */
struct pool {
	raw_spinlock_t lock;
	struct ipb_vm_table *tables;
	void *indexes;
	void *directs;
	struct ipb_mpidr_pair *pairs;
	struct llist_head free;
	struct ipb_random random;
	unsigned int hand;
	unsigned long evicted;
};

static struct pool pool = { .lock = __RAW_SPIN_LOCK_UNLOCKED(pool.lock) };

#define DIRECT_BYTES	ALIGN(IPB_MPIDR_DIRECT_BYTES * KVM_MAX_VCPUS, 64)

static void give_back(struct rcu_head *rcu)
{
	struct ipb_vm_table *table = container_of(rcu, struct ipb_vm_table, rcu);

	llist_add(&table->free, &pool.free);
}

static void withdraw(unsigned int slot, struct ipb_vm_table *by)
{
	struct ipb_vm_table *old = rcu_dereference_protected(ipb_vm_slots[slot], true);

	rcu_assign_pointer(ipb_vm_slots[slot], by);
	if (old)
		call_rcu(&old->rcu, give_back);
}

/* VMs go without notice: whose turn it is, is as good as any. */
static void evict(void)
{
	unsigned int i;

	if (time_before(jiffies, pool.evicted + 1))
		return;
	pool.evicted = jiffies;
	for (i = 0; i < ARRAY_SIZE(ipb_vm_slots); i++) {
		pool.hand = (pool.hand + 1) % ARRAY_SIZE(ipb_vm_slots);
		if (rcu_access_pointer(ipb_vm_slots[pool.hand])) {
			withdraw(pool.hand, NULL);
			return;
		}
	}
}

static unsigned int gather_pairs(struct kvm *kvm)
{
	struct kvm_vcpu *vcpu;
	unsigned int nr = 0;
	unsigned long i;

	kvm_for_each_vcpu(i, vcpu, kvm) {
		if (nr == KVM_MAX_VCPUS)
			break;
		pool.pairs[nr].key = ipb_mpidr_key(kvm_vcpu_get_mpidr_aff(vcpu));
		pool.pairs[nr].value = (void *)(i + 1);
		nr++;
	}
	return nr;
}

/* By the rules of the published one, see core/mpidr_hash.h. */
static void build_hash(struct ipb_vm_table *table)
{
	u64 any = 0, all = IPB_MPIDR_AFF_MASK;
	unsigned int i;

	for (i = 0; i < table->nr; i++) {
		u64 aff = ipb_mpidr_from_key(pool.pairs[i].key);

		any |= aff;
		all &= aff;
	}
	table->mask = any ^ all;
	table->hashed = ipb_mpidr_hash_fits(table->mask, table->nr, PAGE_SIZE);
	if (!table->hashed)
		return;
	memset(table->index, 0, sizeof(u16) << hweight64(table->mask));
	for (i = 0; i < table->nr; i++)
		table->index[ipb_mpidr_gather(ipb_mpidr_from_key(pool.pairs[i].key),
					      table->mask)] = i;
}

static void build(struct ipb_vm_table *table, struct kvm *kvm)
{
	unsigned int at = table - pool.tables;

	table->kvm = kvm;
	table->built = jiffies;
	table->nr = gather_pairs(kvm);
	table->direct = pool.directs + (size_t)at * DIRECT_BYTES;
	build_hash(table);
	if (!table->nr || ipb_mpidr_direct_build(table->direct, pool.pairs, table->nr,
						 ipb_random_next(&pool.random)) < 0)
		table->direct = NULL;
}

/* A table that knew all vCPUs and said no was right unless the vCPU was found. */
static bool worthwhile(const struct kvm *kvm, bool found)
{
	const struct ipb_vm_table *table = ipb_vm_table_find(kvm);

	if (!table || table->nr != atomic_read(&kvm->online_vcpus))
		return true;
	return found && time_after(jiffies, table->built + REBUILD_PERIOD);
}

void ipb_vm_table_learn(struct kvm *kvm, bool found)
{
	struct llist_node *node;

	if (irqs_disabled() || !worthwhile(kvm, found))
		return;
	if (!raw_spin_trylock(&pool.lock))
		return;
	node = llist_del_first(&pool.free);
	if (node) {
		struct ipb_vm_table *table = llist_entry(node, struct ipb_vm_table, free);

		build(table, kvm);
		withdraw(hash_ptr(kvm, IPB_VM_SLOT_BITS), table);
	} else {
		evict();
	}
	raw_spin_unlock(&pool.lock);
}

static void free_pool(void)
{
	kvfree(pool.pairs);
	kvfree(pool.directs);
	kvfree(pool.indexes);
	kvfree(pool.tables);
	pool.tables = NULL;
}

int ipb_vm_tables_open(void)
{
	unsigned int i;

	pool.tables = kvcalloc(TABLES, sizeof(*pool.tables), GFP_KERNEL);
	pool.indexes = kvcalloc(TABLES, PAGE_SIZE, GFP_KERNEL);
	pool.directs = kvcalloc(TABLES, DIRECT_BYTES, GFP_KERNEL);
	pool.pairs = kvcalloc(KVM_MAX_VCPUS, sizeof(*pool.pairs), GFP_KERNEL);
	if (!pool.tables || !pool.indexes || !pool.directs || !pool.pairs) {
		free_pool();
		return -ENOMEM;
	}
	init_llist_head(&pool.free);
	ipb_random_seed(&pool.random, get_random_u64());
	pool.evicted = jiffies;
	for (i = 0; i < TABLES; i++) {
		pool.tables[i].index = pool.indexes + i * PAGE_SIZE;
		llist_add(&pool.tables[i].free, &pool.free);
	}
	return 0;
}

void ipb_vm_tables_close(void)
{
	/* What is on its way back must arrive before the pool goes. */
	rcu_barrier();
	memset(ipb_vm_slots, 0, sizeof(ipb_vm_slots));
	free_pool();
}
