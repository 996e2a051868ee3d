// SPDX-License-Identifier: GPL-2.0-only
/* Frames and axes of the pictures in a page */
#include <math.h>
#include <stdlib.h>

#include "svg.h"
#include "text.h"

/* What a figure beneath an axis takes, and how much sooner than that the next may come */
enum { FIGURE = 40, FIGURE_DROP = 14 };

static const double longest_ns = 1e15;

bool ipb_svg_is_time(double ns)
{
	return isfinite(ns) && fabs(ns) <= longest_ns;
}

char *ipb_svg_time(double ns)
{
	static const struct {
		double ns;
		const char *name;
	} units[] = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "\xc2\xb5s" } };

	for (size_t i = 0; i < IPB_COUNT(units); i++)
		if (fabs(ns) >= units[i].ns)
			return ipb_text_format("%.4g %s", ns / units[i].ns, units[i].name);
	return ipb_text_format("%.4g ns", ns);
}

void ipb_svg_axis_settle(struct ipb_axis *axis)
{
	if (axis->log && axis->high < axis->low * 1.02) {
		axis->low /= 1.01;
		axis->high = axis->low * 1.03;
	} else if (axis->high - axis->low < 0.001) {
		axis->low -= 1;
		axis->high += 1;
	}
}

double ipb_svg_axis_place(const struct ipb_axis *axis, double ns)
{
	double part = axis->log ? log(fmax(ns, axis->low) / axis->low) /
					  log(axis->high / axis->low) :
				  (ns - axis->low) / (axis->high - axis->low);

	return axis->from + part * (axis->to - axis->from);
}

static void tick_draw(struct ipb_html *html, const struct ipb_axis *axis, double ns,
		      const double *ends, double *next)
{
	double x = ipb_svg_axis_place(axis, ns);
	const char *anchor = "middle";
	char *time;

	if (ns < axis->low || ns > axis->high)
		return;
	ipb_html_add(html, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>", x, ends[0], ends[1]);
	if (x < *next)
		return;
	*next = x + FIGURE;
	if (x < FIGURE / 2)
		anchor = "start";
	else if (x > IPB_SVG_WIDTH - FIGURE / 2)
		anchor = "end";
	time = ipb_svg_time(ns);
	ipb_html_add(html, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">"
		     "%s</text>\n", x, ends[1] + FIGURE_DROP, anchor, time);
	free(time);
}

/* 1, 2 or 5 of a power of ten, and about five of them on the axis */
static double nice_step(const struct ipb_axis *axis)
{
	double rough = (axis->high - axis->low) / 5;
	double power = pow(10, floor(log10(rough)));
	double part = rough / power;

	return (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10) * power;
}

void ipb_svg_axis_draw(struct ipb_html *html, const struct ipb_axis *axis, double top,
		       double bottom)
{
	static const double parts[] = { 1, 2, 5 };
	double ends[] = { top, bottom }, next = 0;
	size_t wanted = axis->high / axis->low > 100 ? 1 : IPB_COUNT(parts);

	if (axis->log && axis->high / axis->low > 5) {
		for (double e = floor(log10(axis->low)); e <= log10(axis->high); e++)
			for (size_t i = 0; i < wanted; i++)
				tick_draw(html, axis, parts[i] * pow(10, e), ends, &next);
	} else {
		double step = nice_step(axis);

		for (double n = ceil(axis->low / step); n * step <= axis->high; n++)
			/* not the negative zero */
			tick_draw(html, axis, n * step + 0.0, ends, &next);
	}
}

void ipb_svg_begin(struct ipb_html *html, const char *kind, double height, const char *title,
		   void (*describe)(struct ipb_html *html, const void *what), const void *what)
{
	int id = ++html->ids;

	ipb_html_add(html,
		     "<figure class=\"chart\"><figcaption>%s</figcaption>\n"
		     "<svg class=\"%s\" role=\"img\" viewBox=\"0 0 %d %.0f\" "
		     "aria-labelledby=\"title%d\" aria-describedby=\"desc%d\">"
		     "<title id=\"title%d\">%s</title><desc id=\"desc%d\">",
		     title, kind, IPB_SVG_WIDTH, height, id, id, id, title, id);
	describe(html, what);
	ipb_html_add(html, "</desc>\n");
}

void ipb_svg_end(struct ipb_html *html)
{
	ipb_html_add(html, "</svg></figure>\n");
}
