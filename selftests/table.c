// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum { FIELDS_MAX = 5 };

/* Widths of the right-aligned fields of a line; blanks lie between them. */
static const unsigned int histogram_fields[FIELDS_MAX] = { 20, 20 };
static const unsigned int matrix_fields[FIELDS_MAX] = { 6, 6, 12, 16, 16 };
static const unsigned int sender_fields[FIELDS_MAX] = { 6, 20, 20, 20 };

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

static struct table_line line_of(const unsigned int *fields, const double *value)
{
	if (fields == histogram_fields)
		return (struct table_line){ .upper = value[0], .count = value[1] };
	if (fields == sender_fields)
		return (struct table_line){
			.from = value[0], .count = value[1], .lost = value[2],
			.rate = value[3],
		};
	return (struct table_line){
		.from = value[0], .to = value[1], .count = value[2],
		.p50 = value[3], .p99 = value[4],
	};
}

static int parse(struct table *table, const char *text, size_t size, const unsigned int *fields)
{
	double value[FIELDS_MAX];
	size_t at, width = take_line(text, fields, value);

	if (!width || size % width)
		return size ? -EPROTO : 0;
	table->line = calloc(size / width, sizeof(*table->line));
	if (!table->line)
		return -ENOMEM;
	for (at = 0; at < size; at += width) {
		if (take_line(text + at, fields, value) != width)
			return -EPROTO;
		table->line[table->nr++] = line_of(fields, value);
	}
	return 0;
}

static int read_table(struct table *table, const unsigned int *fields, const char *fmt,
		      va_list args)
{
	char path[FACE_PATH], *text;
	size_t size;
	int ret;

	memset(table, 0, sizeof(*table));
	vsnprintf(path, sizeof(path), fmt, args);
	text = face_slurp(&size, "%s", path);
	if (!text)
		return -ENOENT;
	ret = parse(table, text, size, fields);
	free(text);
	if (ret)
		table_free(table);
	return ret;
}

int table_read_histogram(struct table *table, const char *fmt, ...)
{
	va_list args;
	int ret;

	va_start(args, fmt);
	ret = read_table(table, histogram_fields, fmt, args);
	va_end(args);
	return ret;
}

int table_read_matrix(struct table *table, const char *fmt, ...)
{
	va_list args;
	int ret;

	va_start(args, fmt);
	ret = read_table(table, matrix_fields, fmt, args);
	va_end(args);
	return ret;
}

int table_read_senders(struct table *table, const char *fmt, ...)
{
	va_list args;
	int ret;

	va_start(args, fmt);
	ret = read_table(table, sender_fields, fmt, args);
	va_end(args);
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
