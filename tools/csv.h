/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_CSV_H
#define IPB_CSV_H

#include <json-c/json.h>

/* @doc as comma-separated values with a heading line, on standard output */
void ipb_csv_distributions(struct json_object *doc);
void ipb_csv_verdicts(struct json_object *doc);
void ipb_csv_runs(struct json_object *result);
void ipb_csv_matrix(struct json_object *doc);

#endif
