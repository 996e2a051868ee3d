// SPDX-License-Identifier: GPL-2.0-only
/* A document for people: conditions, then every bench */
#include <stdio.h>

#include "conditions.h"
#include "document.h"
#include "show.h"
#include "terminal.h"

static void print_bench(struct json_object *doc, struct json_object *bench,
			const ipb_show_part *parts)
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

void ipb_show_document(struct json_object *doc, const ipb_show_part *parts)
{
	ipb_conditions_print(doc);
	for (size_t i = 0; i < ipb_document_count(doc); i++)
		print_bench(doc, ipb_document_bench(doc, i), parts);
}
