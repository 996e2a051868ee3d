// SPDX-License-Identifier: GPL-2.0-only
/* The shape of a result file */
#include <string.h>

#include "document.h"
#include "json.h"
#include "shape.h"
#include "text.h"

/* Absent, or of that type */
static bool is(struct json_object *from, const char *name, enum json_type type)
{
	struct json_object *value = ipb_json_get(from, name);

	return !value || json_object_is_type(value, type);
}

/* Absent, or an array of objects */
static bool is_rows(struct json_object *from, const char *name)
{
	struct json_object *rows = ipb_json_get(from, name);

	if (!is(from, name, json_type_array))
		return false;
	for (size_t i = 0; rows && i < json_object_array_length(rows); i++)
		if (!json_object_is_type(json_object_array_get_idx(rows, i), json_type_object))
			return false;
	return true;
}

static bool rows_are_sound(struct json_object *bench)
{
	static const char *const names[] = { "results", "matrix", "compare" };
	struct json_object *rows = ipb_json_get(bench, "results");

	for (size_t i = 0; i < IPB_COUNT(names); i++)
		if (!is_rows(bench, names[i]))
			return false;
	for (size_t i = 0; rows && i < json_object_array_length(rows); i++)
		if (!is(json_object_array_get_idx(rows, i), "legs", json_type_object))
			return false;
	return true;
}

static bool bench_is_sound(struct json_object *bench)
{
	return json_object_is_type(ipb_json_get(bench, "bench"), json_type_string) &&
	       is(bench, "params", json_type_object) && is(bench, "run", json_type_object) &&
	       is(ipb_json_get(bench, "run"), "conditions", json_type_object) &&
	       rows_are_sound(bench);
}

bool ipb_shape_is_sound(struct json_object *doc)
{
	struct json_object *benches = ipb_json_get(doc, "benches");

	if (ipb_json_number(doc, "schema", 0) != IPB_DOCUMENT_SCHEMA || !benches ||
	    !is_rows(doc, "benches") || !is(doc, "host", json_type_object) ||
	    !is(doc, "conditions", json_type_object))
		return false;
	for (size_t i = 0; i < json_object_array_length(benches); i++)
		if (!bench_is_sound(json_object_array_get_idx(benches, i)))
			return false;
	return true;
}
