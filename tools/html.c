// SPDX-License-Identifier: GPL-2.0-only
/* A page in memory; all text that gets into it is escaped here */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>

#include "html.h"
#include "text.h"

static const char replacement[] = "\xef\xbf\xbd";

static const struct {
	char character;
	const char *entity;
} escapes[] = {
	{ '&', "&amp;" }, { '<', "&lt;" },   { '>', "&gt;" },
	{ '"', "&quot;" }, { '\'', "&#39;" },
};

/* What XML forbids, controls that nobody sees, and marks that turn text around */
static const struct {
	char32_t first;
	char32_t last;
} forbidden[] = {
	{ 0x00, 0x08 },	    { 0x0b, 0x0c },	{ 0x0e, 0x1f },	    { 0x7f, 0x9f },
	{ 0x200e, 0x200f }, { 0x202a, 0x202e }, { 0x2066, 0x2069 }, { 0xd800, 0xdfff },
	{ 0xfffe, 0xffff }, { 0x110000, 0x1fffff },
};

static void raw_add(struct ipb_html *html, const char *text, size_t len)
{
	while (html->used + len + 1 > html->room) {
		html->room = html->room ? 2 * html->room : 65536;
		html->text = ipb_text_grow(html->text, html->room);
	}
	memcpy(html->text + html->used, text, len);
	html->used += len;
	html->text[html->used] = '\0';
}

static bool is_forbidden(char32_t point)
{
	for (size_t i = 0; i < IPB_COUNT(forbidden); i++)
		if (point >= forbidden[i].first && point <= forbidden[i].last)
			return true;
	return false;
}

/* The UTF-8 character at @at and its bytes; a byte that begins none is one forbidden */
static size_t character_get(const char *at, char32_t *out)
{
	static const char32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *byte = (const unsigned char *)at;
	size_t len = *byte < 0x80 ? 1 : *byte < 0xc0 ? 0 : *byte < 0xe0 ? 2 : *byte < 0xf0 ? 3 : 4;
	char32_t point = len == 1 ? *byte : *byte & (0x7f >> len);

	*out = 0;
	if (*byte >= 0xf8)
		return 1;
	for (size_t i = 1; i < len; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return 1;
		point = point << 6 | (byte[i] & 0x3f);
	}
	if (!len || point < least[len])
		return 1;
	*out = point;
	return len;
}

static const char *entity_of(char character)
{
	for (size_t i = 0; i < IPB_COUNT(escapes); i++)
		if (escapes[i].character == character)
			return escapes[i].entity;
	return NULL;
}

static void text_add(struct ipb_html *html, const char *text, int most)
{
	for (; *text; most--) {
		char32_t point;
		size_t len = character_get(text, &point);
		const char *entity = entity_of(*text);

		if (!most) {
			raw_add(html, "\xe2\x80\xa6", 3);
			return;
		}
		if (entity)
			raw_add(html, entity, strlen(entity));
		else if (is_forbidden(point))
			raw_add(html, replacement, strlen(replacement));
		else
			raw_add(html, text, len);
		text += len;
	}
}

/* The conversion at @at, with its argument; returns what comes after it */
static const char *conversion_add(struct ipb_html *html, const char *at, va_list *args)
{
	size_t len = strspn(at + 1, "+.0123456789z") + 2;
	const char *dot = memchr(at, '.', len);
	char spec[16], number[352];

	snprintf(spec, sizeof(spec), "%.*s", (int)len, at);
	switch (at[len - 1]) {
	case 's':
		text_add(html, va_arg(*args, const char *), dot ? atoi(dot + 1) : INT_MAX);
		return at + len;
	case 'd':
		snprintf(number, sizeof(number), spec, va_arg(*args, int));
		break;
	case 'u':
		snprintf(number, sizeof(number), spec, va_arg(*args, size_t));
		break;
	case 'f':
		snprintf(number, sizeof(number), spec, va_arg(*args, double));
		break;
	default:
		/* "%%" */
		snprintf(number, sizeof(number), "%c", at[len - 1]);
	}
	raw_add(html, number, strlen(number));
	return at + len;
}

void ipb_html_add(struct ipb_html *html, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	while (*fmt) {
		size_t plain = strcspn(fmt, "%");

		raw_add(html, fmt, plain);
		fmt += plain;
		if (*fmt)
			fmt = conversion_add(html, fmt, &args);
	}
	va_end(args);
}

static void row_write(struct ipb_html *html, struct ipb_table *table, size_t row)
{
	const char *head = "th scope=\"row\"";

	ipb_html_add(html, "<tr>");
	for (size_t i = 0; i < ipb_table_columns(table); i++) {
		const struct ipb_column *column = ipb_table_column(table, i);

		if (!column)
			continue;
		raw_add(html, "<", 1);
		raw_add(html, head ? head : "td", strlen(head ? head : "td"));
		ipb_html_add(html, column->right ? " class=\"n\">%s" : ">%s",
			     ipb_table_text(table, row, i));
		ipb_html_add(html, head ? "</th>" : "</td>");
		head = NULL;
	}
	ipb_html_add(html, "</tr>\n");
}

void ipb_html_table(struct ipb_html *html, struct ipb_table *table, const char *caption)
{
	ipb_html_add(html, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
			   "aria-label=\"%s\">\n<table>\n<caption>%s</caption>\n<thead><tr>",
		     caption, caption);
	for (size_t i = 0; i < ipb_table_columns(table); i++) {
		const struct ipb_column *column = ipb_table_column(table, i);

		if (column)
			ipb_html_add(html, column->right ?
					   "<th scope=\"col\" class=\"n\">%s</th>" :
					   "<th scope=\"col\">%s</th>", column->head);
	}
	ipb_html_add(html, "</tr></thead>\n<tbody>\n");
	for (size_t row = 0; row < ipb_table_rows(table); row++)
		row_write(html, table, row);
	ipb_html_add(html, "</tbody>\n</table>\n</div>\n");
	ipb_table_free(table);
}

void ipb_html_free(struct ipb_html *html)
{
	free(html->text);
	memset(html, 0, sizeof(*html));
}
