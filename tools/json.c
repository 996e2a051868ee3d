// SPDX-License-Identifier: GPL-2.0-only
/* Text to JSON values, and members by name */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "text.h"

/* Never numbers: one CPU is as much a list as eight, a release as "7.3-rc1" */
static const char *const always_text[] = {
	"senders", "targets", "variants", "backend", "baseline", "pattern", "kernel", "cpu_model",
	"hypervisor", "clock", "target_state", "mpidr_layout", "supported", "classes", "variant",
};

static bool is_always_text(const char *name)
{
	for (size_t i = 0; i < IPB_COUNT(always_text); i++)
		if (!strcmp(always_text[i], name))
			return true;
	return false;
}

/* 'i' for an integer, 'd' for a decimal fraction, 0 for anything else */
static char number_kind(const char *text)
{
	const char *at = text + (*text == '-');
	size_t whole = strspn(at, "0123456789");
	size_t part;

	/* JSON has no leading zeros */
	if (!whole || (whole > 1 && at[0] == '0') || whole > 20)
		return 0;
	at += whole;
	if (!*at)
		return 'i';
	if (*at != '.')
		return 0;
	part = strspn(++at, "0123456789");
	return part && !at[part] ? 'd' : 0;
}

static struct json_object *number(const char *text)
{
	char kind = number_kind(text);

	if (kind == 'd')
		return json_object_new_double_s(strtod(text, NULL), text);
	if (kind == 'i' && *text == '-')
		return json_object_new_int64(strtoll(text, NULL, 10));
	if (kind == 'i')
		return json_object_new_uint64(strtoull(text, NULL, 10));
	return NULL;
}

struct json_object *ipb_json_value(const char *name, const char *text)
{
	struct json_object *value = is_always_text(name) ? NULL : number(text);

	return value ? value : json_object_new_string(text);
}

static struct json_object *row(char *line)
{
	struct json_object *cells = json_object_new_array();
	char *save = NULL;

	for (char *word = strtok_r(line, " \t", &save); word; word = strtok_r(NULL, " \t", &save))
		json_object_array_add(cells, ipb_json_value("", word));
	return cells;
}

struct json_object *ipb_json_rows(const char *text)
{
	struct json_object *rows = json_object_new_array();
	char *copy = ipb_text_copy(text);
	char *save = NULL;

	for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		struct json_object *cells = row(line);

		if (json_object_array_length(cells))
			json_object_array_add(rows, cells);
		else
			json_object_put(cells);
	}
	free(copy);
	return rows;
}

struct json_object *ipb_json_get(struct json_object *from, const char *name)
{
	struct json_object *value = NULL;

	if (json_object_is_type(from, json_type_object))
		json_object_object_get_ex(from, name, &value);
	return value;
}

const char *ipb_json_text(struct json_object *from, const char *name, const char *absent)
{
	struct json_object *value = ipb_json_get(from, name);

	return value ? json_object_get_string(value) : absent;
}

bool ipb_json_has_number(struct json_object *from, const char *name)
{
	struct json_object *value = ipb_json_get(from, name);

	return json_object_is_type(value, json_type_int) ||
	       json_object_is_type(value, json_type_double);
}

double ipb_json_number(struct json_object *from, const char *name, double absent)
{
	return ipb_json_has_number(from, name) ? json_object_get_double(ipb_json_get(from, name)) :
						 absent;
}

struct json_object *ipb_json_member(struct json_object *from, const char *name)
{
	struct json_object *member = ipb_json_get(from, name);

	if (!member) {
		member = json_object_new_object();
		json_object_object_add(from, name, member);
	}
	return member;
}
