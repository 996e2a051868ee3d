// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "face.h"
#include "trace.h"

/* Not the machine's own buffer, which may be in use. */
#define TRACE_ROOT "/sys/kernel/tracing"
#define TRACE_DIR TRACE_ROOT "/instances/ipibench_test"

const char *trace_unusable(void)
{
	if (access(TRACE_ROOT "/instances", W_OK))
		return "no tracefs at " TRACE_ROOT;
	if (access(TRACE_ROOT "/events/ipibench/ipibench_shot", F_OK))
		return "this kernel has no trace events";
	return NULL;
}

static bool records_names(void)
{
	FILE *file = fopen(TRACE_ROOT "/options/record-cmd", "r");
	bool yes = file && fgetc(file) == '1';

	if (file)
		fclose(file);
	return yes;
}

/*
 * A new buffer does what the machine's own does. Ours need not record the names
 * of tasks, for which the kernel would patch its scheduler: not every emulator
 * survives that.
 */
int trace_start(void)
{
	bool names = records_names();
	int ret = 0;

	face_write_path(TRACE_ROOT "/options/record-cmd", "0");
	if (mkdir(TRACE_DIR, 0700) && errno != EEXIST)
		ret = -errno;
	face_write_path(TRACE_ROOT "/options/record-cmd", names ? "1" : "0");
	return ret ? ret : face_write_path(TRACE_DIR "/events/ipibench/enable", "1");
}

void trace_end(void)
{
	face_write_path(TRACE_DIR "/events/ipibench/enable", "0");
	rmdir(TRACE_DIR);
}

/* The order is that of the event's text. */
static bool parse(struct trace_shot *shot, const char *text)
{
	int stamps = 0, rest = 0;

	return sscanf(text, " bench=%31s variant=%31s src=%u dst=%u class=%31s outcome=%31s%n",
		      shot->bench, shot->variant, &shot->src, &shot->dst, shot->class,
		      shot->outcome, &stamps) == 6 &&
	       sscanf(text + stamps, " send=%llu sent=%llu entry=%llu ack=%llu choice=0x%llx%n",
		      &shot->start, &shot->sent, &shot->entry, &shot->done, &shot->choice,
		      &rest) == 5 &&
	       sscanf(text + stamps + rest, " inject=%llu run=%u khz=%u ops=%u legs=%31s",
		      &shot->inject, &shot->run, &shot->khz, &shot->ops, shot->legs) == 5;
}

static int add_line(struct trace *trace, const char *line)
{
	const char *event = strstr(line, "ipibench_shot: ");
	struct trace_shot shot, *shots;

	trace->lost += !strncmp(line, "CPU:", 4) && strstr(line, "LOST");
	trace->hv_sends += !!strstr(line, "ipibench_hv_send: ");
	if (!event)
		return 0;
	if (!parse(&shot, strchr(event, ' '))) {
		trace->garbled++;
		return 0;
	}
	shots = realloc(trace->shot, (trace->nr + 1) * sizeof(*shots));
	if (!shots)
		return -ENOMEM;
	trace->shot = shots;
	shots[trace->nr++] = shot;
	return 0;
}

int trace_read(struct trace *trace)
{
	FILE *file = fopen(TRACE_DIR "/trace", "r");
	char line[1024];
	int ret = 0;

	*trace = (struct trace){ .nr = 0 };
	if (!file)
		return -errno;
	while (!ret && fgets(line, sizeof(line), file))
		ret = add_line(trace, line);
	fclose(file);
	return ret;
}

void trace_free(struct trace *trace)
{
	free(trace->shot);
}

bool trace_has_leg(const struct trace_shot *shot, const char *leg)
{
	const char *at = strstr(shot->legs, leg);

	return at && strchr("|", at[strlen(leg)]);
}

double trace_ns(const struct trace_shot *shot, const char *leg)
{
	unsigned long long end = shot->done;
	double ticks;

	if (!strcmp(leg, "send"))
		end = shot->sent;
	else if (!strcmp(leg, "deliver"))
		end = shot->entry;
	ticks = (long long)(end - shot->start);
	if (!strcmp(leg, "inject"))
		ticks = shot->inject;
	return ticks * 1e6 / shot->khz / shot->ops;
}
