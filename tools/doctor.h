/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_DOCTOR_H
#define IPB_DOCTOR_H

#include <json-c/json.h>
#include <stdbool.h>

#include "text.h"

/*
 * enum ipb_level - what a finding means for today's numbers
 * @IPB_FINE: nothing
 * @IPB_NOTE: they are right, but belong to this setting
 * @IPB_WARN: do not trust or quote them before this is mended
 * @IPB_UNKNOWN: could not be looked at
 */
enum ipb_level {
	IPB_FINE,
	IPB_NOTE,
	IPB_WARN,
	IPB_UNKNOWN,
};

/* Adds {check, level, says, fix} to @findings; @fix may be NULL, @says is a format */
__printf(5, 6)
void ipb_doctor_add(struct json_object *findings, const char *check, enum ipb_level level,
		    const char *fix, const char *says, ...);

/* A check looks at one thing and adds what it finds */
typedef void (*ipb_check)(struct json_object *findings);

/* NULL-ended: how CPUs run, what the kernel does, and what lies beneath it */
extern const ipb_check ipb_checks_cpu[];
extern const ipb_check ipb_checks_kernel[];
extern const ipb_check ipb_checks_module[];

#endif
