/* SPDX-License-Identifier: GPL-2.0-only */
/* The module's trace events, in a buffer of our own. */
#ifndef SELFTESTS_TRACE_H
#define SELFTESTS_TRACE_H

#include <stdbool.h>

enum { TRACE_NAME = 32 };

/* What one event says; times in ticks, @ops operations from start to done. */
struct trace_shot {
	char bench[TRACE_NAME];
	char variant[TRACE_NAME];
	char class[TRACE_NAME];
	char outcome[TRACE_NAME];
	char legs[TRACE_NAME];
	unsigned int src, dst, run, khz, ops;
	unsigned long long start, sent, entry, done, choice, inject;
};

struct trace {
	struct trace_shot *shot;
	unsigned int nr;
	unsigned int hv_sends;	/* events ipibench_hv_send */
	unsigned int garbled;	/* lines of ipibench_shot that say something else */
	unsigned int lost;	/* reports of events that the buffer dropped */
};

/* Why there can be no such buffer here, or NULL. */
const char *trace_unusable(void);

/* A fresh buffer that gets all events. Return: 0 or -errno. */
int trace_start(void);

/* Takes the buffer away. */
void trace_end(void);

/* All that it holds. Return: 0 or -errno. */
int trace_read(struct trace *trace);
void trace_free(struct trace *trace);

bool trace_has_leg(const struct trace_shot *shot, const char *leg);

/* Nanoseconds an operation. */
double trace_ns(const struct trace_shot *shot, const char *leg);

#endif /* SELFTESTS_TRACE_H */
