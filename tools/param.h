/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_PARAM_H
#define IPB_PARAM_H

#include <stdbool.h>
#include <stddef.h>

/*
 * struct ipb_setting - a parameter asked for
 * @name: its file in the bench's directory
 * @value: what to write there
 * @preset: it came with a preset: left out in silence where a bench lacks it
 */
struct ipb_setting {
	char *name;
	char *value;
	bool preset;
};

struct ipb_settings {
	struct ipb_setting *one;
	size_t count;
};

/* A setting asked for later replaces an earlier one, and a preset never does */
void ipb_param_add(struct ipb_settings *settings, const char *name, const char *value,
		   bool preset);

/* Whether at least one of the benches has each parameter; an exit code */
int ipb_param_check(const struct ipb_settings *settings, char *const *benches, int count);

/*
 * Write @settings to @bench, keeping in @old what was there before. An exit
 * code; on failure all is as it was.
 */
int ipb_param_stage(const char *bench, struct ipb_settings *settings, struct ipb_settings *old);

/* Write back what ipb_param_stage() kept */
void ipb_param_restore(const char *bench, struct ipb_settings *old);

void ipb_param_free(struct ipb_settings *settings);

#endif
