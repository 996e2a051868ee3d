/* SPDX-License-Identifier: GPL-2.0-only */
/* What of the machine's memory the kernel holds. */
#ifndef SELFTESTS_MEMORY_H
#define SELFTESTS_MEMORY_H

enum { MEMORY_CACHES = 512, MEMORY_NAME = 32 };

struct memory {
	struct {
		char name[MEMORY_NAME];
		long long objects;
	} cache[MEMORY_CACHES];		/* slab caches; none where the kernel counts none */
	unsigned int nr;
	long long slab_kb;
	long long vmalloc_kb;
	long long percpu_kb;
};

/* What can be had again at any time is given up first. Return: 0 or -errno. */
int memory_read(struct memory *memory);

/*
 * The slab cache that has grown most from @before to @after, by @objects: one
 * object left behind each time is as many as there were times. Return: its
 * name, "none" where none has grown.
 */
const char *memory_grown(const struct memory *before, const struct memory *after,
			 long long *objects);

#endif /* SELFTESTS_MEMORY_H */
