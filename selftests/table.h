/* SPDX-License-Identifier: GPL-2.0-only */
/* Histograms, matrices and senders: files of lines of one width. */
#ifndef SELFTESTS_TABLE_H
#define SELFTESTS_TABLE_H

#include "face.h"

/* A line of any; unused fields are 0. Times in nanoseconds. */
struct table_line {
	double upper;
	unsigned int from;
	unsigned int to;
	long long count;
	double p50;
	double p99;
	long long lost;
	double rate;
};

struct table {
	struct table_line *line;
	unsigned int nr;
};

/* What a file may be. */
struct table_kind;
extern const struct table_kind table_histogram, table_matrix, table_senders;

/* Return: 0, -errno, or -EPROTO where the file is no such table. */
int table_read(struct table *table, const struct table_kind *kind, const char *fmt, ...)
	__printf(3, 4);
void table_free(struct table *table);

long long table_sum(const struct table *table);

/* Upper bounds ascend and no bucket is empty? */
bool table_ascends(const struct table *table);

/* No pair comes twice, and p50 <= p99? */
bool table_pairs_differ(const struct table *table);

/* Upper bound of the bucket in which that many thousandths of the values are reached. */
double table_quantile(const struct table *table, unsigned int permille);

#endif /* SELFTESTS_TABLE_H */
