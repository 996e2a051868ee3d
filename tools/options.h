/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_OPTIONS_H
#define IPB_OPTIONS_H

#include <argp.h>
#include <json-c/json.h>
#include <stdbool.h>

/* What a command does with the document it has */
struct ipb_output {
	bool json;
	const char *file;
};

/* The words of a command line that are no options */
struct ipb_words {
	char **word;
	int count;
};

/* --json and -o for a command's parser, whose child input is a struct ipb_output */
extern const struct argp ipb_options_output;

void ipb_options_add_word(struct ipb_words *words, char *word);

/* Take the words that name result files out of @words and into @files */
void ipb_options_split_files(struct ipb_words *words, struct ipb_words *files);

/* A command's document: from the one file among @words, or from the module */
int ipb_options_document(struct ipb_words *words, bool brief, struct json_object **doc);

/* Save and print @doc as asked, by @print for people; an exit code */
int ipb_options_emit(const struct ipb_output *output, struct json_object *doc,
		     void (*print)(struct json_object *doc));

#endif
