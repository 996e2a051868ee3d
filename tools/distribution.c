// SPDX-License-Identifier: GPL-2.0-only
/* A bench's distributions as a table */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "figure.h"
#include "json.h"
#include "order.h"
#include "show.h"
#include "table.h"
#include "text.h"

static const struct ipb_column columns[] = {
	{ "variant", false, 0 }, { "class", false, 0 },	     { "pattern", false, 0 },
	{ "leg", false, 0 },	 { "count", true, 3 },	     { "lost", true, 6 },
	{ "negative", true, 7 }, { "skipped_idle", true, 8 }, { "rate/s", true, 0 },
	{ "fairness", true, 0 }, { "min ns", true, 5 },	     { "mean", true, 9 },
	{ "stddev", true, 10 },	 { "p50 ns", true, 0 },	     { "p90 ns", true, 2 },
	{ "p99 ns", true, 0 },	 { "p99.9 ns", true, 1 },    { "max ns", true, 4 },
};

static const char *const of_row[] = { "rate_per_s", "fairness_ratio" };

static const char *const of_leg[] = {
	"min_ns", "mean_ns", "stddev_ns", "p50_ns", "p90_ns", "p99_ns", "p999_ns", "max_ns",
};

static void text_add(struct ipb_table *table, struct json_object *row, const char *name)
{
	ipb_table_add(table, IPB_PLAIN, ipb_text_copy(ipb_json_text(row, name, "")));
}

/* A column of zeros would say nothing, so zero is shown as nothing */
static void trouble_add(struct ipb_table *table, struct json_object *row, const char *name)
{
	if (ipb_json_number(row, name, 0) > 0)
		ipb_table_add(table, IPB_YELLOW, ipb_figure_member(row, name));
	else
		ipb_table_add(table, IPB_PLAIN, ipb_text_copy(""));
}

static void row_add(struct ipb_table *table, struct json_object *row, const char *name,
		    struct json_object *leg)
{
	bool own_count = !strcmp(name, "deliver") && ipb_json_has_number(row, "deliver_count");

	text_add(table, row, "variant");
	text_add(table, row, "class");
	text_add(table, row, "pattern");
	ipb_table_add(table, IPB_PLAIN, ipb_text_copy(name));
	text_add(table, row, own_count ? "deliver_count" : "count");
	trouble_add(table, row, "lost");
	trouble_add(table, row, "negative");
	trouble_add(table, row, "skipped_idle");
	for (size_t i = 0; i < IPB_COUNT(of_row); i++)
		ipb_table_add(table, IPB_PLAIN, ipb_figure_member(row, of_row[i]));
	for (size_t i = 0; i < IPB_COUNT(of_leg); i++)
		ipb_table_add(table, IPB_PLAIN, ipb_figure_member(leg, of_leg[i]));
}

static void rows_add(struct ipb_table *table, struct json_object *row)
{
	struct json_object *legs = ipb_json_get(row, "legs");

	if (!legs) {
		row_add(table, row, "", NULL);
		return;
	}
	json_object_object_foreach(legs, name, leg)
		row_add(table, row, name, leg);
}

static const char batch_note[] =
	"op: each sample is the mean of a batch of %s operations, so percentiles\n"
	"  are of batch means.";

/* Whether a row of variant @variant (or any, if NULL) has a leg @leg */
static struct json_object *row_with(struct json_object *results, const char *variant,
				    const char *leg)
{
	for (size_t i = 0; i < json_object_array_length(results); i++) {
		struct json_object *row = json_object_array_get_idx(results, i);

		if (variant && strcmp(variant, ipb_json_text(row, "variant", "")))
			continue;
		if (ipb_json_get(ipb_json_get(row, "legs"), leg))
			return row;
	}
	return NULL;
}

/* Words a run left in its rows: for one, why there is no deliver leg */
static void say_reasons(struct json_object *results, ipb_show_say say, void *to)
{
	struct json_object *seen = json_object_new_object();

	for (size_t i = 0; i < json_object_array_length(results); i++) {
		struct json_object *row = json_object_array_get_idx(results, i);

		json_object_object_foreach(row, name, value) {
			char *text;

			if (!json_object_is_type(value, json_type_string) ||
			    ipb_text_has_word("variant class pattern", name) ||
			    json_object_equal(ipb_json_get(seen, name), value))
				continue;
			text = ipb_text_format("%s: %s", name, json_object_get_string(value));
			say(to, text);
			free(text);
			json_object_object_add(seen, name, json_object_get(value));
		}
	}
	json_object_put(seen);
}

void ipb_show_notes(struct json_object *bench, ipb_show_say say, void *to)
{
	struct json_object *results = ipb_json_get(bench, "results");
	struct json_object *op = row_with(results, NULL, "op");

	if (op) {
		char *text = ipb_text_format(batch_note, ipb_json_text(op, "ops_per_shot", "many"));

		say(to, text);
		free(text);
	}
	if (row_with(results, "wake", "deliver"))
		say(to, "wake ends in a thread: its deliver is not comparable with a handler's.");
	say_reasons(results, say, to);
}

static void print_note(void *to, const char *text)
{
	(void)to;
	printf("  %s\n", text);
}

struct ipb_table *ipb_show_distribution_table(struct json_object *bench)
{
	struct json_object *results = ipb_json_get(bench, "results");
	struct ipb_table *table = ipb_table_new(columns, IPB_COUNT(columns));

	for (size_t i = 0; i < json_object_array_length(results); i++)
		rows_add(table, json_object_array_get_idx(results, i));
	return table;
}

void ipb_show_distributions(struct json_object *bench)
{
	ipb_table_print(ipb_show_distribution_table(bench));
	ipb_show_notes(bench, print_note, NULL);
}
