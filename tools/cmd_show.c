// SPDX-License-Identifier: GPL-2.0-only
/* ipibench show */
#include <stdlib.h>

#include "command.h"
#include "csv.h"
#include "ktap.h"
#include "options.h"
#include "show.h"

struct show {
	struct ipb_output output;
	struct ipb_words words;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct show *show = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		for (int i = 0; i < 3; i++)
			state->child_inputs[i] = &show->output;
		return 0;
	case ARGP_KEY_ARG:
		ipb_options_add_word(&show->words, arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

int ipb_cmd_show(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &ipb_options_output, 0, NULL, 0 },
		{ &ipb_options_csv, 0, NULL, 0 },
		{ &ipb_options_ktap, 0, NULL, 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.parser = parse,
		.children = children,
		.args_doc = "[BENCH...] [FILE.json]",
		.doc =
"Print the distributions of the last run of each BENCH (all by default), or of a saved result.",
	};
	struct show show = {
		.output = {
			.print = ipb_show_all_distributions,
			.csv = ipb_csv_distributions,
			.ktap = ipb_ktap_print,
		},
	};
	int code;

	argp_parse(&argp, argc, argv, 0, NULL, &show);
	code = ipb_options_run(&show.output, &show.words, false);
	free(show.words.word);
	return code;
}
