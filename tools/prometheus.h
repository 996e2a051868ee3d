/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_PROMETHEUS_H
#define IPB_PROMETHEUS_H

#include <json-c/json.h>

/*
 * The last run of every bench of @doc in Prometheus' text format: seconds, and
 * one series for each class and pattern but none for pairs of CPUs, so their
 * number does not grow with the machine. The caller frees it.
 */
char *ipb_prometheus_text(struct json_object *doc);

#endif
