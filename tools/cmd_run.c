// SPDX-License-Identifier: GPL-2.0-only
/* ipibench run */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "control.h"
#include "csv.h"
#include "document.h"
#include "json.h"
#include "ktap.h"
#include "options.h"
#include "param.h"
#include "show.h"
#include "snapshot.h"
#include "sysfs.h"
#include "text.h"

enum { KEY_SET = 0x100, KEY_QUICK, KEY_THOROUGH, KEY_REPEAT, KEY_PARAM };

struct run {
	struct ipb_output output;
	struct ipb_words words;
	struct ipb_settings settings;
	bool all;
	int repeat;
};

/* An option's place from KEY_PARAM on is the place of its file in params[] */
static const char *const params[] = {
	"samples", "block", "warmup", "senders", "targets", "pairs_max", "seed", "variants",
	"backend", "target_state", "gap_us", "timeout_ms", "shot_timeout_ms", "same_margin_pct",
};

static const struct argp_option options[] = {
	{ "samples", KEY_PARAM, "N", 0, "Shots per pair and variant", 1 },
	{ "block", KEY_PARAM + 1, "N", 0, "Shots in a row of one variant", 1 },
	{ "warmup", KEY_PARAM + 2, "N", 0, "Shots dropped at first", 1 },
	{ "senders", KEY_PARAM + 3, "CPUS", 0, "CPUs that send, as 0-3,8", 1 },
	{ "targets", KEY_PARAM + 4, "CPUS", 0, "CPUs that are sent to", 1 },
	{ "pairs-max", KEY_PARAM + 5, "N", 0, "At most so many pairs of CPUs", 1 },
	{ "seed", KEY_PARAM + 6, "N", 0, "Choice of pairs and order of blocks", 1 },
	{ "variants", KEY_PARAM + 7, "A,B", 0, "Only these variants", 1 },
	{ "backend", KEY_PARAM + 8, "NAME", 0, "real or model", 1 },
	{ "target-state", KEY_PARAM + 9, "STATE", 0, "busy or idle", 1 },
	{ "gap-us", KEY_PARAM + 10, "N", 0, "Pause before each shot at an idle target", 1 },
	{ "timeout-ms", KEY_PARAM + 11, "N", 0, "Time for the whole run", 1 },
	{ "shot-timeout-ms", KEY_PARAM + 12, "N", 0, "Time after which a shot is lost", 1 },
	{ "same-margin-pct", KEY_PARAM + 13, "PCT", 0, "Differences that count as none", 1 },
	{ "set", KEY_SET, "NAME=VALUE", 0, "Any parameter by the name of its file", 2 },
	{ "quick", KEY_QUICK, NULL, 0, "Few samples and pairs: seconds", 3 },
	{ "thorough", KEY_THOROUGH, NULL, 0, "Many samples and pairs: minutes", 3 },
	{ "repeat", KEY_REPEAT, "N", 0, "Run all of it N times", 4 },
	{ 0 },
};

/* A verdict needs 16 rounds, hence no fewer than 16 blocks of 32 */
static const struct {
	int key;
	const char *name;
	const char *value;
} presets[] = {
	{ KEY_QUICK, "samples", "512" },	{ KEY_QUICK, "block", "32" },
	{ KEY_QUICK, "warmup", "32" },		{ KEY_QUICK, "pairs_max", "8" },
	{ KEY_THOROUGH, "samples", "16384" },	{ KEY_THOROUGH, "block", "64" },
	{ KEY_THOROUGH, "warmup", "256" },	{ KEY_THOROUGH, "pairs_max", "256" },
	{ KEY_THOROUGH, "timeout_ms", "1800000" },
};

static void preset_add(struct ipb_settings *settings, int key)
{
	for (size_t i = 0; i < IPB_COUNT(presets); i++)
		if (presets[i].key == key)
			ipb_param_add(settings, presets[i].name, presets[i].value, true);
}

static void set_add(struct ipb_settings *settings, char *arg, struct argp_state *state)
{
	char *equals = strchr(arg, '=');
	char *name;

	if (!equals)
		argp_error(state, "--set takes NAME=VALUE");
	name = ipb_text_format("%.*s", (int)(equals - arg), arg);
	ipb_param_add(settings, name, equals + 1, false);
	free(name);
}

static int repeat_of(const char *arg, struct argp_state *state)
{
	char *end;
	long n = strtol(arg, &end, 10);

	if (*end || n < 1 || n > 10000)
		argp_error(state, "--repeat takes a number from 1 to 10000");
	return n;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct run *run = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		for (int i = 0; i < 3; i++)
			state->child_inputs[i] = &run->output;
		return 0;
	case ARGP_KEY_ARG:
		ipb_options_add_word(&run->words, arg);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which bench? Name some, or say `all`");
		return 0;
	case KEY_SET:
		set_add(&run->settings, arg, state);
		return 0;
	case KEY_REPEAT:
		run->repeat = repeat_of(arg, state);
		return 0;
	case KEY_QUICK:
	case KEY_THOROUGH:
		preset_add(&run->settings, key);
		return 0;
	}
	if (key < KEY_PARAM || key >= KEY_PARAM + (int)IPB_COUNT(params))
		return ARGP_ERR_UNKNOWN;
	ipb_param_add(&run->settings, params[key - KEY_PARAM], arg, false);
	return 0;
}

/* "all" stands for every bench that can be started */
static void words_expand(struct run *run)
{
	struct ipb_names names;

	run->all = run->words.count == 1 && !strcmp(run->words.word[0], "all");
	if (!run->all)
		return;
	run->words.count = 0;
	ipb_sysfs_benches(&names);
	for (size_t i = 0; i < names.count; i++)
		if (ipb_sysfs_has(names.name[i], "control"))
			ipb_options_add_word(&run->words, ipb_text_copy(names.name[i]));
	ipb_sysfs_names_free(&names);
}

static int words_check(const struct run *run)
{
	for (int i = 0; i < run->words.count; i++) {
		if (ipb_sysfs_has(run->words.word[i], "control"))
			continue;
		ipb_text_error("no bench is called %s; see `ipibench list`", run->words.word[i]);
		return IPB_EXIT_USAGE;
	}
	return ipb_param_check(&run->settings, run->words.word, run->words.count);
}

static int snapshot_add(struct json_object *doc, const char *bench)
{
	struct json_object *one;
	int err = ipb_snapshot_take(bench, false, &one);

	if (err) {
		ipb_text_error("%s: the results cannot be read: %s", bench, strerror(-err));
		return IPB_EXIT_FAILED;
	}
	ipb_document_add(doc, one);
	return IPB_EXIT_OK;
}

/* An unsupported bench is part of the result, as its reason is */
static int unsupported(const struct run *run, struct json_object *doc, const char *bench,
		       bool *is)
{
	struct json_object *one;
	const char *reason;

	*is = false;
	if (ipb_snapshot_take(bench, true, &one))
		return IPB_EXIT_OK;
	reason = ipb_document_unsupported(one);
	*is = reason;
	if (!reason) {
		json_object_put(one);
		return IPB_EXIT_OK;
	}
	ipb_document_add(doc, one);
	if (run->all)
		return IPB_EXIT_OK;
	ipb_text_error("%s: not supported here: %s", bench, reason);
	return IPB_EXIT_UNSUPPORTED;
}

static int run_one(struct run *run, struct json_object *doc, const char *bench)
{
	struct ipb_settings old = { NULL, 0 };
	bool is_unsupported;
	int code = unsupported(run, doc, bench, &is_unsupported);

	if (is_unsupported)
		return code;
	code = ipb_param_stage(bench, &run->settings, &old);
	if (code)
		return code;
	code = ipb_control_run(bench);
	/* before the parameters go back, as they belong to the result */
	if (!code)
		code = snapshot_add(doc, bench);
	ipb_param_restore(bench, &old);
	return code;
}

static int worse(int a, int b)
{
	static const int order[] = {
		IPB_EXIT_INTERRUPTED, IPB_EXIT_USAGE, IPB_EXIT_NOT_LOADED, IPB_EXIT_FAILED,
		IPB_EXIT_UNSUPPORTED,
	};

	for (size_t i = 0; i < IPB_COUNT(order); i++)
		if (a == order[i] || b == order[i])
			return order[i];
	return IPB_EXIT_OK;
}

static int run_all(struct run *run, struct json_object *doc)
{
	int code = IPB_EXIT_OK;

	for (int n = 0; n < run->repeat; n++) {
		for (int i = 0; i < run->words.count; i++) {
			code = worse(code, run_one(run, doc, run->words.word[i]));
			if (ipb_control_interrupted())
				return IPB_EXIT_INTERRUPTED;
			if (code == IPB_EXIT_USAGE || code == IPB_EXIT_NOT_LOADED)
				return code;
		}
	}
	return code;
}

static int run(struct run *run)
{
	struct json_object *doc;
	int code;

	if (!ipb_sysfs_present())
		return IPB_EXIT_NOT_LOADED;
	words_expand(run);
	code = words_check(run);
	if (code)
		return code;
	ipb_control_catch();
	doc = ipb_document_new();
	code = run_all(run, doc);
	ipb_document_finish(doc);
	if (ipb_document_count(doc))
		code = worse(code, ipb_options_emit(&run->output, doc));
	json_object_put(doc);
	return code;
}

int ipb_cmd_run(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &ipb_options_output, 0, NULL, 0 },
		{ &ipb_options_csv, 0, NULL, 0 },
		{ &ipb_options_ktap, 0, NULL, 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = children,
		.args_doc = "BENCH... | all",
		.doc =
"Run benches one after another and print what they found. Parameters hold for these runs and are put back after them; without an option a parameter is as the bench has it.",
	};
	struct run what = {
		.output = {
			.print = ipb_show_all,
			.csv = ipb_csv_distributions,
			.ktap = ipb_ktap_print,
		},
		.repeat = 1,
	};
	int code;

	argp_parse(&argp, argc, argv, 0, NULL, &what);
	code = run(&what);
	ipb_param_free(&what.settings);
	free(what.words.word);
	return code;
}
