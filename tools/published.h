/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_PUBLISHED_H
#define IPB_PUBLISHED_H

#include <json-c/json.h>

#include "html.h"

/* What the optimisations' authors measured, beside what @doc has of the same algorithms */
void ipb_published_write(struct ipb_html *html, struct json_object *doc);

/* What a bench compares, in words; NULL of one that is not known */
const char *ipb_published_about(const char *bench);

#endif
