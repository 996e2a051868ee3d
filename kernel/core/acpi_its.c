// SPDX-License-Identifier: GPL-2.0-only
/*
 * Walks the two ACPI tables byte by byte: the kernel's own walkers are not for
 * modules. Layouts are those of the ACPI specification, 5.2.12 and 5.2.16.
 */
#include <linux/export.h>

#include "core/acpi_its.h"
#include "core/export.h"

enum {
	MADT_HEADER	= 44,
	MADT_ITS	= 15,
	MADT_ITS_SIZE	= 20,
	MADT_ITS_ID	= 4,
	MADT_ITS_BASE	= 8,

	SRAT_HEADER	= 48,
	SRAT_ITS	= 4,
	SRAT_ITS_SIZE	= 12,
	SRAT_ITS_DOMAIN	= 2,
	SRAT_ITS_ID	= 8,
};

/**
 * struct table - a table being walked
 * @data: the table
 * @length: its size in bytes
 * @offset: of the next structure
 */
struct table {
	const u8 *data;
	u32 length;
	u32 offset;
};

/* the header with get_unaligned_le64() moved in 6.12, and is not worth a compat macro */
static u64 little_endian(const u8 *at, unsigned int bytes)
{
	u64 value = 0;

	while (bytes--)
		value = value << 8 | at[bytes];
	return value;
}

/* a structure too short to hold its own header, or cut off, ends the table */
static const u8 *table_next(struct table *table, u8 type, u8 size)
{
	while (table->offset < table->length && table->length - table->offset >= 2) {
		const u8 *entry = table->data + table->offset;

		if (entry[1] < 2 || entry[1] > table->length - table->offset)
			break;
		table->offset += entry[1];
		if (entry[0] == type && entry[1] >= size)
			return entry;
	}
	return NULL;
}

/**
 * ipb_acpi_its_find() - list the ITSs of a MADT
 * @madt: the table
 * @length: its size in bytes
 * @its: where they go, in the table's order, without proximity domains
 * @max: room in @its
 *
 * Return: ITSs put into @its; those beyond @max are left out.
 */
unsigned int ipb_acpi_its_find(const void *madt, u32 length, struct ipb_acpi_its *its,
			       unsigned int max)
{
	struct table table = { .data = madt, .length = length, .offset = MADT_HEADER };
	const u8 *entry;
	unsigned int nr;

	for (nr = 0; nr < max; nr++) {
		entry = table_next(&table, MADT_ITS, MADT_ITS_SIZE);
		if (!entry)
			break;
		its[nr] = (struct ipb_acpi_its) {
			.base = little_endian(entry + MADT_ITS_BASE, sizeof(u64)),
			.id = little_endian(entry + MADT_ITS_ID, sizeof(u32)),
		};
	}
	return nr;
}

IPB_EXPORT_FOR_KUNIT(ipb_acpi_its_find);

/**
 * ipb_acpi_its_place() - put ITSs into the proximity domains of an SRAT
 * @srat: the table
 * @length: its size in bytes
 * @its: ITSs to place; those that the table does not name stay as they are
 * @nr: how many
 */
void ipb_acpi_its_place(const void *srat, u32 length, struct ipb_acpi_its *its,
			unsigned int nr)
{
	struct table table = { .data = srat, .length = length, .offset = SRAT_HEADER };
	const u8 *entry;
	unsigned int i;
	u32 id;

	while ((entry = table_next(&table, SRAT_ITS, SRAT_ITS_SIZE))) {
		id = little_endian(entry + SRAT_ITS_ID, sizeof(u32));
		for (i = 0; i < nr; i++) {
			if (its[i].id != id)
				continue;
			its[i].domain = little_endian(entry + SRAT_ITS_DOMAIN, sizeof(u32));
			its[i].has_domain = true;
		}
	}
}

IPB_EXPORT_FOR_KUNIT(ipb_acpi_its_place);
