// SPDX-License-Identifier: GPL-2.0-only
/* ipibench report */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "options.h"
#include "report.h"
#include "text.h"

struct report {
	struct ipb_words words;
	const char *file;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report *report = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		ipb_options_add_word(&report->words, arg);
		return 0;
	case 'o':
		report->file = arg;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static int page_save(const char *page, const char *file)
{
	if (!strcmp(file, "-"))
		fputs(page, stdout);
	else if (!ipb_text_save(file, page))
		puts(file);
	else
		return IPB_EXIT_FAILED;
	return fflush(stdout) || ferror(stdout) ? IPB_EXIT_FAILED : IPB_EXIT_OK;
}

static int report_run(struct report *report)
{
	struct json_object *doc = NULL;
	int code = ipb_options_document(&report->words, false, &doc);

	if (!code) {
		char *page = ipb_report_text(doc);

		code = page_save(page, report->file);
		free(page);
	}
	json_object_put(doc);
	return code;
}

int ipb_cmd_report(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "output", 'o', "FILE", 0,
		  "Into FILE instead of report.html; - is standard output", 1 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[BENCH...] [FILE.json]",
		.doc =
"Write one HTML page with charts, of the last run of each BENCH (all by default), or of a saved result. It needs no other file, no network and no script to be read. The name of the page is printed.",
	};
	struct report report = { .file = "report.html" };
	int code;

	argp_parse(&argp, argc, argv, 0, NULL, &report);
	code = report_run(&report);
	free(report.words.word);
	return code;
}
