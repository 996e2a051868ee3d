// SPDX-License-Identifier: GPL-2.0-only
/* Raw stamps, shot by shot, into the distributions that the module makes of them */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "json.h"
#include "order.h"
#include "shots.h"
#include "text.h"

const char *const ipb_shot_legs[IPB_SHOT_LEGS] = { "send", "deliver", "rtt", "op", "inject" };

const char *const ipb_shot_outcomes[IPB_SHOT_OUTCOMES] = {
	"hit", "lost", "skipped_idle", "offline",
};

/* Picoseconds of one leg, a value a shot */
struct leg {
	uint64_t *value;
	size_t count;
};

struct cell {
	char *variant, *class;
	uint64_t outcome[IPB_SHOT_OUTCOMES];
	uint64_t negative;
	uint32_t ops;
	bool local;
	uint64_t *pair;
	size_t pairs;
	struct leg leg[IPB_SHOT_LEGS];
};

struct run {
	uint32_t id, khz;
	char *bench;
	struct cell *cell;
	size_t cells;
};

struct ipb_shots {
	struct run *run;
	size_t runs;
	uint64_t missed;
};

const char *ipb_shot_class(unsigned int class)
{
	static const char *const names[] = {
		"local", "smt", "llc", "node", "socket", "cross",
		"ring", "all-to-one", "broadcast", "pairs",
	};

	return class < IPB_COUNT(names) ? names[class] : "unknown";
}

struct ipb_shots *ipb_shots_new(void)
{
	struct ipb_shots *shots = ipb_text_grow(NULL, sizeof(*shots));

	*shots = (struct ipb_shots){ .run = NULL };
	return shots;
}

static void cell_free(struct cell *cell)
{
	free(cell->variant);
	free(cell->class);
	free(cell->pair);
	for (size_t i = 0; i < IPB_SHOT_LEGS; i++)
		free(cell->leg[i].value);
}

void ipb_shots_free(struct ipb_shots *shots)
{
	for (size_t r = 0; r < shots->runs; r++) {
		for (size_t c = 0; c < shots->run[r].cells; c++)
			cell_free(&shots->run[r].cell[c]);
		free(shots->run[r].cell);
		free(shots->run[r].bench);
	}
	free(shots->run);
	free(shots);
}

static struct run *run_of(struct ipb_shots *shots, const struct ipb_shot *shot)
{
	struct run *run;

	/* runs come one after another: look at the last first */
	for (size_t r = shots->runs; r--;) {
		run = &shots->run[r];
		if (run->id == shot->run && !strcmp(run->bench, shot->bench))
			return run;
	}
	shots->run = ipb_text_grow(shots->run, (shots->runs + 1) * sizeof(*shots->run));
	run = &shots->run[shots->runs++];
	*run = (struct run){
		.id = shot->run, .khz = shot->khz, .bench = ipb_text_copy(shot->bench),
	};
	return run;
}

static struct cell *cell_of(struct run *run, const struct ipb_shot *shot)
{
	struct cell *cell;

	for (size_t c = 0; c < run->cells; c++) {
		cell = &run->cell[c];
		if (!strcmp(cell->variant, shot->variant) && !strcmp(cell->class, shot->class))
			return cell;
	}
	run->cell = ipb_text_grow(run->cell, (run->cells + 1) * sizeof(*run->cell));
	cell = &run->cell[run->cells++];
	*cell = (struct cell){
		.variant = ipb_text_copy(shot->variant), .class = ipb_text_copy(shot->class),
		.ops = shot->ops, .local = shot->legs & 1 << IPB_SHOT_OP,
	};
	return cell;
}

static void pair_note(struct cell *cell, const struct ipb_shot *shot)
{
	uint64_t pair = (uint64_t)shot->src << 32 | shot->dst;

	for (size_t i = cell->pairs; i--;)
		if (cell->pair[i] == pair)
			return;
	cell->pair = ipb_text_grow(cell->pair, (cell->pairs + 1) * sizeof(*cell->pair));
	cell->pair[cell->pairs++] = pair;
}

/*
 * The module multiplies by a 32-bit factor and shifts, with the largest shift
 * that the factor of @khz allows. Doing the same gives the same last digit.
 */
static uint64_t picoseconds(uint64_t ticks, uint32_t khz)
{
	uint64_t factor = 0;
	unsigned int shift = 33;

	if (!khz)
		return 0;
	do {
		shift--;
		factor = ((1000000000ULL << shift) + khz / 2) / khz;
	} while (factor >> 32 && shift);
	return ((ticks & UINT32_MAX) * factor >> shift) + ((ticks >> 32) * factor << (32 - shift));
}

static void leg_add(struct leg *leg, uint64_t value)
{
	/* doubles at every power of two */
	if (!(leg->count & (leg->count - 1)))
		leg->value = ipb_text_grow(leg->value,
					   (leg->count ? 2 * leg->count : 1) * sizeof(value));
	leg->value[leg->count++] = value;
}

void ipb_shots_add(struct ipb_shots *shots, const struct ipb_shot *shot)
{
	struct cell *cell = cell_of(run_of(shots, shot), shot);
	const uint64_t ticks[IPB_SHOT_LEGS] = {
		[IPB_SHOT_SEND] = shot->sent - shot->start,
		[IPB_SHOT_DELIVER] = shot->entry - shot->start,
		[IPB_SHOT_RTT] = shot->done - shot->start,
		[IPB_SHOT_OP] = shot->done - shot->start,
		[IPB_SHOT_INJECT] = shot->inject,
	};

	pair_note(cell, shot);
	if (shot->outcome < IPB_SHOT_OUTCOMES)
		cell->outcome[shot->outcome]++;
	for (size_t i = 0; i < IPB_SHOT_LEGS; i++) {
		if (shot->outcome != IPB_SHOT_HIT || !(shot->legs & 1 << i))
			continue;
		if ((int64_t)ticks[i] < 0)
			cell->negative++;
		else
			leg_add(&cell->leg[i],
				picoseconds(ticks[i], shot->khz) / (shot->ops ? shot->ops : 1));
	}
}

void ipb_shots_miss(struct ipb_shots *shots, uint64_t count)
{
	shots->missed += count;
}

uint64_t ipb_shots_missed(const struct ipb_shots *shots)
{
	return shots->missed;
}

static int value_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void number_add(struct json_object *into, const char *name, uint64_t number)
{
	json_object_object_add(into, name, json_object_new_int64(number));
}

static void ns_add(struct json_object *into, const char *name, uint64_t ps)
{
	char *text = ipb_text_format("%llu.%03llu", (unsigned long long)ps / 1000,
				     (unsigned long long)ps % 1000);

	json_object_object_add(into, name, ipb_json_value(name, text));
	free(text);
}

static struct json_object *leg_document(const struct leg *leg)
{
	static const struct {
		const char *name;
		unsigned int permille;
	} percentiles[] = {
		{ "p50_ns", 500 }, { "p90_ns", 900 }, { "p99_ns", 990 }, { "p999_ns", 999 },
	};
	struct json_object *doc = json_object_new_object();
	double square = 0, mean;
	uint64_t sum = 0;

	qsort(leg->value, leg->count, sizeof(*leg->value), value_compare);
	for (size_t i = 0; i < leg->count; i++)
		sum += leg->value[i];
	mean = (double)sum / leg->count;
	for (size_t i = 0; i < leg->count; i++)
		square += (leg->value[i] - mean) * (leg->value[i] - mean);
	ns_add(doc, "min_ns", leg->value[0]);
	ns_add(doc, "mean_ns", sum / leg->count);
	ns_add(doc, "stddev_ns", sqrt(square / leg->count));
	for (size_t i = 0; i < IPB_COUNT(percentiles); i++) {
		size_t rank = (leg->count * percentiles[i].permille + 999) / 1000;

		ns_add(doc, percentiles[i].name, leg->value[rank ? rank - 1 : 0]);
	}
	ns_add(doc, "max_ns", leg->value[leg->count - 1]);
	return doc;
}

static struct json_object *cell_document(const struct cell *cell)
{
	struct json_object *row = json_object_new_object(), *legs;

	json_object_object_add(row, "variant", json_object_new_string(cell->variant));
	json_object_object_add(row, ipb_order_is_class(cell->class) ? "class" : "pattern",
			       json_object_new_string(cell->class));
	number_add(row, "count", cell->outcome[IPB_SHOT_HIT]);
	number_add(row, "pairs", cell->pairs);
	for (size_t i = IPB_SHOT_LOST; i < IPB_SHOT_OUTCOMES; i++)
		number_add(row, ipb_shot_outcomes[i], cell->outcome[i]);
	number_add(row, "negative", cell->negative);
	if (cell->local)
		number_add(row, "ops_per_shot", cell->ops);
	if (cell->leg[IPB_SHOT_DELIVER].count)
		number_add(row, "deliver_count", cell->leg[IPB_SHOT_DELIVER].count);
	legs = ipb_json_member(row, "legs");
	for (size_t i = 0; i < IPB_SHOT_LEGS; i++)
		if (cell->leg[i].count)
			json_object_object_add(legs, ipb_shot_legs[i],
					       leg_document(&cell->leg[i]));
	return row;
}

static int cell_compare(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;
	int variant = strcmp(x->variant, y->variant);

	return variant ? variant : ipb_order_compare(x->class, y->class);
}

static struct json_object *run_document(const struct run *run)
{
	struct json_object *bench = json_object_new_object(), *about, *conditions;
	struct json_object *results = json_object_new_array();

	json_object_object_add(bench, "bench", json_object_new_string(run->bench));
	about = ipb_json_member(bench, "run");
	number_add(about, "id", run->id);
	conditions = ipb_json_member(about, "conditions");
	number_add(conditions, "clock_khz", run->khz);
	json_object_object_add(conditions, "tracing", json_object_new_string("on"));
	qsort(run->cell, run->cells, sizeof(*run->cell), cell_compare);
	for (size_t c = 0; c < run->cells; c++)
		json_object_array_add(results, cell_document(&run->cell[c]));
	json_object_object_add(bench, "results", results);
	return bench;
}

struct json_object *ipb_shots_document(const struct ipb_shots *shots)
{
	struct json_object *doc = ipb_document_new();

	/* recorded who knows where: nothing of this machine belongs in there */
	json_object_object_add(doc, "host", json_object_new_object());
	json_object_object_add(ipb_json_get(doc, "conditions"), "emulated",
			       json_object_new_string("unknown"));
	for (size_t r = 0; r < shots->runs; r++)
		ipb_document_add(doc, run_document(&shots->run[r]));
	return doc;
}
