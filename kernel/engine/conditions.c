// SPDX-License-Identifier: GPL-2.0-only
/*
 * Under which conditions a run measures: frozen at its start, published with
 * its results, so that a number never travels without them.
 */
#include <linux/slab.h>
#include <linux/utsname.h>

#include "bench/notes.h"
#include "engine/control.h"
#include "engine/machine.h"
#include "engine/run.h"
#include "engine/topology.h"

enum { CONDITIONS_MAX = 40 };

static void say_clock(const struct ipb_run *run, struct ipb_notes *notes)
{
	const struct ipb_clock *clock = &run->clock;

	ipb_notes_add(notes, "clock", "%s", clock->name);
	ipb_notes_add(notes, "clock_khz", "%u", clock->khz);
	ipb_notes_add_thousandths(notes, "clock_resolution_ns", clock->resolution_ps);
}

static void say_machine(const struct ipb_run *run, struct ipb_notes *notes)
{
	char model[IPB_MACHINE_TEXT];

	ipb_machine_cpu_model(model);
	ipb_notes_add(notes, "hypervisor", "%s", ipb_machine_hypervisor());
	ipb_notes_add(notes, "emulated", "%s", ipb_emulated_name(run->job->engine->emulated));
	ipb_notes_add(notes, "smt", "%s", ipb_topology_smt(run->topology) ? "on" : "off");
	ipb_notes_add(notes, "cpu_model", "%s", model);
	ipb_notes_add(notes, "kernel", "%s %s", init_utsname()->release,
		      init_utsname()->machine);
}

static void say_knobs(struct ipb_run *run, struct ipb_notes *notes)
{
	unsigned int i;

	for (i = 0; i < IPB_NR_KNOBS; i++) {
		const struct ipb_knob *knob = &ipb_knobs[i];
		u64 value = *ipb_spec_value(&run->spec, knob);

		if (knob->choices)
			ipb_notes_add(notes, knob->name, "%s", knob->choices[value]);
		else if (knob->decimals)
			ipb_notes_add_thousandths(notes, knob->name, value);
		else
			ipb_notes_add(notes, knob->name, "%llu", value);
	}
}

static void say_params(const struct ipb_run *run, struct ipb_notes *notes)
{
	unsigned int i;

	for (i = 0; i < run->bench->nr_params; i++) {
		const struct ipb_param *param = &run->bench->params[i];
		u64 value = run->session.param[i];

		if (param->choices)
			ipb_notes_add(notes, param->name, "%s", param->choices[value]);
		else
			ipb_notes_add(notes, param->name, "%llu", value);
	}
}

/**
 * ipb_run_conditions() - write them down
 * @run: prepared otherwise; its results get the notes
 *
 * May sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int ipb_run_conditions(struct ipb_run *run)
{
	struct ipb_notes *notes = ipb_notes_alloc(CONDITIONS_MAX);

	if (!notes)
		return -ENOMEM;
	run->results->conditions = notes;
	ipb_notes_add(notes, "backend", "%s", run->backend->name);
	say_clock(run, notes);
	say_machine(run, notes);
	say_knobs(run, notes);
	say_params(run, notes);
	ipb_notes_add(notes, "rounds", "%u", run->rounds);
	ipb_notes_add(notes, "shots_per_block", "%llu", run->spec.block);
	ipb_notes_add(notes, "tracing", "%s", run->traced ? "on" : "off");
	if (run->backend->describe)
		run->backend->describe(&run->session, notes);
	return 0;
}
