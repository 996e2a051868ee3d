// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpu.h"

#define CPU_ROOT "/sys/devices/system/cpu"

static int cpu_open(unsigned int cpu)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), CPU_ROOT "/cpu%u/online", cpu);
	fd = open(path, O_WRONLY);
	return fd < 0 ? -errno : fd;
}

static unsigned int parse_list(char *text, bool cpus[CPU_MAX])
{
	unsigned int nr = 0;
	char *range;

	while ((range = strsep(&text, ","))) {
		unsigned long cpu = strtoul(range, &range, 10);
		unsigned long last = *range == '-' ? strtoul(range + 1, NULL, 10) : cpu;

		for (; cpu <= last && cpu < CPU_MAX; cpu++, nr++)
			cpus[cpu] = true;
	}
	return nr;
}

unsigned int cpu_list(const char *list, bool cpus[CPU_MAX])
{
	char path[64], text[4096] = "";
	FILE *file;

	snprintf(path, sizeof(path), CPU_ROOT "/%s", list);
	memset(cpus, 0, CPU_MAX * sizeof(*cpus));
	file = fopen(path, "r");
	if (!file)
		return 0;
	if (!fgets(text, sizeof(text), file))
		text[0] = '\0';
	fclose(file);
	/* Of none some kernels say nothing, others "(null)". */
	return isdigit(text[0]) ? parse_list(text, cpus) : 0;
}

unsigned int cpu_count(const char *list)
{
	bool cpus[CPU_MAX];

	return cpu_list(list, cpus);
}

int cpu_set_online(unsigned int cpu, bool online)
{
	int fd = cpu_open(cpu), ret = 0;

	if (fd < 0)
		return fd;
	if (write(fd, online ? "1" : "0", 1) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

unsigned int cpu_first(void)
{
	bool online[CPU_MAX];
	unsigned int cpu = 0;

	if (!cpu_list("online", online))
		return 0;
	while (!online[cpu])
		cpu++;
	return cpu;
}

unsigned int cpu_removable(void)
{
	unsigned int cpu;
	bool online[CPU_MAX];

	if (!cpu_list("online", online))
		return 0;
	for (cpu = CPU_MAX - 1; cpu > cpu_first(); cpu--) {
		int fd = online[cpu] ? cpu_open(cpu) : -ENOENT;

		if (fd < 0)
			continue;
		close(fd);
		return cpu;
	}
	return 0;
}

void cpu_restore(void)
{
	bool present[CPU_MAX], online[CPU_MAX];
	unsigned int cpu;

	if (!cpu_list("present", present) || !cpu_list("online", online))
		return;
	for (cpu = 0; cpu < CPU_MAX; cpu++)
		if (present[cpu] && !online[cpu])
			cpu_set_online(cpu, true);
}
