/* SPDX-License-Identifier: GPL-2.0-only */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ipibench

#if !defined(IPIBENCH_FACE_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define IPIBENCH_FACE_EVENTS_H

#include <linux/tracepoint.h>

#include "engine/control.h"
#include "engine/run.h"

/* Names for those who read the buffer outside the kernel */
TRACE_DEFINE_ENUM(IPB_CLASS_LOCAL);
TRACE_DEFINE_ENUM(IPB_CLASS_SMT);
TRACE_DEFINE_ENUM(IPB_CLASS_LLC);
TRACE_DEFINE_ENUM(IPB_CLASS_NODE);
TRACE_DEFINE_ENUM(IPB_CLASS_SOCKET);
TRACE_DEFINE_ENUM(IPB_CLASS_CROSS);
TRACE_DEFINE_ENUM(IPB_CLASS_RING);
TRACE_DEFINE_ENUM(IPB_CLASS_ALL_TO_ONE);
TRACE_DEFINE_ENUM(IPB_CLASS_BROADCAST);
TRACE_DEFINE_ENUM(IPB_CLASS_PAIRS);
TRACE_DEFINE_ENUM(IPB_SHOT_HIT);
TRACE_DEFINE_ENUM(IPB_SHOT_LOST);
TRACE_DEFINE_ENUM(IPB_SHOT_SKIPPED_IDLE);
TRACE_DEFINE_ENUM(IPB_SHOT_OFFLINE);
TRACE_DEFINE_ENUM(IPB_LEG_SEND);
TRACE_DEFINE_ENUM(IPB_LEG_DELIVER);
TRACE_DEFINE_ENUM(IPB_LEG_RTT);
TRACE_DEFINE_ENUM(IPB_LEG_OP);
TRACE_DEFINE_ENUM(IPB_LEG_INJECT);

/*
 * ipibench_shot - one shot, told by its sender after the timed window
 *
 * The stamps are raw, in ticks of khz a millisecond: a difference times 1e9 /
 * khz / ops is in picoseconds. legs says which differences count; a stamp that
 * none of them needs means nothing. run is the run/id that its results get; a
 * run that is stopped leaves its number to the next one.
 */
TRACE_EVENT(ipibench_shot,
	TP_PROTO(const struct ipb_run *run, const struct ipb_pair *pair, unsigned int variant,
		 const struct ipb_shot *shot),
	TP_ARGS(run, pair, variant, shot),
	TP_STRUCT__entry(
		__string(bench, run->bench->name)
		__string(variant, run->variant[variant]->name)
		__field(u32, src)
		__field(u32, dst)
		__field(u8, class)
		__field(u8, outcome)
		__field(u64, start)
		__field(u64, sent)
		__field(u64, entry)
		__field(u64, done)
		__field(u64, choice)
		__field(u64, inject)
		__field(u32, run)
		__field(u32, khz)
		__field(u32, ops)
		__field(u8, legs)
	),
	TP_fast_assign(
		ipb_assign_str(bench, run->bench->name);
		ipb_assign_str(variant, run->variant[variant]->name);
		__entry->src = pair->from;
		__entry->dst = pair->to;
		__entry->class = pair->class;
		__entry->outcome = shot->outcome;
		__entry->start = shot->start;
		__entry->sent = shot->sent;
		__entry->entry = shot->entry;
		__entry->done = shot->done;
		__entry->choice = shot->choice;
		__entry->inject = shot->inject;
		__entry->run = run->job->engine->runs + 1;
		__entry->khz = run->clock.khz;
		__entry->ops = ipb_run_local(run, pair->class) ? run->ops[variant] : 1;
		__entry->legs = ipb_run_legs(run, variant, pair->class);
	),
	TP_printk("bench=%s variant=%s src=%u dst=%u class=%s outcome=%s send=%llu sent=%llu entry=%llu ack=%llu choice=0x%llx inject=%llu run=%u khz=%u ops=%u legs=%s",
		  __get_str(bench), __get_str(variant), __entry->src, __entry->dst,
		  __print_symbolic(__entry->class,
				   { IPB_CLASS_LOCAL, "local" }, { IPB_CLASS_SMT, "smt" },
				   { IPB_CLASS_LLC, "llc" }, { IPB_CLASS_NODE, "node" },
				   { IPB_CLASS_SOCKET, "socket" }, { IPB_CLASS_CROSS, "cross" },
				   { IPB_CLASS_RING, "ring" },
				   { IPB_CLASS_ALL_TO_ONE, "all-to-one" },
				   { IPB_CLASS_BROADCAST, "broadcast" },
				   { IPB_CLASS_PAIRS, "pairs" }),
		  __print_symbolic(__entry->outcome,
				   { IPB_SHOT_HIT, "hit" }, { IPB_SHOT_LOST, "lost" },
				   { IPB_SHOT_SKIPPED_IDLE, "skipped_idle" },
				   { IPB_SHOT_OFFLINE, "offline" }),
		  __entry->start, __entry->sent, __entry->entry, __entry->done,
		  __entry->choice, __entry->inject, __entry->run, __entry->khz, __entry->ops,
		  __print_flags(__entry->legs, "|",
				{ BIT(IPB_LEG_SEND), "send" }, { BIT(IPB_LEG_DELIVER), "deliver" },
				{ BIT(IPB_LEG_RTT), "rtt" }, { BIT(IPB_LEG_OP), "op" },
				{ BIT(IPB_LEG_INJECT), "inject" }))
);

#endif /* IPIBENCH_FACE_EVENTS_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE events
#include <trace/define_trace.h>
