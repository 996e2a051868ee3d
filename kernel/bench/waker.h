/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_WAKER_H
#define IPIBENCH_BENCH_WAKER_H

#include <linux/smp.h>
#include <linux/types.h>

struct ipb_waker;

struct ipb_waker *ipb_waker_start(unsigned int cpu);
void ipb_waker_stop(struct ipb_waker *waker);
bool ipb_waker_asleep(const struct ipb_waker *waker, u64 timeout);
void ipb_waker_call(struct ipb_waker *waker, call_single_data_t *csd);
void ipb_waker_wake(struct ipb_waker *waker);
bool ipb_waker_astray(const struct ipb_waker *waker);

#endif /* IPIBENCH_BENCH_WAKER_H */
