// SPDX-License-Identifier: GPL-2.0-only
/* The lines of a matrix, put in their places */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "json.h"
#include "text.h"

static int cpu_compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static bool is_of(struct json_object *line, const char *variant)
{
	return !strcmp(ipb_json_text(line, "variant", ""), variant);
}

/* Every CPU named by a line, sorted, once */
static void cpus_read(struct ipb_grid *grid, struct json_object *matrix, const char *variant)
{
	size_t lines = json_object_array_length(matrix), kept = 0;

	grid->cpu = ipb_text_grow(NULL, (2 * lines + 1) * sizeof(int));
	grid->cpus = 0;
	for (size_t i = 0; i < lines; i++) {
		struct json_object *line = json_object_array_get_idx(matrix, i);

		if (!is_of(line, variant))
			continue;
		grid->cpu[grid->cpus++] = ipb_json_number(line, "src", 0);
		grid->cpu[grid->cpus++] = ipb_json_number(line, "dst", 0);
	}
	qsort(grid->cpu, grid->cpus, sizeof(int), cpu_compare);
	for (size_t i = 0; i < grid->cpus; i++)
		if (!kept || grid->cpu[kept - 1] != grid->cpu[i])
			grid->cpu[kept++] = grid->cpu[i];
	grid->cpus = kept;
}

static size_t place_of(const struct ipb_grid *grid, int cpu)
{
	int *at = bsearch(&cpu, grid->cpu, grid->cpus, sizeof(int), cpu_compare);

	return at - grid->cpu;
}

static void line_add(struct ipb_grid *grid, struct json_object *line, const char *stat)
{
	size_t src = place_of(grid, ipb_json_number(line, "src", 0));
	size_t dst = place_of(grid, ipb_json_number(line, "dst", 0));
	double value = ipb_json_number(line, stat, NAN);

	/* a pair whose every shot was lost has no figure */
	if (ipb_json_number(line, "count", 1) < 1 || isnan(value))
		return;
	grid->value[src * grid->cpus + dst] = value;
	grid->low = fmin(grid->low, value);
	grid->high = fmax(grid->high, value);
}

void ipb_grid_read(struct ipb_grid *grid, struct json_object *matrix, const char *variant,
		   const char *stat)
{
	cpus_read(grid, matrix, variant);
	grid->value = ipb_text_grow(NULL, (grid->cpus * grid->cpus + 1) * sizeof(double));
	for (size_t i = 0; i < grid->cpus * grid->cpus; i++)
		grid->value[i] = NAN;
	/* fmin() and fmax() prefer any number to these */
	grid->low = NAN;
	grid->high = NAN;
	for (size_t i = 0; i < json_object_array_length(matrix); i++) {
		struct json_object *line = json_object_array_get_idx(matrix, i);

		if (is_of(line, variant))
			line_add(grid, line, stat);
	}
}

void ipb_grid_free(struct ipb_grid *grid)
{
	free(grid->cpu);
	free(grid->value);
}
