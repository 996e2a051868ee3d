// SPDX-License-Identifier: GPL-2.0-only
/* ipibench compare */
#include <stdlib.h>

#include "command.h"
#include "options.h"
#include "show.h"

struct compare {
	struct ipb_output output;
	struct ipb_words words;
};

static void print(struct json_object *doc)
{
	static const ipb_show_part parts[] = { ipb_show_verdicts, NULL };

	ipb_show_document(doc, parts);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct compare *compare = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &compare->output;
		return 0;
	case ARGP_KEY_ARG:
		ipb_options_add_word(&compare->words, arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

int ipb_cmd_compare(int argc, char **argv)
{
	static const struct argp_child children[] = { { &ipb_options_output, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		.parser = parse,
		.children = children,
		.args_doc = "[BENCH...] [FILE.json]",
		.doc =
"Print each variant against its baseline, with an interval and a verdict: of the last run of each BENCH (all by default), or of a saved result.",
	};
	struct json_object *doc = NULL;
	struct compare compare = { 0 };
	int code;

	argp_parse(&argp, argc, argv, 0, NULL, &compare);
	code = ipb_options_document(&compare.words, false, &doc);
	if (!code)
		code = ipb_options_emit(&compare.output, doc, print);
	json_object_put(doc);
	free(compare.words.word);
	return code;
}
