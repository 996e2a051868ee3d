// SPDX-License-Identifier: GPL-2.0-only
/* Aligned tables that fit the terminal */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"
#include "text.h"

enum { INDENT = 2, GAP = 2 };

struct cell {
	char *text;
	enum ipb_colour colour;
};

struct ipb_table {
	const struct ipb_column *column;
	size_t columns;
	size_t *width;
	struct cell *cell;
	size_t cells;
};

struct ipb_table *ipb_table_new(const struct ipb_column *columns, size_t count)
{
	struct ipb_table *table = ipb_text_grow(NULL, sizeof(*table));

	table->column = columns;
	table->columns = count;
	table->width = ipb_text_grow(NULL, count * sizeof(*table->width));
	memset(table->width, 0, count * sizeof(*table->width));
	table->cell = NULL;
	table->cells = 0;
	return table;
}

void ipb_table_add(struct ipb_table *table, enum ipb_colour colour, char *text)
{
	size_t *width = &table->width[table->cells % table->columns];

	if (strlen(text) > *width)
		*width = strlen(text);
	table->cell = ipb_text_grow(table->cell, (table->cells + 1) * sizeof(struct cell));
	table->cell[table->cells++] = (struct cell){ text, colour };
}

/* A width of 0 from here on means that the column is not shown */
static size_t settle_widths(struct ipb_table *table)
{
	size_t total = INDENT;

	for (size_t i = 0; i < table->columns; i++) {
		size_t head = strlen(table->column[i].head);

		if (!table->width[i])
			continue;
		if (head > table->width[i])
			table->width[i] = head;
		total += table->width[i] + GAP;
	}
	return total - GAP;
}

static bool drop_column(struct ipb_table *table, size_t *total)
{
	int most = 0;
	size_t drop = 0;

	for (size_t i = 0; i < table->columns; i++) {
		if (table->width[i] && table->column[i].spare > most) {
			most = table->column[i].spare;
			drop = i;
		}
	}
	if (!most)
		return false;
	*total -= table->width[drop] + GAP;
	table->width[drop] = 0;
	return true;
}

static void print_cell(const struct ipb_table *table, size_t i, const struct cell *cell,
		       bool *first)
{
	bool last = true;
	int pad;

	if (!table->width[i])
		return;
	for (size_t n = i + 1; n < table->columns; n++)
		last &= !table->width[n];
	pad = table->width[i] - strlen(cell->text);
	printf("%*s", *first ? INDENT : GAP, "");
	*first = false;
	printf("%*s%s%s%s%*s", table->column[i].right ? pad : 0, "",
	       ipb_terminal_on(cell->colour), cell->text, ipb_terminal_off(cell->colour),
	       table->column[i].right || last ? 0 : pad, "");
}

static void print_all(const struct ipb_table *table)
{
	bool first = true;

	for (size_t i = 0; i < table->columns; i++) {
		struct cell head = { (char *)table->column[i].head, IPB_BOLD };

		print_cell(table, i, &head, &first);
	}
	for (size_t n = 0; n < table->cells; n++) {
		if (n % table->columns == 0) {
			putchar('\n');
			first = true;
		}
		print_cell(table, n % table->columns, &table->cell[n], &first);
	}
	putchar('\n');
}

void ipb_table_print(struct ipb_table *table)
{
	size_t total = settle_widths(table);
	size_t room = ipb_terminal_width();

	while (room && total > room && drop_column(table, &total))
		;
	if (table->cells)
		print_all(table);
	ipb_table_free(table);
}

size_t ipb_table_rows(const struct ipb_table *table)
{
	return table->cells / table->columns;
}

size_t ipb_table_columns(const struct ipb_table *table)
{
	return table->columns;
}

const struct ipb_column *ipb_table_column(const struct ipb_table *table, size_t i)
{
	return table->width[i] ? &table->column[i] : NULL;
}

const char *ipb_table_text(const struct ipb_table *table, size_t row, size_t i)
{
	return table->cell[row * table->columns + i].text;
}

void ipb_table_free(struct ipb_table *table)
{
	for (size_t n = 0; n < table->cells; n++)
		free(table->cell[n].text);
	free(table->cell);
	free(table->width);
	free(table);
}
