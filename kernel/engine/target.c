// SPDX-License-Identifier: GPL-2.0-only
/*
 * What keeps a target busy: a bound thread of normal priority that spins with
 * interrupts on. While it spins it answers pings, which tells how far the two
 * CPUs' clocks are apart.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/minmax.h>
#include <linux/processor.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "bench/stamp.h"
#include "engine/target.h"

enum { PINGS = 256 };

/**
 * struct ipb_target - the thread and its half of the ping-pong
 * @task: the thread
 * @cpu: where it belongs
 * @ping: written by the sender
 * @pong: last ping answered; stored last, with release
 * @stamp: the thread's clock at the answer
 */
struct ipb_target {
	struct task_struct *task;
	unsigned int cpu;
	u32 __aligned(128) ping;
	u32 __aligned(128) pong;
	u64 stamp;
};

static void target_answer(struct ipb_target *target)
{
	u32 ping = READ_ONCE(target->ping);

	if (ping == target->pong)
		return;
	target->stamp = ipb_stamp();
	/* Pairs with the acquire in target_ping(): stamp before pong. */
	smp_store_release(&target->pong, ping);
}

/*
 * When its CPU goes away the thread is silently moved, and its affinity with
 * it: nothing but ourselves brings it back. One attempt a tick, because a CPU
 * on its way out accepts the thread and pushes it away again.
 */
static void target_return(const struct ipb_target *target)
{
	if (cpu_active(target->cpu))
		set_cpus_allowed_ptr(current, cpumask_of(target->cpu));
	schedule_timeout_interruptible(1);
}

/*
 * cond_resched() every turn: without it a kernel that preempts voluntarily
 * would call this a lockup, and be right. Away from its CPU the thread must not
 * burden another one.
 */
static int target_thread(void *data)
{
	struct ipb_target *target = data;

	while (!kthread_should_stop()) {
		if (raw_smp_processor_id() == target->cpu) {
			target_answer(target);
			cpu_relax();
			cond_resched();
		} else {
			target_return(target);
		}
	}
	return 0;
}

/**
 * ipb_target_start() - make a CPU busy
 * @cpu: the target
 *
 * May sleep.
 *
 * Return: the target or NULL without memory.
 */
struct ipb_target *ipb_target_start(unsigned int cpu)
{
	struct ipb_target *target = kzalloc_node(sizeof(*target), GFP_KERNEL, cpu_to_node(cpu));

	if (!target)
		return NULL;
	target->cpu = cpu;
	target->task = kthread_create_on_cpu(target_thread, target, cpu, "ipibench_busy/%u");
	if (IS_ERR(target->task)) {
		kfree(target);
		return NULL;
	}
	wake_up_process(target->task);
	return target;
}

/**
 * ipb_target_stop() - let the CPU go; NULL is fine
 * @target: from ipb_target_start()
 *
 * May sleep.
 */
void ipb_target_stop(struct ipb_target *target)
{
	if (!target)
		return;
	kthread_stop(target->task);
	kfree(target);
}

/* One exchange. The target's stamp lies between the two of ours. */
static bool target_ping(struct ipb_target *target, u64 timeout, s64 *low, s64 *high)
{
	u32 ping = target->ping + 1;
	unsigned int turns = 0;
	u64 sent, back;

	sent = ipb_stamp();
	WRITE_ONCE(target->ping, ping);
	/* Pairs with the release in target_answer(). */
	while (smp_load_acquire(&target->pong) != ping) {
		if (!(++turns % 64) && ipb_stamp() - sent > timeout)
			return false;
		cpu_relax();
	}
	back = ipb_stamp();
	*low = max(*low, (s64)(target->stamp - back));
	*high = min(*high, (s64)(target->stamp - sent));
	return true;
}

/**
 * ipb_target_sync() - how far the target's clock is ahead of this CPU's
 * @target: busy
 * @timeout: ticks to wait for one answer
 * @low: the offset is at least this many ticks
 * @high: the offset is at most this many ticks
 *
 * Each exchange gives an interval the offset must lie in; they are
 * intersected. Called with preemption on; off for one exchange at a time.
 *
 * Return: the target answered, and no exchange contradicts another.
 */
bool ipb_target_sync(struct ipb_target *target, u64 timeout, s64 *low, s64 *high)
{
	unsigned int i;
	bool answered = true;

	*low = S64_MIN;
	*high = S64_MAX;
	for (i = 0; answered && i < PINGS; i++) {
		preempt_disable();
		answered = target_ping(target, timeout, low, high);
		preempt_enable();
	}
	return answered && *low <= *high;
}
