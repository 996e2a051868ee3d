// SPDX-License-Identifier: GPL-2.0-only
/*
 * From parameters to a run: which pairs, how many rounds, and all the memory,
 * so that nothing is sent before everything it needs is there.
 */
#include <linux/bitmap.h>
#include <linux/kernel.h>
#include <linux/slab.h>

#include "core/export.h"
#include "engine/control.h"
#include "engine/host.h"
#include "engine/run.h"
#include "engine/topology.h"

static unsigned int plan_legs(const struct ipb_run *run, bool local)
{
	unsigned int i, legs = 0;

	for (i = 0; i < run->results->nr_variants; i++)
		legs |= local ? run->variant[i]->local_legs : run->variant[i]->legs;
	return legs;
}

static enum ipb_class plan_class(const void *context, u32 from, u32 to)
{
	const struct ipb_run *run = context;
	const struct ipb_place *places = run->topology->place;

	if (from == to)
		return plan_legs(run, true) ? IPB_CLASS_LOCAL : IPB_NR_CLASSES;
	return plan_legs(run, false) ? ipb_classify(&places[from], &places[to]) : IPB_NR_CLASSES;
}

/* The targets are the backend's own things, and no other CPU takes part. */
static enum ipb_class plan_class_own(const void *context, u32 from, u32 to)
{
	const struct ipb_run *run = context;
	struct ipb_place place;

	if (!run->backend->place_target(&run->session, to, &place))
		return IPB_CLASS_NODE;
	return ipb_classify(&run->topology->place[from], &place);
}

/*
 * Online CPUs of a list or, where it is empty, of the default. Others that were
 * named are added to the bitmap @offline. Return: how many, or -ENOMEM.
 */
static int plan_cpus(struct ipb_run *run, const unsigned long *list, unsigned long *offline,
		     u32 *cpus)
{
	unsigned int nr_bits = run->topology->nr_cpus;
	unsigned long *chosen = bitmap_zalloc(nr_bits, GFP_KERNEL);
	bool named = !bitmap_empty(list, nr_bits);
	unsigned int cpu;
	int nr = 0;

	if (!chosen)
		return -ENOMEM;
	if (named)
		bitmap_copy(chosen, list, nr_bits);
	else
		run->host->allowed(chosen, nr_bits);
	for_each_set_bit(cpu, chosen, nr_bits) {
		if (test_bit(cpu, run->topology->online))
			cpus[nr++] = cpu;
		else if (named)
			__set_bit(cpu, offline);
	}
	bitmap_free(chosen);
	return nr;
}

/* Room for the candidates, and the candidates. Return: 0 or -ENOMEM. */
static int plan_candidates(struct ipb_run *run, const struct ipb_job *job,
			   unsigned long *offline, struct ipb_pairs_request *request)
{
	unsigned int nr_cpus = run->topology->nr_cpus, nr_own = 0;
	int nr;

	if (run->backend->nr_targets)
		nr_own = run->backend->nr_targets(&run->session);
	request->from = kvmalloc_array(nr_cpus, sizeof(u32), GFP_KERNEL);
	request->to = kvmalloc_array(max(nr_cpus, nr_own), sizeof(u32), GFP_KERNEL);
	request->spent = kvcalloc(nr_cpus, sizeof(u8), GFP_KERNEL);
	if (!request->from || !request->to || !request->spent)
		return -ENOMEM;

	nr = plan_cpus(run, job->spec.senders, offline, request->from);
	if (nr < 0)
		return nr;
	request->nr_from = nr;
	if (run->backend->nr_targets) {
		for (nr = 0; nr < nr_own; nr++)
			request->to[nr] = nr;
	} else {
		nr = plan_cpus(run, job->spec.targets, offline, request->to);
		if (nr < 0)
			return nr;
	}
	request->nr_to = nr;
	return 0;
}

/* Room for the pairs, and for the targets where they have to be known. */
static int plan_room(struct ipb_run *run, unsigned int max)
{
	size_t pairs = max, targets = BITS_TO_LONGS(run->topology->nr_cpus) * sizeof(long);

	if (run->bench->together) {
		pairs *= IPB_NR_GROUPS - IPB_NR_CLASSES;
		run->targets = ipb_results_zalloc(run->results, targets);
		run->session.targets = run->targets;
		if (!run->targets)
			return -ENOMEM;
	}
	run->pairs = ipb_results_zalloc(run->results, array_size(pairs, sizeof(*run->pairs)));
	return run->pairs ? 0 : -ENOMEM;
}

static int plan_pairs(struct ipb_run *run, const struct ipb_job *job)
{
	unsigned int nr_cpus = run->topology->nr_cpus;
	unsigned long *offline = bitmap_zalloc(nr_cpus, GFP_KERNEL);
	struct ipb_pairs_request request = {
		.max = run->spec.pairs_max,
		.seed = run->spec.seed,
		.class = run->backend->nr_targets ? plan_class_own : plan_class,
		.context = run,
	};
	int ret = offline ? plan_room(run, request.max) : -ENOMEM;

	if (!ret)
		ret = plan_candidates(run, job, offline, &request);
	if (!ret) {
		run->results->cpus_offline = bitmap_weight(offline, nr_cpus);
		run->nr_pairs = run->bench->together ? ipb_run_choose_patterns(run, &request) :
						       ipb_pairs_choose(&request, run->pairs);
		ret = run->nr_pairs ? 0 : -ENXIO;
	}
	kvfree(request.from);
	kvfree(request.to);
	kvfree(request.spent);
	bitmap_free(offline);
	return ret;
}

static int plan_midmeans(struct ipb_run *run, unsigned int variant, u8 legs)
{
	size_t bytes = array3_size(run->nr_pairs, run->rounds, sizeof(u64));
	unsigned int leg;

	for (leg = 0; leg < IPB_NR_LEGS; leg++) {
		u64 **midmean = &run->midmean[variant][leg];

		if (!(legs & BIT(leg)) || *midmean)
			continue;
		*midmean = ipb_results_zalloc(run->results, bytes);
		if (!*midmean)
			return -ENOMEM;
		memset(*midmean, 0xff, bytes);
	}
	return 0;
}

static int plan_cell(struct ipb_run *run, unsigned int variant, enum ipb_class class)
{
	struct ipb_cell *cell = &run->results->cell[variant][class];
	u8 legs = ipb_run_legs(run, variant, class);
	unsigned int leg;
	int ret;

	if (cell->pairs++)
		return 0;
	for (leg = 0; leg < IPB_NR_LEGS; leg++) {
		if (!(legs & BIT(leg)))
			continue;
		ret = ipb_results_add_leg(run->results, variant, class, leg);
		if (ret)
			return ret;
		if (variant == run->results->baseline || leg == IPB_LEG_INJECT)
			continue;
		cell->contrast[leg] = ipb_results_zalloc(run->results,
							 sizeof(struct ipb_contrast));
		if (!cell->contrast[leg])
			return -ENOMEM;
	}
	return plan_midmeans(run, variant, legs);
}

static int plan_results(struct ipb_run *run)
{
	unsigned int variants = run->results->nr_variants, variant, i;
	size_t bytes;
	int ret;

	for (variant = 0; variant < variants; variant++) {
		for (i = 0; i < run->nr_pairs; i++) {
			ret = plan_cell(run, variant, run->pairs[i].class);
			if (ret)
				return ret;
		}
	}
	run->results->nr_routes = run->nr_pairs;
	bytes = array3_size(variants, run->nr_pairs, sizeof(struct ipb_route));
	run->results->routes = ipb_results_zalloc(run->results, bytes);
	return run->results->routes ? 0 : -ENOMEM;
}

static int plan_buffers(struct ipb_run *run)
{
	struct ipb_results *results = run->results;
	size_t block = run->spec.block, buffers = 1;

	if (run->bench->together)
		buffers = min_t(u64, run->nr_pairs, run->spec.pairs_max);
	run->shots = ipb_results_zalloc(results, array3_size(buffers, block, sizeof(*run->shots)));
	run->values = ipb_results_zalloc(results, array_size(block, sizeof(*run->values)));
	run->deltas = ipb_results_zalloc(results, array3_size(run->nr_pairs, run->rounds,
							      sizeof(*run->deltas)));
	run->scratch = ipb_results_zalloc(results, array_size(results->nr_variants,
							      sizeof(*run->scratch)));
	return run->shots && run->values && run->deltas && run->scratch ? 0 : -ENOMEM;
}

static void plan_variants(struct ipb_run *run)
{
	struct ipb_results *results = run->results;
	unsigned int i;

	results->baseline = -1;
	results->together = run->bench->together;
	for (i = 0; i < run->backend->nr_variants; i++) {
		if (!(run->spec.variants & BIT(i)))
			continue;
		if (i == run->spec.baseline)
			results->baseline = results->nr_variants;
		run->variant[results->nr_variants] = &run->backend->variants[i];
		results->variant[results->nr_variants++] = run->backend->variants[i].name;
	}
}

static int plan_session(struct ipb_run *run)
{
	int ret;

	memcpy(run->session.param, run->spec.param, sizeof(run->session.param));
	run->session.seed = run->spec.seed;
	run->session.cpus = run->topology->nr_cpus;
	if (!run->backend->open) {
		run->opened = true;
		return 0;
	}
	ret = run->backend->open(&run->session);
	run->opened = !ret;
	return ret;
}

static int plan(struct ipb_run *run, const struct ipb_job *job)
{
	int ret;

	run->results = ipb_results_alloc();
	run->topology = run->host->topology();
	if (!run->results || !run->topology)
		return -ENOMEM;
	run->rounds = DIV_ROUND_UP((u32)run->spec.samples, (u32)run->spec.block);
	run->results->rounds = run->rounds;
	run->results->resolution_ps = run->clock.resolution_ps;
	plan_variants(run);
	ret = plan_session(run);
	if (!ret)
		ret = plan_pairs(run, job);
	if (!ret)
		ret = plan_results(run);
	if (!ret)
		ret = plan_buffers(run);
	if (!ret)
		ret = ipb_run_conditions(run);
	return ret;
}

/**
 * ipb_run_prepare() - everything a run needs
 * @job: whose parameters; the engine's lock is held
 * @error: why not: -ENOMEM; -ENXIO: no pair of online CPUs; the backend's own
 *
 * May sleep; sends nothing.
 *
 * Return: the run, or NULL.
 */
struct ipb_run *ipb_run_prepare(struct ipb_job *job, int *error)
{
	struct ipb_run *run = kzalloc(sizeof(*run), GFP_KERNEL);

	*error = -ENOMEM;
	if (!run)
		return NULL;
	run->job = job;
	run->host = job->engine->host;
	run->observer = job->engine->observer;
	run->bench = job->bench;
	run->spec = job->spec;
	run->spec.senders = NULL;
	run->spec.targets = NULL;
	run->backend = ipb_spec_backend(&run->spec, run->bench);
	run->host->clock(&job->engine->clock);
	run->clock = job->engine->clock;
	run->traced = run->observer->tracing && run->observer->tracing();

	*error = plan(run, job);
	if (!*error)
		return run;
	ipb_run_destroy(run);
	return NULL;
}

/**
 * ipb_run_destroy() - undo ipb_run_prepare()
 * @run: the run, whole or half made
 *
 * May sleep.
 */
void ipb_run_destroy(struct ipb_run *run)
{
	unsigned int variant, leg;

	if (run->opened && run->backend->close)
		run->backend->close(&run->session);
	for (variant = 0; variant < IPB_MAX_VARIANTS; variant++)
		for (leg = 0; leg < IPB_NR_LEGS; leg++)
			kvfree(run->midmean[variant][leg]);
	kvfree(run->scratch);
	kvfree(run->deltas);
	kvfree(run->values);
	kvfree(run->shots);
	kvfree(run->pairs);
	kvfree(run->targets);
	ipb_topology_free(run->topology);
	ipb_results_free(run->results);
	kfree(run);
}

IPB_EXPORT_FOR_KUNIT(ipb_run_prepare);
IPB_EXPORT_FOR_KUNIT(ipb_run_destroy);
