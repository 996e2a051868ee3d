// SPDX-License-Identifier: GPL-2.0-only
/*
 * A thread bound to the target, asleep until a shot wakes it. FIFO, so that
 * waking it always takes the CPU from whatever keeps the target busy. It does
 * what an interrupt would have done: runs the calls queued for it.
 */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/llist.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "bench/stamp.h"
#include "bench/waker.h"
#include "core/export.h"

/**
 * struct ipb_waker - the thread and what it is to do
 * @task: bound to the target
 * @cpu: the target
 * @calls: the csds queued, linked as the kernel links them
 */
struct ipb_waker {
	struct task_struct *task;
	unsigned int cpu;
	struct llist_head calls;
};

/* The caller may use its csd again as soon as its function has run. */
static void waker_run(struct ipb_waker *waker)
{
	struct llist_node *calls = llist_del_all(&waker->calls);
	call_single_data_t *csd, *next;

	llist_for_each_entry_safe(csd, next, calls, node.llist)
		csd->func(csd->info);
}

static int waker_thread(void *data)
{
	struct ipb_waker *waker = data;

	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		if (llist_empty(&waker->calls))
			schedule();
		__set_current_state(TASK_RUNNING);
		waker_run(waker);
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

/**
 * ipb_waker_start() - a sleeping thread on a CPU
 * @cpu: the target
 *
 * May sleep.
 *
 * Return: the waker, or NULL without memory.
 */
struct ipb_waker *ipb_waker_start(unsigned int cpu)
{
	struct ipb_waker *waker = kzalloc(sizeof(*waker), GFP_KERNEL);

	if (!waker)
		return NULL;
	waker->cpu = cpu;
	waker->task = kthread_create_on_cpu(waker_thread, waker, cpu, "ipibench_wake/%u");
	if (IS_ERR(waker->task)) {
		kfree(waker);
		return NULL;
	}
	sched_set_fifo_low(waker->task);
	wake_up_process(waker->task);
	return waker;
}

/**
 * ipb_waker_stop() - end the thread; NULL is fine
 * @waker: from ipb_waker_start()
 *
 * May sleep. What was queued has run.
 */
void ipb_waker_stop(struct ipb_waker *waker)
{
	if (!waker)
		return;
	kthread_stop(waker->task);
	/*
	 * A lost shot's flight is not to wait for a thread that is gone: it ends
	 * without a look at its calls, or never began where its CPU kept it waiting.
	 */
	waker_run(waker);
	kfree(waker);
}

/**
 * ipb_waker_asleep() - wait, outside the window, until the thread is off its CPU
 * @waker: the waker
 * @timeout: ticks to wait at most
 *
 * Any context. A wake-up that finds it still running would measure nothing.
 */
bool ipb_waker_asleep(const struct ipb_waker *waker, u64 timeout)
{
	u64 start = ipb_stamp();

	while (READ_ONCE(waker->task->on_rq)) {
		if (ipb_stamp() - start > timeout)
			return false;
		cpu_relax();
	}
	return true;
}

/**
 * ipb_waker_call() - what the thread is to run when it wakes
 * @waker: the waker
 * @csd: not queued anywhere; @waker's until its function runs
 *
 * Any context; several callers at once are fine.
 */
void ipb_waker_call(struct ipb_waker *waker, call_single_data_t *csd)
{
	llist_add(&csd->node.llist, &waker->calls);
}

/**
 * ipb_waker_wake() - fire
 * @waker: called
 */
void ipb_waker_wake(struct ipb_waker *waker)
{
	wake_up_process(waker->task);
}

/**
 * ipb_waker_astray() - does the thread run, or may it run, elsewhere?
 * @waker: the waker, after a shot
 *
 * When its CPU went offline it was moved, and its affinity with it; only a new
 * thread is bound again. Any context.
 */
bool ipb_waker_astray(const struct ipb_waker *waker)
{
	return task_cpu(waker->task) != waker->cpu ||
	       READ_ONCE(waker->task->nr_cpus_allowed) != 1;
}

IPB_EXPORT_FOR_KUNIT(ipb_waker_start);
IPB_EXPORT_FOR_KUNIT(ipb_waker_stop);
IPB_EXPORT_FOR_KUNIT(ipb_waker_call);
IPB_EXPORT_FOR_KUNIT(ipb_waker_wake);
