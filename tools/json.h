/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_JSON_H
#define IPB_JSON_H

#include <json-c/json.h>
#include <stdbool.h>

/*
 * A file's text as a value. Numbers stay numbers, with the digits they were
 * published with; a list of CPUs or a name is a string even when it looks like
 * a number, which is why the file's @name is asked for.
 */
struct json_object *ipb_json_value(const char *name, const char *text);

/* Lines of blank-separated numbers as an array of arrays */
struct json_object *ipb_json_rows(const char *text);

/* Members by name: NULL (or the given default) when absent */
struct json_object *ipb_json_get(struct json_object *from, const char *name);
const char *ipb_json_text(struct json_object *from, const char *name, const char *absent);
double ipb_json_number(struct json_object *from, const char *name, double absent);
bool ipb_json_has_number(struct json_object *from, const char *name);

/* The member @name, made as an empty object when absent */
struct json_object *ipb_json_member(struct json_object *from, const char *name);

#endif
