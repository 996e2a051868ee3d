/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values to write, good, bad and nonsense: at random, but the same for the same
 * seed, and what the ABI document says to them.
 */
#ifndef SELFTESTS_PICK_H
#define SELFTESTS_PICK_H

#include "abi.h"

enum { PICK_FILES = 256, PICK_TEXT = 4608 };

enum pick_sort {
	PICK_GOOD,	/* must be taken, and then be read as written */
	PICK_BAD,	/* must be refused */
	PICK_ANY,	/* nobody knows */
};

struct pick_value {
	char text[PICK_TEXT];
	size_t len;
	enum pick_sort sort;
};

/* A writable file; @path names its bench first. */
struct pick_file {
	char path[FACE_PATH];
	const struct abi_entry *entry;
};

struct pick_files {
	struct pick_file file[PICK_FILES];
	unsigned int nr;
};

/* Every writable file there is. */
void pick_files(struct pick_files *files, const struct abi *abi);

/* Its name without its bench's. */
const char *pick_name(const struct pick_file *file);

/* A number below @n, which is not 0. */
unsigned int pick_below(unsigned int *seed, unsigned int n);

/*
 * A value for a file. @tame: one of those who write, in a run that is to end
 * soon: large values that would make it long are left out, and what depends on
 * another file is not certain to be good.
 */
void pick_value(struct pick_value *value, const struct pick_file *file, unsigned int *seed,
		bool tame);

/* May the file read so? */
bool pick_is_legal(const struct pick_file *file, const char *text);

/* Is @error, which is negative, one that the document names for this write? */
bool pick_error_is_right(const struct pick_file *file, const struct pick_value *value,
			 int error);

#endif /* SELFTESTS_PICK_H */
