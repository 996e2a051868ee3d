// SPDX-License-Identifier: GPL-2.0-only
/* ipibench doctor */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "document.h"
#include "doctor.h"
#include "json.h"
#include "machine.h"
#include "options.h"
#include "terminal.h"
#include "text.h"

enum { LABEL = 26, WIDTH = 100 };

static const struct {
	const char *name;
	enum ipb_colour colour;
} levels[] = {
	[IPB_FINE] = { "ok", IPB_GREEN },
	[IPB_NOTE] = { "note", IPB_BOLD },
	[IPB_WARN] = { "warn", IPB_RED },
	[IPB_UNKNOWN] = { "unknown", IPB_YELLOW },
};

void ipb_doctor_add(struct json_object *findings, const char *check, enum ipb_level level,
		    const char *fix, const char *says, ...)
{
	struct json_object *finding = json_object_new_object();
	va_list args;
	char *text;

	va_start(args, says);
	text = ipb_text_vformat(says, args);
	va_end(args);

	json_object_object_add(finding, "check", json_object_new_string(check));
	json_object_object_add(finding, "level", json_object_new_string(levels[level].name));
	json_object_object_add(finding, "says", json_object_new_string(text));
	if (fix)
		json_object_object_add(finding, "fix", json_object_new_string(fix));
	json_object_array_add(findings, finding);
	free(text);
}

static struct json_object *doctor_read(void)
{
	static const ipb_check *const all[] = {
		ipb_checks_module, ipb_checks_cpu, ipb_checks_kernel,
	};
	struct json_object *doc = json_object_new_object();
	struct json_object *findings = json_object_new_array();

	for (size_t i = 0; i < IPB_COUNT(all); i++)
		for (size_t n = 0; all[i][n]; n++)
			all[i][n](findings);
	json_object_object_add(doc, "schema", json_object_new_int(IPB_DOCUMENT_SCHEMA));
	json_object_object_add(doc, "host", ipb_machine_host());
	json_object_object_add(doc, "findings", findings);
	return doc;
}

static int count_of(struct json_object *doc, enum ipb_level level)
{
	struct json_object *findings = ipb_json_get(doc, "findings");
	int count = 0;

	for (size_t i = 0; i < json_object_array_length(findings); i++) {
		struct json_object *finding = json_object_array_get_idx(findings, i);

		count += !strcmp(levels[level].name, ipb_json_text(finding, "level", ""));
	}
	return count;
}

/* Words in lines of the terminal's width, all but the first indented */
static void wrapped_print(const char *text)
{
	int room = ipb_terminal_width(), used = LABEL;

	if (!room || room > WIDTH)
		room = WIDTH;
	while (*text) {
		int len = strcspn(text, " ");

		if (used > LABEL && used + 1 + len > room) {
			printf("\n%*s", LABEL, "");
			used = LABEL;
		}
		used += printf("%s%.*s", used > LABEL ? " " : "", len, text);
		text += len + strspn(text + len, " ");
	}
	putchar('\n');
}

static void finding_print(struct json_object *finding)
{
	const char *level = ipb_json_text(finding, "level", "");
	const char *fix = ipb_json_text(finding, "fix", NULL);
	enum ipb_colour colour = IPB_PLAIN;

	for (size_t i = 0; i < IPB_COUNT(levels); i++)
		if (!strcmp(levels[i].name, level))
			colour = levels[i].colour;
	printf("%s%-7s%s  %-16s ", ipb_terminal_on(colour), level, ipb_terminal_off(colour),
	       ipb_json_text(finding, "check", ""));
	wrapped_print(ipb_json_text(finding, "says", ""));
	if (fix) {
		printf("%*s", LABEL, "-> ");
		wrapped_print(fix);
	}
}

static void print(struct json_object *doc)
{
	struct json_object *findings = ipb_json_get(doc, "findings");
	int warnings = count_of(doc, IPB_WARN);

	for (size_t i = 0; i < json_object_array_length(findings); i++)
		finding_print(json_object_array_get_idx(findings, i));
	if (warnings)
		printf("\n%d %s to mend before today's numbers are worth quoting.\n", warnings,
		       warnings == 1 ? "thing" : "things");
	else
		puts("\nNothing seen makes today's numbers untrustworthy; notes belong to them.");
}

int ipb_cmd_doctor(int argc, char **argv)
{
	static const struct argp_child children[] = { { &ipb_options_output, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		.parser = ipb_options_hand_on,
		.children = children,
		.doc =
"Say what about this machine would make today's numbers untrustworthy, and how to mend it. The exit code is 1 if anything would.",
	};
	struct ipb_output output = { .print = print };
	struct json_object *doc;
	int code;

	argp_parse(&argp, argc, argv, 0, NULL, &output);
	doc = doctor_read();
	code = ipb_options_emit(&output, doc);
	if (!code && count_of(doc, IPB_WARN))
		code = IPB_EXIT_FAILED;
	json_object_put(doc);
	return code;
}
