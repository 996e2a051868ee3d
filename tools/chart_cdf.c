// SPDX-License-Identifier: GPL-2.0-only
/* Distributions of one leg in one class, a curve for each variant */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "json.h"
#include "svg.h"

enum {
	LEFT = 38, RIGHT = IPB_SVG_WIDTH - IPB_SVG_MARGIN, TOP = 8, BOTTOM = 188,
	LEGEND = BOTTOM + 40, LINE = 17, COLOURS = 8, DASHES = 5,
};

/* Steps closer than this would only make the page larger */
static const double fine = 0.7;

/* struct plot - one picture: the rows of @bench in @place that have the leg @leg */
struct plot {
	struct json_object *bench;
	const char *place;
	const char *leg;
};

static const char *place_of(struct json_object *row)
{
	return ipb_json_text(row, "class", ipb_json_text(row, "pattern", ""));
}

/* "upper_ns count" of step @i of a histogram; false if it is not that */
static bool step_get(struct json_object *histogram, size_t i, double *upper, double *count)
{
	struct json_object *step = json_object_array_get_idx(histogram, i);

	if (!json_object_is_type(step, json_type_array) || json_object_array_length(step) != 2)
		return false;
	*upper = json_object_get_double(json_object_array_get_idx(step, 0));
	*count = json_object_get_double(json_object_array_get_idx(step, 1));
	return ipb_svg_is_time(*upper) && *upper > 0 && isfinite(*count) && *count >= 0;
}

/* All shots in a histogram that rises as it should, else 0 */
static double total_of(struct json_object *histogram)
{
	double total = 0, before = 0;

	if (!json_object_is_type(histogram, json_type_array))
		return 0;
	for (size_t i = 0; i < json_object_array_length(histogram); i++) {
		double upper, count;

		if (!step_get(histogram, i, &upper, &count) || upper < before)
			return 0;
		before = upper;
		total += count;
	}
	return total;
}

/* The leg of row @i if the picture has a curve for it */
static struct json_object *leg_of(const struct plot *plot, size_t i)
{
	struct json_object *rows = ipb_json_get(plot->bench, "results");
	struct json_object *row = json_object_array_get_idx(rows, i);
	struct json_object *leg = ipb_json_get(ipb_json_get(row, "legs"), plot->leg);

	if (strcmp(place_of(row), plot->place) || !(total_of(ipb_json_get(leg, "histogram")) > 0))
		return NULL;
	return leg;
}

static size_t rows_in(const struct plot *plot)
{
	return json_object_array_length(ipb_json_get(plot->bench, "results"));
}

static const char *variant_of(const struct plot *plot, size_t i)
{
	struct json_object *rows = ipb_json_get(plot->bench, "results");

	return ipb_json_text(json_object_array_get_idx(rows, i), "variant", "");
}

static char *time_of(struct json_object *leg, const char *name)
{
	double ns = ipb_json_number(leg, name, NAN);

	return ipb_svg_is_time(ns) ? ipb_svg_time(ns) : ipb_text_copy("unknown");
}

static void describe(struct ipb_html *html, const void *what)
{
	const struct plot *plot = what;

	for (size_t i = 0; i < rows_in(plot); i++) {
		struct json_object *leg = leg_of(plot, i);
		char *half, *most;

		if (!leg)
			continue;
		half = time_of(leg, "p50_ns");
		most = time_of(leg, "p99_ns");
		ipb_html_add(html, "%s: half within %s, 99 in 100 within %s. ",
			     variant_of(plot, i), half, most);
		free(half);
		free(most);
	}
}

/* Where a curve leaves zero: the least shot, or failing that the first step */
static double start_of(struct json_object *leg)
{
	double least = ipb_json_number(leg, "min_ns", NAN), upper, count;

	step_get(ipb_json_get(leg, "histogram"), 0, &upper, &count);
	return ipb_svg_is_time(least) && least > 0 && least < upper ? least : upper;
}

static struct ipb_axis axis_of(const struct plot *plot, size_t *curves)
{
	struct ipb_axis axis = { .low = NAN, .high = NAN, .from = LEFT, .to = RIGHT, .log = true };

	*curves = 0;
	for (size_t i = 0; i < rows_in(plot); i++) {
		struct json_object *leg = leg_of(plot, i), *histogram;
		double upper, count;

		if (!leg)
			continue;
		histogram = ipb_json_get(leg, "histogram");
		step_get(histogram, json_object_array_length(histogram) - 1, &upper, &count);
		axis.low = fmin(axis.low, start_of(leg));
		axis.high = fmax(axis.high, upper);
		++*curves;
	}
	ipb_svg_axis_settle(&axis);
	return axis;
}

static double height_of(double part)
{
	return BOTTOM - part * (BOTTOM - TOP);
}

static void curve_draw(struct ipb_html *html, const struct ipb_axis *axis,
		       struct json_object *leg, size_t n)
{
	struct json_object *histogram = ipb_json_get(leg, "histogram");
	size_t steps = json_object_array_length(histogram);
	double total = total_of(histogram), sum = 0;
	double x = ipb_svg_axis_place(axis, start_of(leg)), y = height_of(0);

	ipb_html_add(html, "<path class=\"curve c%zu d%zu\" d=\"M%.1f %.1f", n % COLOURS,
		     n % DASHES, x, y);
	for (size_t i = 0; i < steps; i++) {
		double upper, count, to_x, to_y;

		step_get(histogram, i, &upper, &count);
		sum += count;
		to_x = ipb_svg_axis_place(axis, upper);
		to_y = height_of(sum / total);
		if (i + 1 < steps && to_x - x < fine && y - to_y < fine)
			continue;
		x = to_x;
		y = to_y;
		ipb_html_add(html, "H%.1fV%.1f", x, y);
	}
	ipb_html_add(html, "H%d\"/>\n", RIGHT);
}

static void legend_draw(struct ipb_html *html, const struct plot *plot, struct json_object *leg,
			size_t i, size_t n)
{
	double y = LEGEND + LINE * (double)n;
	char *half = time_of(leg, "p50_ns"), *most = time_of(leg, "p99_ns");

	ipb_html_add(html,
		     "<path class=\"curve c%zu d%zu\" d=\"M%d %.1fh36\"/>"
		     "<text x=\"%d\" y=\"%.1f\">%.16s</text>"
		     "<text class=\"value\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">"
		     "p50 %s, p99 %s</text>\n",
		     n % COLOURS, n % DASHES, LEFT, y - 4, LEFT + 44, y, variant_of(plot, i),
		     RIGHT, y, half, most);
	free(half);
	free(most);
}

static void shares_draw(struct ipb_html *html)
{
	for (int percent = 0; percent <= 100; percent += 25)
		ipb_html_add(html,
			     "<path class=\"grid\" d=\"M%d %.1fH%d\"/>"
			     "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">"
			     "%d %%</text>\n", LEFT, height_of(percent / 100.0), RIGHT, LEFT - 4,
			     height_of(percent / 100.0) + 4, percent);
}

static size_t plot_draw(struct ipb_html *html, const struct plot *plot)
{
	size_t curves, n = 0;
	struct ipb_axis axis = axis_of(plot, &curves);
	char *title;

	if (!curves)
		return 0;
	title = ipb_text_format("%s, %s: share of shots that took no longer", plot->leg,
				plot->place);
	ipb_svg_begin(html, "cdf", LEGEND + LINE * (double)curves, title, describe, plot);
	free(title);
	shares_draw(html);
	ipb_svg_axis_draw(html, &axis, TOP, BOTTOM);
	for (size_t i = 0; i < rows_in(plot); i++) {
		struct json_object *leg = leg_of(plot, i);

		if (!leg)
			continue;
		curve_draw(html, &axis, leg, n);
		legend_draw(html, plot, leg, i, n++);
	}
	ipb_svg_end(html);
	return 1;
}

/* Every leg of every row, the first time it comes with that class or pattern */
size_t ipb_chart_cdfs(struct ipb_html *html, struct json_object *bench)
{
	struct json_object *rows = ipb_json_get(bench, "results");
	struct json_object *seen = json_object_new_object();
	size_t count = 0;

	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		struct json_object *legs = ipb_json_get(row, "legs");
		struct json_object *here = ipb_json_member(seen, place_of(row));

		if (!legs)
			continue;
		json_object_object_foreach(legs, name, leg) {
			struct plot plot = { bench, place_of(row), name };

			(void)leg;
			if (ipb_json_get(here, name))
				continue;
			json_object_object_add(here, name, json_object_new_boolean(true));
			count += plot_draw(html, &plot);
		}
	}
	json_object_put(seen);
	return count;
}
