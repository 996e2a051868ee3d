/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_FIGURE_H
#define IPB_FIGURE_H

#include <json-c/json.h>

/*
 * Figures for people; the caller frees them. A member's figure has no more
 * places than it was published with and is "" when absent.
 */
char *ipb_figure_member(struct json_object *from, const char *name);

/* The same with a sign even when positive */
char *ipb_figure_signed(struct json_object *from, const char *name);

/* "low .. high" of ci_low_ns and ci_high_ns, and a percentage; "" when absent */
char *ipb_figure_interval(struct json_object *from);
char *ipb_figure_percent(struct json_object *from, const char *name);

/* "12 s ago", from a count of seconds since 1970; "" for none */
char *ipb_figure_age(double epoch_s);

#endif
