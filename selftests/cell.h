/* SPDX-License-Identifier: GPL-2.0-only */
/* Results of one variant in one class, a folder below results/. */
#ifndef SELFTESTS_CELL_H
#define SELFTESTS_CELL_H

#include "face.h"

enum { CELL_MAX = 64, CELL_NAME = 32 };

struct cell {
	char path[FACE_PATH];
	char variant[CELL_NAME];
	char class[CELL_NAME];
	long long count;
	long long pairs;
	long long lost;
	long long negative;
	long long skipped_idle;
	long long offline;
	long long deliver_count;	/* LLONG_MIN: no such leg */
	bool withheld;			/* the deliver leg */
};

/* Every cell of a bench's results. Return: how many. */
unsigned int cell_list(const char *bench, struct cell cells[CELL_MAX]);

/* samples x pairs less what went wrong is what is left? */
bool cell_adds_up(const struct cell *cell, long long samples);

/*
 * Does every cell of @bench, and is there one? Return: "", else what is wrong:
 * overwritten by the next call.
 */
const char *cells_fault(const char *bench, long long samples);

/* Has it published this leg? */
bool cell_has(const struct cell *cell, const char *leg);

extern const char *const cell_legs[];		/* NULL-terminated */
extern const char *const cell_classes[];	/* likewise */

#endif /* SELFTESTS_CELL_H */
