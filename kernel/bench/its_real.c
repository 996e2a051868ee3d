// SPDX-License-Identifier: GPL-2.0-only
/*
 * its, real: how far every ITS of this machine is from every CPU.
 *
 * Targets are ITSs. An operation reads GITS_TYPER, which has no side effect,
 * and the next address depends on the value: one full round trip at a time.
 * The write that sends a virtual SGI is posted, so a read is only a measure of
 * the distance, not of that write. Nothing here ever writes to an ITS.
 */
#include <linux/bits.h>
#include <linux/io.h>
#include <linux/numa.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "bench/its.h"
#include "bench/its_frames.h"
#include "bench/notes.h"
#include "bench/stamp.h"
#include "core/its_regs.h"

/**
 * struct its_real - state of a session
 * @nr: ITSs
 * @zero: is zero, and no compiler knows
 * @frame: where they are
 * @typer: their GITS_TYPER, mapped beside the driver's own mapping
 * @value: what GITS_TYPER read at open
 */
struct its_real {
	unsigned int nr;
	u64 zero;
	struct ipb_its_frame frame[IPB_ITS_MAX_FRAMES];
	void __iomem *typer[IPB_ITS_MAX_FRAMES];
	u64 value[IPB_ITS_MAX_FRAMES];
};

static void real_read(struct ipb_aim *aim, struct ipb_shot *shot)
{
	const struct its_real *real = aim->session->state;
	const void __iomem *typer = real->typer[aim->to];
	u64 zero = real->zero, value = 0;
	u32 nr_ops = aim->nr_ops, i;

	shot->start = ipb_stamp();
	for (i = 0; i < nr_ops; i++)
		value = readq_relaxed(typer + (value & zero));
	/* the stamp must not overtake the last read */
	rmb();
	shot->done = ipb_stamp();
	shot->choice = aim->to;
	shot->outcome = value == real->value[aim->to] ? IPB_SHOT_HIT : IPB_SHOT_LOST;
}

static const char *real_supported(void)
{
	struct ipb_its_frame frame;

	return ipb_its_frames_find(&frame, 1) ? NULL : "firmware describes no GICv3 ITS";
}

static void real_unmap(struct its_real *real)
{
	while (real->nr--)
		iounmap(real->typer[real->nr]);
}

static void real_close(struct ipb_session *session)
{
	real_unmap(session->state);
	kfree(session->state);
	session->state = NULL;
}

static int real_open(struct ipb_session *session)
{
	struct its_real *real = kzalloc(sizeof(*real), GFP_KERNEL);
	unsigned int nr, i;

	if (!real)
		return -ENOMEM;
	session->state = real;
	nr = ipb_its_frames_find(real->frame, IPB_ITS_MAX_FRAMES);
	for (i = 0; i < nr; i++) {
		real->typer[i] = ioremap(real->frame[i].base + IPB_GITS_TYPER, sizeof(u64));
		if (!real->typer[i]) {
			real_close(session);
			return -ENOMEM;
		}
		real->nr++;
		real->value[i] = readq_relaxed(real->typer[i]);
	}
	if (nr)
		return 0;
	real_close(session);
	return -ENODEV;
}

static unsigned int real_nr_targets(const struct ipb_session *session)
{
	const struct its_real *real = session->state;

	return real->nr;
}

/* An ITS shares no core and no cache; its package is that of the CPUs of its node. */
static bool real_place_target(const struct ipb_session *session, unsigned int target,
			      struct ipb_place *place)
{
	const struct its_real *real = session->state;
	int node = real->frame[target].node;
	unsigned int cpu;

	if (node == NUMA_NO_NODE || !node_online(node))
		return false;
	cpu = cpumask_first(cpumask_of_node(node));
	if (cpu >= nr_cpu_ids)
		return false;
	place->package = topology_physical_package_id(cpu);
	place->node = node;
	place->core = -1;
	place->llc = IPB_LLC_UNKNOWN;
	return true;
}

static const char *its_architecture(u64 typer)
{
	if (ipb_gits_typer_is_v4_1(typer))
		return "4.1";
	return typer & IPB_GITS_TYPER_VLPIS ? "4.0" : "3";
}

static void real_describe(const struct ipb_session *session, struct ipb_notes *notes)
{
	const struct its_real *real = session->state;
	char nodes[IPB_NOTE_TEXT] = "", gics[IPB_NOTE_TEXT] = "";
	unsigned int i, n = 0, g = 0;

	for (i = 0; i < real->nr; i++) {
		const char *space = i ? " " : "";
		int node = real->frame[i].node;

		if (node == NUMA_NO_NODE)
			n += scnprintf(nodes + n, sizeof(nodes) - n, "%sunknown", space);
		else
			n += scnprintf(nodes + n, sizeof(nodes) - n, "%s%d", space, node);
		g += scnprintf(gics + g, sizeof(gics) - g, "%s%s", space,
			       its_architecture(real->value[i]));
	}
	ipb_notes_add(notes, "its_count", "%u", real->nr);
	ipb_notes_add(notes, "its_source", "%s", ipb_its_frames_source());
	ipb_notes_add(notes, "its_node", "%s", nodes);
	ipb_notes_add(notes, "its_gic", "%s", gics);
}

static const struct ipb_variant real_variants[] = {
	{
		.name = "read",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = real_read,
	},
};

const struct ipb_backend ipb_its_real = {
	.name = "real",
	.variants = real_variants,
	.nr_variants = ARRAY_SIZE(real_variants),
	.supported = real_supported,
	.open = real_open,
	.close = real_close,
	.describe = real_describe,
	.nr_targets = real_nr_targets,
	.place_target = real_place_target,
};
