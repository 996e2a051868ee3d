/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_KTAP_H
#define IPB_KTAP_H

#include <json-c/json.h>

/*
 * @doc as KTAP on standard output: a test for each bench, in it one for each
 * leg, which passes when it has shots and its percentiles rise. The figures
 * and verdicts are diagnostics: no number of nanoseconds passes or fails.
 */
void ipb_ktap_print(struct json_object *doc);

#endif
