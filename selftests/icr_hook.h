/* SPDX-License-Identifier: GPL-2.0-only */
/* The hook that the programs about writes of the ICR share. */
#ifndef SELFTESTS_ICR_HOOK_H
#define SELFTESTS_ICR_HOOK_H

#define FUNCTION	"handle_fastpath_set_msr_irqoff"
#define HOOK		"live/" FUNCTION

enum { KERNEL, AGAIN, OFF, LEAVE, VARIANTS };

static const char *const variants[VARIANTS] = {
	[KERNEL]	= "kernel",
	[AGAIN]		= "kernel_again",
	[OFF]		= "off",
	[LEAVE]		= "leave",
};

#endif /* SELFTESTS_ICR_HOOK_H */
