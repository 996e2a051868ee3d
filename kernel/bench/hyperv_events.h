/* SPDX-License-Identifier: GPL-2.0-only */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ipibench

#if !defined(IPIBENCH_BENCH_HYPERV_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define IPIBENCH_BENCH_HYPERV_EVENTS_H

#include <linux/tracepoint.h>

/*
 * ipibench_hv_send - one IPI about to be sent by hypercall
 *
 * Where the seed's hyperv_send_ipi_one stands: before any check, so inside the
 * window, which is longer by it while it is enabled.
 */
TRACE_EVENT(ipibench_hv_send,
	TP_PROTO(unsigned int cpu, int vector),
	TP_ARGS(cpu, vector),
	TP_STRUCT__entry(
		__field(u32, cpu)
		__field(s32, vector)
	),
	TP_fast_assign(
		__entry->cpu = cpu;
		__entry->vector = vector;
	),
	TP_printk("cpu=%u vector=0x%x", __entry->cpu, __entry->vector)
);

#endif /* IPIBENCH_BENCH_HYPERV_EVENTS_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE hyperv_events
#include <trace/define_trace.h>
