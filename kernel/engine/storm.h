/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_STORM_H
#define IPIBENCH_ENGINE_STORM_H

#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/wait.h>

#include "engine/volley.h"

/**
 * struct ipb_storm_sender - one of them
 * @volley: its pair
 * @storm: all of them
 * @task: its thread
 * @aimed: so its aim is to be lowered
 * @block: stamps of its block
 * @extra: the shot at hand beyond them
 * @hits: acknowledged in the latest burst
 * @lost: lost in it
 * @ns: how long it fired
 * @ret: 0, or why the run is over
 */
struct ipb_storm_sender {
	struct ipb_volley volley;
	struct ipb_storm *storm;
	struct task_struct *task;
	bool aimed;
	struct ipb_shot *block;
	struct ipb_shot extra;
	u64 hits;
	u64 lost;
	u64 ns;
	int ret;
};

/**
 * struct ipb_storm - a pattern being measured
 * @run: the run
 * @go: senders wait here for the next burst
 * @over: the last sender is through with its burst
 * @burst: number of the burst; stored last, with release
 * @variant: what to fire in it
 * @nr: shots of a block in it
 * @away: senders not at the start yet
 * @owing: senders without a whole block yet
 * @firing: senders not through yet
 * @busy: targets kept busy, @nr_busy of them
 * @nr_busy: see @busy
 * @nr_senders: see @sender
 * @sender: the senders
 */
struct ipb_storm {
	struct ipb_run *run;
	wait_queue_head_t go;
	struct completion over;
	unsigned int burst;
	unsigned int variant;
	unsigned int nr;
	atomic_t away;
	atomic_t owing;
	atomic_t firing;
	struct ipb_target **busy;
	unsigned int nr_busy;
	unsigned int nr_senders;
	struct ipb_storm_sender sender[];
};

/* burst.c; the other half of it is called by way of a volley */
int ipb_storm_sender_thread(void *data);

#endif /* IPIBENCH_ENGINE_STORM_H */
