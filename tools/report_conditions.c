// SPDX-License-Identifier: GPL-2.0-only
/* What the numbers of a report were taken under */
#include <stdlib.h>

#include "json.h"
#include "report.h"
#include "table.h"
#include "text.h"

static const struct ipb_column columns[] = { { "name", false, 0 }, { "value", false, 0 } };

/* An object's members in one line, anything else as it is */
static char *value_text(struct json_object *value)
{
	char *all = ipb_text_copy("");

	if (!value || !json_object_is_type(value, json_type_object)) {
		free(all);
		return ipb_text_copy(value ? json_object_get_string(value) : "none");
	}
	json_object_object_foreach(value, name, member) {
		char *longer = ipb_text_format("%s%s%s: %s", all, *all ? "; " : "", name,
					       member ? json_object_get_string(member) : "none");

		free(all);
		all = longer;
	}
	return all;
}

static void members_write(struct ipb_html *html, struct json_object *from, const char *caption)
{
	struct ipb_table *table;

	if (!from || !json_object_object_length(from)) {
		ipb_html_add(html, "<p class=\"missing\">%s: this result says nothing.</p>\n",
			     caption);
		return;
	}
	table = ipb_table_new(columns, IPB_COUNT(columns));
	json_object_object_foreach(from, name, value) {
		ipb_table_add(table, IPB_PLAIN, ipb_text_copy(name));
		ipb_table_add(table, IPB_PLAIN, value_text(value));
	}
	ipb_html_table(html, table, caption);
}

void ipb_report_conditions(struct ipb_html *html, struct json_object *doc)
{
	ipb_html_add(html, "<section><h2 id=\"conditions\">Conditions</h2>\n");
	ipb_html_add(html, "<div class=\"pair\">\n");
	members_write(html, ipb_json_get(doc, "conditions"), "Conditions that all runs shared");
	members_write(html, ipb_json_get(doc, "host"), "Facts about the machine");
	ipb_html_add(html, "</div>\n</section>\n");
}
