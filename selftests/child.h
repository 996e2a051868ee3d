/* SPDX-License-Identifier: GPL-2.0-only */
/* Processes beside the test, which never outlive it. */
#ifndef SELFTESTS_CHILD_H
#define SELFTESTS_CHILD_H

#include <sys/types.h>

/* Runs @body in a process of its own, which ends with its result. Return: its id or -errno. */
pid_t child_start(int (*body)(void *data), void *data);

/* Kills it. Return: 0, or what it ended with if it had ended before. */
int child_stop(pid_t pid);

/* Waits for its end. Return: what it ended with; negative where it was killed. */
int child_wait(pid_t pid);

/* The same for some time. Return: also -ETIME, and then it is still there. */
int child_wait_for(pid_t pid, unsigned int ms);

#endif /* SELFTESTS_CHILD_H */
