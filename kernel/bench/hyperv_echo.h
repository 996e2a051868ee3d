/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_HYPERV_ECHO_H
#define IPIBENCH_BENCH_HYPERV_ECHO_H

#include <linux/percpu.h>
#include <linux/processor.h>
#include <asm/irq_vectors.h>

#include "bench/bench.h"
#include "bench/stamp.h"
#include "compat.h"

/* the vector to fire: with nothing queued its handler does nothing */
enum { IPB_HYPERV_VECTOR = CALL_FUNCTION_SINGLE_VECTOR };

/**
 * struct ipb_hyperv_echo - what a CPU left behind when it took the vector
 * @entry: its clock at the probe
 * @entries: how often it was there
 */
struct ipb_hyperv_echo {
	u64 entry;
	u32 entries;
} __aligned(128);

const char *ipb_hyperv_echo_missing(void);
struct ipb_hyperv_echo __percpu *ipb_hyperv_echo_start(void);
void ipb_hyperv_echo_stop(struct ipb_hyperv_echo __percpu *echo);

/**
 * struct ipb_hyperv_watch - a target before the shot
 * @echo: what its probe writes
 * @calls: what the kernel counts, of this vector and of the many-CPU call's
 * @entries: @echo's count before the shot
 * @before: @calls before the shot
 */
struct ipb_hyperv_watch {
	const struct ipb_hyperv_echo *echo;
	const unsigned int *calls;
	u32 entries;
	unsigned int before;
};

/**
 * ipb_hyperv_watch_begin() - remember where the target's counts stand
 * @watch: to fill
 * @echo: of the run
 * @cpu: target
 */
static __always_inline void ipb_hyperv_watch_begin(struct ipb_hyperv_watch *watch,
						   struct ipb_hyperv_echo __percpu *echo,
						   unsigned int cpu)
{
	watch->echo = per_cpu_ptr(echo, cpu);
	watch->calls = ipb_compat_calls(cpu);
	watch->entries = READ_ONCE(watch->echo->entries);
	watch->before = READ_ONCE(*watch->calls);
}

/**
 * ipb_hyperv_watch_wait() - spin until the target has counted, or too long
 * @watch: begun before the shot
 * @aim: the pair
 * @shot: has its start; gets its done
 *
 * Return: the target has counted.
 */
static __always_inline bool ipb_hyperv_watch_wait(const struct ipb_hyperv_watch *watch,
						  const struct ipb_aim *aim,
						  struct ipb_shot *shot)
{
	unsigned int turns = 0;

	while (READ_ONCE(*watch->calls) == watch->before) {
		if (unlikely(!(++turns % 64)) && ipb_stamp() - shot->start > aim->timeout)
			return false;
		cpu_relax();
	}
	shot->done = ipb_stamp();
	return true;
}

void ipb_hyperv_watch_settle(const struct ipb_hyperv_watch *watch, struct ipb_shot *shot);

#endif /* IPIBENCH_BENCH_HYPERV_ECHO_H */
