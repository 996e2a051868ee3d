/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_SHOTS_H
#define IPB_SHOTS_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* In the order of the event's bits and numbers */
enum ipb_shot_leg {
	IPB_SHOT_SEND, IPB_SHOT_DELIVER, IPB_SHOT_RTT, IPB_SHOT_OP, IPB_SHOT_INJECT, IPB_SHOT_LEGS,
};

enum ipb_shot_outcome {
	IPB_SHOT_HIT, IPB_SHOT_LOST, IPB_SHOT_SKIPPED_IDLE, IPB_SHOT_OFFLINE, IPB_SHOT_OUTCOMES,
};

/*
 * struct ipb_shot - the event ipibench:ipibench_shot
 * @run: the run/id of the results that it is part of
 * @bench, @variant, @class: names
 * @src, @dst: the pair
 * @outcome: enum ipb_shot_outcome
 * @legs: bits of enum ipb_shot_leg: what its stamps are good for
 * @khz: ticks of its stamps in a millisecond
 * @ops: operations between start and done
 * @start, @sent, @entry, @done: stamps
 * @inject: ticks
 */
struct ipb_shot {
	uint32_t run;
	const char *bench, *variant, *class;
	uint32_t src, dst;
	uint32_t outcome;
	uint32_t legs;
	uint32_t khz;
	uint32_t ops;
	uint64_t start, sent, entry, done, inject;
};

/* Shots, sorted into runs, variants and classes */
struct ipb_shots;

struct ipb_shots *ipb_shots_new(void);
void ipb_shots_free(struct ipb_shots *shots);
void ipb_shots_add(struct ipb_shots *shots, const struct ipb_shot *shot);

/* What the buffer dropped, at least: the distributions are then not the run's */
void ipb_shots_miss(struct ipb_shots *shots, uint64_t count);
uint64_t ipb_shots_missed(const struct ipb_shots *shots);

/* As a document: one bench a run, with the members that results in sysfs have */
struct json_object *ipb_shots_document(const struct ipb_shots *shots);

/* Names of the enumerators above, as the event prints them */
extern const char *const ipb_shot_legs[IPB_SHOT_LEGS];
extern const char *const ipb_shot_outcomes[IPB_SHOT_OUTCOMES];

/* "local", "smt", ... or a pattern by the event's number */
const char *ipb_shot_class(unsigned int class);

/*
 * Readers: what trace-cmd recorded, and text as in /sys/kernel/tracing/trace.
 * An exit code, having said what is wrong.
 */
int ipb_shots_read_dat(struct ipb_shots *shots, const char *path);
int ipb_shots_read_text(struct ipb_shots *shots, const char *path);

/* Whether this build can read what trace-cmd recorded */
bool ipb_shots_can_read_dat(void);

#endif
