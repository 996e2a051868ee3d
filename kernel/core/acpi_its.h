/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ITSs as ACPI describes them: MADT structures of type 15 say where they are,
 * SRAT structures of type 4 in which proximity domain.
 */
#ifndef IPIBENCH_CORE_ACPI_ITS_H
#define IPIBENCH_CORE_ACPI_ITS_H

#include <linux/types.h>

/**
 * struct ipb_acpi_its - one ITS
 * @base: physical base address
 * @id: GIC ITS ID, which ties MADT and SRAT together
 * @domain: proximity domain
 * @has_domain: SRAT names one
 */
struct ipb_acpi_its {
	u64 base;
	u32 id;
	u32 domain;
	bool has_domain;
};

unsigned int ipb_acpi_its_find(const void *madt, u32 length, struct ipb_acpi_its *its,
			       unsigned int max);
void ipb_acpi_its_place(const void *srat, u32 length, struct ipb_acpi_its *its,
			unsigned int nr);

#endif /* IPIBENCH_CORE_ACPI_ITS_H */
