/* SPDX-License-Identifier: GPL-2.0-only */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ipibench

#if !defined(IPIBENCH_FACE_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define IPIBENCH_FACE_EVENTS_H

#include <linux/tracepoint.h>

#include "engine/run.h"

/*
 * ipibench_shot - one shot, told by its sender after the timed window
 *
 * The stamps are raw: differences times 1e9 / clock_khz are picoseconds, with
 * clock_khz from run/conditions/. A stamp the variant does not take is 0.
 */
TRACE_EVENT(ipibench_shot,
	TP_PROTO(const struct ipb_run *run, const struct ipb_pair *pair, const char *variant,
		 const struct ipb_shot *shot),
	TP_ARGS(run, pair, variant, shot),
	TP_STRUCT__entry(
		__string(bench, run->bench->name)
		__string(variant, variant)
		__field(u32, src)
		__field(u32, dst)
		__field(u8, class)
		__field(u8, outcome)
		__field(u64, start)
		__field(u64, sent)
		__field(u64, entry)
		__field(u64, done)
		__field(u64, choice)
	),
	TP_fast_assign(
		ipb_assign_str(bench, run->bench->name);
		ipb_assign_str(variant, variant);
		__entry->src = pair->from;
		__entry->dst = pair->to;
		__entry->class = pair->class;
		__entry->outcome = shot->outcome;
		__entry->start = shot->start;
		__entry->sent = shot->sent;
		__entry->entry = shot->entry;
		__entry->done = shot->done;
		__entry->choice = shot->choice;
	),
	TP_printk("bench=%s variant=%s src=%u dst=%u class=%s outcome=%s send=%llu sent=%llu entry=%llu ack=%llu choice=0x%llx",
		  __get_str(bench), __get_str(variant), __entry->src, __entry->dst,
		  __print_symbolic(__entry->class,
				   { IPB_CLASS_LOCAL, "local" }, { IPB_CLASS_SMT, "smt" },
				   { IPB_CLASS_LLC, "llc" }, { IPB_CLASS_NODE, "node" },
				   { IPB_CLASS_SOCKET, "socket" }, { IPB_CLASS_CROSS, "cross" }),
		  __print_symbolic(__entry->outcome,
				   { IPB_SHOT_HIT, "hit" }, { IPB_SHOT_LOST, "lost" },
				   { IPB_SHOT_SKIPPED_IDLE, "skipped_idle" },
				   { IPB_SHOT_OFFLINE, "offline" }),
		  __entry->start, __entry->sent, __entry->entry, __entry->done,
		  __entry->choice)
);

#endif /* IPIBENCH_FACE_EVENTS_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE events
#include <trace/define_trace.h>
