// SPDX-License-Identifier: GPL-2.0-only
/*
 * The life of a run: start, stop, reset, and the thread in between.
 */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "core/export.h"
#include "engine/control.h"
#include "engine/host.h"
#include "engine/machine.h"
#include "engine/run.h"

static void tell_state(struct ipb_job *job)
{
	const struct ipb_observer *observer = job->engine->observer;

	if (observer->state)
		observer->state(job);
}

static int tell_results(struct ipb_job *job, struct ipb_results *results)
{
	const struct ipb_observer *observer = job->engine->observer;

	return observer->publish ? observer->publish(job, results) : 0;
}

static void say_failure(struct ipb_job *job, int error)
{
	if (error == -ETIME)
		scnprintf(job->error, sizeof(job->error),
			  "timeout_ms is over after %llu of %llu shots", job->shots_done,
			  job->shots_planned);
	else if (error == -ENOMEM && job->shots_done == job->shots_planned)
		scnprintf(job->error, sizeof(job->error), "no memory to show the results");
	else
		scnprintf(job->error, sizeof(job->error), "error %d after %llu of %llu shots",
			  error, job->shots_done, job->shots_planned);
}

static void note_engine_clock(struct ipb_engine *engine, const struct ipb_run *run)
{
	unsigned int class;
	u64 error = 0;

	for (class = IPB_CLASS_SMT; class < IPB_NR_CLASSES; class++)
		error = max(error, run->results->cell[0][class].clock_error_ps);
	if (!error)
		return;
	engine->clock_error_ps = error;
	engine->clock_checked = true;
}

static int run_measure(struct ipb_run *run)
{
	u64 start = ktime_get_ns();
	unsigned int i = 0;
	int ret = 0;

	run->deadline_ns = start + run->spec.timeout_ms * NSEC_PER_MSEC;
	while (!ret && i < run->nr_pairs) {
		if (run->bench->together) {
			ret = ipb_run_pattern(run, i);
			i += run->results->cell[0][run->pairs[i].class].pairs;
		} else {
			ret = ipb_run_pair(run, i++);
		}
	}
	if (ret)
		return ret;
	ipb_run_judge(run);
	run->results->duration_ms = div_u64(ktime_get_ns() - start, NSEC_PER_MSEC);
	run->results->finished_epoch_s = ktime_get_real_seconds();
	return 0;
}

static enum ipb_state state_after(int ret)
{
	if (!ret)
		return IPB_STATE_DONE;
	return ret == -ECANCELED ? IPB_STATE_STOPPED : IPB_STATE_FAILED;
}

/* Publication is outside the lock: readers of parameters need not wait for it. */
static int run_thread(void *data)
{
	struct ipb_run *run = data;
	struct ipb_job *job = run->job;
	struct ipb_engine *engine = job->engine;
	int ret = run_measure(run);

	if (!ret) {
		run->results->id = engine->runs + 1;
		ret = tell_results(job, run->results);
	}
	mutex_lock(&engine->lock);
	if (!ret) {
		engine->runs++;
		note_engine_clock(engine, run);
	}
	ipb_run_destroy(run);
	job->state = state_after(ret);
	if (job->state == IPB_STATE_FAILED)
		say_failure(job, ret);
	engine->active = NULL;
	mutex_unlock(&engine->lock);
	tell_state(job);
	kthread_complete_and_exit(&engine->exited, 0);
}

static int job_may_start(struct ipb_job *job)
{
	const struct ipb_backend *backend = ipb_spec_backend(&job->spec, job->bench);

	if (job->engine->closing)
		return -ENODEV;
	if (job->engine->active)
		return -EBUSY;
	return backend->supported && backend->supported() ? -EOPNOTSUPP : 0;
}

static int job_launch(struct ipb_job *job)
{
	struct ipb_engine *engine = job->engine;
	struct task_struct *task;
	struct ipb_run *run;
	int ret;

	/* The run before has published; its thread may still be on its way out. */
	wait_for_completion(&engine->exited);
	run = ipb_run_prepare(job, &ret);
	if (!run)
		goto failed;
	task = kthread_create(run_thread, run, "ipibench_run");
	if (IS_ERR(task)) {
		ret = PTR_ERR(task);
		ipb_run_destroy(run);
		goto failed;
	}
	reinit_completion(&engine->exited);
	engine->stop = false;
	engine->active = job;
	job->state = IPB_STATE_RUNNING;
	job->error[0] = '\0';
	job->shots_done = 0;
	job->shots_planned = run->spec.samples * run->nr_pairs * run->results->nr_variants;
	wake_up_process(task);
	return 0;

failed:
	complete(&engine->exited);
	return ret;
}

/**
 * ipb_job_start() - start a run with the staged parameters
 * @job: which bench
 *
 * May sleep.
 *
 * Return: 0 and the run goes on by itself; -EBUSY: one is active;
 * -EOPNOTSUPP: not on this machine; -ENXIO: no pair of online CPUs; -ENOMEM;
 * -ENODEV: the module is going away.
 */
int ipb_job_start(struct ipb_job *job)
{
	struct ipb_engine *engine = job->engine;
	int ret;

	mutex_lock(&engine->lock);
	ret = job_may_start(job);
	if (!ret)
		ret = job_launch(job);
	mutex_unlock(&engine->lock);
	if (!ret)
		tell_state(job);
	return ret;
}

/**
 * ipb_job_stop() - end this job's run within one block
 * @job: which bench; nothing happens if it does not run
 *
 * Does not wait: the state tells.
 *
 * Return: 0.
 */
int ipb_job_stop(struct ipb_job *job)
{
	mutex_lock(&job->engine->lock);
	if (job->engine->active == job)
		WRITE_ONCE(job->engine->stop, true);
	mutex_unlock(&job->engine->lock);
	return 0;
}

/**
 * ipb_job_reset() - back to the state after load
 * @job: which bench: parameters, results, state and error
 *
 * May sleep.
 *
 * Return: 0; -EBUSY while it runs; -ENODEV: the module is going away.
 */
int ipb_job_reset(struct ipb_job *job)
{
	struct ipb_engine *engine = job->engine;
	int ret;

	mutex_lock(&engine->lock);
	/* Whoever closes takes away what a reset would take away. */
	if (engine->closing || engine->active == job) {
		ret = engine->closing ? -ENODEV : -EBUSY;
		mutex_unlock(&engine->lock);
		return ret;
	}
	/* Under the lock, so that no run of this job can publish meanwhile. */
	ret = tell_results(job, NULL);
	if (!ret) {
		ipb_spec_reset(&job->spec, job->bench);
		job->state = IPB_STATE_IDLE;
		job->error[0] = '\0';
		job->shots_done = 0;
		job->shots_planned = 0;
	}
	mutex_unlock(&engine->lock);
	if (!ret)
		tell_state(job);
	return ret;
}

/**
 * ipb_engine_init() - an engine at rest
 * @engine: filled in
 * @host: the machine
 * @observer: who is told
 * @emulated: enum ipb_emulated
 *
 * May sleep; takes a few milliseconds.
 */
void ipb_engine_init(struct ipb_engine *engine, const struct ipb_host *host,
		     const struct ipb_observer *observer, unsigned int emulated)
{
	engine->host = host;
	engine->observer = observer;
	engine->emulated = emulated;
	mutex_init(&engine->lock);
	init_completion(&engine->exited);
	complete(&engine->exited);
	host->clock(&engine->clock);
}

/**
 * ipb_engine_shutdown() - stop for good
 * @engine: the engine; no run starts and nothing is reset afterwards
 *
 * May sleep. On return no thread of the engine is in the module any more, and
 * the observer is told of no results again.
 */
void ipb_engine_shutdown(struct ipb_engine *engine)
{
	mutex_lock(&engine->lock);
	engine->closing = true;
	WRITE_ONCE(engine->stop, true);
	mutex_unlock(&engine->lock);
	wait_for_completion(&engine->exited);
}

/**
 * ipb_state_name() - as in sysfs
 * @state: the state
 */
const char *ipb_state_name(enum ipb_state state)
{
	static const char *const names[] = {
		[IPB_STATE_IDLE] = "idle",
		[IPB_STATE_RUNNING] = "running",
		[IPB_STATE_DONE] = "done",
		[IPB_STATE_STOPPED] = "stopped",
		[IPB_STATE_FAILED] = "failed",
	};

	return names[state];
}

IPB_EXPORT_FOR_KUNIT(ipb_job_start);
IPB_EXPORT_FOR_KUNIT(ipb_job_stop);
IPB_EXPORT_FOR_KUNIT(ipb_job_reset);
IPB_EXPORT_FOR_KUNIT(ipb_engine_init);
IPB_EXPORT_FOR_KUNIT(ipb_engine_shutdown);
IPB_EXPORT_FOR_KUNIT(ipb_state_name);
