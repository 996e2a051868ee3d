// SPDX-License-Identifier: GPL-2.0-only
/* Differences to the baseline as bars */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "figure.h"
#include "json.h"
#include "svg.h"

enum { TOP = 6, ROW = 36, BAR = 10, BAR_DROP = 18, FOOT = 38 };

/* struct leg - the verdicts of one leg, as the member "leg" of each says */
struct leg {
	struct json_object *bench;
	const char *name;
};

/* The row @i of the bench's verdicts if it is of that leg and can be drawn */
static struct json_object *row_of(const struct leg *leg, size_t i)
{
	static const char *const needed[] = { "p50_delta_ns", "ci_low_ns", "ci_high_ns" };
	struct json_object *rows = ipb_json_get(leg->bench, "compare");
	struct json_object *row = json_object_array_get_idx(rows, i);

	if (strcmp(ipb_json_text(row, "leg", ""), leg->name))
		return NULL;
	for (size_t n = 0; n < IPB_COUNT(needed); n++)
		if (!ipb_svg_is_time(ipb_json_number(row, needed[n], NAN)))
			return NULL;
	return row;
}

static size_t rows_in(const struct leg *leg)
{
	return json_object_array_length(ipb_json_get(leg->bench, "compare"));
}

static const char *place_of(struct json_object *row)
{
	return ipb_json_text(row, "class", ipb_json_text(row, "pattern", ""));
}

static void describe(struct ipb_html *html, const void *what)
{
	const struct leg *leg = what;

	for (size_t i = 0; i < rows_in(leg); i++) {
		struct json_object *row = row_of(leg, i);
		char *delta, *interval;

		if (!row)
			continue;
		delta = ipb_figure_signed(row, "p50_delta_ns");
		interval = ipb_figure_interval(row);
		ipb_html_add(html, "%s, %s: %s ns, interval %s, %s. ",
			     ipb_json_text(row, "variant", ""), place_of(row), delta, interval,
			     ipb_json_text(row, "verdict", "no verdict"));
		free(delta);
		free(interval);
	}
}

static void words_draw(struct ipb_html *html, struct json_object *row, double y)
{
	const char *verdict = ipb_json_text(row, "verdict", "no verdict");
	char *delta = ipb_figure_signed(row, "p50_delta_ns");
	char *change = ipb_figure_percent(row, "change_pct");

	ipb_html_add(html, "<text x=\"%d\" y=\"%.1f\">%.14s, %.10s</text>", IPB_SVG_MARGIN, y + 11,
		     ipb_json_text(row, "variant", ""), place_of(row));
	ipb_html_add(html,
		     "<text class=\"value\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s ns, %s "
		     "<tspan class=\"word\">%s %.10s</tspan></text>\n",
		     IPB_SVG_WIDTH - IPB_SVG_MARGIN, y + 11, delta, *change ? change : "-",
		     ipb_chart_verdict_mark(verdict), ipb_chart_verdict_word(verdict));
	free(delta);
	free(change);
}

static void bar_draw(struct ipb_html *html, const struct ipb_axis *axis, struct json_object *row,
		     double y)
{
	double low = ipb_svg_axis_place(axis, ipb_json_number(row, "ci_low_ns", 0));
	double high = ipb_svg_axis_place(axis, ipb_json_number(row, "ci_high_ns", 0));
	double middle = ipb_svg_axis_place(axis, ipb_json_number(row, "p50_delta_ns", 0));

	y += BAR_DROP;
	/* an interval narrower than a line is still to be seen */
	if (high - low < 2) {
		low -= 1;
		high = low + 2;
	}
	ipb_html_add(html,
		     "<rect class=\"bar %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>"
		     "<path class=\"median\" d=\"M%.1f %.1fv%d\"/>\n",
		     ipb_chart_verdict_word(ipb_json_text(row, "verdict", "")), low, y, high - low,
		     BAR, middle, y - 2, BAR + 4);
}

/* Zero is always on it */
static struct ipb_axis axis_of(const struct leg *leg, size_t *drawn)
{
	struct ipb_axis axis = {
		.from = IPB_SVG_MARGIN + 8, .to = IPB_SVG_WIDTH - IPB_SVG_MARGIN - 8,
	};
	double spare;

	*drawn = 0;
	for (size_t i = 0; i < rows_in(leg); i++) {
		struct json_object *row = row_of(leg, i);

		if (!row)
			continue;
		axis.low = fmin(axis.low, ipb_json_number(row, "ci_low_ns", 0));
		axis.high = fmax(axis.high, ipb_json_number(row, "ci_high_ns", 0));
		++*drawn;
	}
	ipb_svg_axis_settle(&axis);
	spare = (axis.high - axis.low) / 50;
	axis.low -= spare;
	axis.high += spare;
	return axis;
}

static size_t leg_draw(struct ipb_html *html, const struct leg *leg)
{
	const char *baseline = ipb_json_text(leg->bench, "baseline", "the baseline");
	size_t drawn, n = 0;
	struct ipb_axis axis = axis_of(leg, &drawn);
	double bottom = TOP + ROW * (double)drawn, zero = ipb_svg_axis_place(&axis, 0);
	char *title;

	if (!drawn)
		return 0;
	title = ipb_text_format("%s: difference to %s, with its 95 %% interval", leg->name,
				baseline);
	ipb_svg_begin(html, "interval", bottom + FOOT, title, describe, leg);
	free(title);
	ipb_svg_axis_draw(html, &axis, TOP, bottom);
	ipb_html_add(html, "<path class=\"zero\" d=\"M%.1f %dV%.1f\"/>\n", zero, TOP, bottom);
	for (size_t i = 0; i < rows_in(leg); i++) {
		struct json_object *row = row_of(leg, i);

		if (!row)
			continue;
		bar_draw(html, &axis, row, TOP + ROW * (double)n);
		words_draw(html, row, TOP + ROW * (double)n++);
	}
	ipb_html_add(html,
		     "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">"
		     "left of the line at 0 is faster than %.20s</text>",
		     IPB_SVG_WIDTH / 2, bottom + FOOT - 6, baseline);
	ipb_svg_end(html);
	return 1;
}

size_t ipb_chart_intervals(struct ipb_html *html, struct json_object *bench)
{
	struct json_object *rows = ipb_json_get(bench, "compare");
	struct json_object *seen = json_object_new_object();
	size_t count = 0;

	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		struct leg leg = { bench, ipb_json_text(row, "leg", "") };

		if (ipb_json_get(seen, leg.name))
			continue;
		json_object_object_add(seen, leg.name, json_object_new_boolean(true));
		count += leg_draw(html, &leg);
	}
	json_object_put(seen);
	return count;
}
