// SPDX-License-Identifier: GPL-2.0-only
/* A bench's results/ and compare/ as JSON */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "order.h"
#include "result.h"
#include "sysfs.h"
#include "text.h"

/* One row: what is known of one variant in one class or pattern */
static struct json_object *row_new(const char *variant, const char *class)
{
	struct json_object *row = json_object_new_object();

	json_object_object_add(row, "variant", json_object_new_string(variant));
	json_object_object_add(row, ipb_order_is_class(class) ? "class" : "pattern",
			       json_object_new_string(class));
	return row;
}

/* The figures of one line as members of @row */
static void line_add(struct json_object *row, struct json_object *line, const char *const *member,
		     size_t members)
{
	size_t cells = json_object_array_length(line);

	for (size_t c = 0; c < cells && c < members; c++)
		json_object_object_add(row, member[c],
				       json_object_get(json_object_array_get_idx(line, c)));
}

/* What each sender of a pattern did */
static struct json_object *senders_of(const char *text)
{
	static const char *const member[] = { "cpu", "count", "lost", "rate_per_s" };
	struct json_object *lines = ipb_json_rows(text);
	struct json_object *senders = json_object_new_array();

	for (size_t i = 0; i < json_object_array_length(lines); i++) {
		struct json_object *sender = json_object_new_object();

		line_add(sender, json_object_array_get_idx(lines, i), member, IPB_COUNT(member));
		json_object_array_add(senders, sender);
	}
	json_object_put(lines);
	return senders;
}

static void result_add(struct json_object *row, const char *file, const char *text)
{
	int len = ipb_order_leg_length(file);
	const char *stat = file + len + 1;
	struct json_object *leg;
	char *name;

	if (!strcmp(file, "senders")) {
		json_object_object_add(row, file, senders_of(text));
		return;
	}
	/* deliver_count is a count of the row, not a statistic of the leg */
	if (!len || !(ipb_text_ends(stat, "_ns") || !strcmp(stat, "histogram"))) {
		json_object_object_add(row, file, ipb_json_value(file, text));
		return;
	}
	name = ipb_text_format("%.*s", len, file);
	leg = ipb_json_member(ipb_json_member(row, "legs"), name);
	free(name);
	json_object_object_add(leg, stat, strcmp(stat, "histogram") ? ipb_json_value(stat, text) :
								      ipb_json_rows(text));
}

static int result_read(const char *dir, const char *variant, const char *class,
		       struct json_object *rows)
{
	struct json_object *row = row_new(variant, class);
	struct ipb_names files;
	int err;

	json_object_array_add(rows, row);
	err = ipb_sysfs_names(dir, false, &files);
	for (size_t i = 0; !err && i < files.count; i++) {
		char *text;

		err = ipb_sysfs_read(&text, "%s/%s", dir, files.name[i]);
		if (!err)
			result_add(row, files.name[i], text);
		free(text);
	}
	ipb_sysfs_names_free(&files);
	return err;
}

/* The row's members come first in each of its legs' verdicts */
static struct json_object *verdict_of(struct json_object *verdicts, const char *variant,
				      const char *class, const char *leg, int len)
{
	struct json_object *verdict;
	char *name = ipb_text_format("%.*s", len, leg);

	verdict = ipb_json_get(verdicts, name);
	if (!verdict) {
		verdict = row_new(variant, class);
		json_object_object_add(verdict, "leg", json_object_new_string(name));
		json_object_object_add(verdicts, name, verdict);
	}
	free(name);
	return verdict;
}

static int compare_read(const char *dir, const char *variant, const char *class,
			struct json_object *rows)
{
	struct json_object *verdicts = json_object_new_object();
	struct ipb_names files;
	int err = ipb_sysfs_names(dir, false, &files);

	for (size_t i = 0; !err && i < files.count; i++) {
		const char *file = files.name[i];
		int len = ipb_order_leg_length(file);
		struct json_object *verdict;
		char *text;

		if (!len)
			continue;
		err = ipb_sysfs_read(&text, "%s/%s", dir, file);
		if (!err) {
			verdict = verdict_of(verdicts, variant, class, file, len);
			json_object_object_add(verdict, file + len + 1,
					       ipb_json_value(file + len + 1, text));
		}
		free(text);
	}
	json_object_object_foreach(verdicts, leg, verdict) {
		(void)leg;
		json_object_array_add(rows, json_object_get(verdict));
	}
	json_object_put(verdicts);
	ipb_sysfs_names_free(&files);
	return err;
}

/* Where @name stands among the words of @list: after them all if it is none */
static const char *place_of(const char *list, const char *name)
{
	const char *at = list;

	while ((at = strstr(at, name))) {
		size_t len = strlen(name);

		if ((at == list || strchr(" ,", at[-1])) && strchr(" ,\n", at[len]))
			return at;
		at += len;
	}
	return list + strlen(list);
}

/* The variants with results, in the order in which the bench lists them */
static int variants_of(const char *bench, const char *dir, struct ipb_names *names)
{
	int err = ipb_sysfs_names(dir, true, names);
	char *list;

	if (err || ipb_sysfs_read(&list, "%s/available_variants", bench))
		return err;
	for (size_t i = 1; i < names->count; i++) {
		for (size_t n = i; n; n--) {
			char **name = &names->name[n], *swap = name[-1];

			if (place_of(list, name[-1]) <= place_of(list, name[0]))
				break;
			name[-1] = name[0];
			name[0] = swap;
		}
	}
	free(list);
	return 0;
}

typedef int (*row_reader)(const char *dir, const char *variant, const char *class,
			  struct json_object *rows);

/* Every VARIANT/CLASS under @top through @reader */
static int walk(const char *bench, const char *top, row_reader reader, struct json_object *rows)
{
	struct ipb_names variants, classes;
	int err;
	char *dir = ipb_text_format("%s/%s", bench, top);

	err = variants_of(bench, dir, &variants);
	free(dir);
	for (size_t v = 0; !err && v < variants.count; v++) {
		dir = ipb_text_format("%s/%s/%s", bench, top, variants.name[v]);
		err = ipb_sysfs_names(dir, true, &classes);
		free(dir);
		for (size_t c = 0; !err && c < classes.count; c++) {
			dir = ipb_text_format("%s/%s/%s/%s", bench, top, variants.name[v],
					      classes.name[c]);
			err = reader(dir, variants.name[v], classes.name[c], rows);
			free(dir);
		}
		ipb_sysfs_names_free(&classes);
	}
	ipb_sysfs_names_free(&variants);
	return err;
}

static void matrix_add(struct json_object *matrix, const char *variant, struct json_object *lines)
{
	static const char *const member[] = { "src", "dst", "count", "p50_ns", "p99_ns" };

	for (size_t i = 0; i < json_object_array_length(lines); i++) {
		struct json_object *row = json_object_new_object();

		json_object_object_add(row, "variant", json_object_new_string(variant));
		line_add(row, json_object_array_get_idx(lines, i), member, IPB_COUNT(member));
		json_object_array_add(matrix, row);
	}
}

static int matrix_read(const char *bench, struct json_object *matrix)
{
	char *dir = ipb_text_format("%s/results", bench);
	struct ipb_names variants;
	int err = variants_of(bench, dir, &variants);

	for (size_t v = 0; !err && v < variants.count; v++) {
		struct json_object *lines;
		char *text;

		err = ipb_sysfs_read(&text, "%s/%s/matrix", dir, variants.name[v]);
		if (err == -ENOENT) {
			/* where all senders fire at once there is none */
			err = 0;
			continue;
		}
		if (err)
			break;
		lines = ipb_json_rows(text);
		matrix_add(matrix, variants.name[v], lines);
		json_object_put(lines);
		free(text);
	}
	ipb_sysfs_names_free(&variants);
	free(dir);
	return err;
}

int ipb_result_read(const char *bench, struct json_object *into)
{
	struct json_object *results = json_object_new_array();
	struct json_object *matrix = json_object_new_array();
	struct json_object *compare = json_object_new_array();
	int err;

	json_object_object_add(into, "results", results);
	json_object_object_add(into, "matrix", matrix);
	json_object_object_add(into, "compare", compare);
	err = walk(bench, "results", result_read, results);
	if (err)
		return err;
	err = matrix_read(bench, matrix);
	if (err)
		return err;
	err = walk(bench, "compare", compare_read, compare);
	/* a run of the baseline alone compares nothing */
	return err == -ENOENT ? 0 : err;
}
