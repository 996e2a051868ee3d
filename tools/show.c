// SPDX-License-Identifier: GPL-2.0-only
/* A document for people: conditions, then every bench */
#include <stdio.h>

#include "conditions.h"
#include "document.h"
#include "show.h"
#include "terminal.h"

typedef void (*show_part)(struct json_object *bench);

static void print_bench(struct json_object *doc, struct json_object *bench,
			const show_part *parts)
{
	const char *reason = ipb_document_unsupported(bench);

	ipb_conditions_print_bench(doc, bench);
	if (reason)
		printf("  not supported here: %s\n", reason);
	else if (!ipb_document_has_results(bench))
		puts("  no results yet");
	else
		for (; *parts; parts++)
			(*parts)(bench);
	putchar('\n');
}

/* @parts ends with NULL */
static void print_document(struct json_object *doc, const show_part *parts)
{
	ipb_conditions_print(doc);
	for (size_t i = 0; i < ipb_document_count(doc); i++)
		print_bench(doc, ipb_document_bench(doc, i), parts);
}

void ipb_show_all_distributions(struct json_object *doc)
{
	static const show_part parts[] = { ipb_show_distributions, NULL };

	print_document(doc, parts);
}

void ipb_show_all_verdicts(struct json_object *doc)
{
	static const show_part parts[] = { ipb_show_verdicts, NULL };

	print_document(doc, parts);
}

void ipb_show_all(struct json_object *doc)
{
	static const show_part parts[] = { ipb_show_distributions, ipb_show_verdicts, NULL };

	print_document(doc, parts);
}
