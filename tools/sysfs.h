/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_SYSFS_H
#define IPB_SYSFS_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

/* Names in a directory, sorted as order.h says; freed by ipb_sysfs_names_free() */
struct ipb_names {
	char **name;
	size_t count;
};

/* Where the module's files are: $IPIBENCH_ROOT, or /sys/kernel/ipibench */
const char *ipb_sysfs_root(void);

/* Whether the module is there; tells how to load it if not */
bool ipb_sysfs_present(void);

/*
 * All paths below are relative to the root. Reads and writes return 0 or a
 * negative errno; what was read is the caller's to free.
 */
int ipb_sysfs_read(char **text, const char *fmt, ...) __printf(2, 3);
int ipb_sysfs_write(const char *value, const char *fmt, ...) __printf(2, 3);
int ipb_sysfs_open(const char *bench, const char *file);
bool ipb_sysfs_has(const char *bench, const char *file);

/* The directories (or else the files) in @rel; -ENOENT if there is no such place */
int ipb_sysfs_names(const char *rel, bool dirs, struct ipb_names *names);
void ipb_sysfs_names_free(struct ipb_names *names);

/* Every bench, then every live hook as "live/HOOK" */
int ipb_sysfs_benches(struct ipb_names *names);

#endif
