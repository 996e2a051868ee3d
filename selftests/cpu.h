/* SPDX-License-Identifier: GPL-2.0-only */
/* The machine's CPUs. */
#ifndef SELFTESTS_CPU_H
#define SELFTESTS_CPU_H

#include <stdbool.h>

enum { CPU_MAX = 4096 };

/* CPUs of one of the lists in /sys/devices/system/cpu. Return: how many. */
unsigned int cpu_list(const char *list, bool cpus[CPU_MAX]);

/* How many there are in it. */
unsigned int cpu_count(const char *list);

/* Return: 0 or -errno. */
int cpu_set_online(unsigned int cpu, bool online);

/* A CPU, not the first online one, that can be taken offline; 0: none can. */
unsigned int cpu_removable(void);

/* The first one that is online. */
unsigned int cpu_first(void);

/* Brings back all that are present. */
void cpu_restore(void);

#endif /* SELFTESTS_CPU_H */
