/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_RUNS_H
#define IPB_RUNS_H

#include <json-c/json.h>

/*
 * Two documents with several runs each, as {"schema":1,"a":{host, conditions},
 * "b":{…},"differ":{name:[a,b]},"compare":[…]}: for each leg that both have,
 * the medians of their runs' p50, their difference (negative: B is faster),
 * its 95 % interval and a verdict. @margin is in percent of A.
 */
struct json_object *ipb_runs_compare(struct json_object *a, struct json_object *b,
				     double margin);

/* That for people */
void ipb_runs_print(struct json_object *result);

#endif
