// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "face.h"
#include "memory.h"

/* What is freed after a grace period, or by a worker, is to be gone. */
enum { SETTLE_S = 2 };

static void read_caches(struct memory *memory)
{
	FILE *file = fopen("/proc/slabinfo", "r");
	char line[256];

	if (!file)
		return;
	while (memory->nr < MEMORY_CACHES && fgets(line, sizeof(line), file)) {
		int nr = sscanf(line, "%31s %lld", memory->cache[memory->nr].name,
				&memory->cache[memory->nr].objects);

		if (nr == 2)
			memory->nr++;
	}
	fclose(file);
}

static int read_sums(struct memory *memory)
{
	FILE *file = fopen("/proc/meminfo", "r");
	char line[128], name[32];
	long long kb;

	if (!file)
		return -errno;
	while (fgets(line, sizeof(line), file)) {
		int nr = sscanf(line, "%31[^:]: %lld", name, &kb);

		if (nr != 2)
			continue;
		if (!strcmp(name, "Slab"))
			memory->slab_kb = kb;
		else if (!strcmp(name, "VmallocUsed"))
			memory->vmalloc_kb = kb;
		else if (!strcmp(name, "Percpu"))
			memory->percpu_kb = kb;
	}
	fclose(file);
	return 0;
}

int memory_read(struct memory *memory)
{
	int ret;

	memset(memory, 0, sizeof(*memory));
	ret = face_write_path("/proc/sys/vm/drop_caches", "3");
	if (ret)
		return ret;
	sleep(SETTLE_S);
	/* Free objects that a CPU or a slab still holds count as in use. */
	face_write_all("/sys/kernel/slab/*/shrink", "1");
	read_caches(memory);
	return read_sums(memory);
}

static long long objects_of(const struct memory *memory, const char *name)
{
	unsigned int i;

	for (i = 0; i < memory->nr; i++)
		if (!strcmp(memory->cache[i].name, name))
			return memory->cache[i].objects;
	return 0;
}

/* The debugging kernel's own pools fill up by the dozen, whoever asks. */
static bool is_pool(const char *name)
{
	return !strcmp(name, "debug_objects_cache") || !strcmp(name, "kmemleak_object");
}

const char *memory_grown(const struct memory *before, const struct memory *after,
			 long long *objects)
{
	const char *name = "none";
	unsigned int i;

	*objects = 0;
	for (i = 0; i < after->nr; i++) {
		long long more = after->cache[i].objects -
				 objects_of(before, after->cache[i].name);

		if (more > *objects && !is_pool(after->cache[i].name)) {
			*objects = more;
			name = after->cache[i].name;
		}
	}
	return name;
}
