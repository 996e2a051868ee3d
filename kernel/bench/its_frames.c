// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the ITSs of this machine where the kernel found them: in the device
 * tree or in ACPI tables. The driver keeps its own list to itself.
 */
#include <linux/acpi.h>
#include <linux/numa.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/slab.h>

#include "bench/its_frames.h"
#include "core/acpi_its.h"

/* what of_node_to_nid() does, which modules do not get */
static int dt_node(const struct device_node *np)
{
	u32 node;

	if (of_property_read_u32(np, "numa-node-id", &node) || node >= MAX_NUMNODES)
		return NUMA_NO_NODE;
	return node;
}

static unsigned int dt_find(struct ipb_its_frame *frames, unsigned int max)
{
	struct device_node *np;
	struct resource res;
	unsigned int nr = 0;

	for_each_compatible_node(np, NULL, "arm,gic-v3-its") {
		/* the loop holds a reference to np that only its own end drops */
		if (nr == max || !of_device_is_available(np) || of_address_to_resource(np, 0, &res))
			continue;
		frames[nr].base = res.start;
		frames[nr].node = dt_node(np);
		nr++;
	}
	return nr;
}

#ifdef CONFIG_ACPI
static void acpi_place(struct ipb_acpi_its *its, unsigned int nr)
{
	struct acpi_table_header *srat;

	if (!IS_ENABLED(CONFIG_ACPI_NUMA) || ACPI_FAILURE(acpi_get_table(ACPI_SIG_SRAT, 0, &srat)))
		return;
	ipb_acpi_its_place(srat, srat->length, its, nr);
	acpi_put_table(srat);
}

static int acpi_node(const struct ipb_acpi_its *its)
{
	return its->has_domain ? pxm_to_node(its->domain) : NUMA_NO_NODE;
}

static unsigned int acpi_find(struct ipb_its_frame *frames, unsigned int max)
{
	struct ipb_acpi_its *its = kcalloc(max, sizeof(*its), GFP_KERNEL);
	struct acpi_table_header *madt;
	unsigned int nr = 0, i;

	if (!its)
		return 0;
	if (ACPI_SUCCESS(acpi_get_table(ACPI_SIG_MADT, 0, &madt))) {
		nr = ipb_acpi_its_find(madt, madt->length, its, max);
		acpi_put_table(madt);
	}
	acpi_place(its, nr);
	for (i = 0; i < nr; i++) {
		frames[i].base = its[i].base;
		frames[i].node = acpi_node(&its[i]);
	}
	kfree(its);
	return nr;
}
#else
static unsigned int acpi_find(struct ipb_its_frame *frames, unsigned int max)
{
	return 0;
}
#endif

/**
 * ipb_its_frames_find() - list the ITSs of this machine
 * @frames: where they go, in firmware's order
 * @max: room in @frames
 *
 * May sleep. Touches no ITS.
 *
 * Return: how many; 0 also if memory ran out.
 */
unsigned int ipb_its_frames_find(struct ipb_its_frame *frames, unsigned int max)
{
	return acpi_disabled ? dt_find(frames, max) : acpi_find(frames, max);
}

/**
 * ipb_its_frames_source() - who describes this machine
 *
 * Return: a word.
 */
const char *ipb_its_frames_source(void)
{
	return acpi_disabled ? "devicetree" : "acpi";
}
