// SPDX-License-Identifier: GPL-2.0-only
/* Two documents with several runs each, compared */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "json.h"
#include "runs.h"
#include "shift.h"
#include "text.h"

enum { RUNS_MIN = 6 };

static const char *const same_in_both[] = { "variant", "class", "pattern" };

static bool is_same_row(struct json_object *a, struct json_object *b)
{
	for (size_t i = 0; i < IPB_COUNT(same_in_both); i++)
		if (strcmp(ipb_json_text(a, same_in_both[i], ""),
			   ipb_json_text(b, same_in_both[i], "")))
			return false;
	return true;
}

/* Row @key names bench, backend, variant, class or pattern, and leg */
static void sample_collect(struct ipb_sample *sample, struct json_object *doc,
			   struct json_object *key)
{
	for (size_t b = 0; b < ipb_document_count(doc); b++) {
		struct json_object *bench = ipb_document_bench(doc, b);
		struct json_object *rows = ipb_json_get(bench, "results");

		if (strcmp(ipb_json_text(bench, "bench", ""), ipb_json_text(key, "bench", "")) ||
		    strcmp(ipb_json_text(bench, "backend", ""), ipb_json_text(key, "backend", "")))
			continue;
		for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
			struct json_object *row = json_object_array_get_idx(rows, i), *leg;

			leg = ipb_json_get(ipb_json_get(row, "legs"),
					   ipb_json_text(key, "leg", ""));
			if (is_same_row(row, key) && ipb_json_has_number(leg, "p50_ns"))
				ipb_sample_add(sample, ipb_json_number(leg, "p50_ns", 0));
		}
	}
}

static void add_number(struct json_object *to, const char *name, double value)
{
	char *text = ipb_text_format("%.3f", value);

	json_object_object_add(to, name, json_object_new_double_s(strtod(text, NULL), text));
	free(text);
}

static const char *verdict_of(double low, double high, double margin)
{
	if (low >= -margin && high <= margin)
		return "same";
	if (high < 0)
		return "faster";
	return low > 0 ? "slower" : "unclear";
}

/* The interval and verdict, which shares its 5 % of error with @verdicts - 1 others */
static void judge(struct json_object *row, struct ipb_sample *a, struct ipb_sample *b,
		  double margin, size_t verdicts)
{
	double delta = ipb_json_number(row, "p50_delta_ns", 0);
	const char *verdict = "unclear: too few runs";
	double low, high;

	if (a->count >= RUNS_MIN && b->count >= RUNS_MIN &&
	    ipb_shift_interval(a, b, 0.05, &low, &high)) {
		add_number(row, "ci_low_ns", fmin(low, delta));
		add_number(row, "ci_high_ns", fmax(high, delta));
		if (ipb_shift_interval(a, b, 0.05 / verdicts, &low, &high))
			verdict = verdict_of(fmin(low, delta), fmax(high, delta), margin);
		else
			verdict = "unclear: too few runs for so many verdicts";
	}
	json_object_object_add(row, "verdict", json_object_new_string(verdict));
}

static void row_fill(struct json_object *row, struct json_object *a, struct json_object *b,
		     double margin_pct, size_t verdicts)
{
	struct ipb_sample of_a = { NULL, 0 }, of_b = { NULL, 0 };
	double from, to;

	sample_collect(&of_a, a, row);
	sample_collect(&of_b, b, row);
	from = ipb_sample_median(&of_a);
	to = ipb_sample_median(&of_b);
	json_object_object_add(row, "a_runs", json_object_new_int64(of_a.count));
	json_object_object_add(row, "b_runs", json_object_new_int64(of_b.count));
	add_number(row, "a_p50_ns", from);
	add_number(row, "b_p50_ns", to);
	add_number(row, "p50_delta_ns", to - from);
	if (from > 0)
		add_number(row, "change_pct", (to - from) / from * 100);
	judge(row, &of_a, &of_b, from * margin_pct / 100, verdicts);
	ipb_sample_free(&of_a);
	ipb_sample_free(&of_b);
}

static bool has_sample(struct json_object *doc, struct json_object *key)
{
	struct ipb_sample sample = { NULL, 0 };
	bool has;

	sample_collect(&sample, doc, key);
	has = sample.count;
	ipb_sample_free(&sample);
	return has;
}

static struct json_object *key_new(struct json_object *bench, struct json_object *row,
				   const char *leg)
{
	struct json_object *key = json_object_new_object();

	json_object_object_add(key, "bench", json_object_get(ipb_json_get(bench, "bench")));
	json_object_object_add(key, "backend", json_object_get(ipb_json_get(bench, "backend")));
	for (size_t i = 0; i < IPB_COUNT(same_in_both); i++) {
		struct json_object *value = ipb_json_get(row, same_in_both[i]);

		if (value)
			json_object_object_add(key, same_in_both[i], json_object_get(value));
	}
	json_object_object_add(key, "leg", json_object_new_string(leg));
	return key;
}

static bool is_in(struct json_object *keys, struct json_object *key)
{
	for (size_t i = 0; i < json_object_array_length(keys); i++)
		if (json_object_equal(json_object_array_get_idx(keys, i), key))
			return true;
	return false;
}

/* Each leg of each row of @bench that is new and that @b has too */
static void keys_add(struct json_object *keys, struct json_object *bench, struct json_object *b)
{
	struct json_object *rows = ipb_json_get(bench, "results");

	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		struct json_object *legs = ipb_json_get(row, "legs");

		if (!legs)
			continue;
		json_object_object_foreach(legs, leg, value) {
			struct json_object *key = key_new(bench, row, leg);

			(void)value;
			if (!is_in(keys, key) && has_sample(b, key))
				json_object_array_add(keys, key);
			else
				json_object_put(key);
		}
	}
}

/* What stands in the way of comparing: members of the two that are not equal */
static void differ_add(struct json_object *differ, const char *prefix, struct json_object *a,
		       struct json_object *b)
{
	if (!a)
		return;
	json_object_object_foreach(a, name, value) {
		struct json_object *other = ipb_json_get(b, name), *pair;
		char *full;

		if (json_object_equal(value, other) || !strcmp(name, "boot_id"))
			continue;
		full = ipb_text_format("%s%s", prefix, name);
		pair = json_object_new_array();
		json_object_array_add(pair, json_object_get(value));
		json_object_array_add(pair, json_object_get(other));
		json_object_object_add(differ, full, pair);
		free(full);
	}
}

static struct json_object *side(struct json_object *doc)
{
	struct json_object *side = json_object_new_object();

	json_object_object_add(side, "host", json_object_get(ipb_json_get(doc, "host")));
	json_object_object_add(side, "conditions",
			       json_object_get(ipb_json_get(doc, "conditions")));
	return side;
}

/* The first bench of that name stands for all its runs */
static void differ_benches(struct json_object *differ, struct json_object *a,
			   struct json_object *b)
{
	for (size_t i = 0; i < ipb_document_count(a); i++) {
		struct json_object *of_a = ipb_document_bench(a, i), *of_b = NULL;
		const char *name = ipb_json_text(of_a, "bench", "");
		char *prefix = ipb_text_format("%s ", name);

		for (size_t n = 0; n < ipb_document_count(b) && !of_b; n++)
			if (!strcmp(name, ipb_json_text(ipb_document_bench(b, n), "bench", "")))
				of_b = ipb_document_bench(b, n);
		if (of_b)
			differ_add(differ, prefix, ipb_json_get(of_a, "params"),
				   ipb_json_get(of_b, "params"));
		free(prefix);
	}
}

struct json_object *ipb_runs_compare(struct json_object *a, struct json_object *b, double margin)
{
	struct json_object *result = json_object_new_object();
	struct json_object *rows = json_object_new_array();
	struct json_object *differ = json_object_new_object();

	json_object_object_add(result, "schema", json_object_new_int(IPB_DOCUMENT_SCHEMA));
	json_object_object_add(result, "a", side(a));
	json_object_object_add(result, "b", side(b));
	json_object_object_add(result, "differ", differ);
	json_object_object_add(result, "compare", rows);
	differ_add(differ, "", ipb_json_get(a, "host"), ipb_json_get(b, "host"));
	differ_add(differ, "", ipb_json_get(a, "conditions"), ipb_json_get(b, "conditions"));
	differ_benches(differ, a, b);
	for (size_t i = 0; i < ipb_document_count(a); i++)
		keys_add(rows, ipb_document_bench(a, i), b);
	for (size_t i = 0; i < json_object_array_length(rows); i++)
		row_fill(json_object_array_get_idx(rows, i), a, b, margin,
			 json_object_array_length(rows));
	return result;
}
