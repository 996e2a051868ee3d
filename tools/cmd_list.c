// SPDX-License-Identifier: GPL-2.0-only
/* ipibench list */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "conditions.h"
#include "document.h"
#include "figure.h"
#include "json.h"
#include "options.h"
#include "sysfs.h"
#include "table.h"
#include "text.h"

static const struct ipb_column columns[] = {
	{ "bench", false, 0 },	     { "state", false, 0 },   { "backend", false, 1 },
	{ "baseline", false, 2 },    { "variants", false, 3 }, { "last run", false, 4 },
	{ "supported", false, 0 },
};

/* A file of the bench as it is now, on one line; "" when absent */
static char *file_text(struct json_object *bench, const char *file)
{
	char *text;

	if (ipb_sysfs_read(&text, "%s/%s", ipb_json_text(bench, "bench", ""), file))
		return ipb_text_copy("");
	for (char *at = text; *at; at++)
		if (*at == '\n')
			*at = ' ';
	return text;
}

static void row_add(struct ipb_table *table, struct json_object *bench)
{
	struct json_object *run = ipb_json_get(bench, "run");
	bool no = ipb_document_unsupported(bench);

	ipb_table_add(table, IPB_BOLD, ipb_text_copy(ipb_json_text(bench, "bench", "?")));
	ipb_table_add(table, IPB_PLAIN, file_text(bench, "state"));
	ipb_table_add(table, IPB_PLAIN, file_text(bench, "backend"));
	ipb_table_add(table, IPB_PLAIN, file_text(bench, "baseline"));
	ipb_table_add(table, IPB_PLAIN, file_text(bench, "available_variants"));
	ipb_table_add(table, IPB_PLAIN,
		      ipb_figure_age(ipb_json_number(run, "finished_epoch_s", 0)));
	ipb_table_add(table, no ? IPB_DIM : IPB_GREEN,
		      ipb_text_copy(ipb_json_text(bench, "supported", "?")));
}

static void print(struct json_object *doc)
{
	struct ipb_table *table = ipb_table_new(columns, IPB_COUNT(columns));

	ipb_conditions_print(doc);
	for (size_t i = 0; i < ipb_document_count(doc); i++)
		row_add(table, ipb_document_bench(doc, i));
	ipb_table_print(table);
}

int ipb_cmd_list(int argc, char **argv)
{
	static const struct argp_child children[] = { { &ipb_options_output, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		.parser = ipb_options_hand_on,
		.children = children,
		.doc = "List the benches, what each compares, and why one is not supported here.",
	};
	struct ipb_output output = { .print = print };
	struct ipb_words none = { NULL, 0 };

	argp_parse(&argp, argc, argv, 0, NULL, &output);
	return ipb_options_run(&output, &none, true);
}
