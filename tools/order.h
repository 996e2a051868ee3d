/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_ORDER_H
#define IPB_ORDER_H

#include <stdbool.h>

/*
 * The order in which things are shown: benches and legs as documented, classes
 * from near to far, anything else after them by name. Like strcmp().
 */
int ipb_order_compare(const char *a, const char *b);

/* Whether a directory of results is named after a class (and not a pattern) */
bool ipb_order_is_class(const char *name);

/* The length of the leg's name that @file starts with ("rtt_p50_ns": 3), or 0 */
int ipb_order_leg_length(const char *file);

#endif
