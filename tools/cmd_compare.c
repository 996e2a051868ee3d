// SPDX-License-Identifier: GPL-2.0-only
/* ipibench compare */
#include <stdlib.h>

#include "command.h"
#include "csv.h"
#include "document.h"
#include "options.h"
#include "runs.h"
#include "show.h"
#include "text.h"

struct compare {
	struct ipb_output output;
	struct ipb_words words;
	double margin;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct compare *compare = state->input;
	char *end;

	switch (key) {
	case ARGP_KEY_INIT:
		for (int i = 0; i < 2; i++)
			state->child_inputs[i] = &compare->output;
		return 0;
	case ARGP_KEY_ARG:
		ipb_options_add_word(&compare->words, arg);
		return 0;
	case 'm':
		compare->margin = strtod(arg, &end);
		if (*end || end == arg || !(compare->margin >= 0 && compare->margin <= 100))
			argp_error(state, "--same-margin-pct takes a number from 0 to 100");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* Two files, of all benches or of those named */
static int compare_files(struct compare *compare, struct ipb_words *files)
{
	struct json_object *a = ipb_document_load(files->word[0]);
	struct json_object *b = a ? ipb_document_load(files->word[1]) : NULL;
	int code = b ? IPB_EXIT_OK : IPB_EXIT_USAGE;

	if (!code)
		code = ipb_document_keep(a, compare->words.word, compare->words.count);
	if (!code) {
		struct json_object *result = ipb_runs_compare(a, b, compare->margin);

		compare->output.print = ipb_runs_print;
		if (compare->output.asked)
			compare->output.asked = ipb_csv_runs;
		code = ipb_options_emit(&compare->output, result);
		json_object_put(result);
	}
	json_object_put(a);
	json_object_put(b);
	return code;
}

static int compare_run(struct compare *compare)
{
	struct ipb_words files = { NULL, 0 };
	int code;

	ipb_options_split_files(&compare->words, &files);
	if (files.count == 2) {
		code = compare_files(compare, &files);
	} else {
		for (int i = 0; i < files.count; i++)
			ipb_options_add_word(&compare->words, files.word[i]);
		code = ipb_options_run(&compare->output, &compare->words, false);
	}
	free(files.word);
	return code;
}

int ipb_cmd_compare(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "same-margin-pct", 'm', "PCT", 0,
		  "Of two files: differences that count as none; 1 by default", 1 },
		{ 0 },
	};
	static const struct argp_child children[] = {
		{ &ipb_options_output, 0, NULL, 0 },
		{ &ipb_options_csv, 0, NULL, 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = children,
		.args_doc = "[BENCH...] [FILE.json]\n[BENCH...] A.json B.json",
		.doc =
"Print each variant against its baseline, with an interval and a verdict: of the last run of each BENCH (all by default), or of a saved result. With two result files, print what differs from A to B: that takes six runs of each, as by `run --repeat 6`.",
	};
	struct compare compare = {
		.output = { .print = ipb_show_all_verdicts, .csv = ipb_csv_verdicts },
		.margin = 1,
	};
	int code;

	argp_parse(&argp, argc, argv, 0, NULL, &compare);
	code = compare_run(&compare);
	free(compare.words.word);
	return code;
}
