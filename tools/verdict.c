// SPDX-License-Identifier: GPL-2.0-only
/* A bench's variants against its baseline as a table */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "json.h"
#include "show.h"
#include "table.h"
#include "text.h"

static const struct ipb_column columns[] = {
	{ "variant", false, 0 },	  { "class", false, 0 },  { "pattern", false, 0 },
	{ "leg", false, 0 },		  { "delta ns", true, 0 }, { "95 % interval ns", true, 2 },
	{ "change", true, 0 },		  { "p99 delta ns", true, 3 },
	{ "verdict", false, 0 },
};

static const struct {
	const char *verdict;
	enum ipb_colour colour;
} colours[] = {
	{ "faster", IPB_GREEN },
	{ "slower", IPB_RED },
	{ "same", IPB_DIM },
	{ "unclear", IPB_YELLOW },
};

enum ipb_colour ipb_show_verdict_colour(const char *verdict)
{
	for (size_t i = 0; i < IPB_COUNT(colours); i++)
		if (ipb_text_starts(verdict, colours[i].verdict))
			return colours[i].colour;
	return IPB_PLAIN;
}

static void row_add(struct ipb_table *table, struct json_object *row)
{
	const char *verdict = ipb_json_text(row, "verdict", "");

	ipb_table_add(table, IPB_PLAIN, ipb_text_copy(ipb_json_text(row, "variant", "")));
	ipb_table_add(table, IPB_PLAIN, ipb_text_copy(ipb_json_text(row, "class", "")));
	ipb_table_add(table, IPB_PLAIN, ipb_text_copy(ipb_json_text(row, "pattern", "")));
	ipb_table_add(table, IPB_PLAIN, ipb_text_copy(ipb_json_text(row, "leg", "")));
	ipb_table_add(table, IPB_PLAIN, ipb_figure_signed(row, "p50_delta_ns"));
	ipb_table_add(table, IPB_PLAIN, ipb_figure_interval(row));
	ipb_table_add(table, IPB_PLAIN, ipb_figure_percent(row, "change_pct"));
	ipb_table_add(table, IPB_PLAIN, ipb_figure_signed(row, "p99_delta_ns"));
	ipb_table_add(table, ipb_show_verdict_colour(verdict), ipb_text_copy(verdict));
}

struct ipb_table *ipb_show_verdict_table(struct json_object *bench)
{
	struct ipb_table *table = ipb_table_new(columns, IPB_COUNT(columns));
	struct json_object *rows = ipb_json_get(bench, "compare");

	for (size_t i = 0; rows && i < json_object_array_length(rows); i++)
		row_add(table, json_object_array_get_idx(rows, i));
	return table;
}

void ipb_show_verdicts(struct json_object *bench)
{
	struct json_object *rows = ipb_json_get(bench, "compare");
	const char *baseline = ipb_json_text(bench, "baseline", "the baseline");

	if (!rows || !json_object_array_length(rows)) {
		puts("  Nothing to compare: the run had no variant but the baseline.");
		return;
	}
	printf("  against %s; negative is faster\n", baseline);
	ipb_table_print(ipb_show_verdict_table(bench));
	printf("  Verdicts use an interval widened for the %s verdicts of the run; unclear is no\n"
	       "  evidence of a difference and none of sameness.\n",
	       ipb_json_text(ipb_json_get(bench, "run"), "verdicts", "several"));
}
