// SPDX-License-Identifier: GPL-2.0-only
/* ipibench export */
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "options.h"
#include "prometheus.h"
#include "text.h"

struct export {
	struct ipb_words words;
	char *(*format)(struct json_object *doc);
	const char *file;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct export *export = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		ipb_options_add_word(&export->words, arg);
		return 0;
	case ARGP_KEY_END:
		if (!export->format)
			argp_error(state, "which format? There is --prometheus");
		return 0;
	case 'p':
		export->format = ipb_prometheus_text;
		return 0;
	case 'o':
		export->file = arg;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static int export_run(struct export *export)
{
	struct json_object *doc = NULL;
	int code = ipb_options_document(&export->words, false, &doc);
	char *text;

	if (!code) {
		text = export->format(doc);
		if (export->file)
			code = ipb_text_save(export->file, text) ? IPB_EXIT_FAILED : IPB_EXIT_OK;
		else if (fputs(text, stdout) < 0 || fflush(stdout))
			code = IPB_EXIT_FAILED;
		free(text);
	}
	json_object_put(doc);
	return code;
}

int ipb_cmd_export(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "prometheus", 'p', NULL, 0, "Prometheus' text format", 1 },
		{ "output", 'o', "FILE", 0, "Into FILE, whole or not at all", 2 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[BENCH...] [FILE.json]",
		.doc =
"Print the results of the last run, or of a saved result, for a monitoring system; with -o as node_exporter's textfile collector wants it.",
	};
	struct export export = { .file = NULL };
	int code;

	argp_parse(&argp, argc, argv, 0, NULL, &export);
	code = export_run(&export);
	free(export.words.word);
	return code;
}
