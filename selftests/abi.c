// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi.h"
#include "cell.h"

enum { TEXT_MAX = 8192 };

/* Beside an installed test, in the project, in a kernel tree. */
static const char *const places[] = {
	"sysfs-kernel-ipibench",
	"../Documentation/ABI/testing/sysfs-kernel-ipibench",
	"../../../../Documentation/ABI/testing/sysfs-kernel-ipibench",
	NULL,
};

/* Copies what lies between two strings. Return: what follows, or NULL. */
static const char *between(const char *text, const char *before, const char *after, char *word,
			   size_t size)
{
	const char *start = strstr(text, before), *end;

	if (!start)
		return NULL;
	start += strlen(before);
	end = strstr(start, after);
	if (!end || (size_t)(end - start) >= size)
		return NULL;
	snprintf(word, size, "%.*s", (int)(end - start), start);
	return end;
}

static int take_default(struct abi_entry *entry, const char *text)
{
	/* A value may have a point, the sentence ends with one and a blank. */
	return between(text, ". Default: ", ". ", entry->initial, ABI_WORD) ? 0 : -EPROTO;
}

static int take_range(struct abi_entry *entry, const char *text)
{
	text = between(text, "Range: ", " to ", entry->min, ABI_WORD);
	text = text ? between(text, " to ", ". Default", entry->max, ABI_WORD) : NULL;
	if (!text)
		return -EPROTO;
	entry->limited = true;
	return take_default(entry, text);
}

static int take_choices(struct abi_entry *entry, const char *text)
{
	char *comma;

	text = between(text, "One of: ", ". Default", entry->choices, ABI_WORDS);
	if (!text)
		return -EPROTO;
	while ((comma = strstr(entry->choices, ", ")))
		memmove(comma, comma + 1, strlen(comma));
	return take_default(entry, text);
}

/* What a description says of all entries above it, which begin at @first. */
static int describe(struct abi *abi, unsigned int first, const char *text)
{
	struct abi_entry say = {
		.is_file = !strncmp(text, "(R", 2),
		.writable = !strncmp(text, "(RW) ", 5),
		.may_be_absent = strstr(text, "May be absent: "),
		.with_leg = strstr(text, "May be absent: no such leg."),
	};
	int ret = 0;

	if (say.is_file && !say.writable && strncmp(text, "(RO) ", 5))
		return -EPROTO;
	if (say.writable && strstr(text, "Range: "))
		ret = take_range(&say, text);
	else if (say.writable && strstr(text, "One of: "))
		ret = take_choices(&say, text);
	for (; !ret && first < abi->nr; first++) {
		memcpy(say.path, abi->entry[first].path, sizeof(say.path));
		abi->entry[first] = say;
	}
	return ret;
}

static int add_entry(struct abi *abi, const char *what)
{
	struct abi_entry *entry = &abi->entry[abi->nr];
	size_t len;

	what += strspn(what, " \t");
	if (strncmp(what, FACE_ROOT "/", strlen(FACE_ROOT "/")))
		return 0;
	if (abi->nr == ABI_ENTRIES)
		return -EPROTO;
	snprintf(entry->path, sizeof(entry->path), "%s", what + strlen(FACE_ROOT "/"));
	len = strlen(entry->path);
	if (len && entry->path[len - 1] == '/')
		entry->path[len - 1] = '\0';
	abi->nr++;
	return 0;
}

/* Every line of a description ends up followed by a blank. */
static void add_text(char text[TEXT_MAX], const char *line)
{
	size_t len = strlen(text);

	line += strspn(line, " \t");
	snprintf(text + len, TEXT_MAX - len, "%s ", line);
}

static int parse(struct abi *abi, FILE *file)
{
	char line[512], text[TEXT_MAX] = "";
	unsigned int first = 0;
	int ret = 0;

	while (!ret && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, "What:", 5)) {
			if (*text)
				ret = describe(abi, first, text);
			if (*text)
				first = abi->nr;
			*text = '\0';
			if (!ret)
				ret = add_entry(abi, line + 5);
		} else if (!strncmp(line, "Description:", 12)) {
			add_text(text, line + 12);
		} else if (*line == '\t') {
			add_text(text, line);
		}
	}
	return ret ? ret : describe(abi, first, text);
}

int abi_load(struct abi *abi)
{
	const char *const *place;
	FILE *file;
	int ret;

	memset(abi, 0, sizeof(*abi));
	for (place = places; *place; place++) {
		file = fopen(*place, "r");
		if (!file)
			continue;
		ret = parse(abi, file);
		fclose(file);
		return ret;
	}
	return -ENOENT;
}

bool abi_is_parameter(const struct abi_entry *entry)
{
	return entry->limited || *entry->choices;
}

static bool listed(const char *const *list, const char *word, size_t len)
{
	for (; *list; list++)
		if (strlen(*list) == len && !strncmp(*list, word, len))
			return true;
	return false;
}

/* Has this bench, or every bench, a parameter of that name? */
static bool is_parameter_of(const struct abi *abi, const char *bench, const char *name)
{
	char own[FACE_PATH], any[FACE_PATH];
	unsigned int i;

	snprintf(own, sizeof(own), "%s/%s", bench, name);
	snprintf(any, sizeof(any), "<bench>/%s", name);
	for (i = 0; i < abi->nr; i++)
		if (abi_is_parameter(&abi->entry[i]) &&
		    (!strcmp(abi->entry[i].path, own) || !strcmp(abi->entry[i].path, any)))
			return true;
	return false;
}

static bool is_variant_of(const char *bench, const char *name)
{
	char variants[FACE_TEXT];

	return !face_read(variants, "%s/available_variants", bench) &&
	       face_has_word(variants, name);
}

/* One component of an entry's path beside one that exists. */
static bool component_matches(const struct abi *abi, const char *bench, const char *pattern,
			      const char *name)
{
	if (!strcmp(pattern, "<bench>"))
		return strcmp(name, "env") && strcmp(name, "abi") && strcmp(name, "live");
	if (!strcmp(pattern, "<hook>"))
		return !strcmp(bench, "live");
	if (!strcmp(pattern, "<variant>"))
		return is_variant_of(bench, name);
	if (!strcmp(pattern, "<class>"))
		return listed(cell_classes, name, strlen(name));
	if (!strcmp(pattern, "<parameter>"))
		return is_parameter_of(abi, bench, name);
	if (!strncmp(pattern, "<leg>", 5))
		return listed(cell_legs, name, strcspn(name, "_")) &&
		       !strcmp(pattern + 5, name + strcspn(name, "_"));
	return !strcmp(pattern, name);
}

static bool path_matches(const struct abi *abi, const char *pattern, const char *path)
{
	char patterns[FACE_PATH], names[FACE_PATH], bench[FACE_PATH];
	char *left = patterns, *right = names, *one, *other;

	snprintf(patterns, sizeof(patterns), "%s", pattern);
	snprintf(names, sizeof(names), "%s", path);
	snprintf(bench, sizeof(bench), "%.*s", (int)strcspn(path, "/"), path);
	do {
		one = strsep(&left, "/");
		other = strsep(&right, "/");
		if (one && other && !component_matches(abi, bench, one, other))
			return false;
	} while (one && other);
	return one == other;
}

const struct abi_entry *abi_find(const struct abi *abi, const char *path)
{
	unsigned int i;

	for (i = 0; i < abi->nr; i++)
		if (!strcmp(abi->entry[i].path, path))
			return &abi->entry[i];
	for (i = 0; i < abi->nr; i++)
		if (path_matches(abi, abi->entry[i].path, path))
			return &abi->entry[i];
	return NULL;
}

/**
 * struct expansion - an entry's path on its way to paths
 * @abi: the promise
 * @bench: first component
 * @visit: called with each
 * @data: for @visit
 * @nr: visited
 */
struct expansion {
	const struct abi *abi;
	char bench[FACE_PATH];
	void (*visit)(const char *path, void *data);
	void *data;
	unsigned int nr;
};

static void expand(struct expansion *x, const char *done, const char *rest);

static void go_on(struct expansion *x, const char *done, const char *name, const char *rest)
{
	char path[FACE_PATH];

	if (snprintf(path, sizeof(path), "%s%s%s", done, *done ? "/" : "", name) >=
	    (int)sizeof(path))
		return;
	if (*rest) {
		expand(x, path, rest);
		return;
	}
	x->nr++;
	x->visit(path, x->data);
}

/* A placeholder for a folder: all those that exist. */
static void expand_folders(struct expansion *x, const char *done, const char *pattern,
			   const char *rest)
{
	char path[FACE_PATH];
	struct dirent *entry;
	DIR *dir;

	face_path(path, "%s", done);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (*entry->d_name == '.' || entry->d_type != DT_DIR)
			continue;
		if (!*done)
			snprintf(x->bench, sizeof(x->bench), "%s", entry->d_name);
		if (component_matches(x->abi, x->bench, pattern, entry->d_name))
			go_on(x, done, entry->d_name, rest);
	}
	if (dir)
		closedir(dir);
}

static void expand_legs(struct expansion *x, const char *done, const char *suffix)
{
	const char *const *leg;
	char name[FACE_PATH];

	for (leg = cell_legs; *leg; leg++) {
		if (!face_exists("%s/%s_min_ns", done, *leg) &&
		    !face_exists("%s/%s_p50_delta_ns", done, *leg))
			continue;
		snprintf(name, sizeof(name), "%s%s", *leg, suffix);
		go_on(x, done, name, "");
	}
}

static void expand_parameters(struct expansion *x, const char *done)
{
	unsigned int i;

	for (i = 0; face_exists("%s", done) && i < x->abi->nr; i++) {
		const char *name = strrchr(x->abi->entry[i].path, '/');

		if (name && abi_is_parameter(&x->abi->entry[i]) &&
		    is_parameter_of(x->abi, x->bench, name + 1))
			go_on(x, done, name + 1, "");
	}
}

static void expand(struct expansion *x, const char *done, const char *rest)
{
	size_t len = strcspn(rest, "/");
	char pattern[FACE_PATH];

	snprintf(pattern, sizeof(pattern), "%.*s", (int)len, rest);
	rest += len + (rest[len] == '/');
	if (!strncmp(pattern, "<leg>", 5))
		expand_legs(x, done, pattern + 5);
	else if (!strcmp(pattern, "<parameter>"))
		expand_parameters(x, done);
	else if (*pattern == '<')
		expand_folders(x, done, pattern, rest);
	else if (!*done || face_exists("%s", done))
		go_on(x, done, pattern, rest);
}

unsigned int abi_expand(const struct abi *abi, const struct abi_entry *entry,
			void (*visit)(const char *path, void *data), void *data)
{
	struct expansion x = { .abi = abi, .visit = visit, .data = data };

	snprintf(x.bench, sizeof(x.bench), "%.*s", (int)strcspn(entry->path, "/"), entry->path);
	expand(&x, "", entry->path);
	return x.nr;
}
