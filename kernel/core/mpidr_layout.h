/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How model VMs number their CPUs.
 */
#ifndef IPIBENCH_CORE_MPIDR_LAYOUT_H
#define IPIBENCH_CORE_MPIDR_LAYOUT_H

#include <linux/types.h>

/**
 * enum ipb_mpidr_layout - what MPIDRs a VM's vCPUs have
 * @IPB_MPIDR_KVM: KVM's default: 16 to an Aff0, then Aff1, then Aff2
 * @IPB_MPIDR_SPARSE: a CPU per cluster, every fourth number of Aff1 and Aff2
 *	used: dense once gathered, so the published table still fits its page
 * @IPB_MPIDR_SPREAD: all of Aff3 to Aff0 in use without a pattern: more bits
 *	differ than one page has room for, so the published table does not exist
 * @IPB_MPIDR_DUPLICATE: KVM's default, each MPIDR given to two vCPUs
 * @IPB_MPIDR_LAYOUTS: how many there are
 */
enum ipb_mpidr_layout {
	IPB_MPIDR_KVM,
	IPB_MPIDR_SPARSE,
	IPB_MPIDR_SPREAD,
	IPB_MPIDR_DUPLICATE,
	IPB_MPIDR_LAYOUTS,
};

/** ipb_mpidr_layout_names - as sysfs spells them, in order of the enum; NULL ends */
extern const char *const ipb_mpidr_layout_names[IPB_MPIDR_LAYOUTS + 1];

/**
 * ipb_mpidr_layout_mpidr() - the MPIDR a layout gives to a vCPU
 * @layout: below IPB_MPIDR_LAYOUTS
 * @index: of the vCPU; the layouts are meant for up to 4,096, and indexes from
 *	@nr to 8,191 give MPIDRs that no vCPU of a VM of @nr (even) has
 *
 * Every one is within reach of an SGI: Aff0 stays below 16. Bit 31, which says
 * nothing, is set as it is in hardware.
 *
 * Return: a register value.
 */
u64 ipb_mpidr_layout_mpidr(enum ipb_mpidr_layout layout, unsigned int index);

#endif /* IPIBENCH_CORE_MPIDR_LAYOUT_H */
