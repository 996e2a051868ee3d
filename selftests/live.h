/* SPDX-License-Identifier: GPL-2.0-only */
/* The module ipibench_live and its hooks, each named as a kernel function. */
#ifndef SELFTESTS_LIVE_H
#define SELFTESTS_LIVE_H

#include <stdbool.h>

/* Why there is no such module here, or NULL. Loads both modules. */
const char *live_unusable(void);

/* Why the hook cannot be enabled here, or NULL; @text holds the reason. */
const char *live_unsupported(const char *function, char text[4096]);

/*
 * Why no test can use the hook, in the words of a skip, or NULL. @vm_unusable
 * says why there can be no VM for it, or NULL.
 */
const char *live_hook_unusable(const char *function, const char *(*vm_unusable)(void));

/* Unloads it. Return: 0 or -errno. */
int live_unload(void);

/* With @calls 0 one variant serves, else all take turns. Return: 0 or negative. */
int live_enable(const char *function, const char *variant, unsigned int calls);
int live_disable(const char *function);

/* Is the kernel's function redirected, by what the kernel says? */
bool live_spliced(const char *function);

/* Lines of the kernel's list of functions with a callback. -1: it does not say. */
int live_callbacks(void);

#endif /* SELFTESTS_LIVE_H */
