// SPDX-License-Identifier: GPL-2.0-only
/*
 * The long way's first question: whose register did the guest write?
 *
 * A hypervisor emulates some hundred of them, and WRMSR brings but a number.
 * The short way knows the one number it is for.
 */
#include <linux/export.h>
#include <linux/kernel.h>

#include "core/export.h"
#include "core/x86_msr.h"

/* ranges of architectural registers, ascending, both ends included */
static const struct {
	u32 first;
	u32 last;
	enum ipb_x86_msr_owner owner;
} ranges[] = {
	{ 0x00000010, 0x00000010, IPB_X86_MSR_CPU },	/* time stamp counter */
	{ 0x00000017, 0x00000017, IPB_X86_MSR_CPU },	/* platform id */
	{ 0x0000001b, 0x0000001b, IPB_X86_MSR_CPU },	/* APIC base */
	{ 0x0000003a, 0x0000003b, IPB_X86_MSR_CPU },	/* feature control, TSC adjust */
	{ 0x00000048, 0x00000049, IPB_X86_MSR_CPU },	/* speculation control */
	{ 0x00000079, 0x00000079, IPB_X86_MSR_CPU },	/* microcode update */
	{ 0x0000008b, 0x0000008b, IPB_X86_MSR_CPU },	/* microcode revision */
	{ 0x0000009e, 0x0000009e, IPB_X86_MSR_CPU },	/* SMBASE */
	{ 0x000000c1, 0x000000c8, IPB_X86_MSR_PMU },	/* general counters */
	{ 0x000000ce, 0x000000ce, IPB_X86_MSR_CPU },	/* platform info */
	{ 0x000000fe, 0x000000fe, IPB_X86_MSR_MTRR },	/* MTRR capabilities */
	{ 0x0000010a, 0x0000010b, IPB_X86_MSR_CPU },	/* capabilities, flush command */
	{ 0x00000140, 0x00000140, IPB_X86_MSR_CPU },	/* miscellaneous features */
	{ 0x00000174, 0x00000176, IPB_X86_MSR_CPU },	/* SYSENTER */
	{ 0x00000179, 0x0000017b, IPB_X86_MSR_MCE },	/* machine check, global */
	{ 0x00000186, 0x0000018d, IPB_X86_MSR_PMU },	/* event selectors */
	{ 0x000001a0, 0x000001a0, IPB_X86_MSR_CPU },	/* miscellaneous enables */
	{ 0x000001c4, 0x000001c5, IPB_X86_MSR_CPU },	/* extended feature disable */
	{ 0x000001d9, 0x000001d9, IPB_X86_MSR_CPU },	/* debug control */
	{ 0x00000200, 0x0000020f, IPB_X86_MSR_MTRR },	/* variable ranges */
	{ 0x00000250, 0x0000026f, IPB_X86_MSR_MTRR },	/* fixed ranges */
	{ 0x00000277, 0x00000277, IPB_X86_MSR_MTRR },	/* page attribute table */
	{ 0x00000280, 0x0000029f, IPB_X86_MSR_MCE },	/* corrected error interrupts */
	{ 0x000002ff, 0x000002ff, IPB_X86_MSR_MTRR },	/* default type */
	{ 0x00000309, 0x0000030c, IPB_X86_MSR_PMU },	/* fixed counters */
	{ 0x00000345, 0x00000345, IPB_X86_MSR_PMU },	/* PMU capabilities */
	{ 0x0000038d, 0x00000390, IPB_X86_MSR_PMU },	/* PMU control */
	{ 0x000003f1, 0x000003f2, IPB_X86_MSR_PMU },	/* event based sampling */
	{ 0x00000400, 0x0000047f, IPB_X86_MSR_MCE },	/* machine check banks */
	{ 0x00000480, 0x00000493, IPB_X86_MSR_CPU },	/* virtualisation capabilities */
	{ 0x00000600, 0x00000600, IPB_X86_MSR_PMU },	/* debug store area */
	{ 0x000006a0, 0x000006a8, IPB_X86_MSR_CPU },	/* control flow enforcement */
	{ 0x000006e0, 0x000006e0, IPB_X86_MSR_CLOCK },	/* TSC deadline */
	{ 0x00000800, 0x000008ff, IPB_X86_MSR_X2APIC },
	{ 0x00000da0, 0x00000da0, IPB_X86_MSR_CPU },	/* supervisor state mask */
	{ 0x40000000, 0x400000ff, IPB_X86_MSR_HYPERV },
	{ 0x4b564d00, 0x4b564d08, IPB_X86_MSR_CLOCK },	/* KVM's own */
	{ 0xc0000080, 0xc0000084, IPB_X86_MSR_CPU },	/* EFER, SYSCALL */
	{ 0xc0000100, 0xc0000104, IPB_X86_MSR_CPU },	/* bases, TSC aux, TSC ratio */
	{ 0xc0010000, 0xc0010007, IPB_X86_MSR_PMU },	/* AMD's counters */
	{ 0xc0010015, 0xc0010015, IPB_X86_MSR_CPU },	/* hardware configuration */
	{ 0xc0010114, 0xc0010117, IPB_X86_MSR_CPU },	/* AMD's virtualisation */
	{ 0xc0010200, 0xc001020b, IPB_X86_MSR_PMU },	/* AMD's counters, extended */
};

/**
 * ipb_x86_msr_find - who emulates a register
 * @msr: its number
 *
 * Return: the owner, or IPB_X86_MSR_NOBODY: the access faults. Any context.
 */
enum ipb_x86_msr_owner ipb_x86_msr_find(u32 msr)
{
	unsigned int low = 0, high = ARRAY_SIZE(ranges);

	while (low < high) {
		unsigned int middle = (low + high) / 2;

		if (msr > ranges[middle].last)
			low = middle + 1;
		else if (msr < ranges[middle].first)
			high = middle;
		else
			return ranges[middle].owner;
	}
	return IPB_X86_MSR_NOBODY;
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_msr_find);

/**
 * ipb_x86_msr_table_is_sorted - is the table fit to be searched?
 *
 * Return: true if its ranges ascend and do not overlap. Any context.
 */
bool ipb_x86_msr_table_is_sorted(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ranges); i++) {
		if (ranges[i].first > ranges[i].last)
			return false;
		if (i && ranges[i - 1].last >= ranges[i].first)
			return false;
	}
	return true;
}

IPB_EXPORT_FOR_KUNIT(ipb_x86_msr_table_is_sorted);
