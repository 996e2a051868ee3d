// SPDX-License-Identifier: GPL-2.0-only
/* ipibench matrix */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "conditions.h"
#include "csv.h"
#include "document.h"
#include "grid.h"
#include "json.h"
#include "options.h"
#include "terminal.h"
#include "text.h"

struct matrix {
	struct ipb_output output;
	struct ipb_words words;
};

/* What the printing function is asked for, as it is given the document alone */
static const char *only_variant;
static const char *stat = "p50_ns";

static void map_print(struct json_object *bench, const char *variant)
{
	struct json_object *matrix = ipb_json_get(bench, "matrix");
	struct ipb_grid grid;

	ipb_grid_read(&grid, matrix, variant, stat);
	printf("  %s%s%s: %.*s of each pair, ns\n", ipb_terminal_on(IPB_BOLD), variant,
	       ipb_terminal_off(IPB_BOLD), (int)strcspn(stat, "_"), stat);
	if (isnan(grid.low))
		puts("  no pair was measured");
	else
		ipb_grid_print(&grid);
	putchar('\n');
	ipb_grid_free(&grid);
}

/* Each variant once; its lines stand together */
static void bench_print(struct json_object *doc, struct json_object *bench)
{
	struct json_object *matrix = ipb_json_get(bench, "matrix");
	const char *last = "";

	if (!matrix || !json_object_array_length(matrix))
		return;
	ipb_conditions_print_bench(doc, bench);
	for (size_t i = 0; i < json_object_array_length(matrix); i++) {
		struct json_object *line = json_object_array_get_idx(matrix, i);
		const char *variant = ipb_json_text(line, "variant", "");

		if (!strcmp(variant, last))
			continue;
		last = variant;
		if (!only_variant || !strcmp(variant, only_variant))
			map_print(bench, variant);
	}
}

static void print(struct json_object *doc)
{
	bool any = false;

	ipb_conditions_print(doc);
	for (size_t i = 0; i < ipb_document_count(doc); i++) {
		struct json_object *bench = ipb_document_bench(doc, i);
		struct json_object *matrix = ipb_json_get(bench, "matrix");

		any |= matrix && json_object_array_length(matrix);
		bench_print(doc, bench);
	}
	if (!any)
		puts("no results between CPUs yet");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct matrix *matrix = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &matrix->output;
		state->child_inputs[1] = &matrix->output;
		matrix->output.print = print;
		matrix->output.csv = ipb_csv_matrix;
		return 0;
	case ARGP_KEY_ARG:
		ipb_options_add_word(&matrix->words, arg);
		return 0;
	case 'v':
		only_variant = arg;
		return 0;
	case 'p':
		if (strcmp(arg, "50") && strcmp(arg, "99"))
			argp_error(state, "--percentile takes 50 or 99");
		stat = strcmp(arg, "99") ? "p50_ns" : "p99_ns";
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

int ipb_cmd_matrix(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "variant", 'v', "NAME", 0, "Only this variant", 1 },
		{ "percentile", 'p', "50|99", 0, "Which to show; 50 by default", 1 },
		{ 0 },
	};
	static const struct argp_child children[] = {
		{ &ipb_options_output, 0, NULL, 0 }, { &ipb_options_csv, 0, NULL, 0 }, { 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = children,
		.args_doc = "[BENCH...] [FILE.json]",
		.doc =
"Draw what it costs between each CPU and each other as a heat map, of the last run or of a saved result.",
	};
	struct matrix matrix = { 0 };
	int code;

	argp_parse(&argp, argc, argv, 0, NULL, &matrix);
	code = ipb_options_run(&matrix.output, &matrix.words, false);
	free(matrix.words.word);
	return code;
}
