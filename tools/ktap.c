// SPDX-License-Identifier: GPL-2.0-only
/* A document as KTAP */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "json.h"
#include "ktap.h"
#include "text.h"

static const char *const rising[] = {
	"min_ns", "p50_ns", "p90_ns", "p99_ns", "p999_ns", "max_ns",
};

/* A shot can be counted and yet have no usable stamp of its handler */
static const char *count_of(struct json_object *row, const char *leg)
{
	const char *count = ipb_json_text(row, "count", "0");

	return strcmp(leg, "deliver") ? count : ipb_json_text(row, "deliver_count", count);
}

static bool leg_is_sound(struct json_object *row, const char *name, struct json_object *leg)
{
	double last = -1;

	if (atoll(count_of(row, name)) < 1)
		return false;
	for (size_t i = 0; i < IPB_COUNT(rising); i++) {
		double value = ipb_json_number(leg, rising[i], -1);

		if (value < last || value < 0)
			return false;
		last = value;
	}
	return true;
}

static const char *where(struct json_object *row)
{
	return ipb_json_text(row, "class", ipb_json_text(row, "pattern", "?"));
}

static void leg_print(int number, struct json_object *row, const char *name,
		      struct json_object *leg, bool sound)
{
	printf("    # count %s", count_of(row, name));
	for (size_t i = 0; i < IPB_COUNT(rising); i++)
		printf(" %s %s", rising[i], ipb_json_text(leg, rising[i], "?"));
	printf("\n    %s %d %s.%s.%s\n", sound ? "ok" : "not ok", number,
	       ipb_json_text(row, "variant", "?"), where(row), name);
}

static int legs_of(struct json_object *results)
{
	int count = 0;

	for (size_t i = 0; i < json_object_array_length(results); i++) {
		struct json_object *legs = ipb_json_get(json_object_array_get_idx(results, i),
							"legs");

		count += legs ? json_object_object_length(legs) : 0;
	}
	return count;
}

static bool legs_print(struct json_object *results)
{
	bool all = true;
	int number = 0;

	printf("    KTAP version 1\n    1..%d\n", legs_of(results));
	for (size_t i = 0; i < json_object_array_length(results); i++) {
		struct json_object *row = json_object_array_get_idx(results, i);
		struct json_object *legs = ipb_json_get(row, "legs");

		if (!legs)
			continue;
		json_object_object_foreach(legs, name, leg) {
			bool sound = leg_is_sound(row, name, leg);

			leg_print(++number, row, name, leg, sound);
			all &= sound;
		}
	}
	return all && number;
}

static void verdicts_print(struct json_object *rows)
{
	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);

		printf("# %s.%s.%s: %s, %s ns (%s to %s)\n", ipb_json_text(row, "variant", "?"),
		       where(row), ipb_json_text(row, "leg", "?"),
		       ipb_json_text(row, "verdict", "?"), ipb_json_text(row, "p50_delta_ns", "?"),
		       ipb_json_text(row, "ci_low_ns", "?"), ipb_json_text(row, "ci_high_ns", "?"));
	}
}

static void bench_print(size_t number, struct json_object *bench)
{
	const char *reason = ipb_document_unsupported(bench);
	const char *name = ipb_json_text(bench, "bench", "?");
	bool sound;

	if (reason || !ipb_document_has_results(bench)) {
		printf("ok %zu %s # SKIP %s\n", number, name, reason ? reason : "no results yet");
		return;
	}
	sound = legs_print(ipb_json_get(bench, "results"));
	verdicts_print(ipb_json_get(bench, "compare"));
	printf("%s %zu %s\n", sound ? "ok" : "not ok", number, name);
}

void ipb_ktap_print(struct json_object *doc)
{
	printf("KTAP version 1\n1..%zu\n", ipb_document_count(doc));
	for (size_t i = 0; i < ipb_document_count(doc); i++)
		bench_print(i + 1, ipb_document_bench(doc, i));
}
