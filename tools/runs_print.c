// SPDX-License-Identifier: GPL-2.0-only
/* What differs between two documents, for people */
#include <stdio.h>
#include <string.h>

#include "conditions.h"
#include "figure.h"
#include "json.h"
#include "runs.h"
#include "show.h"
#include "table.h"
#include "text.h"

static const struct ipb_column columns[] = {
	{ "bench", false, 0 },	{ "variant", false, 0 },	   { "class", false, 0 },
	{ "pattern", false, 0 }, { "leg", false, 0 },		   { "runs", true, 4 },
	{ "A ns", true, 0 },	{ "B ns", true, 0 },		   { "delta ns", true, 1 },
	{ "95 % interval ns", true, 3 }, { "change", true, 2 }, { "verdict", false, 0 },
};

static const char *const words[] = { "bench", "variant", "class", "pattern", "leg" };

static void row_add(struct ipb_table *table, struct json_object *row)
{
	const char *verdict = ipb_json_text(row, "verdict", "");

	for (size_t i = 0; i < IPB_COUNT(words); i++)
		ipb_table_add(table, IPB_PLAIN, ipb_text_copy(ipb_json_text(row, words[i], "")));
	ipb_table_add(table, IPB_PLAIN, ipb_text_format("%s, %s", ipb_json_text(row, "a_runs", ""),
							ipb_json_text(row, "b_runs", "")));
	ipb_table_add(table, IPB_PLAIN, ipb_figure_member(row, "a_p50_ns"));
	ipb_table_add(table, IPB_PLAIN, ipb_figure_member(row, "b_p50_ns"));
	ipb_table_add(table, IPB_PLAIN, ipb_figure_signed(row, "p50_delta_ns"));
	ipb_table_add(table, IPB_PLAIN, ipb_figure_interval(row));
	ipb_table_add(table, IPB_PLAIN, ipb_figure_percent(row, "change_pct"));
	ipb_table_add(table, ipb_show_verdict_colour(verdict), ipb_text_copy(verdict));
}

static void differ_print(struct json_object *differ)
{
	if (!json_object_object_length(differ)) {
		puts("Machine, kernel and conditions are the same in both.\n");
		return;
	}
	printf("%sWhat is not the same%s\n", ipb_terminal_on(IPB_BOLD), ipb_terminal_off(IPB_BOLD));
	json_object_object_foreach(differ, name, pair) {
		const char *b = json_object_get_string(json_object_array_get_idx(pair, 1));

		printf("  %s\n    A  %s\n    B  %s\n", name,
		       json_object_get_string(json_object_array_get_idx(pair, 0)), b ? b : "-");
	}
	putchar('\n');
}

void ipb_runs_print(struct json_object *result)
{
	struct json_object *rows = ipb_json_get(result, "compare");
	struct ipb_table *table = ipb_table_new(columns, IPB_COUNT(columns));

	ipb_conditions_warn(ipb_json_get(ipb_json_get(result, "a"), "conditions"), "A");
	ipb_conditions_warn(ipb_json_get(ipb_json_get(result, "b"), "conditions"), "B");
	differ_print(ipb_json_get(result, "differ"));
	if (!json_object_array_length(rows))
		puts("the two files have no leg in common");
	else
		puts("From A to B, medians of the runs' medians; negative: B is faster");
	for (size_t i = 0; i < json_object_array_length(rows); i++)
		row_add(table, json_object_array_get_idx(rows, i));
	ipb_table_print(table);
}
