// SPDX-License-Identifier: GPL-2.0-only
/*
 * Look-ups while tables come and go: sequence (c), and readers on all CPUs
 * against a writer that adds vCPUs, rewrites MPIDRs and rebuilds.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/sizes.h>

#include "core/mpidr_direct.h"
#include "core/mpidr_hash.h"
#include "core/mpidr_layout.h"
#include "mpidr_vm.h"

enum {
	/* vCPUs from the start, whose MPIDR never changes. */
	STEADY = 48,
	/* One whose MPIDR goes back and forth between these two. */
	HERE = 0x7000,
	THERE = 0x7100,
	/* vCPUs that come while readers read. */
	LATE = 200,
	READERS_MAX = 8,
};

struct grave {
	struct rcu_head rcu;
	struct ipb_mpidr_tables tables;
	bool filled;
};

static void bury(struct rcu_head *rcu)
{
	struct grave *grave = container_of(rcu, struct grave, rcu);

	ipb_mpidr_tables_free(&grave->tables);
	WRITE_ONCE(grave->filled, true);
}

/* Sequence (c): the old tables stay as they were until their reader is gone. */
static void withdrawn_table_outlives_its_reader(struct kunit *test)
{
	struct grave *grave = kunit_kzalloc(test, sizeof(*grave), GFP_KERNEL);
	struct mpidr_vm *vm = mpidr_vm_new(test);
	const struct ipb_mpidr_direct *direct;
	const struct ipb_mpidr_hash *hash;
	struct ipb_vcpu *vcpu;

	KUNIT_ASSERT_NOT_NULL(test, grave);
	mpidr_vm_add(vm, 0);
	vcpu = mpidr_vm_add(vm, 1);
	mpidr_vm_rebuild(vm, SZ_4K);

	rcu_read_lock();
	hash = rcu_dereference(vm->index.hash);
	direct = rcu_dereference(vm->index.direct);
	ipb_mpidr_index_withdraw(&vm->index, &grave->tables);
	call_rcu(&grave->rcu, bury);

	KUNIT_EXPECT_NULL(test, rcu_access_pointer(vm->index.hash));
	KUNIT_EXPECT_NULL(test, rcu_access_pointer(vm->index.direct));
	KUNIT_EXPECT_PTR_EQ(test, ipb_mpidr_direct_find(direct, 1), (void *)vcpu);
	KUNIT_EXPECT_EQ(test, hash->mask, 1);
	KUNIT_EXPECT_EQ(test, hash->index[1], 1);
	KUNIT_EXPECT_FALSE(test, READ_ONCE(grave->filled));
	rcu_read_unlock();

	rcu_barrier();
	KUNIT_EXPECT_TRUE(test, READ_ONCE(grave->filled));
	KUNIT_EXPECT_EQ(test, mpidr_vm_find(vm, ipb_mpidr_direct, 1), 1);
}

/**
 * struct torture - what readers and writer share
 * @vm: the VM
 * @mover: its vCPU that moves between HERE and THERE
 * @born: vCPUs that every reader must find
 */
struct torture {
	struct mpidr_vm *vm;
	struct ipb_vcpu *mover;
	unsigned int born;
};

/**
 * struct reader - one thread
 * @torture: shared
 * @task: the thread
 * @looks: look-ups done
 * @wrong: look-ups that gave what cannot be
 * @mpidr: the last of those
 */
struct reader {
	struct torture *torture;
	struct task_struct *task;
	unsigned long looks;
	unsigned long wrong;
	u64 mpidr;
};

static const ipb_mpidr_lookup ways[] = {
	ipb_mpidr_scan, ipb_mpidr_hashed, ipb_mpidr_direct,
};

static u64 steady_mpidr(unsigned int i)
{
	return ipb_mpidr_layout_mpidr(IPB_MPIDR_KVM, i);
}

static void check(struct reader *reader, u64 mpidr, bool ok)
{
	reader->looks++;
	if (!ok) {
		reader->wrong++;
		reader->mpidr = mpidr;
	}
}

static void expect_found(struct reader *reader, unsigned int i, ipb_mpidr_lookup lookup)
{
	struct ipb_vcpu *vcpu;

	if (i == STEADY)
		return;

	rcu_read_lock();
	vcpu = lookup(&reader->torture->vm->index, steady_mpidr(i));
	rcu_read_unlock();
	check(reader, steady_mpidr(i), vcpu && vcpu->index == i);
}

static void expect_nobody_but(struct reader *reader, const struct ipb_vcpu *mover, u64 mpidr,
			      ipb_mpidr_lookup lookup)
{
	struct ipb_vcpu *vcpu;

	rcu_read_lock();
	vcpu = lookup(&reader->torture->vm->index, mpidr);
	rcu_read_unlock();
	check(reader, mpidr, !vcpu || vcpu == mover);
}

static void read_once(struct reader *reader, unsigned int turn)
{
	struct torture *t = reader->torture;
	ipb_mpidr_lookup lookup = ways[turn % ARRAY_SIZE(ways)];
	/* Pairs with the release after a birth: whoever was born is found. */
	unsigned int born = smp_load_acquire(&t->born);

	expect_found(reader, born - 1, lookup);
	expect_found(reader, turn % born, lookup);
	expect_nobody_but(reader, t->mover, HERE, lookup);
	expect_nobody_but(reader, t->mover, THERE, lookup);
	expect_nobody_but(reader, NULL, steady_mpidr(4000), lookup);
}

/* A reader that dawdles for longer than a rebuild takes. */
static void read_slowly(struct reader *reader, unsigned int turn)
{
	struct ipb_mpidr_index *index = &reader->torture->vm->index;
	u64 mpidr = steady_mpidr(turn % STEADY);
	const struct ipb_mpidr_direct *direct;
	const struct ipb_mpidr_hash *hash;
	const struct ipb_vcpu *vcpu;

	rcu_read_lock();
	hash = rcu_dereference(index->hash);
	direct = rcu_dereference(index->direct);
	mdelay(1 + turn % 4);
	if (hash)
		check(reader, mpidr,
		      hash->index[ipb_mpidr_gather(ipb_mpidr_aff(mpidr), hash->mask)] ==
		      turn % STEADY);
	if (direct) {
		vcpu = ipb_mpidr_direct_find(direct, mpidr);
		check(reader, mpidr, vcpu && vcpu->index == turn % STEADY);
	}
	rcu_read_unlock();
}

static int read_on(void *data)
{
	struct reader *reader = data;
	unsigned int turn = 0;

	while (!kthread_should_stop()) {
		read_once(reader, turn);
		if (turn % 128 == 0)
			read_slowly(reader, turn / 128);
		if (turn++ % 16 == 0)
			cond_resched();
	}

	return 0;
}

/* Freed memory must not look like a table any more. */
static void poison_and_free(struct ipb_mpidr_tables *tables)
{
	if (tables->hash)
		memset(tables->hash->index, 0xff,
		       ipb_mpidr_hash_bytes(tables->hash->mask) - sizeof(*tables->hash));
	if (tables->direct)
		memset(tables->direct->key, 0x5a,
		       ipb_mpidr_direct_bytes(tables->direct) -
		       offsetof(struct ipb_mpidr_direct, key));
	ipb_mpidr_tables_free(tables);
}

static void change_something(struct torture *t, unsigned int round)
{
	unsigned int i = t->born;

	if (round % 2 || i == STEADY + 1 + LATE) {
		WRITE_ONCE(t->mover->mpidr, t->mover->mpidr == HERE ? THERE : HERE);
		return;
	}
	mpidr_vm_add(t->vm, steady_mpidr(i));
	/* Pairs with the readers' acquire. */
	smp_store_release(&t->born, i + 1);
}

static void write_for(struct torture *t, unsigned long duration)
{
	unsigned long end = jiffies + duration;
	struct ipb_mpidr_tables old, new;
	unsigned int round;

	for (round = 0; time_before(jiffies, end); round++) {
		ipb_mpidr_index_withdraw(&t->vm->index, &old);
		change_something(t, round);
		new.hash = ipb_mpidr_hash_create(&t->vm->index, SZ_4K);
		new.direct = ipb_mpidr_direct_create(&t->vm->index, round);
		ipb_mpidr_index_publish(&t->vm->index, &new);
		synchronize_rcu();
		poison_and_free(&old);
		cond_resched();
	}
}

static unsigned int start_readers(struct kunit *test, struct torture *t, struct reader *reader)
{
	unsigned int started = 0;
	int cpu;

	for_each_online_cpu(cpu) {
		struct task_struct *task;

		if (started == READERS_MAX)
			break;
		reader[started].torture = t;
		task = kthread_create(read_on, &reader[started], "ipb_mpidr/%d", cpu);
		if (IS_ERR(task))
			break;
		kthread_bind(task, cpu);
		wake_up_process(task);
		reader[started++].task = task;
	}

	return started;
}

static void readers_against_rebuilds(struct kunit *test)
{
	struct torture t = { .vm = mpidr_vm_new(test), .born = STEADY + 1 };
	struct reader *reader;
	unsigned int i, started;

	if (num_online_cpus() < 2)
		kunit_skip(test, "needs a second CPU for readers to run beside the writer");

	reader = kunit_kcalloc(test, READERS_MAX, sizeof(*reader), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, reader);
	for (i = 0; i < STEADY; i++)
		mpidr_vm_add(t.vm, steady_mpidr(i));
	t.mover = mpidr_vm_add(t.vm, HERE);
	mpidr_vm_rebuild(t.vm, SZ_4K);

	started = start_readers(test, &t, reader);
	write_for(&t, 2 * HZ);
	for (i = 0; i < started; i++)
		kthread_stop(reader[i].task);

	KUNIT_EXPECT_GT(test, started, 1);
	KUNIT_EXPECT_GT(test, t.born, STEADY + 1);
	for (i = 0; i < started; i++) {
		KUNIT_EXPECT_GT_MSG(test, reader[i].looks, 0, "reader %u", i);
		KUNIT_EXPECT_EQ_MSG(test, reader[i].wrong, 0, "reader %u, last at %llx", i,
				    reader[i].mpidr);
	}
}

static struct kunit_case mpidr_rcu_cases[] = {
	KUNIT_CASE(withdrawn_table_outlives_its_reader),
	KUNIT_CASE_SLOW(readers_against_rebuilds),
	{}
};

static struct kunit_suite mpidr_rcu_suite = {
	.name = "ipibench_mpidr_rcu",
	.test_cases = mpidr_rcu_cases,
};

kunit_test_suite(mpidr_rcu_suite);
