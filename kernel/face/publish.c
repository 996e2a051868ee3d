// SPDX-License-Identifier: GPL-2.0-only
/*
 * A run's results as directories of files that never change.
 *
 * Order matters to readers, who take run/id before and after: the old results
 * go first, then run/ changes, then the new results come. So between two reads
 * of the same id there never are two runs' values.
 */
#include <linux/delay.h>
#include <linux/slab.h>

#include "bench/notes.h"
#include "core/export.h"
#include "engine/results.h"
#include "face/dir.h"
#include "face/publish.h"
#include "face/render.h"

enum { PUBLISH_TRIES = 4, PUBLISH_RETRY_MS = 20 };
enum { CELL_NOTES = 10 + IPB_NR_LEGS * 8, CONTRAST_NOTES = IPB_NR_LEGS * 6, RUN_NOTES = 20 };

static u64 total(const struct ipb_results *results, enum ipb_outcome outcome)
{
	unsigned int variant, class;
	u64 sum = 0;

	for (variant = 0; variant < results->nr_variants; variant++)
		for (class = 0; class < IPB_NR_GROUPS; class++)
			sum += results->cell[variant][class].outcome[outcome];
	return sum;
}

static u64 total_negative(const struct ipb_results *results)
{
	unsigned int variant, class;
	u64 sum = 0;

	for (variant = 0; variant < results->nr_variants; variant++)
		for (class = 0; class < IPB_NR_GROUPS; class++)
			sum += results->cell[variant][class].negative;
	return sum;
}

static void note_run(struct ipb_notes *notes, const struct ipb_results *results)
{
	ipb_notes_add(notes, "id", "%u", results->id);
	ipb_notes_add(notes, "finished_epoch_s", "%lld", results->finished_epoch_s);
	ipb_notes_add(notes, "duration_ms", "%llu", results->duration_ms);
	ipb_notes_add(notes, "pairs", "%u", results->nr_routes);
	ipb_notes_add(notes, "rounds", "%llu", results->rounds);
	ipb_notes_add(notes, "verdicts", "%u", results->verdicts);
	ipb_notes_add(notes, "shots", "%llu", total(results, IPB_SHOT_HIT));
	ipb_notes_add(notes, "lost", "%llu", total(results, IPB_SHOT_LOST));
	ipb_notes_add(notes, "negative", "%llu", total_negative(results));
	ipb_notes_add(notes, "skipped_idle", "%llu", total(results, IPB_SHOT_SKIPPED_IDLE));
	ipb_notes_add(notes, "offline", "%llu", total(results, IPB_SHOT_OFFLINE));
	ipb_notes_add(notes, "cpus_offline", "%u", results->cpus_offline);
	ipb_notes_add(notes, "memory_bytes", "%llu", results->memory_bytes);
}

static int publish_run(struct ipb_dir *bench, struct ipb_published *published,
		       const struct ipb_results *results)
{
	struct ipb_notes *notes = ipb_notes_alloc(RUN_NOTES);
	struct ipb_dir *conditions;
	int ret = -ENOMEM;

	published->run = ipb_dir_create_in(bench, "run");
	if (!notes || !published->run)
		goto out;
	note_run(notes, results);
	ret = ipb_dir_add_notes(published->run, notes);
	if (ret || !results->conditions)
		goto out;
	conditions = ipb_dir_create_in(published->run, "conditions");
	ret = conditions ? ipb_dir_add_notes(conditions, results->conditions) : -ENOMEM;
out:
	kfree(notes);
	return ret;
}

/* Legs a reader may see: those with values, and deliver only if the clocks allow. */
static bool shown(const struct ipb_cell *cell, enum ipb_leg leg)
{
	if (!cell->leg[leg] || !cell->leg[leg]->statistics.count)
		return false;
	return leg != IPB_LEG_DELIVER || ipb_cell_deliver_trusted(cell);
}

static int fill_cell(struct ipb_dir *dir, struct ipb_notes *notes,
		     const struct ipb_results *results, unsigned int variant,
		     enum ipb_class class)
{
	const struct ipb_cell *cell = &results->cell[variant][class];
	unsigned int leg;
	int ret = 0;

	ipb_render_counts(notes, cell);
	if (results->together)
		ret = ipb_render_rates(dir, notes, results, variant, class);
	for (leg = 0; !ret && leg < IPB_NR_LEGS; leg++) {
		if (!shown(cell, leg))
			continue;
		ipb_render_leg(notes, results, cell, leg);
		ret = ipb_render_histogram(dir, results, cell, leg);
	}
	return ret ? ret : ipb_dir_add_notes(dir, notes);
}

static int publish_cell(struct ipb_dir *parent, const struct ipb_results *results,
			unsigned int variant, enum ipb_class class)
{
	struct ipb_notes *notes = ipb_notes_alloc(CELL_NOTES);
	struct ipb_dir *dir = ipb_dir_create_in(parent, ipb_class_name(class));
	int ret = -ENOMEM;

	if (notes && dir)
		ret = fill_cell(dir, notes, results, variant, class);
	kfree(notes);
	return ret;
}

static int publish_variant(struct ipb_dir *parent, const struct ipb_results *results,
			   unsigned int variant)
{
	struct ipb_dir *dir = ipb_dir_create_in(parent, results->variant[variant]);
	unsigned int class;
	int ret = 0;

	if (!dir)
		return -ENOMEM;
	if (results->nr_routes && !results->together)
		ret = ipb_render_matrix(dir, results, variant);
	for (class = 0; !ret && class < IPB_NR_GROUPS; class++)
		if (results->cell[variant][class].pairs)
			ret = publish_cell(dir, results, variant, class);
	return ret;
}

static int publish_results(struct ipb_dir *bench, struct ipb_published *published,
			   const struct ipb_results *results)
{
	unsigned int variant;
	int ret = 0;

	published->results = ipb_dir_create_in(bench, "results");
	if (!published->results)
		return -ENOMEM;
	for (variant = 0; !ret && variant < results->nr_variants; variant++)
		ret = publish_variant(published->results, results, variant);
	return ret;
}

static int publish_contrast(struct ipb_dir *parent, const struct ipb_results *results,
			    const struct ipb_cell *cell, enum ipb_class class)
{
	struct ipb_notes *notes = ipb_notes_alloc(CONTRAST_NOTES);
	struct ipb_dir *dir;
	unsigned int leg;
	int ret = 0;

	if (!notes)
		return -ENOMEM;
	for (leg = 0; leg < IPB_NR_LEGS; leg++)
		if (cell->contrast[leg])
			ipb_render_contrast(notes, results, cell, leg);
	if (notes->nr) {
		dir = ipb_dir_create_in(parent, ipb_class_name(class));
		ret = dir ? ipb_dir_add_notes(dir, notes) : -ENOMEM;
	}
	kfree(notes);
	return ret;
}

static int publish_compare(struct ipb_dir *bench, struct ipb_published *published,
			   const struct ipb_results *results)
{
	unsigned int variant, class;
	int ret = 0;

	if (results->baseline < 0)
		return 0;
	published->compare = ipb_dir_create_in(bench, "compare");
	if (!published->compare)
		return -ENOMEM;
	for (variant = 0; !ret && variant < results->nr_variants; variant++) {
		struct ipb_dir *dir;

		if (variant == results->baseline)
			continue;
		dir = ipb_dir_create_in(published->compare, results->variant[variant]);
		if (!dir)
			return -ENOMEM;
		for (class = 0; !ret && class < IPB_NR_GROUPS; class++)
			ret = publish_contrast(dir, results, &results->cell[variant][class],
					       class);
	}
	return ret;
}

static void withdraw(struct ipb_dir **dir)
{
	ipb_dir_remove(*dir);
	*dir = NULL;
}

static void withdraw_all(struct ipb_published *published)
{
	withdraw(&published->results);
	withdraw(&published->compare);
	withdraw(&published->run);
}

/* Too many zeros for a constant that takes memory as long as we are loaded. */
static int publish_none(struct ipb_dir *bench, struct ipb_published *published)
{
	struct ipb_results *none = kvzalloc(sizeof(*none), GFP_KERNEL);
	int ret = none ? publish_run(bench, published, none) : -ENOMEM;

	kvfree(none);
	return ret;
}

static int publish_once(struct ipb_dir *bench, struct ipb_published *published,
			const struct ipb_results *results)
{
	int ret;

	if (!results)
		return publish_none(bench, published);
	ret = publish_run(bench, published, results);
	if (!ret)
		ret = publish_results(bench, published, results);
	if (!ret)
		ret = publish_compare(bench, published, results);
	return ret;
}

/**
 * ipb_publish() - replace what a bench's directory shows
 * @bench: its directory
 * @published: what it shows now
 * @results: the new run's, not kept; NULL: as after load
 *
 * May sleep. The old ones have to go before the new ones can have their names,
 * so memory is asked for several times before nothing is shown rather than a
 * part.
 *
 * Return: 0 or -errno.
 */
int ipb_publish(struct ipb_dir *bench, struct ipb_published *published,
		const struct ipb_results *results)
{
	unsigned int tries;
	int ret = -ENOMEM;

	for (tries = 0; ret == -ENOMEM && tries < PUBLISH_TRIES; tries++) {
		if (tries)
			msleep(PUBLISH_RETRY_MS);
		withdraw_all(published);
		ret = publish_once(bench, published, results);
	}
	if (ret)
		withdraw_all(published);
	return ret;
}

IPB_EXPORT_FOR_KUNIT(ipb_publish);
