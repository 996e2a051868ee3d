// SPDX-License-Identifier: GPL-2.0-only
/* One bench in a report: its run, verdicts, distributions and maps */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chart.h"
#include "document.h"
#include "json.h"
#include "published.h"
#include "report.h"
#include "show.h"
#include "text.h"

static void fact_write(struct ipb_html *html, const char *name, const char *value)
{
	ipb_html_add(html, "<li><span>%s</span> %s</li>\n", name, value);
}

/* In UTC, as a page is read anywhere */
static void finished_write(struct ipb_html *html, double epoch_s)
{
	time_t when = epoch_s > 0 && epoch_s < 1e11 ? (time_t)epoch_s : 0;
	char text[64];
	struct tm tm;

	if (!when || !gmtime_r(&when, &tm) || !strftime(text, sizeof(text), "%F %T UTC", &tm))
		return;
	fact_write(html, "finished", text);
}

static void run_write(struct ipb_html *html, struct json_object *run)
{
	json_object_object_foreach(run, name, value) {
		if (ipb_text_has_word("finished_epoch_s conditions", name))
			continue;
		fact_write(html, name, value ? json_object_get_string(value) : "none");
	}
	finished_write(html, ipb_json_number(run, "finished_epoch_s", 0));
}

/* The conditions that it does not share with all others */
static void own_write(struct ipb_html *html, struct json_object *doc, struct json_object *run)
{
	struct json_object *own = ipb_json_get(run, "conditions");
	struct json_object *all = ipb_json_get(doc, "conditions");

	json_object_object_foreach(own, name, value)
		if (strcmp(name, "backend") && !json_object_equal(ipb_json_get(all, name), value) &&
		    !json_object_equal(ipb_json_get(run, name), value))
			fact_write(html, name, value ? json_object_get_string(value) : "none");
}

static void facts_write(struct ipb_html *html, struct json_object *doc, struct json_object *bench)
{
	struct json_object *run = ipb_json_get(bench, "run");

	ipb_html_add(html, "<ul class=\"facts\">\n");
	fact_write(html, "backend", ipb_json_text(bench, "backend", "not said"));
	if (run)
		run_write(html, run);
	if (ipb_json_get(run, "conditions"))
		own_write(html, doc, run);
	ipb_html_add(html, "</ul>\n");
}

static void missing_write(struct ipb_html *html, const char *what)
{
	ipb_html_add(html, "<p class=\"missing\">%s</p>\n", what);
}

static void verdicts_write(struct ipb_html *html, struct json_object *bench, const char *name)
{
	struct json_object *rows = ipb_json_get(bench, "compare");
	char *caption;

	ipb_html_add(html, "<h3>Verdicts</h3>\n");
	if (!rows || !json_object_array_length(rows)) {
		missing_write(html, "Nothing to compare: there is no variant beside the baseline.");
		return;
	}
	ipb_html_add(html, "<div class=\"charts\">\n");
	if (!ipb_chart_intervals(html, bench))
		missing_write(html, "No bars: this result holds no intervals.");
	caption = ipb_text_format("%s: verdicts", name);
	ipb_html_add(html, "</div>\n");
	ipb_html_table(html, ipb_show_verdict_table(bench), caption);
	free(caption);
}

static void note_write(void *to, const char *text)
{
	ipb_html_add(to, "<p class=\"note\">%s</p>\n", text);
}

static void distributions_write(struct ipb_html *html, struct json_object *bench, const char *name)
{
	char *caption = ipb_text_format("%s: distributions", name);

	ipb_html_add(html, "<h3>Distributions</h3>\n<div class=\"charts\">\n");
	if (!ipb_chart_cdfs(html, bench))
		missing_write(html, "No curves: this result holds no histogram.");
	ipb_html_add(html, "</div>\n");
	ipb_show_notes(bench, note_write, html);
	ipb_html_table(html, ipb_show_distribution_table(bench), caption);
	free(caption);
}

static void maps_write(struct ipb_html *html, struct json_object *bench)
{
	ipb_html_add(html, "<h3>CPU against CPU</h3>\n<div class=\"charts\">\n");
	if (!ipb_chart_heatmaps(html, bench))
		missing_write(html, ipb_json_get(bench, "matrix") ?
			      "No map: no pair of different CPUs took part." :
			      "No map: this result holds no matrix.");
	ipb_html_add(html, "</div>\n");
}

void ipb_report_bench(struct ipb_html *html, struct json_object *doc, size_t n)
{
	struct json_object *bench = ipb_document_bench(doc, n);
	const char *name = ipb_json_text(bench, "bench", "");
	const char *about = ipb_published_about(name);

	ipb_html_add(html, "<section class=\"bench\"><h2 id=\"bench%zu\">%s</h2>\n", n, name);
	if (about)
		ipb_html_add(html, "<p>%s</p>\n", about);
	if (ipb_document_unsupported(bench)) {
		ipb_html_add(html, "<p class=\"missing\">Not supported here: %s</p>\n",
			     ipb_document_unsupported(bench));
	} else if (!ipb_document_has_results(bench)) {
		missing_write(html, "No results yet.");
	} else {
		facts_write(html, doc, bench);
		verdicts_write(html, bench, name);
		distributions_write(html, bench, name);
		maps_write(html, bench);
	}
	ipb_html_add(html, "</section>\n");
}
