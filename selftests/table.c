// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum { FIELDS_MAX = 5 };

/**
 * struct table_kind - a kind of file
 * @width: of the right-aligned fields of a line; blanks lie between them
 * @line: what their values are
 */
struct table_kind {
	unsigned int width[FIELDS_MAX];
	struct table_line (*line)(const double *value);
};

static struct table_line histogram_line(const double *value)
{
	return (struct table_line){ .upper = value[0], .count = value[1] };
}

static struct table_line matrix_line(const double *value)
{
	return (struct table_line){
		.from = value[0], .to = value[1], .count = value[2],
		.p50 = value[3], .p99 = value[4],
	};
}

static struct table_line senders_line(const double *value)
{
	return (struct table_line){
		.from = value[0], .count = value[1], .lost = value[2], .rate = value[3],
	};
}

const struct table_kind table_histogram = { { 20, 20 }, histogram_line };
const struct table_kind table_matrix = { { 6, 6, 12, 16, 16 }, matrix_line };
const struct table_kind table_senders = { { 6, 20, 20, 20 }, senders_line };

/* One field. Return: it is a number, right-aligned, and has its own width. */
static bool take_field(const char *text, unsigned int width, double *value)
{
	char field[32], *end;

	snprintf(field, sizeof(field), "%.*s", (int)width, text);
	if (strlen(field) != width || field[width - 1] == ' ')
		return false;
	*value = strtod(field, &end);
	return !*end && isfinite(*value);
}

/* Return: bytes of the line, or 0 where it is not made as it should be. */
static unsigned int take_line(const char *text, const unsigned int *width, double *value)
{
	unsigned int i, at = 0;

	for (i = 0; i < FIELDS_MAX && width[i]; i++) {
		if (at && text[at - 1] != ' ')
			return 0;
		if (!take_field(text + at, width[i], &value[i]))
			return 0;
		at += width[i] + 1;
	}
	return text[at - 1] == '\n' ? at : 0;
}

static int parse(struct table *table, const char *text, size_t size,
		 const struct table_kind *kind)
{
	double value[FIELDS_MAX];
	size_t at, width = take_line(text, kind->width, value);

	if (!width || size % width)
		return size ? -EPROTO : 0;
	table->line = calloc(size / width, sizeof(*table->line));
	if (!table->line)
		return -ENOMEM;
	for (at = 0; at < size; at += width) {
		if (take_line(text + at, kind->width, value) != width)
			return -EPROTO;
		table->line[table->nr++] = kind->line(value);
	}
	return 0;
}

int table_read(struct table *table, const struct table_kind *kind, const char *fmt, ...)
{
	char path[FACE_PATH], *text;
	va_list args;
	size_t size;
	int ret;

	memset(table, 0, sizeof(*table));
	va_start(args, fmt);
	vsnprintf(path, sizeof(path), fmt, args);
	va_end(args);
	text = face_slurp(&size, "%s", path);
	if (!text)
		return -ENOENT;
	ret = parse(table, text, size, kind);
	free(text);
	if (ret)
		table_free(table);
	return ret;
}

void table_free(struct table *table)
{
	free(table->line);
	memset(table, 0, sizeof(*table));
}

long long table_sum(const struct table *table)
{
	long long sum = 0;
	unsigned int i;

	for (i = 0; i < table->nr; i++)
		sum += table->line[i].count;
	return sum;
}

/* Bounds are rounded to what the clock supports, so neighbors may look alike. */
bool table_ascends(const struct table *table)
{
	unsigned int i;

	for (i = 0; i < table->nr; i++) {
		if (table->line[i].count <= 0)
			return false;
		if (i && table->line[i].upper < table->line[i - 1].upper)
			return false;
	}
	return true;
}

bool table_pairs_differ(const struct table *table)
{
	unsigned int i, j;

	for (i = 0; i < table->nr; i++) {
		const struct table_line *line = &table->line[i];

		if (line->p50 > line->p99)
			return false;
		for (j = 0; j < i; j++)
			if (line->from == table->line[j].from && line->to == table->line[j].to)
				return false;
	}
	return true;
}

double table_quantile(const struct table *table, unsigned int permille)
{
	long long needed = (table_sum(table) * permille + 999) / 1000, seen = 0;
	unsigned int i;

	for (i = 0; i < table->nr; i++) {
		seen += table->line[i].count;
		if (seen >= needed)
			return table->line[i].upper;
	}
	return NAN;
}
