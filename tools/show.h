/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_SHOW_H
#define IPB_SHOW_H

#include <json-c/json.h>

#include "terminal.h"

/* Print one bench's distributions, a row for each variant, class and leg */
void ipb_show_distributions(struct json_object *bench);

/* Print one bench's variants against its baseline, with intervals and verdicts */
void ipb_show_verdicts(struct json_object *bench);

/* The colour of a verdict's word */
enum ipb_colour ipb_show_verdict_colour(const char *verdict);

typedef void (*ipb_show_part)(struct json_object *bench);

/*
 * Print conditions, then every bench of @doc by @parts, which NULL ends; says of a bench
 * without results why it has none
 */
void ipb_show_document(struct json_object *doc, const ipb_show_part *parts);

#endif
