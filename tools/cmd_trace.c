// SPDX-License-Identifier: GPL-2.0-only
/* ipibench trace */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "csv.h"
#include "options.h"
#include "shots.h"
#include "show.h"
#include "text.h"

struct trace {
	struct ipb_output output;
	const char *record;
	const char *file;
	struct ipb_words events;
	char **run;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct trace *trace = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		for (int i = 0; i < 2; i++)
			state->child_inputs[i] = &trace->output;
		return 0;
	case ARGP_KEY_ARG:
		if (!strcmp(arg, "run") && !trace->file) {
			/* the rest of the line is that command's own */
			trace->run = &state->argv[state->next - 1];
			state->next = state->argc;
			return 0;
		}
		if (trace->file)
			argp_error(state, "one file at a time");
		trace->file = arg;
		return 0;
	case ARGP_KEY_END:
		if (!trace->file && !trace->run)
			argp_error(state, "a file to read, or `run` and what to run?");
		return 0;
	case 'e':
		ipb_options_add_word(&trace->events, arg);
		return 0;
	case 'r':
		trace->record = arg;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* trace-cmd record, and then this very program as it was called */
static char **record_command(struct trace *trace)
{
	struct ipb_words words = { NULL, 0 };
	static char self[4096];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	self[len > 0 ? len : 0] = '\0';
	ipb_options_add_word(&words, "trace-cmd");
	ipb_options_add_word(&words, "record");
	ipb_options_add_word(&words, "-o");
	ipb_options_add_word(&words, (char *)trace->record);
	ipb_options_add_word(&words, "-e");
	ipb_options_add_word(&words, "ipibench:ipibench_shot");
	for (int i = 0; i < trace->events.count; i++) {
		ipb_options_add_word(&words, "-e");
		ipb_options_add_word(&words, trace->events.word[i]);
	}
	ipb_options_add_word(&words, len > 0 ? self : "ipibench");
	for (char **arg = trace->run; *arg; arg++)
		ipb_options_add_word(&words, *arg);
	ipb_options_add_word(&words, NULL);
	return words.word;
}

static int trace_record(struct trace *trace)
{
	char **command = record_command(trace);
	int status = 0;
	pid_t pid = fork();

	if (!pid) {
		execvp(command[0], command);
		ipb_text_error("trace-cmd: %s", strerror(errno));
		_exit(127);
	}
	free(command);
	if (pid < 0 || waitpid(pid, &status, 0) < 0) {
		ipb_text_error("trace-cmd: %s", strerror(errno));
		return IPB_EXIT_FAILED;
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		return IPB_EXIT_FAILED;
	fprintf(stderr, "Shot by shot: ipibench trace %s\n", trace->record);
	return IPB_EXIT_OK;
}

/* What trace-cmd writes starts with this; anything else is read as text */
static bool is_dat(const char *path)
{
	static const char magic[] = "\027\010Dtracing";
	char start[sizeof(magic) - 1];
	FILE *in = strcmp(path, "-") ? fopen(path, "re") : NULL;
	bool is;

	if (!in)
		return false;
	is = fread(start, 1, sizeof(start), in) == sizeof(start) &&
	     !memcmp(start, magic, sizeof(start));
	fclose(in);
	return is;
}

static int trace_read(struct trace *trace)
{
	struct ipb_shots *shots = ipb_shots_new();
	struct json_object *doc = NULL;
	int code = is_dat(trace->file) ? ipb_shots_read_dat(shots, trace->file) :
					 ipb_shots_read_text(shots, trace->file);

	if (!code) {
		doc = ipb_shots_document(shots);
		code = ipb_options_emit(&trace->output, doc);
	}
	if (ipb_shots_missed(shots)) {
		ipb_text_error("%s: the buffer dropped events, so this is not all of a run; "
			       "enlarge it (trace-cmd record -b) or fire fewer shots",
			       trace->file);
		code = code ? code : IPB_EXIT_FAILED;
	}
	json_object_put(doc);
	ipb_shots_free(shots);
	return code;
}

int ipb_cmd_trace(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "event", 'e', "EVENT", 0, "Record this event or system as well", 1 },
		{ "record", 'r', "FILE", 0, "Record into FILE instead of trace.dat", 1 },
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
		.args_doc = "FILE\nrun [ARGUMENT...]",
		.doc =
"Make distributions of the shots in FILE, one by one, which trace-cmd recorded or which is text as in /sys/kernel/tracing/trace (- is standard input). Or record a run by trace-cmd.",
	};
	struct trace trace = {
		.output = { .print = ipb_show_all_distributions, .csv = ipb_csv_distributions },
		.record = "trace.dat",
	};
	int code;

	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &trace);
	code = trace.run ? trace_record(&trace) : trace_read(&trace);
	free(trace.events.word);
	return code;
}
