/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_X86_MSR_H
#define IPIBENCH_CORE_X86_MSR_H

#include <linux/types.h>

/* who emulates a model specific register */
enum ipb_x86_msr_owner {
	IPB_X86_MSR_NOBODY,
	IPB_X86_MSR_CPU,
	IPB_X86_MSR_MTRR,
	IPB_X86_MSR_PMU,
	IPB_X86_MSR_MCE,
	IPB_X86_MSR_X2APIC,
	IPB_X86_MSR_CLOCK,
	IPB_X86_MSR_HYPERV,
};

enum ipb_x86_msr_owner ipb_x86_msr_find(u32 msr);
bool ipb_x86_msr_table_is_sorted(void);

#endif /* IPIBENCH_CORE_X86_MSR_H */
