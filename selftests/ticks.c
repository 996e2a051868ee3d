// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "ticks.h"

struct interval ticks_own(const struct ticks *row)
{
	static const struct ticks nothing;

	return ticks_minus(row, &nothing);
}

struct interval ticks_minus(const struct ticks *row, const struct ticks *other)
{
	long long values[TICKS_BLOCKS];
	unsigned int i;

	for (i = 0; i < TICKS_BLOCKS; i++)
		values[i] = row->block[i] - other->block[i];
	return interval_of(values, TICKS_BLOCKS);
}

void ticks_print(const char *title, const struct ticks *rows, unsigned int nr,
		 const struct ticks *base)
{
	char head[32];
	unsigned int i;

	snprintf(head, sizeof(head), "minus %s", base->name);
	printf("| %-25s  ticks  (95 %% interval)  %12s  (95 %% interval)\n", title, head);
	for (i = 0; i < nr; i++) {
		struct interval own = ticks_own(&rows[i]), minus = ticks_minus(&rows[i], base);

		printf("| %-13s %18lld  (%lld .. %lld) %12lld  (%lld .. %lld)  %s\n",
		       rows[i].name, own.median, own.low, own.high,
		       minus.median, minus.low, minus.high, rows[i].what);
	}
	fflush(stdout);
}
