/* SPDX-License-Identifier: GPL-2.0-only */
/* What a guest's counter said, in blocks of several variants that took turns. */
#ifndef SELFTESTS_TICKS_H
#define SELFTESTS_TICKS_H

#include "interval.h"

enum { TICKS_BLOCKS = 8 };

/**
 * struct ticks - a row of the table
 * @name: of the variant
 * @what: in a few words
 * @block: the median of each block
 */
struct ticks {
	const char *name;
	const char *what;
	long long block[TICKS_BLOCKS];
};

/* What @row took, and what more than @other, block by block. */
struct interval ticks_own(const struct ticks *row);
struct interval ticks_minus(const struct ticks *row, const struct ticks *other);

/* The table; differences are to @base, one of the rows. Each line begins with "| ". */
void ticks_print(const char *title, const struct ticks *rows, unsigned int nr,
		 const struct ticks *base);

#endif /* SELFTESTS_TICKS_H */
