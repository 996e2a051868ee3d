// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "cell.h"

const char *const cell_legs[] = { "send", "deliver", "rtt", "op", "inject", NULL };

const char *const cell_classes[] = {
	"local", "smt", "llc", "node", "socket", "cross",
	"ring", "all-to-one", "broadcast", "pairs", NULL
};

struct listing {
	struct cell *cells;
	unsigned int nr;
};

/* Copies one component of a path. Return: what follows it. */
static const char *component(const char *path, char name[CELL_NAME])
{
	size_t len = strcspn(path, "/");

	snprintf(name, CELL_NAME, "%.*s", (int)len, path);
	return path[len] ? path + len + 1 : path + len;
}

static void add(const char *path, void *data)
{
	struct listing *listing = data;
	struct cell *cell = &listing->cells[listing->nr];
	char skipped[CELL_NAME];
	const char *rest;

	if (listing->nr == CELL_MAX)
		return;
	listing->nr++;
	snprintf(cell->path, sizeof(cell->path), "%.*s",
		 (int)(strlen(path) - strlen("/count")), path);
	rest = component(component(path, skipped), skipped);
	component(component(rest, cell->variant), cell->class);
	cell->count = face_number("%s/count", cell->path);
	cell->pairs = face_number("%s/pairs", cell->path);
	cell->lost = face_number("%s/lost", cell->path);
	cell->negative = face_number("%s/negative", cell->path);
	cell->skipped_idle = face_number("%s/skipped_idle", cell->path);
	cell->offline = face_number("%s/offline", cell->path);
	cell->deliver_count = face_number("%s/deliver_count", cell->path);
	cell->withheld = face_exists("%s/deliver_withheld", cell->path);
}

unsigned int cell_list(const char *bench, struct cell cells[CELL_MAX])
{
	struct listing listing = { .cells = cells };

	face_each(add, &listing, "%s/results/*/*/count", bench);
	return listing.nr;
}

bool cell_adds_up(const struct cell *cell, long long samples)
{
	return cell->count >= 0 && cell->pairs > 0 && cell->lost >= 0 && cell->negative >= 0 &&
	       cell->skipped_idle >= 0 && cell->offline >= 0 &&
	       cell->count == samples * cell->pairs - cell->lost - cell->skipped_idle -
			      cell->offline;
}

const char *cells_fault(const char *bench, long long samples)
{
	static char fault[2 * FACE_PATH];
	struct cell cells[CELL_MAX];
	unsigned int i, nr = cell_list(bench, cells);

	for (i = 0; i < nr; i++) {
		const struct cell *cell = &cells[i];

		if (cell_adds_up(cell, samples))
			continue;
		snprintf(fault, sizeof(fault),
			 "%s: count %lld pairs %lld lost %lld idle %lld offline %lld", cell->path,
			 cell->count, cell->pairs, cell->lost, cell->skipped_idle, cell->offline);
		return fault;
	}
	return nr ? "" : "no results";
}

bool cell_has(const struct cell *cell, const char *leg)
{
	return face_exists("%s/%s_min_ns", cell->path, leg);
}
