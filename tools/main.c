// SPDX-License-Identifier: GPL-2.0-only
/* ipibench: run the kernel module's benches and show what they found */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "text.h"

const char *argp_program_version = "ipibench 1";

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
} commands[] = {
	{ "list", ipb_cmd_list, "the benches, and whether this machine supports them" },
	{ "run", ipb_cmd_run, "run benches and print what they found" },
	{ "show", ipb_cmd_show, "print the distributions of the last run" },
	{ "compare", ipb_cmd_compare, "print each variant against its baseline, or two results" },
	{ "matrix", ipb_cmd_matrix, "draw CPU against CPU as a heat map" },
	{ "export", ipb_cmd_export, "print the last results for a monitoring system" },
	{ "report", ipb_cmd_report, "write one HTML page with charts of a result" },
	{ "doctor", ipb_cmd_doctor, "say what would make today's numbers untrustworthy" },
	{ "trace", ipb_cmd_trace, "record a run's shots, or measure what was recorded" },
};

static char *help_filter(int key, const char *text, void *input)
{
	char *help = NULL;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	help = ipb_text_copy("Commands:\n");
	for (size_t i = 0; i < IPB_COUNT(commands); i++) {
		char *longer = ipb_text_format("%s  %-9s %s\n", help, commands[i].name,
					       commands[i].help);

		free(help);
		help = longer;
	}
	return help;
}

static int command_run(int argc, char **argv)
{
	for (size_t i = 0; i < IPB_COUNT(commands); i++) {
		if (strcmp(commands[i].name, argv[0]))
			continue;
		argv[0] = ipb_text_format("ipibench %s", commands[i].name);
		return commands[i].run(argc, argv);
	}
	ipb_text_error("no command is called %s; see `ipibench --help`", argv[0]);
	return IPB_EXIT_USAGE;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	int *code = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		/* the rest of the line is the command's own */
		(void)arg;
		*code = command_run(state->argc - state->next + 1, state->argv + state->next - 1);
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_state_help(state, stderr, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK);
		exit(IPB_EXIT_USAGE);
	}
	return ARGP_ERR_UNKNOWN;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse,
		.args_doc = "COMMAND [ARGUMENT...]",
		.doc =
"Measure what it costs to interrupt another CPU.\v`ipibench COMMAND --help` tells more.",
		.help_filter = help_filter,
	};
	int code = IPB_EXIT_USAGE;

	argp_err_exit_status = IPB_EXIT_USAGE;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &code);
	return code;
}
