// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measure one pattern: aim all its senders, keep the other targets busy, fire.
 */
#include <linux/bitmap.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/overflow.h>

#include "engine/control.h"
#include "engine/host.h"
#include "engine/storm.h"

/* A target that fires itself is busy enough, one nobody fires at is not ours. */
static bool is_idle_target(const struct ipb_storm *storm, unsigned int cpu)
{
	bool target = false;
	unsigned int i;

	for (i = 0; i < storm->nr_senders; i++) {
		const struct ipb_pair *pair = storm->sender[i].volley.pair;

		if (pair->from == cpu)
			return false;
		if (pair->to == cpu || pair->to == pair->from)
			target = true;
	}
	return target;
}

static int occupy_targets(struct ipb_storm *storm)
{
	const struct ipb_run *run = storm->run;
	unsigned int nr_cpus = run->session.cpus, cpu;

	storm->busy = kvcalloc(bitmap_weight(run->targets, nr_cpus), sizeof(*storm->busy),
			       GFP_KERNEL);
	if (!storm->busy)
		return -ENOMEM;
	for_each_set_bit(cpu, run->targets, nr_cpus) {
		struct ipb_target *target;

		if (!is_idle_target(storm, cpu))
			continue;
		target = run->host->occupy(cpu);
		if (!target)
			return -ENOMEM;
		storm->busy[storm->nr_busy++] = target;
	}
	return 0;
}

static int start_sender(struct ipb_storm_sender *sender)
{
	struct ipb_volley *volley = &sender->volley;
	struct ipb_run *run = volley->run;
	int ret;

	ret = run->backend->aim(&volley->aim);
	if (ret)
		return ret;
	sender->aimed = true;
	if (run->spec.target_state == IPB_TARGET_IDLE)
		ipb_volley_set_gap(volley);
	sender->task = kthread_create(ipb_storm_sender_thread, sender, "ipibench_storm/%u",
				      volley->pair->from);
	if (IS_ERR(sender->task)) {
		ret = PTR_ERR(sender->task);
		sender->task = NULL;
		return ret;
	}
	wake_up_process(sender->task);
	return 0;
}

/* Nobody's aim is lowered while anybody may still fire. */
static void end_storm(struct ipb_storm *storm)
{
	unsigned int i;

	for (i = 0; i < storm->nr_senders; i++)
		if (storm->sender[i].task)
			kthread_stop(storm->sender[i].task);
	for (i = 0; i < storm->nr_senders; i++)
		if (storm->sender[i].aimed)
			storm->run->backend->lower(&storm->sender[i].volley.aim);
	for (i = 0; i < storm->nr_busy; i++)
		storm->run->host->release(storm->busy[i]);
	kvfree(storm->busy);
	kvfree(storm);
}

static struct ipb_storm *prepare_storm(struct ipb_run *run, unsigned int index)
{
	unsigned int nr = run->results->cell[0][run->pairs[index].class].pairs, i;
	struct ipb_storm *storm = kvzalloc(struct_size(storm, sender, nr), GFP_KERNEL);

	if (!storm)
		return NULL;
	storm->run = run;
	storm->nr_senders = nr;
	init_waitqueue_head(&storm->go);
	init_completion(&storm->over);
	for (i = 0; i < nr; i++) {
		struct ipb_storm_sender *sender = &storm->sender[i];

		ipb_volley_init(&sender->volley, run, index + i);
		sender->block = run->shots + i * run->spec.block;
		sender->volley.shots = sender->block;
		sender->volley.storm = storm;
		sender->storm = storm;
	}
	return storm;
}

/**
 * ipb_run_pattern() - measure one pattern
 * @run: the run, its own thread
 * @index: number of the pattern's first pair; all of its pairs follow
 *
 * May sleep.
 *
 * Return: as ipb_run_pair().
 */
int ipb_run_pattern(struct ipb_run *run, unsigned int index)
{
	struct ipb_storm *storm = prepare_storm(run, index);
	unsigned int i;
	int ret = 0;

	if (!storm)
		return -ENOMEM;
	if (run->spec.target_state == IPB_TARGET_BUSY)
		ret = occupy_targets(storm);
	for (i = 0; !ret && i < storm->nr_senders; i++)
		ret = start_sender(&storm->sender[i]);
	if (!ret)
		ret = ipb_volley_fire(&storm->sender[0].volley);
	end_storm(storm);
	return ret;
}
