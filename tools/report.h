/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_REPORT_H
#define IPB_REPORT_H

#include <json-c/json.h>

#include "html.h"

/* The whole report as one page; the caller frees it */
char *ipb_report_text(struct json_object *doc);

/* Its parts: what all runs shared, then one bench of which it is the @n-th */
void ipb_report_conditions(struct ipb_html *html, struct json_object *doc);
void ipb_report_bench(struct ipb_html *html, struct json_object *doc, size_t n);

/* "yes", "no" or "unknown", which it is too where the result does not say */
const char *ipb_report_emulated(struct json_object *doc);

/* The page's style, for <style> */
extern const char ipb_report_style[];

#endif
