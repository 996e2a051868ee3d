/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_SVG_H
#define IPB_SVG_H

#include <stdbool.h>

#include "html.h"

/* Every picture is so wide: text of 11 units is legible on a phone and not huge on a desk */
enum { IPB_SVG_WIDTH = 380, IPB_SVG_MARGIN = 12 };

/*
 * struct ipb_axis - a level axis of times
 * @low: ns at its left end; positive if @log
 * @high: ns at its right end, and more than @low
 * @from: where in the picture the left end is
 * @to: where the right end is
 * @log: by the logarithm
 */
struct ipb_axis {
	double low;
	double high;
	double from;
	double to;
	bool log;
};

/* What may be drawn: a finite number of at most 11 days */
bool ipb_svg_is_time(double ns);

/* With a fitting unit, as "1.5 ms"; the caller frees it */
char *ipb_svg_time(double ns);

/* Keep the ends apart, so that there is a scale at all */
void ipb_svg_axis_settle(struct ipb_axis *axis);

double ipb_svg_axis_place(const struct ipb_axis *axis, double ns);

/* Lines from @top to @bottom, and figures beneath */
void ipb_svg_axis_draw(struct ipb_html *html, const struct ipb_axis *axis, double top,
		       double bottom);

/*
 * A picture of class @kind with a visible @title; @describe writes in words what
 * it shows, for whoever cannot see it
 */
void ipb_svg_begin(struct ipb_html *html, const char *kind, double height, const char *title,
		   void (*describe)(struct ipb_html *html, const void *what), const void *what);
void ipb_svg_end(struct ipb_html *html);

#endif
