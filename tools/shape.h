/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_SHAPE_H
#define IPB_SHAPE_H

#include <json-c/json.h>
#include <stdbool.h>

/*
 * Whether @doc, read from a file that anybody may have written, has arrays and
 * objects where a result file has them, so that the rest need not ask.
 */
bool ipb_shape_is_sound(struct json_object *doc);

#endif
