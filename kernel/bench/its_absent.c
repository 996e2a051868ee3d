// SPDX-License-Identifier: GPL-2.0-only
/*
 * its, real, for kernels that cannot meet an ITS.
 */
#include "bench/its.h"

static const char *absent_supported(void)
{
	return "not an arm64 machine";
}

const struct ipb_backend ipb_its_real = {
	.name = "real",
	.supported = absent_supported,
};
