/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * THE contract: what a bench is, and all the engine knows of one.
 *
 * A bench is const data. It names its parameters and one or two backends; a
 * backend names its variants; a variant is one function that fires one shot
 * and takes its own stamps, so that nothing of ours is inside the window.
 *
 * Life of a run, all calls from one kthread unless stated otherwise:
 *
 *	open(session)				once; may sleep; model state
 *	  aim(aim)				per pair; may sleep; csd, slot
 *	    variant->shoot(aim, shot) ...	preemption off, IRQs on
 *	    rearm(aim)				after a lost shot; may sleep
 *	  lower(aim)				per pair; may sleep
 *	close(session)				once; may sleep
 *
 * Where senders fire together, each of them is aimed before the first fires.
 * shoot(), await() and rearm() then are called from the sender's own kthread, of
 * many senders at the same time, and await() ends each shot.
 */
#ifndef IPIBENCH_BENCH_BENCH_H
#define IPIBENCH_BENCH_BENCH_H

#include <linux/bits.h>
#include <linux/types.h>

#include "core/classify.h"

struct ipb_notes;

enum { IPB_MAX_PARAMS = 8, IPB_MAX_VARIANTS = 8, IPB_MAX_BACKENDS = 2 };

/**
 * enum ipb_leg - a timed part of one shot
 * @IPB_LEG_SEND: the sending call
 * @IPB_LEG_DELIVER: start of the send to the first instruction of the handler;
 *	two CPUs' clocks take part
 * @IPB_LEG_RTT: start of the send to the acknowledgment seen by the sender
 * @IPB_LEG_OP: one operation, mean of a batch; nothing is delivered
 * @IPB_LEG_INJECT: delay put in on purpose, as timed where it was put in
 * @IPB_NR_LEGS: number of legs
 */
enum ipb_leg {
	IPB_LEG_SEND,
	IPB_LEG_DELIVER,
	IPB_LEG_RTT,
	IPB_LEG_OP,
	IPB_LEG_INJECT,
	IPB_NR_LEGS,
};

/**
 * enum ipb_outcome - what became of a shot
 * @IPB_SHOT_HIT: acknowledged; its stamps count
 * @IPB_SHOT_LOST: no acknowledgment before the shot's deadline
 * @IPB_SHOT_SKIPPED_IDLE: acknowledged, but the polling idle loop ran the
 *	handler: no interrupt was taken
 * @IPB_SHOT_OFFLINE: the target was not there to be fired at
 * @IPB_NR_OUTCOMES: number of outcomes
 */
enum ipb_outcome {
	IPB_SHOT_HIT,
	IPB_SHOT_LOST,
	IPB_SHOT_SKIPPED_IDLE,
	IPB_SHOT_OFFLINE,
	IPB_NR_OUTCOMES,
};

/**
 * struct ipb_shot - the raw stamps of one shot, in ticks of ipb_stamp()
 * @start: before the send, or before a batch
 * @sent: the sending call returned
 * @entry: first act of the handler, on the target's clock
 * @done: acknowledgment seen, or batch over
 * @inject: ticks of delay put in on purpose
 * @choice: what was chosen (vCPU, ITS, hypercall control word), for the trace
 * @outcome: what became of it
 *
 * A shoot function is given a blank one. It sets @outcome and the stamps that its
 * variant's legs need.
 */
struct ipb_shot {
	u64 start;
	u64 sent;
	u64 entry;
	u64 done;
	u64 inject;
	u64 choice;
	enum ipb_outcome outcome;
};

/**
 * struct ipb_param - a parameter only this bench has; a sysfs file of that name
 * @name: file name
 * @choices: NULL-terminated words, the value being the index; NULL: a number
 * @min: smallest number accepted
 * @max: largest number accepted
 * @initial: value after load and reset
 */
struct ipb_param {
	const char *name;
	const char *const *choices;
	u64 min;
	u64 max;
	u64 initial;
};

/**
 * struct ipb_session - one run, as the bench sees it
 * @param: values of the bench's own parameters, in the order of its table
 * @seed: the run's seed; anything random in a bench derives from it
 * @cpus: CPU numbers in the run lie below this
 * @targets: bitmap of @cpus bits: all targets, where senders fire together
 * @state: the backend's own, set by open()
 */
struct ipb_session {
	u64 param[IPB_MAX_PARAMS];
	u64 seed;
	unsigned int cpus;
	const unsigned long *targets;
	void *state;
};

/**
 * struct ipb_aim - one sender aimed at one target, for all variants alike
 * @session: the run
 * @from: sending CPU; shoot functions run there
 * @to: target CPU, or the backend's own target number where it has targets();
 *	@from itself: all other targets of the session, in a broadcast
 * @local: no other CPU takes part: shoot for the local legs
 * @nr_ops: operations in a batch (local only), set by the engine per variant
 * @timeout: ticks after which a shot is lost
 * @state: the backend's own, set by aim()
 */
struct ipb_aim {
	struct ipb_session *session;
	unsigned int from;
	unsigned int to;
	bool local;
	u32 nr_ops;
	u64 timeout;
	void *state;
};

/**
 * struct ipb_variant - one implementation inside a bench
 * @name: as in sysfs
 * @legs: BIT(enum ipb_leg) set it yields when fired at another CPU
 * @local_legs: the same where no other CPU takes part (BIT(IPB_LEG_OP), ...)
 * @shoot: fire one shot, or one batch of aim->nr_ops operations. Called on
 *	aim->from with preemption off and IRQs on; must not sleep, must end
 *	within aim->timeout (a waiting kernel call excepted) and must take its
 *	stamps around nothing but the thing measured.
 */
struct ipb_variant {
	const char *name;
	u8 legs;
	u8 local_legs;
	void (*shoot)(struct ipb_aim *aim, struct ipb_shot *shot);
};

/**
 * struct ipb_backend - where the variants' effect is real
 * @name: "real" (this machine's own mechanism) or "model"
 * @variants: table of @nr_variants
 * @nr_variants: at most IPB_MAX_VARIANTS
 * @supported: NULL or returns NULL: yes; else why not, one line without
 *	"no: ". May sleep; no side effects.
 * @open: optional; prepare a run; 0 or -errno
 * @close: optional; undo open()
 * @aim: optional; prepare a pair; 0 or -errno
 * @await: only where senders fire together, and then with @aim, @rearm and
 *	@lower: wait for what shoot() fired. Preemption on; must let other
 *	threads of its CPU run, and end within aim->timeout. Not called for a
 *	shot that shoot() found offline.
 * @rearm: optional; make the pair usable again after a lost shot; 0 or -errno
 * @lower: optional; undo aim(); also after a failed rearm()
 * @describe: optional; add lines to run/conditions/; called between open()
 *	and close()
 * @nr_targets: optional; the backend's targets are not CPUs but this many
 *	things of its own. Between open() and close().
 * @place_target: with @nr_targets: where target number @target sits; false if
 *	the machine does not say, and the pair's class is then "node"
 */
struct ipb_backend {
	const char *name;
	const struct ipb_variant *variants;
	unsigned int nr_variants;
	const char *(*supported)(void);
	int (*open)(struct ipb_session *session);
	void (*close)(struct ipb_session *session);
	int (*aim)(struct ipb_aim *aim);
	void (*await)(struct ipb_aim *aim, struct ipb_shot *shot);
	int (*rearm)(struct ipb_aim *aim);
	void (*lower)(struct ipb_aim *aim);
	void (*describe)(const struct ipb_session *session, struct ipb_notes *notes);
	unsigned int (*nr_targets)(const struct ipb_session *session);
	bool (*place_target)(const struct ipb_session *session, unsigned int target,
			     struct ipb_place *place);
};

/**
 * enum ipb_together_param - the first parameters of a bench that fires together
 * @IPB_TOGETHER_PATTERN: 0: all; else patterns in the order of enum ipb_class
 * @IPB_TOGETHER_DUTY_PCT: firing takes at most this part of the run's time
 * @IPB_TOGETHER_BURST_MS: all fire that long before they rest
 */
enum ipb_together_param {
	IPB_TOGETHER_PATTERN,
	IPB_TOGETHER_DUTY_PCT,
	IPB_TOGETHER_BURST_MS,
};

/**
 * struct ipb_bench - one thing that can be measured
 * @name: directory name in sysfs
 * @baseline: name of the variant the others are compared with
 * @params: table of @nr_params
 * @nr_params: at most IPB_MAX_PARAMS
 * @backends: @nr_backends of them, the preferred one first
 * @nr_backends: at most IPB_MAX_BACKENDS
 * @together: all senders fire at once, by patterns
 */
struct ipb_bench {
	const char *name;
	const char *baseline;
	const struct ipb_param *params;
	unsigned int nr_params;
	const struct ipb_backend *const *backends;
	unsigned int nr_backends;
	bool together;
};

#endif /* IPIBENCH_BENCH_BENCH_H */
