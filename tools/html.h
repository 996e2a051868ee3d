/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_HTML_H
#define IPB_HTML_H

#include <stddef.h>

#include "table.h"
#include "text.h"

/*
 * struct ipb_html - a page as it is being written, well-formed as XML, too
 * @text: what there is of it
 * @used: its length
 * @room: bytes allocated
 * @ids: names given to elements so far
 */
struct ipb_html {
	char *text;
	size_t used;
	size_t room;
	int ids;
};

/*
 * Add markup. @fmt is a printf() format of the conversions s, d, zu and f alone.
 * Whatever a %s brings is text and not markup: it is escaped, and what no page
 * may hold is replaced. The precision of a %s counts characters; a longer text
 * ends in an ellipsis.
 */
void ipb_html_add(struct ipb_html *html, const char *fmt, ...) __printf(2, 3);

/* Write @table, and free it: without its empty columns, in a box of its own to scroll in */
void ipb_html_table(struct ipb_html *html, struct ipb_table *table, const char *caption);

void ipb_html_free(struct ipb_html *html);

#endif
