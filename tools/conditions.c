// SPDX-License-Identifier: GPL-2.0-only
/* What numbers were taken under, printed before any of them */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conditions.h"
#include "document.h"
#include "figure.h"
#include "json.h"
#include "terminal.h"
#include "text.h"

enum { WIDTH = 88 };

static const struct {
	const char *emulated;
	const char *words;
} warnings[] = {
	{ "yes",
	  "This machine is EMULATED. The numbers show how the emulator behaves, not what\n"
	  "an interrupt costs on hardware; nothing here may be quoted as hardware's." },
	{ "unknown",
	  "This machine MAY BE EMULATED: nothing proves that it is hardware or a\n"
	  "hardware-assisted guest. If it is emulated, load the module with emulated=1\n"
	  "and do not quote the numbers as hardware's." },
};

static struct json_object *own_conditions(struct json_object *bench)
{
	return ipb_json_get(ipb_json_get(bench, "run"), "conditions");
}

static const char *worse(const char *a, const char *b)
{
	if (!strcmp(a, "yes") || !strcmp(b, "no"))
		return a;
	return !strcmp(b, "yes") || !strcmp(a, "no") ? b : a;
}

const char *ipb_conditions_emulated(struct json_object *doc)
{
	const char *worst = ipb_json_text(ipb_json_get(doc, "conditions"), "emulated", "no");

	for (size_t i = 0; i < ipb_document_count(doc); i++)
		worst = worse(worst, ipb_json_text(own_conditions(ipb_document_bench(doc, i)),
						   "emulated", "no"));
	return worst;
}

const char *ipb_conditions_words(const char *emulated)
{
	for (size_t i = 0; i < IPB_COUNT(warnings); i++)
		if (!strcmp(warnings[i].emulated, emulated))
			return warnings[i].words;
	return NULL;
}

static void words_print(const char *emulated, const char *before)
{
	const char *words = ipb_conditions_words(emulated);

	if (words)
		printf("%s%s%s%s\n", ipb_terminal_on(IPB_YELLOW), before, words,
		       ipb_terminal_off(IPB_YELLOW));
}

void ipb_conditions_warn(struct json_object *conditions, const char *whose)
{
	char *before = ipb_text_format("%s: ", whose);

	words_print(ipb_json_text(conditions, "emulated", "no"), before);
	free(before);
}

static bool is_param(struct json_object *doc, const char *name)
{
	for (size_t i = 0; i < ipb_document_count(doc); i++)
		if (ipb_json_get(ipb_json_get(ipb_document_bench(doc, i), "params"), name))
			return true;
	return false;
}

/* Parameters are conditions, too, but so many that they share lines */
static void params_print(struct json_object *doc, struct json_object *all, int widest)
{
	int used = 0;

	json_object_object_foreach(all, name, value) {
		const char *text = json_object_get_string(value);
		int len = strlen(name) + strlen(text) + 3;

		if (!is_param(doc, name))
			continue;
		if (!used || used + len > WIDTH) {
			used = printf("%s  %-*s  ", used ? ",\n" : "", widest,
				      used ? "" : "parameters");
			used += printf("%s %s", name, text);
		} else {
			used += printf(", %s %s", name, text);
		}
	}
	if (used)
		putchar('\n');
}

void ipb_conditions_print(struct json_object *doc)
{
	struct json_object *all = ipb_json_get(doc, "conditions");
	const char *emulated = ipb_conditions_emulated(doc);
	int widest = 0;

	if (!all || !json_object_object_length(all))
		return;
	printf("%sConditions%s\n", ipb_terminal_on(IPB_BOLD), ipb_terminal_off(IPB_BOLD));
	{
		json_object_object_foreach(all, name, value) {
			(void)value;
			if ((int)strlen(name) > widest && !is_param(doc, name))
				widest = strlen(name);
		}
	}
	json_object_object_foreach(all, name, value)
		if (!is_param(doc, name))
			printf("  %-*s  %s\n", widest, name, json_object_get_string(value));
	params_print(doc, all, widest);
	words_print(emulated, "");
	putchar('\n');
}

/* Counts that are worth a word only when they are not zero */
static bool is_trouble(const char *name)
{
	return ipb_text_has_word("lost negative skipped_idle offline", name);
}

static void print_run(struct json_object *run)
{
	const char *before = "  ";

	json_object_object_foreach(run, name, value) {
		if (ipb_text_has_word("id finished_epoch_s conditions", name))
			continue;
		if (is_trouble(name) && !json_object_get_int64(value))
			continue;
		printf("%s%s %s", before, name, json_object_get_string(value));
		before = ", ";
	}
	if (!strcmp(before, ", "))
		putchar('\n');
}

static void print_own(struct json_object *doc, struct json_object *bench)
{
	struct json_object *all = ipb_json_get(doc, "conditions");
	struct json_object *own = own_conditions(bench);
	const char *before = "  ";

	if (!own)
		return;
	json_object_object_foreach(own, name, value) {
		if (json_object_equal(ipb_json_get(all, name), value))
			continue;
		printf("%s%s %s", before, name, json_object_get_string(value));
		before = ", ";
	}
	if (!strcmp(before, ", "))
		putchar('\n');
}

void ipb_conditions_print_bench(struct json_object *doc, struct json_object *bench)
{
	struct json_object *run = ipb_json_get(bench, "run");
	const char *backend = ipb_json_text(bench, "backend", NULL);
	const char *id = ipb_json_text(run, "id", NULL);
	char *age = ipb_figure_age(ipb_json_number(run, "finished_epoch_s", 0));

	printf("%s%s%s", ipb_terminal_on(IPB_BOLD), ipb_json_text(bench, "bench", "?"),
	       ipb_terminal_off(IPB_BOLD));
	if (backend)
		printf("  backend %s", backend);
	if (id && ipb_document_has_results(bench))
		printf(", run %s", id);
	if (*age && ipb_document_has_results(bench))
		printf(", %s", age);
	putchar('\n');
	free(age);
	if (!run || !ipb_document_has_results(bench))
		return;
	print_run(run);
	print_own(doc, bench);
}
