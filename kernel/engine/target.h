/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_TARGET_H
#define IPIBENCH_ENGINE_TARGET_H

#include <linux/types.h>

struct ipb_target;

struct ipb_target *ipb_target_start(unsigned int cpu);
void ipb_target_stop(struct ipb_target *target);
bool ipb_target_sync(struct ipb_target *target, u64 timeout, s64 *low, s64 *high);

#endif /* IPIBENCH_ENGINE_TARGET_H */
