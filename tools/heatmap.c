// SPDX-License-Identifier: GPL-2.0-only
/* A grid as a heat map in the terminal */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "terminal.h"
#include "text.h"

/* Light to dark in colour; without, the figures or ever denser marks do it */
static const int shades[] = { 230, 229, 228, 222, 221, 215, 209, 208, 203, 196 };
static const char marks[] = ".:-=+*oO#@";

enum { SHADES = IPB_COUNT(shades), LABEL = 8, UNLIMITED = 1 << 20 };

/* Distances differ by factors, hence by the logarithm */
static int shade_of(const struct ipb_grid *grid, double value)
{
	double span = log(grid->high / grid->low);
	int shade = span > 0 ? log(value / grid->low) / span * SHADES : 0;

	return shade < 0 ? 0 : shade < SHADES ? shade : SHADES - 1;
}

static int figure_width(const struct ipb_grid *grid)
{
	return snprintf(NULL, 0, "%.0f", grid->high) + 1;
}

/* The columns from @first on that fit beside the labels */
static size_t fitting(const struct ipb_grid *grid, size_t first, int width)
{
	int columns = ipb_terminal_width();
	int room = (columns ? columns : UNLIMITED) - LABEL;
	size_t fit = room > width ? room / width : 1;

	return fit < grid->cpus - first ? fit : grid->cpus - first;
}

static void cell_print(const struct ipb_grid *grid, double value, int width, bool figures)
{
	char *on;
	int shade;

	if (isnan(value)) {
		printf("%*s", width, figures ? "-" : "");
		return;
	}
	shade = shade_of(grid, value);
	on = ipb_terminal_background(shades[shade]);
	fputs(on, stdout);
	if (figures)
		printf("%*.0f", width, value);
	else if (*on)
		printf("%*s", width, "");
	else
		printf("%*c", width, marks[shade]);
	fputs(*on ? "\033[0m" : "", stdout);
	free(on);
}

/* CPU numbers over the columns: upright if a column is narrower than they are */
static void head_print(const struct ipb_grid *grid, size_t first, size_t count, int width)
{
	int digits = snprintf(NULL, 0, "%d", grid->cpu[grid->cpus - 1]);

	if (digits < width) {
		printf("%*s", LABEL, "src\\dst");
		for (size_t i = first; i < first + count; i++)
			printf("%*d", width, grid->cpu[i]);
		putchar('\n');
		return;
	}
	for (int row = 0; row < digits; row++) {
		printf("%*s", LABEL, row == digits - 1 ? "src\\dst" : "");
		for (size_t i = first; i < first + count; i++) {
			char text[16];

			snprintf(text, sizeof(text), "%*d", digits, grid->cpu[i]);
			printf("%*c", width, text[row]);
		}
		putchar('\n');
	}
}

static void band_print(const struct ipb_grid *grid, size_t first, size_t count, int width,
		       bool figures)
{
	head_print(grid, first, count, width);
	for (size_t src = 0; src < grid->cpus; src++) {
		printf("%*d", LABEL, grid->cpu[src]);
		for (size_t dst = first; dst < first + count; dst++)
			cell_print(grid, grid->value[src * grid->cpus + dst], width, figures);
		putchar('\n');
	}
}

static void scale_print(const struct ipb_grid *grid, bool figures)
{
	if (figures && !ipb_terminal_has_colour())
		return;
	printf("%*s", LABEL, "scale");
	for (int i = 0; i < SHADES; i++) {
		double value = grid->low * pow(grid->high / grid->low, (i + 0.5) / SHADES);

		cell_print(grid, value, 2, false);
	}
	printf("  %.0f to %.0f ns, by the logarithm\n", grid->low, grid->high);
}

void ipb_grid_print(const struct ipb_grid *grid)
{
	int width = figure_width(grid);
	bool figures = fitting(grid, 0, width) == grid->cpus;
	size_t first = 0, count;

	if (!figures)
		width = 2;
	while (first < grid->cpus) {
		count = fitting(grid, first, width);
		band_print(grid, first, count, width, figures);
		first += count;
	}
	scale_print(grid, figures);
}
