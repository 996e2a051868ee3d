// SPDX-License-Identifier: GPL-2.0-only
/* How a verdict looks: by word, mark and hatching, and by colour only besides */
#include "chart.h"
#include "text.h"

static const struct {
	const char *word;
	const char *mark;
	const char *bar;
	const char *means;
} looks[] = {
	{ "faster", "\xe2\x97\x80", "filled",
	  "the whole widened interval is below zero" },
	{ "slower", "\xe2\x96\xb6", "hatched to the right",
	  "the whole widened interval is above zero" },
	{ "same", "\xe2\x96\xa0", "dotted",
	  "the whole widened interval is inside the margin that counts as no difference" },
	{ "unclear", "\xe2\x97\x8b", "hollow, with a broken outline",
	  "no evidence of a difference and none of sameness" },
};

enum { UNCLEAR = IPB_COUNT(looks) - 1 };

/* Whatever else a file may say is no evidence either */
static size_t look_of(const char *verdict)
{
	for (size_t i = 0; i < IPB_COUNT(looks); i++)
		if (ipb_text_starts(verdict, looks[i].word))
			return i;
	return UNCLEAR;
}

const char *ipb_chart_verdict_word(const char *verdict)
{
	return looks[look_of(verdict)].word;
}

const char *ipb_chart_verdict_mark(const char *verdict)
{
	return looks[look_of(verdict)].mark;
}

void ipb_chart_verdict_key(struct ipb_html *html)
{
	ipb_html_add(html, "<dl class=\"key\">\n");
	for (size_t i = 0; i < IPB_COUNT(looks); i++)
		ipb_html_add(html,
			     "<dt><svg class=\"swatch\" width=\"34\" height=\"14\" aria-hidden=\"true\">"
			     "<rect class=\"bar %s\" x=\"1\" y=\"2\" width=\"32\" height=\"10\"/></svg> "
			     "%s %s</dt><dd>%s; the bar is %s</dd>\n",
			     looks[i].word, looks[i].mark, looks[i].word, looks[i].means,
			     looks[i].bar);
	ipb_html_add(html, "</dl>\n");
}

void ipb_chart_patterns(struct ipb_html *html)
{
	ipb_html_add(html,
		     "<svg class=\"patterns\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
		     "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
		     "patternTransform=\"rotate(45)\"><rect class=\"ground\" width=\"6\" height=\"6\"/>"
		     "<rect class=\"slower\" width=\"3\" height=\"6\"/></pattern>"
		     "<pattern id=\"dots\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\">"
		     "<rect class=\"ground\" width=\"4\" height=\"4\"/>"
		     "<rect class=\"same\" width=\"2\" height=\"2\"/></pattern></defs></svg>\n");
}
