// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "place.h"

/* What a CPU shares with nobody, or nobody knows. */
enum { NONE = -1, CACHES = 8, NODES = 64 };

static int read_id(unsigned int cpu, const char *name)
{
	char path[96];
	FILE *file;
	int id;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/%s", cpu, name);
	file = fopen(path, "r");
	if (!file)
		return NONE;
	if (fscanf(file, "%d", &id) != 1)
		id = NONE;
	fclose(file);
	return id;
}

/* A list below the CPU's folder. Return: how many; @first is the first. */
static unsigned int read_list(unsigned int cpu, const char *name, int *first, bool cpus[CPU_MAX])
{
	char list[96];
	unsigned int nr;

	snprintf(list, sizeof(list), "cpu%u/%s", cpu, name);
	nr = cpu_list(list, cpus);
	for (*first = 0; nr && !cpus[*first]; ++*first)
		;
	return nr;
}

static int node_of(unsigned int cpu)
{
	char path[64];
	bool cpus[CPU_MAX];
	int node;

	for (node = 0; node < NODES; node++) {
		snprintf(path, sizeof(path), "../node/node%d/cpulist", node);
		if (cpu_list(path, cpus) && cpus[cpu])
			return node;
	}
	return NONE;
}

static int core_of(unsigned int cpu)
{
	bool cpus[CPU_MAX];
	int first;

	return read_list(cpu, "topology/thread_siblings_list", &first, cpus) ? first : (int)cpu;
}

static int package_of(unsigned int cpu)
{
	return read_id(cpu, "topology/physical_package_id");
}

/*
 * Where firmware says nothing, Linux on arm64 takes every cache but the first for
 * one of the whole machine, in these files and nowhere else. What firmware names
 * has an id.
 */
static bool is_guess(unsigned int cpu, int index, unsigned int sharers)
{
#ifdef __aarch64__
	char name[64];

	snprintf(name, sizeof(name), "cache/index%d/id", index);
	return read_id(cpu, name) == NONE && sharers == cpu_count("online");
#else
	return false;
#endif
}

/* Index of the cache of the highest level. */
static int last_cache(unsigned int cpu)
{
	int index, level, last = NONE, best = NONE;
	char name[64];

	for (index = 0; index < CACHES; index++) {
		snprintf(name, sizeof(name), "cache/index%d/level", index);
		level = read_id(cpu, name);
		if (level > last) {
			last = level;
			best = index;
		}
	}
	return best;
}

/* The cache of the highest level; one of a single core is no knowledge. */
static int cache_of(unsigned int cpu)
{
	int last = last_cache(cpu), first, core = core_of(cpu);
	unsigned int sharers, other;
	bool cpus[CPU_MAX];
	char name[64];

	if (last == NONE)
		return NONE;
	snprintf(name, sizeof(name), "cache/index%d/shared_cpu_list", last);
	sharers = read_list(cpu, name, &first, cpus);
	if (!sharers || is_guess(cpu, last, sharers))
		return NONE;
	for (other = 0; other < CPU_MAX; other++)
		if (cpus[other] && core_of(other) != core)
			return first;
	return NONE;
}

const char *place_class(unsigned int from, unsigned int to)
{
	int cache;

	if (core_of(from) == core_of(to))
		return "smt";
	if (package_of(from) != package_of(to))
		return "cross";
	if (node_of(from) != node_of(to))
		return "socket";
	cache = cache_of(from);
	return cache != NONE && cache == cache_of(to) ? "llc" : "node";
}

unsigned int place_of_class(unsigned int from, const char *class, const bool among[CPU_MAX],
			    bool cpus[CPU_MAX])
{
	unsigned int cpu, nr = 0;

	for (cpu = 0; cpu < CPU_MAX; cpu++) {
		cpus[cpu] = among[cpu] && cpu != from && !strcmp(class, place_class(from, cpu));
		nr += cpus[cpu];
	}
	return nr;
}

void place_list(const bool cpus[CPU_MAX], char *text, unsigned int size)
{
	unsigned int cpu, at = 0;

	text[0] = '\0';
	for (cpu = 0; cpu < CPU_MAX && at < size; cpu++)
		if (cpus[cpu])
			at += snprintf(text + at, size - at, "%s%u", at ? "," : "", cpu);
}
