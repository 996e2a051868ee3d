/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_CHART_H
#define IPB_CHART_H

#include <json-c/json.h>

#include "html.h"

/*
 * The pictures of one bench. Each writes as many as there is something to draw
 * for, and returns how many those are.
 */

/* One for each leg: every variant's difference to the baseline, with its interval */
size_t ipb_chart_intervals(struct ipb_html *html, struct json_object *bench);

/* One for each leg and class: how many shots of each variant took no longer than that */
size_t ipb_chart_cdfs(struct ipb_html *html, struct json_object *bench);

/* One for each variant: CPU against CPU */
size_t ipb_chart_heatmaps(struct ipb_html *html, struct json_object *bench);

/* The word of a verdict, which is also the class it is drawn in, and its mark */
const char *ipb_chart_verdict_word(const char *verdict);
const char *ipb_chart_verdict_mark(const char *verdict);

/* What the bars look like, in words; and the hatching, once in a page */
void ipb_chart_verdict_key(struct ipb_html *html);
void ipb_chart_patterns(struct ipb_html *html);

#endif
