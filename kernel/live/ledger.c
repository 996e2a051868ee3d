// SPDX-License-Identifier: GPL-2.0-only
/*
 * Folding rounds into results.
 */
#include <linux/bitmap.h>
#include <linux/cpumask.h>
#include <linux/gcd.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/utsname.h>
#ifdef CONFIG_ARM64
#include <asm/sysreg.h>
#endif
#if defined(CONFIG_X86) && !defined(CONFIG_UML)
#include <asm/tsc.h>
#endif

#include "bench/notes.h"
#include "bench/stamp.h"
#include "core/compare.h"
#include "engine/machine.h"
#include "engine/results.h"
#include "face/face.h"
#include "live/hook.h"
#include "live/ledger.h"

enum {
	ROUNDS_KEPT	= 4096,
	CONDITIONS	= 16,
	STEPS		= 256,
	SAME_MARGIN	= 100,	/* differences below one in so many count as none */
};

/*
 * The counter is read raw and its rate is what the machine says: whether the
 * benches trust it is decided per run, and is not to be touched during one.
 */
#if defined(CONFIG_ARM64)
#define COUNTER	"cntvct"
static u32 counter_khz(void)
{
	return read_sysreg(cntfrq_el0) / 1000;
}
#elif defined(CONFIG_X86) && !defined(CONFIG_UML)
#define COUNTER	"tsc"
static u32 counter_khz(void)
{
	return tsc_khz;
}
#else
#define COUNTER	"none"
static u32 counter_khz(void)
{
	return USEC_PER_SEC;
}
#endif

static u64 counter_step(void)
{
	u64 last = ipb_stamp_counter();
	unsigned long step = 0;
	unsigned int i;

	for (i = 0; i < STEPS; i++) {
		u64 now = ipb_stamp_counter();

		step = gcd(step, (unsigned long)(now - last));
		last = now;
	}
	return max(step, 1UL);
}

static void choose_clock(struct ipb_clock *clock)
{
	clock->name = COUNTER;
	clock->raw = true;
	ipb_clock_set_rate(clock, max(counter_khz(), 1U));
	clock->resolution_ps = max(ipb_clock_ps(clock, counter_step()), 1ULL);
}

static void note_conditions(const struct ipb_ledger *ledger, const struct ipb_hook *hook,
			    const struct ipb_recorders *recorders)
{
	struct ipb_notes *notes = ledger->results->conditions;
	char model[IPB_MACHINE_TEXT];

	ipb_machine_cpu_model(model);
	ipb_notes_add(notes, "backend", "live");
	ipb_notes_add(notes, "hook", "%s", hook->name);
	ipb_notes_add(notes, "clock", "%s", ledger->clock.name);
	ipb_notes_add(notes, "clock_khz", "%u", ledger->clock.khz);
	ipb_notes_add_thousandths(notes, "clock_resolution_ns", ledger->clock.resolution_ps);
	ipb_notes_add(notes, "hypervisor", "%s", ipb_machine_hypervisor());
	ipb_notes_add(notes, "emulated", "%s", ipb_face_emulated());
	ipb_notes_add(notes, "cpu_model", "%s", model);
	ipb_notes_add(notes, "kernel", "%s %s", init_utsname()->release,
		      init_utsname()->machine);
	ipb_notes_add(notes, "calls_per_block", "%u", recorders->block);
}

static int alloc_results(struct ipb_ledger *ledger, const struct ipb_hook *hook,
			 const struct ipb_recorders *recorders)
{
	struct ipb_results *results = ipb_results_alloc();
	unsigned int i;

	ledger->results = results;
	if (!results)
		return -ENOMEM;
	results->conditions = ipb_notes_alloc(CONDITIONS);
	if (!results->conditions)
		return -ENOMEM;
	results->nr_variants = recorders->nr_variants;
	results->baseline = results->nr_variants > 1 ? 0 : -1;
	for (i = 0; i < results->nr_variants; i++) {
		struct ipb_cell *cell = &results->cell[i][IPB_CLASS_LOCAL];

		results->variant[i] = hook->variants[recorders->first + i];
		cell->ops = 1;
		if (ipb_results_add_leg(results, i, IPB_CLASS_LOCAL, IPB_LEG_OP))
			return -ENOMEM;
		if (!i)
			continue;
		cell->contrast[IPB_LEG_OP] = ipb_results_zalloc(results,
								sizeof(struct ipb_contrast));
		if (!cell->contrast[IPB_LEG_OP])
			return -ENOMEM;
	}
	return 0;
}

int ipb_ledger_open(struct ipb_ledger *ledger, const struct ipb_hook *hook,
		    const struct ipb_recorders *recorders, u64 bytes)
{
	struct ipb_results *results;
	int ret;

	memset(ledger, 0, sizeof(*ledger));
	ret = alloc_results(ledger, hook, recorders);
	if (ret)
		return ret;
	results = ledger->results;
	ledger->midmean = ipb_results_zalloc(results, sizeof(u64) * ROUNDS_KEPT *
						      results->nr_variants);
	ledger->deltas = ipb_results_zalloc(results, sizeof(s64) * ROUNDS_KEPT);
	ledger->values = ipb_results_zalloc(results, sizeof(u64) * recorders->block);
	ledger->seen = ipb_results_zalloc(results, BITS_TO_LONGS(nr_cpu_ids) * sizeof(long));
	if (!ledger->midmean || !ledger->deltas || !ledger->values || !ledger->seen)
		return -ENOMEM;
	results->memory_bytes += bytes;
	ipb_random_seed(&ledger->random, recorders->seed);
	choose_clock(&ledger->clock);
	results->resolution_ps = ledger->clock.resolution_ps;
	ledger->started_ms = div_u64(ktime_get_ns(), NSEC_PER_MSEC);
	note_conditions(ledger, hook, recorders);
	return 0;
}

void ipb_ledger_close(struct ipb_ledger *ledger)
{
	kvfree(ledger->midmean);
	kvfree(ledger->deltas);
	kvfree(ledger->values);
	kvfree(ledger->seen);
	ipb_results_free(ledger->results);
	memset(ledger, 0, sizeof(*ledger));
}

/*
 * Where the next round's block statistics go. When all places are taken every
 * round so far is as likely as any other to be among those kept.
 */
static u64 *place_for_round(struct ipb_ledger *ledger)
{
	u64 place = ledger->rounds++;

	if (place >= ROUNDS_KEPT)
		place = ipb_random_below(&ledger->random, min_t(u64, place + 1, U32_MAX));
	if (place >= ROUNDS_KEPT)
		return NULL;
	return &ledger->midmean[place * ledger->results->nr_variants];
}

static void fold_block(struct ipb_ledger *ledger, const struct ipb_recorders *recorders,
		       unsigned int variant, const u32 *ticks, u64 *midmean)
{
	struct ipb_cell *cell = &ledger->results->cell[variant][IPB_CLASS_LOCAL];
	unsigned int i;

	for (i = 0; i < recorders->block; i++) {
		ledger->values[i] = ipb_clock_ps(&ledger->clock, ticks[i]);
		ipb_distribution_add(cell->leg[IPB_LEG_OP], ledger->values[i]);
	}
	cell->outcome[IPB_SHOT_HIT] += recorders->block;
	if (midmean)
		*midmean = ipb_statistics_midmean(ledger->values, recorders->block);
}

static void fold_round(struct ipb_ledger *ledger, const struct ipb_recorders *recorders,
		       const struct ipb_round *round)
{
	u64 *place = place_for_round(ledger);
	unsigned int i;

	for (i = 0; i < recorders->nr_variants; i++) {
		unsigned int variant = round->order[i] - recorders->first;

		fold_block(ledger, recorders, variant, &round->ticks[i * recorders->block],
			   place ? &place[variant] : NULL);
	}
}

void ipb_ledger_fold(struct ipb_ledger *ledger, struct ipb_recorders *recorders)
{
	struct ipb_round *round;
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		while ((round = ipb_recorder_peek(recorders, cpu))) {
			__set_bit(cpu, ledger->seen);
			fold_round(ledger, recorders, round);
			ipb_recorder_drop(recorders, cpu);
			cond_resched();
		}
	}
}

static unsigned int rounds_kept(const struct ipb_ledger *ledger)
{
	return min_t(u64, ledger->rounds, ROUNDS_KEPT);
}

/* The baseline's median, from block statistics: finer than the clock's step. */
static u64 baseline_ps(struct ipb_ledger *ledger)
{
	unsigned int nr = ledger->results->nr_variants, i;
	struct ipb_compare_input input = {
		.delta = ledger->deltas,
		.rounds = rounds_kept(ledger),
	};
	struct ipb_comparison median;

	for (i = 0; i < input.rounds; i++)
		ledger->deltas[i] = ledger->midmean[i * nr];
	ipb_compare(&input, &median);
	return median.delta;
}

static void judge_variant(struct ipb_ledger *ledger, unsigned int variant, u64 baseline,
			  u64 floor)
{
	struct ipb_results *results = ledger->results;
	const struct ipb_cell *base = &results->cell[0][IPB_CLASS_LOCAL];
	struct ipb_cell *ours = &results->cell[variant][IPB_CLASS_LOCAL];
	struct ipb_contrast *contrast = ours->contrast[IPB_LEG_OP];
	unsigned int nr = results->nr_variants, i;
	struct ipb_compare_input input = {
		.delta = ledger->deltas,
		.rounds = rounds_kept(ledger),
		.verdicts = results->verdicts,
		.floor = floor,
	};

	contrast->baseline_ps = baseline;
	contrast->p99_delta_ps = ipb_distribution_percentile(ours->leg[IPB_LEG_OP], 990) -
				 ipb_distribution_percentile(base->leg[IPB_LEG_OP], 990);
	input.margin = max(div_u64(baseline, SAME_MARGIN), floor);
	for (i = 0; i < input.rounds; i++)
		ledger->deltas[i] = ledger->midmean[i * nr + variant] - ledger->midmean[i * nr];
	ipb_compare(&input, &contrast->comparison);
}

void ipb_ledger_judge(struct ipb_ledger *ledger, const struct ipb_recorders *recorders)
{
	struct ipb_results *results = ledger->results;
	/* Calls are not in step with the clock, so a block sees between its ticks. */
	u64 floor = div_u64(ledger->clock.resolution_ps, max(int_sqrt(recorders->block), 1UL));
	u32 cpus = bitmap_weight(ledger->seen, nr_cpu_ids);
	u64 baseline = baseline_ps(ledger);
	unsigned int i;

	results->rounds = ledger->rounds;
	results->verdicts = results->nr_variants - 1;
	results->finished_epoch_s = ktime_get_real_seconds();
	results->duration_ms = div_u64(ktime_get_ns(), NSEC_PER_MSEC) - ledger->started_ms;
	results->id++;
	for (i = 0; i < results->nr_variants; i++) {
		results->cell[i][IPB_CLASS_LOCAL].pairs = cpus;
		if (i)
			judge_variant(ledger, i, baseline, floor);
	}
}
