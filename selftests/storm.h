/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes that do everything at once with the interface: write, read, hold
 * files open, wait, take CPUs and the module away, and get killed at it. Each
 * makes the same choices for the same seed; how they meet is the machine's.
 */
#ifndef SELFTESTS_STORM_H
#define SELFTESTS_STORM_H

#include "pick.h"

enum { STORM_PROCESSES = 64, STORM_FAULT = 512 };

/* Shared by the processes. */
struct storm {
	const struct pick_files *files;
	unsigned int seed;
	unsigned int epoch;	/* odd while the module goes and comes */
	bool over;
	bool hush;		/* a CPU is about to go */
	bool wild;		/* nobody hushes for that */
	unsigned int faults;
	char fault[STORM_FAULT];	/* the first */
	unsigned long accepted;
	unsigned long refused;
	unsigned long commands;
	unsigned long reads;
	unsigned long polls;
	unsigned long hotplugs;
	unsigned long reloads;
	unsigned long kills;
};

/* In shared memory, or NULL. */
struct storm *storm_create(const struct pick_files *files, unsigned int seed);

/* Lets @writers and one each of the others loose. Return: 0, or -ETIME where one did not end. */
int storm_run(struct storm *storm, unsigned int writers, unsigned int seconds);

/* Remembers what is wrong, and ends it. */
void storm_fault(struct storm *storm, const char *fmt, ...) __printf(2, 3);

/* Is it over? Waits meanwhile where somebody asks for a hush. */
bool storm_is_over(const struct storm *storm);

/* Counts. */
void storm_count(unsigned long *counter);

/* Two of them, which go on until it is over. */
int storm_write(struct storm *storm, unsigned int seed);
int storm_read(struct storm *storm, unsigned int seed);

#endif /* SELFTESTS_STORM_H */
