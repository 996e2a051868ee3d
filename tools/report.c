// SPDX-License-Identifier: GPL-2.0-only
/* A document as a page: warnings and conditions, then every bench */
#include <string.h>

#include "chart.h"
#include "conditions.h"
#include "document.h"
#include "json.h"
#include "published.h"
#include "report.h"
#include "text.h"

static const char head[] =
	"<!DOCTYPE html>\n"
	"<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
	/* nothing is fetched and nothing runs, whatever a result may hold */
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	"style-src 'unsafe-inline'\"/>\n"
	"<meta name=\"color-scheme\" content=\"light dark\"/>\n"
	"<meta name=\"generator\" content=\"ipibench\"/>\n";

const char *ipb_report_emulated(struct json_object *doc)
{
	const char *emulated = ipb_conditions_emulated(doc);
	bool said = ipb_json_get(ipb_json_get(doc, "conditions"), "emulated");

	for (size_t i = 0; i < ipb_document_count(doc); i++) {
		struct json_object *run = ipb_json_get(ipb_document_bench(doc, i), "run");

		said |= !!ipb_json_get(ipb_json_get(run, "conditions"), "emulated");
	}
	return said && ipb_text_has_word("yes no", emulated) ? emulated : "unknown";
}

static bool is_model(struct json_object *bench)
{
	return ipb_document_has_results(bench) &&
	       !strcmp(ipb_json_text(bench, "backend", ""), "model");
}

/* Each of them once, however often it ran */
static void models_write(struct ipb_html *html, struct json_object *doc)
{
	struct json_object *seen = json_object_new_object();

	for (size_t i = 0; i < ipb_document_count(doc); i++) {
		struct json_object *bench = ipb_document_bench(doc, i);

		if (is_model(bench))
			json_object_object_add(seen, ipb_json_text(bench, "bench", ""), NULL);
	}
	if (json_object_object_length(seen)) {
		const char *before = "";

		ipb_html_add(html, "<div class=\"banner model\" role=\"note\">"
			     "<strong>MODELS.</strong> ");
		json_object_object_foreach(seen, name, value) {
			(void)value;
			ipb_html_add(html, "%s%s", before, name);
			before = ", ";
		}
		ipb_html_add(html, " ran as our own code over real kernel primitives and memory. A "
			     "model's ratio compares algorithms and is never the gain of an IPI.</div>\n");
	}
	json_object_put(seen);
}

static void banners_write(struct ipb_html *html, struct json_object *doc)
{
	const char *words = ipb_conditions_words(ipb_report_emulated(doc));

	if (words)
		ipb_html_add(html, "<div class=\"banner\" role=\"note\">"
			     "<strong>WARNING.</strong> %s</div>\n", words);
	models_write(html, doc);
}

static void counts_write(struct ipb_html *html, struct json_object *bench)
{
	static const char *const words[] = { "faster", "slower", "same", "unclear" };
	struct json_object *rows = ipb_json_get(bench, "compare");
	const char *before = ": ";

	for (size_t w = 0; w < IPB_COUNT(words); w++) {
		size_t count = 0;

		for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
			struct json_object *row = json_object_array_get_idx(rows, i);

			count += ipb_chart_verdict_word(ipb_json_text(row, "verdict", "")) ==
				 ipb_chart_verdict_word(words[w]);
		}
		if (!count)
			continue;
		ipb_html_add(html, "%s%zu %s %s", before, count, ipb_chart_verdict_mark(words[w]),
			     words[w]);
		before = ", ";
	}
}

static void contents_write(struct ipb_html *html, struct json_object *doc)
{
	ipb_html_add(html, "<nav aria-labelledby=\"glance\">"
		     "<h2 id=\"glance\">At a glance</h2>\n<ul>\n");
	for (size_t i = 0; i < ipb_document_count(doc); i++) {
		struct json_object *bench = ipb_document_bench(doc, i);

		ipb_html_add(html, "<li><a href=\"#bench%zu\">%s</a> (%s)", i,
			     ipb_json_text(bench, "bench", ""),
			     ipb_json_text(bench, "backend", "?"));
		if (ipb_document_unsupported(bench))
			ipb_html_add(html, ": not supported here");
		else if (!ipb_document_has_results(bench))
			ipb_html_add(html, ": no results");
		else
			counts_write(html, bench);
		ipb_html_add(html, "</li>\n");
	}
	ipb_html_add(html, "<li><a href=\"#published\">Published numbers beside these</a></li>\n"
			   "<li><a href=\"#reading\">How to read this</a></li>\n</ul></nav>\n");
}

static void published_write(struct ipb_html *html, struct json_object *doc)
{
	ipb_html_add(html, "<section><h2 id=\"published\">Published numbers beside these</h2>\n"
		     "<p>The authors measured whole IPIs on their own machines. Numbers of an emulated "
		     "machine or of a model do not compare with them, neither by size nor by ratio; "
		     "on hardware the direction may.</p>\n");
	ipb_published_write(html, doc);
	ipb_html_add(html, "</section>\n");
}

static void reading_write(struct ipb_html *html)
{
	ipb_html_add(html, "<section><h2 id=\"reading\">How to read this</h2>\n"
		     "<p>A bar is the 95 %% interval of the median difference between a variant and the "
		     "baseline, from blocks that were interleaved in one run; the upright line in it is "
		     "the median. The verdict uses an interval that is widened for the number of "
		     "verdicts in the run:</p>\n");
	ipb_chart_verdict_key(html);
	ipb_html_add(html,
		     "<p>Legs: <b>send</b> is the sending call, <b>deliver</b> the time from its start "
		     "to the handler's first instruction, <b>rtt</b> until the sender sees the "
		     "acknowledgment, <b>op</b> one operation as the mean of a batch.</p>\n"
		     "<p>Classes: <b>smt</b> same core, <b>llc</b> shared last-level cache, <b>node</b> "
		     "same node, <b>socket</b> same package but another node, <b>cross</b> another "
		     "package, <b>local</b> no other CPU takes part.</p>\n</section>\n");
}

static void top_write(struct ipb_html *html, struct json_object *doc)
{
	struct json_object *host = ipb_json_get(doc, "host");
	const char *cpu = ipb_json_text(host, "cpu_model", "a machine that is not named");

	ipb_html_add(html, head);
	ipb_html_add(html, "<title>ipibench: %.60s</title>\n<style>\n", cpu);
	ipb_html_add(html, ipb_report_style);
	ipb_html_add(html, "</style>\n</head>\n<body>\n");
	ipb_chart_patterns(html);
	ipb_html_add(html, "<header><h1>What it costs to interrupt another CPU</h1>\n"
		     "<p>ipibench on %s, %s</p></header>\n<main>\n", cpu,
		     ipb_json_text(host, "uname", "kernel not named"));
}

char *ipb_report_text(struct json_object *doc)
{
	struct ipb_html html = { 0 };

	top_write(&html, doc);
	banners_write(&html, doc);
	ipb_report_conditions(&html, doc);
	contents_write(&html, doc);
	for (size_t i = 0; i < ipb_document_count(doc); i++)
		ipb_report_bench(&html, doc, i);
	published_write(&html, doc);
	reading_write(&html);
	ipb_html_add(&html, "</main>\n</body>\n</html>\n");
	return html.text;
}
