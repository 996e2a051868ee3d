/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shortage of memory: the n-th allocation of a task fails. Where the kernel can
 * tell by the stack, only those that the module asked for are counted.
 */
#ifndef SELFTESTS_SHORTAGE_H
#define SELFTESTS_SHORTAGE_H

#include <stdbool.h>
#include <sys/types.h>

/* Why there can be none here, or NULL. */
const char *shortage_unusable(void);

/* Lets allocations that may sleep fail, too, and quietly. Return: 0 or -errno. */
int shortage_prepare(void);

/*
 * As the kernel comes, and the module as it is after load: that it still goes
 * is part of what is tested. Return: 0 or negative.
 */
int shortage_over(void);

/*
 * Counts only what happens below this module's code, which is loaded; also
 * @around bytes before and behind, for one that is yet to be loaded.
 * Return: 0, or -ENOENT where the kernel cannot tell.
 */
int shortage_only_module(unsigned long around);

/*
 * The @n-th allocation of @task (0: the caller) fails from now on.
 * Return: a descriptor or -errno.
 */
int shortage_start(pid_t task, unsigned int n);

/* Return: whether it came to that, or the task is no more. */
bool shortage_end(int fd);

/*
 * One write to a file of ours without the @n-th allocation.
 * Return: 0 or -errno; @came: whether it came to that.
 */
int shortage_write(const char *path, const char *value, unsigned int n, bool *came);

/* The next @n to try: all of the first, then fewer and fewer, or it takes hours. */
unsigned int shortage_next(unsigned int n);

#endif /* SELFTESTS_SHORTAGE_H */
