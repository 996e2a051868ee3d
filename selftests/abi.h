/* SPDX-License-Identifier: GPL-2.0-only */
/* The promise: Documentation/ABI/testing/sysfs-kernel-ipibench, read as data. */
#ifndef SELFTESTS_ABI_H
#define SELFTESTS_ABI_H

#include "face.h"

enum { ABI_ENTRIES = 256, ABI_WORD = 32, ABI_WORDS = 128 };

struct abi_entry {
	char path[FACE_PATH];	/* below FACE_ROOT, with placeholders */
	bool is_file;
	bool writable;
	bool may_be_absent;	/* although its directory exists */
	bool with_leg;		/* absent only where its leg is */
	bool limited;		/* @min to @max */
	char min[ABI_WORD];
	char max[ABI_WORD];
	char initial[ABI_WORD];	/* of those with a range or a choice */
	char choices[ABI_WORDS];	/* separated by blanks, or empty */
};

struct abi {
	unsigned int nr;
	struct abi_entry entry[ABI_ENTRIES];
};

/* Return: 0, -ENOENT, or -EPROTO where it cannot be made sense of. */
int abi_load(struct abi *abi);

/* The entry for a file or folder that exists, or NULL. */
const struct abi_entry *abi_find(const struct abi *abi, const char *path);

/*
 * Calls @visit with every path an entry stands for, given the folders and legs
 * that exist. Return: how many.
 */
unsigned int abi_expand(const struct abi *abi, const struct abi_entry *entry,
			void (*visit)(const char *path, void *data), void *data);

/* Is this a staged parameter with a range or a choice? */
bool abi_is_parameter(const struct abi_entry *entry);

#endif /* SELFTESTS_ABI_H */
