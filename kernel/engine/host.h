/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_HOST_H
#define IPIBENCH_ENGINE_HOST_H

#include <linux/types.h>

struct ipb_clock;
struct ipb_target;
struct ipb_topology;

/**
 * struct ipb_host - what the engine asks of the machine under it
 * @topology: a snapshot, or NULL without memory; may sleep
 * @allowed: set the bits below @nr of the CPUs a run may use unless told
 *	otherwise: housekeeping, and allowed to the calling process
 * @possible: can CPU @cpu ever exist?
 * @clock: choose and measure the clock; may sleep
 * @pin: move the calling thread to @cpu; false if that is impossible
 * @here: the CPU this runs on; preemption off
 * @online: is @cpu online? Stays true while preemption is off
 * @occupy: keep a CPU busy; NULL without memory; may sleep
 * @release: undo @occupy; NULL is fine; may sleep
 * @rest: let @ticks of the clock pass, spinning; preemption off
 * @sync: how far an occupied CPU's clock is ahead, see ipb_target_sync()
 *
 * Tests hand in another one and simulate any machine without an interrupt.
 */
struct ipb_host {
	struct ipb_topology *(*topology)(void);
	void (*allowed)(unsigned long *cpus, unsigned int nr);
	bool (*possible)(unsigned int cpu);
	void (*clock)(struct ipb_clock *clock);
	bool (*pin)(unsigned int cpu);
	unsigned int (*here)(void);
	bool (*online)(unsigned int cpu);
	struct ipb_target *(*occupy)(unsigned int cpu);
	void (*release)(struct ipb_target *target);
	void (*rest)(u64 ticks);
	bool (*sync)(struct ipb_target *target, u64 timeout, s64 *low, s64 *high);
};

extern const struct ipb_host ipb_host_machine;

#endif /* IPIBENCH_ENGINE_HOST_H */
