// SPDX-License-Identifier: GPL-2.0-only
/* CPU against CPU: dearer is darker, and larger where there is no room for a figure */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "grid.h"
#include "json.h"
#include "svg.h"

enum {
	LEFT = 38, TOP = 36, FOOT = 54, CELL = 46, LABEL = 17, FIGURES = 10, MOST = 64, SHADES = 8,
	/* from here on a figure is light on dark */
	DARK = 5,
};

struct map {
	const struct ipb_grid *grid;
	size_t group;
	double cell;
};

/* Distances differ by factors, hence by the logarithm */
static int shade_of(const struct ipb_grid *grid, double ns)
{
	double span = log(grid->high / grid->low);
	int shade = span > 0 ? (int)(log(ns / grid->low) / span * SHADES) : 0;

	return shade < 0 ? 0 : shade < SHADES ? shade : SHADES - 1;
}

/* The mean of a block of the pairs; NAN where none was measured */
static double block_mean(const struct ipb_grid *grid, size_t src, size_t dst, size_t group)
{
	double sum = 0;
	int count = 0;

	for (size_t s = src * group; s < (src + 1) * group && s < grid->cpus; s++) {
		for (size_t d = dst * group; d < (dst + 1) * group && d < grid->cpus; d++) {
			double ns = grid->value[s * grid->cpus + d];

			if (isnan(ns))
				continue;
			sum += ns;
			count++;
		}
	}
	return count ? sum / count : NAN;
}

/* Neighbours together where there are more CPUs than can be told apart */
static size_t fold(struct ipb_grid *grid)
{
	size_t group = (grid->cpus + MOST - 1) / MOST, cpus;
	double *value;

	if (group <= 1)
		return 1;
	cpus = (grid->cpus + group - 1) / group;
	value = ipb_text_grow(NULL, cpus * cpus * sizeof(double));
	for (size_t i = 0; i < cpus * cpus; i++)
		value[i] = block_mean(grid, i / cpus, i % cpus, group);
	for (size_t i = 0; i < cpus; i++)
		grid->cpu[i] = grid->cpu[i * group];
	free(grid->value);
	grid->value = value;
	grid->cpus = cpus;
	return group;
}

static size_t place_of_extreme(const struct ipb_grid *grid, int sign)
{
	size_t best = 0;

	for (size_t i = 1; i < grid->cpus * grid->cpus; i++)
		if (isnan(grid->value[best]) || sign * grid->value[i] > sign * grid->value[best])
			best = i;
	return best;
}

static void extreme_write(struct ipb_html *html, const struct ipb_grid *grid, const char *word,
			  int sign)
{
	size_t best = place_of_extreme(grid, sign);
	char *time = ipb_svg_time(grid->value[best]);

	ipb_html_add(html, " %s %s, from CPU %d to CPU %d.", word, time,
		     grid->cpu[best / grid->cpus], grid->cpu[best % grid->cpus]);
	free(time);
}

static void describe(struct ipb_html *html, const void *what)
{
	const struct map *map = what;

	ipb_html_add(html, "%zu rows and columns.", map->grid->cpus);
	if (map->group > 1)
		ipb_html_add(html, " Each is %zu CPUs, of which it names the first.", map->group);
	extreme_write(html, map->grid, "Least:", -1);
	extreme_write(html, map->grid, "Most:", 1);
	ipb_html_add(html, " The command ipibench matrix --csv prints every figure.");
}

/* As short as a cell is narrow */
static char *cell_figure(double ns)
{
	static const char *const units[] = { "", "\xc2\xb5", "m", "s" };
	size_t unit = 0;

	while (ns >= 9999.5 && unit + 1 < IPB_COUNT(units)) {
		ns /= 1000;
		unit++;
	}
	return ipb_text_format("%.*f%s", ns < 10 ? 2 : ns < 100 ? 1 : 0, ns, units[unit]);
}

static void cell_draw(struct ipb_html *html, const struct map *map, double ns, double x, double y)
{
	int shade = isnan(ns) ? 0 : shade_of(map->grid, ns);
	char *figure;

	if (isnan(ns)) {
		ipb_html_add(html, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" "
			     "text-anchor=\"middle\">-</text>\n", x + map->cell / 2,
			     y + map->cell / 2 + 4);
		return;
	}
	figure = cell_figure(ns);
	ipb_html_add(html,
		     "<rect class=\"h%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>"
		     "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
		     shade, x, y, map->cell, map->cell, shade < DARK ? "ink" : "paper",
		     x + map->cell / 2, y + map->cell / 2 + 4, figure);
	free(figure);
}

static void cells_draw(struct ipb_html *html, const struct map *map)
{
	size_t cpus = map->grid->cpus;

	for (size_t i = 0; i < cpus * cpus; i++)
		cell_draw(html, map, map->grid->value[i], LEFT + (double)(i % cpus) * map->cell,
			  TOP + (double)(i / cpus) * map->cell);
}

/* A square whose side tells as much as its shade */
static void square_add(struct ipb_html *html, int shade, double cell, double x, double y)
{
	double side = cell * (0.3 + 0.7 * shade / (SHADES - 1)), gap = (cell - side) / 2;

	ipb_html_add(html, "M%.2f %.2fh%.2fv%.2fh%.2fz", x + gap, y + gap, side, side, -side);
}

static void squares_draw(struct ipb_html *html, const struct map *map)
{
	size_t cpus = map->grid->cpus;

	for (int shade = 0; shade < SHADES; shade++) {
		ipb_html_add(html, "<path class=\"h%d\" d=\"M0 0", shade);
		for (size_t i = 0; i < cpus * cpus; i++) {
			double ns = map->grid->value[i];

			if (!isnan(ns) && shade_of(map->grid, ns) == shade)
				square_add(html, shade, map->cell,
					   LEFT + (double)(i % cpus) * map->cell,
					   TOP + (double)(i / cpus) * map->cell);
		}
		ipb_html_add(html, "\"/>\n");
	}
}

static void labels_draw(struct ipb_html *html, const struct map *map)
{
	size_t every = 1;

	while (every * map->cell < LABEL)
		every++;
	ipb_html_add(html, "<text class=\"tick\" x=\"%d\" y=\"12\">"
		     "to CPU (columns), from CPU (rows)</text>\n", LEFT);
	for (size_t i = 0; i < map->grid->cpus; i += every) {
		double at = ((double)i + 0.5) * map->cell;

		ipb_html_add(html,
			     "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">"
			     "%d</text><text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
			     LEFT + at, TOP - 5, map->grid->cpu[i], LEFT - 5, TOP + at + 4,
			     map->grid->cpu[i]);
	}
}

static void scale_draw(struct ipb_html *html, const struct map *map, double y)
{
	char *low = ipb_svg_time(map->grid->low), *high = ipb_svg_time(map->grid->high);
	bool figures = map->grid->cpus <= FIGURES;

	for (int shade = 0; shade < SHADES; shade++) {
		ipb_html_add(html, "<path class=\"h%d\" d=\"", shade);
		square_add(html, figures ? SHADES - 1 : shade, 18, LEFT + 18.0 * shade, y);
		ipb_html_add(html, "\"/>");
	}
	ipb_html_add(html, "<text class=\"tick\" x=\"%d\" y=\"%.1f\">%s to %s</text>"
		     "<text class=\"tick\" x=\"%d\" y=\"%.1f\">by the logarithm%s</text>\n",
		     LEFT + 18 * SHADES + 8, y + 13, low, high, LEFT, y + 34,
		     figures ? "; in ns, or \xc2\xb5s where it says \xc2\xb5, ms where m" : "");
	if (map->group > 1)
		ipb_html_add(html, "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">"
			     "a square is %zu x %zu CPUs</text>\n",
			     IPB_SVG_WIDTH - IPB_SVG_MARGIN, y + 34, map->group, map->group);
	free(low);
	free(high);
}

static void map_draw(struct ipb_html *html, const struct ipb_grid *grid, size_t group,
		     const char *variant)
{
	double room = IPB_SVG_WIDTH - IPB_SVG_MARGIN - LEFT;
	struct map map = { grid, group, fmin(CELL, room / (double)grid->cpus) };
	double bottom = TOP + map.cell * (double)grid->cpus;
	char *title = ipb_text_format("%s: median of each pair of CPUs", variant);

	ipb_svg_begin(html, "heatmap", bottom + FOOT, title, describe, &map);
	free(title);
	labels_draw(html, &map);
	if (grid->cpus <= FIGURES)
		cells_draw(html, &map);
	else
		squares_draw(html, &map);
	scale_draw(html, &map, bottom + 14);
	ipb_svg_end(html);
}

/* A figure that cannot be drawn counts as none */
static void grid_clean(struct ipb_grid *grid, double *low, double *high)
{
	for (size_t i = 0; i < grid->cpus * grid->cpus; i++) {
		if (!(grid->value[i] > 0) || !ipb_svg_is_time(grid->value[i]))
			grid->value[i] = NAN;
		*low = fmin(*low, grid->value[i]);
		*high = fmax(*high, grid->value[i]);
	}
}

/* Read and folded; false if there is nothing to see in it */
static bool grid_get(struct ipb_grid *grid, struct json_object *matrix, const char *variant,
		     size_t *group)
{
	double low = NAN, high = NAN;

	ipb_grid_read(grid, matrix, variant, "p50_ns");
	grid_clean(grid, &low, &high);
	*group = fold(grid);
	return grid->cpus > 1 && !isnan(low);
}

/* All maps of a bench have one scale, so that they can be compared by eye */
static size_t maps_walk(struct ipb_html *html, struct json_object *matrix, double *low,
			double *high)
{
	const char *last = NULL;
	size_t count = 0;

	for (size_t i = 0; i < json_object_array_length(matrix); i++) {
		struct json_object *line = json_object_array_get_idx(matrix, i);
		const char *variant = ipb_json_text(line, "variant", "");
		struct ipb_grid grid;
		size_t group;

		if (last && !strcmp(variant, last))
			continue;
		last = variant;
		if (grid_get(&grid, matrix, variant, &group)) {
			count++;
			if (html) {
				grid.low = *low;
				grid.high = *high;
				map_draw(html, &grid, group, variant);
			} else {
				grid_clean(&grid, low, high);
			}
		}
		ipb_grid_free(&grid);
	}
	return count;
}

size_t ipb_chart_heatmaps(struct ipb_html *html, struct json_object *bench)
{
	struct json_object *matrix = ipb_json_get(bench, "matrix");
	double low = NAN, high = NAN;

	if (!matrix || !maps_walk(NULL, matrix, &low, &high))
		return 0;
	return maps_walk(html, matrix, &low, &high);
}
