// SPDX-License-Identifier: GPL-2.0-only
/*
 * its, real, for kernels that cannot meet an ITS.
 */
#include <linux/kernel.h>

#include "bench/its.h"

static const char *absent_supported(void)
{
	return "not an arm64 machine";
}

/* never called; the name is there to be read in sysfs as elsewhere */
static void absent_read(struct ipb_aim *aim, struct ipb_shot *shot)
{
	shot->outcome = IPB_SHOT_LOST;
}

static const struct ipb_variant absent_variants[] = {
	{
		.name = "read",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = absent_read,
	},
};

const struct ipb_backend ipb_its_real = {
	.name = "real",
	.variants = absent_variants,
	.nr_variants = ARRAY_SIZE(absent_variants),
	.supported = absent_supported,
};
