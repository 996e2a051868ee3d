/* SPDX-License-Identifier: GPL-2.0-only */
/* Loading and unloading the module. */
#ifndef SELFTESTS_MODULE_H
#define SELFTESTS_MODULE_H

#include <stdbool.h>
#include <sys/types.h>

/* Why these tests cannot run at all, or NULL. */
const char *module_unusable(void);

/* Loads it unless it is there. Return: 0 or negative. */
int module_load(void);

/* Part of the kernel, not to be unloaded. */
bool module_builtin(void);

/*
 * Unloads it. A handler of a lost shot that is still to run holds a reference
 * for a moment, hence a few tries. Return: 0 or -errno.
 */
int module_unload(void);

bool module_loaded(void);

/* Does this kernel delay for seconds what unloading waits for (IPIBENCH_SLOW=1)? */
bool module_slow(void);

/* Kernel threads of ours that exist now. */
unsigned int module_threads(void);

/* One whose name starts so, or 0. */
pid_t module_thread(const char *name);

#endif /* SELFTESTS_MODULE_H */
