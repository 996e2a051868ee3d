/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_CONTROL_H
#define IPIBENCH_ENGINE_CONTROL_H

#include <linux/completion.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include "engine/clock.h"
#include "engine/spec.h"

struct ipb_engine;
struct ipb_job;
struct ipb_pair;
struct ipb_results;
struct ipb_run;

/**
 * enum ipb_state - where a bench's latest run stands
 * @IPB_STATE_IDLE: none since load or reset
 * @IPB_STATE_RUNNING: in progress
 * @IPB_STATE_DONE: over, results published
 * @IPB_STATE_STOPPED: ended on request, nothing published
 * @IPB_STATE_FAILED: ended by itself, nothing published, error says why
 */
enum ipb_state {
	IPB_STATE_IDLE,
	IPB_STATE_RUNNING,
	IPB_STATE_DONE,
	IPB_STATE_STOPPED,
	IPB_STATE_FAILED,
};

/**
 * struct ipb_observer - what the engine tells whoever shows its work
 * @state: a job's state changed; may sleep
 * @publish: new results, or NULL: take the old ones away. The results are
 *	gone when it returns. May sleep; never two at a time for one job. 0, or
 *	-errno: nothing is shown, and neither are the old ones any more.
 * @tracing: are shots wanted? Asked once per run.
 * @shot: one shot of a variant by index, after its window; preemption on
 */
struct ipb_observer {
	void (*state)(struct ipb_job *job);
	int (*publish)(struct ipb_job *job, struct ipb_results *results);
	bool (*tracing)(void);
	void (*shot)(const struct ipb_run *run, const struct ipb_pair *pair,
		     unsigned int variant, const struct ipb_shot *shot);
};

enum { IPB_ERROR_TEXT = 96 };

/**
 * struct ipb_job - a bench, its staged parameters and how its run stands
 * @engine: who runs it
 * @bench: what
 * @spec: staged parameters; under the engine's lock
 * @state: written under the engine's lock
 * @error: why the latest run failed, or empty; likewise
 * @shots_done: progress of the latest run; its thread writes
 * @shots_planned: shots it is to fire
 * @face: the observer's own
 */
struct ipb_job {
	struct ipb_engine *engine;
	const struct ipb_bench *bench;
	struct ipb_spec spec;
	enum ipb_state state;
	char error[IPB_ERROR_TEXT];
	u64 shots_done;
	u64 shots_planned;
	void *face;
};

/**
 * struct ipb_engine - one run at a time, over all benches
 * @host: the machine
 * @observer: who is told
 * @lock: everything here and in the jobs that is written; may sleep
 * @active: the job that runs, or NULL
 * @exited: the latest run's thread has left the module; complete before the first
 * @stop: the run is to end within one block
 * @closing: no further run may start
 * @runs: runs published since load
 * @emulated: what the user says, overriding what we found
 * @clock: as of the latest start, or of load
 * @clock_error_ps: of the latest run; U64_MAX: clocks not synchronised or no run
 * @clock_checked: @clock_error_ps comes from a run
 */
struct ipb_engine {
	const struct ipb_host *host;
	const struct ipb_observer *observer;
	struct mutex lock;	/* see above */
	struct ipb_job *active;
	struct completion exited;
	bool stop;
	bool closing;
	u32 runs;
	unsigned int emulated;
	struct ipb_clock clock;
	u64 clock_error_ps;
	bool clock_checked;
};

void ipb_engine_init(struct ipb_engine *engine, const struct ipb_host *host,
		     const struct ipb_observer *observer, unsigned int emulated);
void ipb_engine_shutdown(struct ipb_engine *engine);

int ipb_job_start(struct ipb_job *job);
int ipb_job_stop(struct ipb_job *job);
int ipb_job_reset(struct ipb_job *job);
const char *ipb_state_name(enum ipb_state state);

/**
 * ipb_engine_stopping() - is the run to end?
 * @engine: the engine
 */
static inline bool ipb_engine_stopping(const struct ipb_engine *engine)
{
	return READ_ONCE(engine->stop);
}

#endif /* IPIBENCH_ENGINE_CONTROL_H */
