// SPDX-License-Identifier: GPL-2.0-only
/* A document as comma-separated values */
#include <stdio.h>
#include <string.h>

#include "csv.h"
#include "document.h"
#include "json.h"
#include "text.h"

static const char *const of_row[] = {
	"variant", "class", "pattern", "leg", "count", "pairs", "lost", "negative",
	"skipped_idle", "offline", "deliver_count", "ops_per_shot", "rate_per_s", "fairness_ratio",
};

static const char *const of_leg[] = {
	"min_ns", "mean_ns", "stddev_ns", "p50_ns", "p90_ns", "p99_ns", "p999_ns", "max_ns",
};

static const char *const of_verdict[] = {
	"variant", "class", "pattern", "leg", "p50_delta_ns", "ci_low_ns", "ci_high_ns",
	"change_pct", "p99_delta_ns", "verdict",
};

static const char *const of_sides[] = { "a_runs", "b_runs", "a_p50_ns", "b_p50_ns" };

static const char *const of_line[] = { "variant", "src", "dst", "count", "p50_ns", "p99_ns" };

static void field_print(const char *text)
{
	if (!text[strcspn(text, ",\"\n")]) {
		fputs(text, stdout);
		return;
	}
	putchar('"');
	for (; *text; text++) {
		if (*text == '"')
			putchar('"');
		putchar(*text);
	}
	putchar('"');
}

static void head_print(const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		printf(",%s", names[i]);
}

static void fields_print(struct json_object *from, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		putchar(',');
		field_print(ipb_json_text(from, names[i], ""));
	}
}

static void bench_print(struct json_object *bench)
{
	field_print(ipb_json_text(bench, "bench", ""));
	putchar(',');
	field_print(ipb_json_text(bench, "backend", ""));
	putchar(',');
	field_print(ipb_json_text(ipb_json_get(bench, "run"), "id", ""));
}

static void row_print(struct json_object *bench, struct json_object *row, const char *name,
		      struct json_object *leg)
{
	bench_print(bench);
	for (size_t i = 0; i < IPB_COUNT(of_row); i++) {
		putchar(',');
		field_print(strcmp(of_row[i], "leg") ? ipb_json_text(row, of_row[i], "") : name);
	}
	fields_print(leg, of_leg, IPB_COUNT(of_leg));
	putchar('\n');
}

static void distributions_print(struct json_object *bench, struct json_object *row)
{
	struct json_object *legs = ipb_json_get(row, "legs");

	if (!legs) {
		row_print(bench, row, "", NULL);
		return;
	}
	json_object_object_foreach(legs, name, leg)
		row_print(bench, row, name, leg);
}

static void verdict_print(struct json_object *bench, struct json_object *row)
{
	bench_print(bench);
	fields_print(row, of_verdict, IPB_COUNT(of_verdict));
	putchar('\n');
}

static void line_print(struct json_object *bench, struct json_object *row)
{
	bench_print(bench);
	fields_print(row, of_line, IPB_COUNT(of_line));
	putchar('\n');
}

/* Every row of the array @member of every bench */
static void rows_print(struct json_object *doc, const char *member,
		       void (*print)(struct json_object *bench, struct json_object *row))
{
	for (size_t b = 0; b < ipb_document_count(doc); b++) {
		struct json_object *bench = ipb_document_bench(doc, b);
		struct json_object *rows = ipb_json_get(bench, member);

		for (size_t i = 0; rows && i < json_object_array_length(rows); i++)
			print(bench, json_object_array_get_idx(rows, i));
	}
}

void ipb_csv_distributions(struct json_object *doc)
{
	fputs("bench,backend,run", stdout);
	head_print(of_row, IPB_COUNT(of_row));
	head_print(of_leg, IPB_COUNT(of_leg));
	putchar('\n');
	rows_print(doc, "results", distributions_print);
}

void ipb_csv_verdicts(struct json_object *doc)
{
	fputs("bench,backend,run", stdout);
	head_print(of_verdict, IPB_COUNT(of_verdict));
	putchar('\n');
	rows_print(doc, "compare", verdict_print);
}

void ipb_csv_runs(struct json_object *result)
{
	struct json_object *rows = ipb_json_get(result, "compare");

	fputs("bench,backend", stdout);
	head_print(of_verdict, IPB_COUNT(of_verdict));
	head_print(of_sides, IPB_COUNT(of_sides));
	putchar('\n');
	for (size_t i = 0; i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);

		field_print(ipb_json_text(row, "bench", ""));
		putchar(',');
		field_print(ipb_json_text(row, "backend", ""));
		fields_print(row, of_verdict, IPB_COUNT(of_verdict));
		fields_print(row, of_sides, IPB_COUNT(of_sides));
		putchar('\n');
	}
}

void ipb_csv_matrix(struct json_object *doc)
{
	fputs("bench,backend,run", stdout);
	head_print(of_line, IPB_COUNT(of_line));
	putchar('\n');
	rows_print(doc, "matrix", line_print);
}
