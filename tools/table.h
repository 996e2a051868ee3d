/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_TABLE_H
#define IPB_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "terminal.h"

/*
 * struct ipb_column - a column of a table
 * @head: its heading
 * @right: figures are set to the right
 * @spare: 0 for a column that is always shown; else the higher, the sooner it
 *	is left out where the terminal is too narrow
 */
struct ipb_column {
	const char *head;
	bool right;
	int spare;
};

struct ipb_table;

struct ipb_table *ipb_table_new(const struct ipb_column *columns, size_t count);

/* The next cell, row by row; takes over @text. Empty columns are not shown */
void ipb_table_add(struct ipb_table *table, enum ipb_colour colour, char *text);

/* Print it on standard output, indented by two, and free it */
void ipb_table_print(struct ipb_table *table);

/* For whoever writes it elsewhere: the column is NULL where every cell is empty */
size_t ipb_table_rows(const struct ipb_table *table);
size_t ipb_table_columns(const struct ipb_table *table);
const struct ipb_column *ipb_table_column(const struct ipb_table *table, size_t i);
const char *ipb_table_text(const struct ipb_table *table, size_t row, size_t i);
void ipb_table_free(struct ipb_table *table);

#endif
