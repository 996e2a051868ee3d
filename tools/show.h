/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_SHOW_H
#define IPB_SHOW_H

#include <json-c/json.h>

#include "table.h"
#include "terminal.h"

/* One bench's distributions, a row for each variant, class and leg; and printed */
struct ipb_table *ipb_show_distribution_table(struct json_object *bench);
void ipb_show_distributions(struct json_object *bench);

/* What must be said of a bench's distributions, each as one call of @say */
typedef void (*ipb_show_say)(void *to, const char *text);
void ipb_show_notes(struct json_object *bench, ipb_show_say say, void *to);

/* One bench's variants against its baseline, with intervals and verdicts; and printed */
struct ipb_table *ipb_show_verdict_table(struct json_object *bench);
void ipb_show_verdicts(struct json_object *bench);

/* The colour of a verdict's word */
enum ipb_colour ipb_show_verdict_colour(const char *verdict);

/*
 * Print conditions, then of every bench of @doc its distributions, its verdicts or both;
 * says of a bench without results why it has none
 */
void ipb_show_all_distributions(struct json_object *doc);
void ipb_show_all_verdicts(struct json_object *doc);
void ipb_show_all(struct json_object *doc);

#endif
