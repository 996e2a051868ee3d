/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_OPTIONS_H
#define IPB_OPTIONS_H

#include <argp.h>
#include <json-c/json.h>
#include <stdbool.h>

typedef void (*ipb_printer)(struct json_object *doc);

/*
 * struct ipb_output - what a command does with the document it has
 * @print: prints it for people
 * @csv: prints it as comma-separated values
 * @ktap: prints it as KTAP
 * @asked: one of these if its option was given
 * @json: print it as JSON instead
 * @file: save it here as JSON, too
 */
struct ipb_output {
	ipb_printer print;
	ipb_printer csv;
	ipb_printer ktap;
	ipb_printer asked;
	bool json;
	const char *file;
};

/* The words of a command line that are no options */
struct ipb_words {
	char **word;
	int count;
};

/* --json and -o, --csv, --ktap: children whose input is a struct ipb_output */
extern const struct argp ipb_options_output;
extern const struct argp ipb_options_csv;
extern const struct argp ipb_options_ktap;

/* The parser of a command that has its child's options only, and the same input */
error_t ipb_options_hand_on(int key, char *arg, struct argp_state *state);

void ipb_options_add_word(struct ipb_words *words, char *word);

/* Take the words that name result files out of @words and into @files */
void ipb_options_split_files(struct ipb_words *words, struct ipb_words *files);

/* A command's document: from the one file among @words, or from the module */
int ipb_options_document(struct ipb_words *words, bool brief, struct json_object **doc);

/* Save and print @doc as asked; an exit code */
int ipb_options_emit(const struct ipb_output *output, struct json_object *doc);

/* All of a command that reads a document and prints it; an exit code */
int ipb_options_run(const struct ipb_output *output, struct ipb_words *words, bool brief);

#endif
