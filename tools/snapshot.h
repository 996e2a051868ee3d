/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_SNAPSHOT_H
#define IPB_SNAPSHOT_H

#include <json-c/json.h>
#include <stdbool.h>

/*
 * Everything the module says about @bench, all of it from one run; without
 * results when @brief. Returns 0, -ENOENT if there is no such bench, -EAGAIN
 * if runs kept replacing one another, or another negative errno.
 */
int ipb_snapshot_take(const char *bench, bool brief, struct json_object **out);

#endif
