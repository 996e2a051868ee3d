/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_GRID_H
#define IPB_GRID_H

#include <json-c/json.h>

/*
 * struct ipb_grid - one figure for each CPU against each CPU
 * @cpu: the CPUs that are in it, rising
 * @cpus: how many
 * @value: ns, by index of source times @cpus plus index of destination; NAN
 *	where nothing was measured
 * @low: the least of them
 * @high: the largest
 */
struct ipb_grid {
	int *cpu;
	size_t cpus;
	double *value;
	double low;
	double high;
};

/* The matrix of one variant, of the member @stat ("p50_ns") of its lines */
void ipb_grid_read(struct ipb_grid *grid, struct json_object *matrix, const char *variant,
		   const char *stat);
void ipb_grid_free(struct ipb_grid *grid);

/* Draw it as wide as the terminal allows, with a scale beneath */
void ipb_grid_print(const struct ipb_grid *grid);

#endif
