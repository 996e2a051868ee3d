// SPDX-License-Identifier: GPL-2.0-only
/* A document in Prometheus' text format */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "conditions.h"
#include "document.h"
#include "json.h"
#include "prometheus.h"
#include "text.h"

static const double ns_in_s = 1.0 / 1000000000;
static const double ms_in_s = 1.0 / 1000;
static const double pct_in_1 = 1.0 / 100;

/* Where to write, and the family that is being written */
struct writer {
	FILE *out;
	const char *name;
};

/* Prometheus wants base units */
static const char *const statistics[] = {
	"min", "mean", "stddev", "p50", "p90", "p99", "p999", "max",
};

static const char *const verdicts[] = { "faster", "slower", "same", "unclear" };

static void label_print(FILE *out, const char *name, const char *value, bool first)
{
	fprintf(out, "%s%s=\"", first ? "" : ",", name);
	for (; *value; value++) {
		if (*value == '\n')
			fputs("\\n", out);
		else
			fprintf(out, strchr("\\\"", *value) ? "\\%c" : "%c", *value);
	}
	fputc('"', out);
}

/* A sample labelled by bench, then by @row and @leg, then by one label more */
static void sample_print(struct writer *w, struct json_object *bench, struct json_object *row,
			 const char *leg, const char *more, const char *of_more, double value)
{
	static const char *const of_row[] = { "variant", "class", "pattern" };

	fprintf(w->out, "%s{", w->name);
	label_print(w->out, "bench", ipb_json_text(bench, "bench", ""), true);
	if (ipb_json_get(bench, "backend"))
		label_print(w->out, "backend", ipb_json_text(bench, "backend", ""), false);
	for (size_t i = 0; i < IPB_COUNT(of_row); i++)
		if (ipb_json_get(row, of_row[i]))
			label_print(w->out, of_row[i], ipb_json_text(row, of_row[i], ""), false);
	if (leg)
		label_print(w->out, "leg", leg, false);
	if (more)
		label_print(w->out, more, of_more, false);
	fprintf(w->out, "} %.15g\n", value);
}

static void supported_print(struct writer *w, struct json_object *bench)
{
	sample_print(w, bench, NULL, NULL, NULL, NULL, !ipb_document_unsupported(bench));
}

/* One member of run/, in the unit that @scale makes of it */
static void run_print(struct writer *w, struct json_object *bench, const char *member, double scale)
{
	struct json_object *run = ipb_json_get(bench, "run");

	if (ipb_document_has_results(bench) && ipb_json_has_number(run, member))
		sample_print(w, bench, NULL, NULL, NULL, NULL,
			     ipb_json_number(run, member, 0) * scale);
}

static void id_print(struct writer *w, struct json_object *bench)
{
	run_print(w, bench, "id", 1);
}

static void finished_print(struct writer *w, struct json_object *bench)
{
	run_print(w, bench, "finished_epoch_s", 1);
}

static void duration_print(struct writer *w, struct json_object *bench)
{
	run_print(w, bench, "duration_ms", ms_in_s);
}

static void age_print(struct writer *w, struct json_object *bench)
{
	double finished = ipb_json_number(ipb_json_get(bench, "run"), "finished_epoch_s", 0);

	if (ipb_document_has_results(bench) && finished > 0)
		sample_print(w, bench, NULL, NULL, NULL, NULL, (double)time(NULL) - finished);
}

/* One member of every row that has it */
static void rows_print(struct writer *w, struct json_object *bench, const char *member)
{
	struct json_object *rows = ipb_json_get(bench, "results");

	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);

		if (ipb_json_has_number(row, member))
			sample_print(w, bench, row, NULL, NULL, NULL,
				     ipb_json_number(row, member, 0));
	}
}

static void count_print(struct writer *w, struct json_object *bench)
{
	rows_print(w, bench, "count");
}

static void lost_print(struct writer *w, struct json_object *bench)
{
	rows_print(w, bench, "lost");
}

static void rate_print(struct writer *w, struct json_object *bench)
{
	rows_print(w, bench, "rate_per_s");
}

static void fairness_print(struct writer *w, struct json_object *bench)
{
	rows_print(w, bench, "fairness_ratio");
}

static void leg_print(struct writer *w, struct json_object *bench, struct json_object *row,
		      const char *name, struct json_object *leg)
{
	for (size_t i = 0; i < IPB_COUNT(statistics); i++) {
		char *member = ipb_text_format("%s_ns", statistics[i]);

		if (ipb_json_has_number(leg, member))
			sample_print(w, bench, row, name, "stat", statistics[i],
				     ipb_json_number(leg, member, 0) * ns_in_s);
		free(member);
	}
}

static void latency_print(struct writer *w, struct json_object *bench)
{
	struct json_object *rows = ipb_json_get(bench, "results");

	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		struct json_object *legs = ipb_json_get(row, "legs");

		if (!legs)
			continue;
		json_object_object_foreach(legs, name, leg)
			leg_print(w, bench, row, name, leg);
	}
}

static void compare_print(struct writer *w, struct json_object *bench, const char *member,
			  const char *bound, double scale)
{
	struct json_object *rows = ipb_json_get(bench, "compare");

	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);

		if (ipb_json_has_number(row, member))
			sample_print(w, bench, row, ipb_json_text(row, "leg", ""),
				     bound ? "bound" : NULL, bound,
				     ipb_json_number(row, member, 0) * scale);
	}
}

static void delta_print(struct writer *w, struct json_object *bench)
{
	compare_print(w, bench, "p50_delta_ns", "median", ns_in_s);
	compare_print(w, bench, "ci_low_ns", "low", ns_in_s);
	compare_print(w, bench, "ci_high_ns", "high", ns_in_s);
}

static void change_print(struct writer *w, struct json_object *bench)
{
	compare_print(w, bench, "change_pct", NULL, pct_in_1);
}

static void verdict_print(struct writer *w, struct json_object *bench)
{
	struct json_object *rows = ipb_json_get(bench, "compare");

	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);

		for (size_t v = 0; v < IPB_COUNT(verdicts); v++)
			sample_print(w, bench, row, ipb_json_text(row, "leg", ""), "verdict",
				     verdicts[v],
				     ipb_text_starts(ipb_json_text(row, "verdict", ""),
						     verdicts[v]));
	}
}

static const struct {
	const char *name;
	const char *help;
	void (*print)(struct writer *w, struct json_object *bench);
} families[] = {
	{ "ipibench_supported", "Whether this machine supports the bench.", supported_print },
	{ "ipibench_run_id", "Number of the run these results are of.", id_print },
	{ "ipibench_run_finished_timestamp_seconds", "When that run ended.", finished_print },
	{ "ipibench_run_age_seconds", "How old its results were when exported.", age_print },
	{ "ipibench_run_duration_seconds", "How long it took.", duration_print },
	{ "ipibench_shots", "Shots that the distribution holds.", count_print },
	{ "ipibench_lost_shots", "Shots that were never acknowledged.", lost_print },
	{ "ipibench_latency_seconds", "A statistic of a leg's distribution.", latency_print },
	{ "ipibench_rate_hertz", "Interrupts a second under load.", rate_print },
	{ "ipibench_fairness_ratio", "Evenness among the senders.", fairness_print },
	{ "ipibench_delta_seconds",
	  "Difference to the baseline and its 95 % interval; negative is faster.", delta_print },
	{ "ipibench_change_ratio", "That difference as a part of the baseline.", change_print },
	{ "ipibench_verdict", "1 for the verdict that holds.", verdict_print },
};

static void head_print(FILE *out, const char *name, const char *help)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
}

static void emulated_print(FILE *out, struct json_object *doc)
{
	static const char *const states[] = { "yes", "no", "unknown" };
	const char *state = ipb_conditions_emulated(doc);

	head_print(out, "ipibench_emulated",
		   "1 for what is known of emulation; only `no` is hardware.");
	for (size_t i = 0; i < IPB_COUNT(states); i++)
		fprintf(out, "ipibench_emulated{state=\"%s\"} %d\n", states[i],
			!strcmp(states[i], state));
}

/* Whether a later run of the same bench makes this one old */
static bool is_last(struct json_object *doc, size_t i)
{
	const char *name = ipb_json_text(ipb_document_bench(doc, i), "bench", "");

	while (++i < ipb_document_count(doc))
		if (!strcmp(name, ipb_json_text(ipb_document_bench(doc, i), "bench", "")))
			return false;
	return true;
}

char *ipb_prometheus_text(struct json_object *doc)
{
	struct writer w;
	char *text = NULL;
	size_t size;

	w.out = open_memstream(&text, &size);
	if (!w.out)
		return ipb_text_copy("");
	emulated_print(w.out, doc);
	for (size_t f = 0; f < IPB_COUNT(families); f++) {
		w.name = families[f].name;
		head_print(w.out, w.name, families[f].help);
		for (size_t i = 0; i < ipb_document_count(doc); i++)
			if (is_last(doc, i))
				families[f].print(&w, ipb_document_bench(doc, i));
	}
	fclose(w.out);
	return text;
}
