// SPDX-License-Identifier: GPL-2.0-only
/* Options and arguments that several commands share */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "options.h"
#include "text.h"

enum { KEY_CSV = 0x200, KEY_KTAP };
enum { FORMAT = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct ipb_output *output = state->input;

	switch (key) {
	case 'j':
		output->json = true;
		return 0;
	case 'o':
		output->file = arg;
		return 0;
	case KEY_CSV:
		output->asked = output->csv;
		return 0;
	case KEY_KTAP:
		output->asked = output->ktap;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_option output_options[] = {
	{ "json", 'j', NULL, 0, "Print the result as JSON", 90 },
	{ "output", 'o', "FILE", 0, "Save the result in FILE as JSON, whole or not at all", 90 },
	{ 0 },
};

static const struct argp_option csv_options[] = {
	{ "csv", KEY_CSV, NULL, 0, "Print comma-separated values", 90 },
	{ 0 },
};

static const struct argp_option ktap_options[] = {
	{ "ktap", KEY_KTAP, NULL, 0, "Print KTAP", 90 },
	{ 0 },
};

const struct argp ipb_options_output = { .options = output_options, .parser = parse };
const struct argp ipb_options_csv = { .options = csv_options, .parser = parse };
const struct argp ipb_options_ktap = { .options = ktap_options, .parser = parse };

error_t ipb_options_hand_on(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = state->input;
	return 0;
}

void ipb_options_add_word(struct ipb_words *words, char *word)
{
	words->word = ipb_text_grow(words->word, (words->count + 1) * sizeof(char *));
	words->word[words->count++] = word;
}

static bool is_file(const char *word)
{
	return ipb_text_ends(word, ".json") || word[0] == '/' || word[0] == '.';
}

void ipb_options_split_files(struct ipb_words *words, struct ipb_words *files)
{
	int kept = 0;

	for (int i = 0; i < words->count; i++) {
		if (is_file(words->word[i]))
			ipb_options_add_word(files, words->word[i]);
		else
			words->word[kept++] = words->word[i];
	}
	words->count = kept;
}

int ipb_options_document(struct ipb_words *words, bool brief, struct json_object **doc)
{
	struct ipb_words files = { NULL, 0 };
	int code = IPB_EXIT_OK;

	ipb_options_split_files(words, &files);
	if (!files.count)
		return ipb_document_read(words->word, words->count, brief, doc);
	if (files.count > 1) {
		ipb_text_error("one result file at a time");
		code = IPB_EXIT_USAGE;
	} else {
		*doc = ipb_document_load(files.word[0]);
		code = *doc ? ipb_document_keep(*doc, words->word, words->count) : IPB_EXIT_USAGE;
	}
	free(files.word);
	return code;
}

int ipb_options_emit(const struct ipb_output *output, struct json_object *doc)
{
	const char *text = json_object_to_json_string_ext(doc, FORMAT);
	int err = 0;

	if (output->file) {
		char *line = ipb_text_format("%s\n", text);

		err = ipb_text_save(output->file, line);
		free(line);
	}
	if (output->json)
		puts(text);
	else if (output->asked)
		output->asked(doc);
	else
		output->print(doc);
	if (fflush(stdout) || ferror(stdout))
		err = -EIO;
	return err ? IPB_EXIT_FAILED : IPB_EXIT_OK;
}

int ipb_options_run(const struct ipb_output *output, struct ipb_words *words, bool brief)
{
	struct json_object *doc = NULL;
	int code = ipb_options_document(words, brief, &doc);

	if (!code)
		code = ipb_options_emit(output, doc);
	json_object_put(doc);
	return code;
}
