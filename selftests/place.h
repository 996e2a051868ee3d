/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the machine's CPUs sit, as its own sysfs says it. */
#ifndef SELFTESTS_PLACE_H
#define SELFTESTS_PLACE_H

#include "cpu.h"

/* The class of a pair of different, online CPUs. */
const char *place_class(unsigned int from, unsigned int to);

/* The CPUs of @among, without @from, that are of that class to it. Return: how many. */
unsigned int place_of_class(unsigned int from, const char *class, const bool among[CPU_MAX],
			    bool cpus[CPU_MAX]);

/* As a list to write; empty where there is none. */
void place_list(const bool cpus[CPU_MAX], char *text, unsigned int size);

#endif /* SELFTESTS_PLACE_H */
