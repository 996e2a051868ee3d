// SPDX-License-Identifier: GPL-2.0-only
/*
 * its: choose an ITS for a virtual SGI.
 *
 * The model backend times the choice; the real one times the way to the ITS.
 */
#include <linux/export.h>
#include <linux/kernel.h>

#include "bench/benches.h"
#include "bench/gic.h"
#include "bench/its.h"
#include "core/export.h"

static const struct ipb_param its_params[] = {
	[IPB_ITS_NR_ITS] = {
		.name = "nr_its",
		.min = 1,
		.max = IPB_GIC_MAX_ITS,
		.initial = 2,
	},
	[IPB_ITS_NR_ITS_V40] = {
		.name = "nr_its_v40",
		.max = IPB_GIC_MAX_ITS,
	},
	[IPB_ITS_VPE_TABLE] = {
		.name = "vpe_table",
		.choices = ipb_gic_tables_names,
		.max = IPB_GIC_OWN_TABLES,
	},
};

static_assert(ARRAY_SIZE(its_params) == IPB_ITS_NR_PARAMS);

static const struct ipb_backend *const its_backends[] = { &ipb_its_real, &ipb_its_model };

const struct ipb_bench ipb_bench_its = {
	.name = "its",
	.baseline = "first",
	.params = its_params,
	.nr_params = ARRAY_SIZE(its_params),
	.backends = its_backends,
	.nr_backends = ARRAY_SIZE(its_backends),
};

IPB_EXPORT_FOR_KUNIT(ipb_bench_its);
