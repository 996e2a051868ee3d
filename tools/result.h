/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_RESULT_H
#define IPB_RESULT_H

#include <json-c/json.h>

/*
 * Read what a run published about @bench into @into: "results", "matrix" and
 * "compare". Returns 0, -ENOENT when nothing is published, or the errno of a
 * file that went away while reading.
 */
int ipb_result_read(const char *bench, struct json_object *into);

#endif
