// SPDX-License-Identifier: GPL-2.0-only
/*
 * hyperv: one IPI from a Hyper-V guest, by the cpumask path, by one hypercall,
 * by one sparse bank, and by the APIC's own way.
 */
#include <linux/kernel.h>

#include "bench/benches.h"
#include "bench/hyperv.h"
#include "core/hv_abi.h"

static const char *const hyperv_numberings[] = {
	[IPB_HYPERV_IDENTITY]	= "identity",
	[IPB_HYPERV_REVERSED]	= "reversed",
	NULL,
};

static const char *const hyperv_exs[] = {
	[IPB_HYPERV_EX_NEEDED]	= "needed",
	[IPB_HYPERV_EX_ALWAYS]	= "always",
	NULL,
};

static const struct ipb_param hyperv_params[] = {
	[IPB_HYPERV_TARGET_VP] = {
		.name = "target_vp",
		.max = IPB_HV_SET_VPS - 1,
	},
	[IPB_HYPERV_VP_NUMBERING] = {
		.name = "vp_numbering",
		.choices = hyperv_numberings,
		.max = IPB_HYPERV_REVERSED,
	},
	[IPB_HYPERV_EX] = {
		.name = "vp_sets",
		.choices = hyperv_exs,
		.max = IPB_HYPERV_EX_ALWAYS,
	},
};

static_assert(ARRAY_SIZE(hyperv_params) == IPB_HYPERV_NR_PARAMS);

static const struct ipb_backend *const hyperv_backends[] = {
#if IPB_HYPERV_HAS_REAL
	&ipb_hyperv_real,
#endif
	&ipb_hyperv_model,
};

const struct ipb_bench ipb_bench_hyperv = {
	.name = "hyperv",
	.baseline = "mask",
	.params = hyperv_params,
	.nr_params = ARRAY_SIZE(hyperv_params),
	.backends = hyperv_backends,
	.nr_backends = ARRAY_SIZE(hyperv_backends),
};
