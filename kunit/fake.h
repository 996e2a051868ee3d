/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A machine, a bench and an observer that are all invented, so that the whole
 * engine runs on one CPU, sends nothing and gives the same numbers every time.
 *
 * One tick is one picosecond. Tests say how long a shot takes and what becomes
 * of it; the fake writes the stamps and remembers what the engine did.
 */
#ifndef IPIBENCH_KUNIT_FAKE_H
#define IPIBENCH_KUNIT_FAKE_H

#include <linux/bitmap.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

#include "bench/bench.h"
#include "engine/control.h"
#include "engine/results.h"
#include "engine/topology.h"

struct kunit;

enum {
	FAKE_CPUS		= 4096,		/* CPU numbers lie below this */
	FAKE_VARIANTS		= 3,
	FAKE_TARGETS		= 5,		/* of the bench with targets of its own */
	FAKE_STATES		= 16,
	FAKE_ROUTES		= 512,
	FAKE_THREADS		= 64,		/* that may fire together */
	FAKE_KHZ		= 1000000000,	/* a tick is a picosecond */
	FAKE_RESOLUTION_PS	= 1000,
	FAKE_READ_PS		= 20000,
	FAKE_LATENCY_PS		= 1000000,	/* of a shot nobody said anything about */
};

/**
 * struct fake_machine - the shape of a machine
 * @desc: for the test's name
 * @cpus: how many it has
 * @packages: it is divided into
 * @nodes: in a package
 * @llcs: in a node
 * @threads: in a core
 * @stride: distance of neighbouring CPU numbers; 0 counts as 1
 */
struct fake_machine {
	const char *desc;
	unsigned int cpus;
	unsigned int packages;
	unsigned int nodes;
	unsigned int llcs;
	unsigned int threads;
	unsigned int stride;
};

/**
 * struct fake_leg - what was published of a leg
 * @present: the cell has the leg
 * @count: values
 * @min: smallest
 * @max: largest
 * @mean: of all
 * @stddev: of all
 * @p50: median
 * @p99: 99th percentile
 * @compared: there is a contrast
 * @contrast: beside the baseline
 */
struct fake_leg {
	bool present;
	u64 count;
	u64 min;
	u64 max;
	u64 mean;
	u64 stddev;
	u64 p50;
	u64 p99;
	bool compared;
	struct ipb_contrast contrast;
};

/**
 * struct fake_cell - what was published of a variant in a class
 * @cell: plain copy; its pointers lead nowhere any more
 * @trusted: deliver may be shown
 * @leg: copies of the legs
 */
struct fake_cell {
	struct ipb_cell cell;
	bool trusted;
	struct fake_leg leg[IPB_NR_LEGS];
};

/**
 * struct fake_published - the latest results
 * @results: plain copy; its pointers lead nowhere any more
 * @cell: by variant and class
 * @routes: the first FAKE_ROUTES of them
 */
struct fake_published {
	struct ipb_results results;
	struct fake_cell cell[IPB_MAX_VARIANTS][IPB_NR_GROUPS];
	struct ipb_route routes[FAKE_ROUTES];
};

/**
 * struct fake_shot - one shot as the bench fired it
 * @variant: which
 * @from: sender
 * @to: target
 * @ops: operations in the batch
 * @ticks: of the whole shot
 */
struct fake_shot {
	u8 variant;
	u32 from;
	u32 to;
	u32 ops;
	u64 ticks;
};

/*
 * struct fake - all of it
 * @test: whose
 * @machine: its shape
 * @engine: the engine under test
 * @job: a job of the bench under test
 * @other: another job of the same engine
 * @down: the engine was shut down
 * @changed: woken at every change of state
 * @lock: what the bench counts, where threads fire together
 * @thread: the threads that fire together, and where they are
 *
 * What a test may say before a run:
 * @latency: of one shot or operation, in ticks; NULL: FAKE_LATENCY_PS
 * @twist: called last, may change the shot or the machine
 * @unsupported: why the bench does not work here, or NULL
 * @hold: aim() waits until this is cleared or the run is stopped
 * @aim_ms: aim() takes that long
 * @open_error: what open() answers
 * @aim_error: what aim() answers
 * @rearm_error: what rearm() answers
 * @publish_error: what the observer answers to results, or to none
 * @no_topology: no memory for a topology
 * @no_target: no memory to occupy a target
 * @deaf: targets do not answer the clock check
 * @sync_low: what the clock check finds
 * @sync_high: likewise
 * @traced: the observer wants shots
 * @placeless: targets of the bench's own have no place
 * @offline: CPUs the topology knows to be offline
 * @away: CPUs that went after the topology was taken
 * @away_looks: they are back after so many looks; 0: never
 *
 * What it may look at afterwards:
 * @here: the CPU the run is on
 * @opens: calls of open(); likewise @closes, @aims, @lowers, @rearms, @awaits
 * @occupied: calls of occupy(); likewise @released, of those not NULL
 * @occupied_when_fired: shots fired while a target was occupied
 * @rests: calls of rest()
 * @rest_min: the shortest of them, in ticks; likewise @rest_max, the longest
 * @told: shots the observer was told of
 * @publications: results published
 * @withdrawals: results taken away
 * @nr_states: states seen, a repeated one once
 * @states: the first FAKE_STATES of them
 * @fired: shots by variant, warm-up and calibration included
 * @clock: stamp of the next shot
 * @log: every shot, if a test asked for it
 * @log_size: room in it
 * @logged: shots in it
 * @published: the latest results
 */
struct fake {
	struct kunit *test;
	const struct fake_machine *machine;
	struct ipb_engine engine;
	struct ipb_job job;
	struct ipb_job other;
	bool down;
	wait_queue_head_t changed;
	spinlock_t lock;	/* see above */
	struct {
		const struct task_struct *task;
		unsigned int here;
	} thread[FAKE_THREADS];

	u64 (*latency)(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n);
	void (*twist)(struct fake *fake, const struct ipb_aim *aim, unsigned int variant, u64 n,
		      struct ipb_shot *shot);
	const char *unsupported;
	bool hold;
	unsigned int aim_ms;
	int open_error;
	int aim_error;
	int rearm_error;
	int publish_error;
	bool no_topology;
	bool no_target;
	bool deaf;
	s64 sync_low;
	s64 sync_high;
	bool traced;
	bool placeless;
	DECLARE_BITMAP(offline, FAKE_CPUS);
	DECLARE_BITMAP(away, FAKE_CPUS);
	unsigned int away_looks;

	unsigned int here;
	unsigned int opens, closes, aims, lowers, rearms;
	u64 awaits;
	unsigned int occupied, released;
	u64 occupied_when_fired;
	u64 rests, rest_min, rest_max;
	u64 told;
	unsigned int publications, withdrawals;
	unsigned int nr_states;
	enum ipb_state states[FAKE_STATES];
	u64 fired[FAKE_VARIANTS];
	u64 clock;
	struct fake_shot *log;
	unsigned int log_size, logged;
	struct fake_published *published;
};

/* fake_bench.c */
extern const struct ipb_bench fake_bench;
extern const struct ipb_bench fake_bench_own;
extern const struct ipb_bench fake_bench_together;

/* fake.c: the fixture of a suite; test->priv is the fake */
int fake_init(struct kunit *test);
void fake_exit(struct kunit *test);
struct fake *fake_current(void);

void fake_use(struct fake *fake, const struct fake_machine *machine,
	      const struct ipb_bench *bench);
void fake_log(struct fake *fake, unsigned int shots);
int fake_start(struct fake *fake);
enum ipb_state fake_wait(struct fake *fake);
enum ipb_state fake_run(struct fake *fake);

/* fake_host.c */
extern const struct ipb_host fake_host;
struct ipb_topology *fake_topology(struct kunit *test, const struct fake_machine *machine);
unsigned int fake_nr_cpus(const struct fake_machine *machine);

/* fake_observer.c */
extern const struct ipb_observer fake_observer;

static inline const struct fake_cell *fake_cell(const struct fake *fake, unsigned int variant,
						enum ipb_class class)
{
	return &fake->published->cell[variant][class];
}

#endif /* IPIBENCH_KUNIT_FAKE_H */
