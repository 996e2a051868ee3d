// SPDX-License-Identifier: GPL-2.0-only
/* The document every command works on, from the module or from a file */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "json.h"
#include "machine.h"
#include "shape.h"
#include "snapshot.h"
#include "sysfs.h"
#include "text.h"

struct json_object *ipb_document_new(void)
{
	struct json_object *doc = json_object_new_object();

	json_object_object_add(doc, "schema", json_object_new_int(IPB_DOCUMENT_SCHEMA));
	json_object_object_add(doc, "host", ipb_machine_host());
	json_object_object_add(doc, "conditions", json_object_new_object());
	json_object_object_add(doc, "benches", json_object_new_array());
	return doc;
}

void ipb_document_add(struct json_object *doc, struct json_object *bench)
{
	json_object_array_add(ipb_json_get(doc, "benches"), bench);
}

size_t ipb_document_count(struct json_object *doc)
{
	return json_object_array_length(ipb_json_get(doc, "benches"));
}

struct json_object *ipb_document_bench(struct json_object *doc, size_t i)
{
	return json_object_array_get_idx(ipb_json_get(doc, "benches"), i);
}

const char *ipb_document_unsupported(struct json_object *bench)
{
	const char *supported = ipb_json_text(bench, "supported", "yes");

	if (!ipb_text_starts(supported, "no"))
		return NULL;
	supported += 2;
	return supported + strspn(supported, ": ");
}

bool ipb_document_has_results(struct json_object *bench)
{
	struct json_object *results = ipb_json_get(bench, "results");

	return results && json_object_array_length(results);
}

static void env_read(struct json_object *conditions)
{
	struct ipb_names files;

	if (ipb_sysfs_names("env", false, &files))
		return;
	for (size_t i = 0; i < files.count; i++) {
		char *text;

		if (!ipb_sysfs_read(&text, "env/%s", files.name[i]))
			json_object_object_add(conditions, files.name[i],
					       ipb_json_value(files.name[i], text));
		free(text);
	}
	ipb_sysfs_names_free(&files);
}

static struct json_object *conditions_of(struct json_object *doc, size_t i)
{
	return ipb_json_get(ipb_json_get(ipb_document_bench(doc, i), "run"), "conditions");
}

static bool shared_by_all(struct json_object *doc, const char *name, struct json_object *value)
{
	for (size_t i = 0; i < ipb_document_count(doc); i++) {
		struct json_object *conditions = conditions_of(doc, i);

		if (conditions && json_object_object_length(conditions) &&
		    !json_object_equal(ipb_json_get(conditions, name), value))
			return false;
	}
	return true;
}

void ipb_document_finish(struct json_object *doc)
{
	struct json_object *all = ipb_json_get(doc, "conditions");

	env_read(all);
	for (size_t i = 0; i < ipb_document_count(doc); i++) {
		struct json_object *own = conditions_of(doc, i);

		if (!own)
			continue;
		json_object_object_foreach(own, name, value)
			if (shared_by_all(doc, name, value))
				json_object_object_add(all, name, json_object_get(value));
	}
}

struct json_object *ipb_document_load(const char *path)
{
	struct json_object *doc;
	char *text;
	int err = ipb_text_read(path, &text);

	if (err) {
		ipb_text_error("%s: %s", path, strerror(-err));
		return NULL;
	}
	doc = json_tokener_parse(text);
	free(text);
	if (ipb_shape_is_sound(doc))
		return doc;
	ipb_text_error("%s: not a result file of schema %d", path, IPB_DOCUMENT_SCHEMA);
	json_object_put(doc);
	return NULL;
}

static int bench_add(struct json_object *doc, const char *name, bool brief)
{
	struct json_object *bench;
	int err = ipb_snapshot_take(name, brief, &bench);

	if (!err) {
		ipb_document_add(doc, bench);
		return IPB_EXIT_OK;
	}
	if (err == -ENOENT) {
		ipb_text_error("no bench is called %s; see `ipibench list`", name);
		return IPB_EXIT_USAGE;
	}
	ipb_text_error("%s: %s", name, err == -EAGAIN ?
		       "runs keep replacing one another's results" : strerror(-err));
	return IPB_EXIT_FAILED;
}

int ipb_document_read(char **names, int count, bool brief, struct json_object **doc)
{
	struct ipb_names all = { NULL, 0 };
	int code = IPB_EXIT_OK;

	*doc = NULL;
	if (!ipb_sysfs_present())
		return IPB_EXIT_NOT_LOADED;
	if (!count)
		ipb_sysfs_benches(&all);
	*doc = ipb_document_new();
	for (int i = 0; i < count && !code; i++)
		code = bench_add(*doc, names[i], brief);
	for (size_t i = 0; i < all.count && !code; i++)
		code = bench_add(*doc, all.name[i], brief);
	ipb_sysfs_names_free(&all);
	ipb_document_finish(*doc);
	return code;
}

static bool is_named(struct json_object *bench, char **names, int count)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(names[i], ipb_json_text(bench, "bench", "")))
			return true;
	return false;
}

int ipb_document_keep(struct json_object *doc, char **names, int count)
{
	struct json_object *kept;

	if (!count)
		return IPB_EXIT_OK;
	kept = json_object_new_array();
	for (size_t i = 0; i < ipb_document_count(doc); i++)
		if (is_named(ipb_document_bench(doc, i), names, count))
			json_object_array_add(kept, json_object_get(ipb_document_bench(doc, i)));
	json_object_object_add(doc, "benches", kept);
	for (int n = 0; n < count; n++) {
		bool there = false;

		for (size_t i = 0; i < ipb_document_count(doc); i++)
			there |= is_named(ipb_document_bench(doc, i), &names[n], 1);
		if (!there) {
			ipb_text_error("the file holds no bench called %s", names[n]);
			return IPB_EXIT_USAGE;
		}
	}
	return IPB_EXIT_OK;
}
