/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_CONDITIONS_H
#define IPB_CONDITIONS_H

#include <json-c/json.h>

/* What all numbers of @doc were taken under, and in words what emulation means */
void ipb_conditions_print(struct json_object *doc);

/* The words alone, for what ipb_conditions_emulated() says; NULL if it is "no" */
const char *ipb_conditions_words(const char *emulated);

/* The words of one set of conditions, said of @whose */
void ipb_conditions_warn(struct json_object *conditions, const char *whose);

/* The heading of one bench: its run, and the conditions it does not share */
void ipb_conditions_print_bench(struct json_object *doc, struct json_object *bench);

/* "yes", "no" or "unknown": the worst that @doc says of any of its runs */
const char *ipb_conditions_emulated(struct json_object *doc);

#endif
