// SPDX-License-Identifier: GPL-2.0-only
/* Parameters of a bench: set for a run, and put back after it */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "param.h"
#include "sysfs.h"
#include "text.h"

static void settings_push(struct ipb_settings *settings, const char *name, const char *value,
			  bool preset)
{
	size_t bytes = (settings->count + 1) * sizeof(*settings->one);

	settings->one = ipb_text_grow(settings->one, bytes);
	settings->one[settings->count++] = (struct ipb_setting){
		ipb_text_copy(name), ipb_text_copy(value), preset,
	};
}

void ipb_param_add(struct ipb_settings *settings, const char *name, const char *value,
		   bool preset)
{
	for (size_t i = 0; i < settings->count; i++) {
		struct ipb_setting *one = &settings->one[i];

		if (strcmp(one->name, name))
			continue;
		if (preset && !one->preset)
			return;
		free(one->value);
		one->value = ipb_text_copy(value);
		one->preset = preset;
		return;
	}
	settings_push(settings, name, value, preset);
}

void ipb_param_free(struct ipb_settings *settings)
{
	for (size_t i = 0; i < settings->count; i++) {
		free(settings->one[i].name);
		free(settings->one[i].value);
	}
	free(settings->one);
	settings->one = NULL;
	settings->count = 0;
}

static bool is_name(const char *name)
{
	static const char *const others = "supported control state error progress baseline";
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");

	return len && !name[len] && !ipb_text_has_word(others, name) &&
	       !ipb_text_starts(name, "available_");
}

int ipb_param_check(const struct ipb_settings *settings, char *const *benches, int count)
{
	for (size_t i = 0; i < settings->count; i++) {
		const char *name = settings->one[i].name;
		bool found = settings->one[i].preset;

		for (int b = 0; b < count; b++)
			found |= ipb_sysfs_has(benches[b], name);
		if (is_name(name) && found)
			continue;
		ipb_text_error("%s has no parameter %s",
			       count == 1 ? benches[0] : "none of these benches", name);
		return IPB_EXIT_USAGE;
	}
	return IPB_EXIT_OK;
}

/* Variants are asked for with commas, and written as the module lists them */
static char *value_to_write(const char *bench, const struct ipb_setting *one)
{
	char *value = ipb_text_copy(one->value);
	char *available;

	if (strcmp(one->name, "variants"))
		return value;
	if (!ipb_sysfs_read(&available, "%s/available_variants", bench)) {
		if (!strchr(available, ','))
			for (char *at = value; *at; at++)
				if (*at == ',')
					*at = ' ';
		free(available);
	}
	return value;
}

static int one_write(const char *bench, const struct ipb_setting *one, struct ipb_settings *old)
{
	char *before, *value;
	int err = ipb_sysfs_read(&before, "%s/%s", bench, one->name);

	if (err)
		return err;
	value = value_to_write(bench, one);
	err = ipb_sysfs_write(value, "%s/%s", bench, one->name);
	if (!err)
		settings_push(old, one->name, before, false);
	free(value);
	free(before);
	return err;
}

static int say_refused(const char *bench, const struct ipb_setting *one, int err)
{
	if (err == -EACCES || err == -EPERM) {
		ipb_text_error("%s: setting parameters needs root", bench);
		return IPB_EXIT_FAILED;
	}
	if (err == -EBUSY) {
		ipb_text_error("%s: busy: a run is going on", bench);
		return IPB_EXIT_FAILED;
	}
	ipb_text_error("%s: %s does not take \"%s\": %s", bench, one->name, one->value,
		       strerror(-err));
	return IPB_EXIT_USAGE;
}

/*
 * One parameter may be valid only once another is set, so those refused are
 * tried again as long as others went through.
 */
int ipb_param_stage(const char *bench, const struct ipb_settings *settings,
		    struct ipb_settings *old)
{
	bool *done = ipb_text_grow(NULL, settings->count + 1);
	size_t refused = settings->count, before;
	const struct ipb_setting *last = NULL;
	int err = 0;

	memset(done, 0, settings->count + 1);
	do {
		before = refused;
		refused = 0;
		for (size_t i = 0; i < settings->count; i++) {
			int now = 0;

			if (!done[i] && ipb_sysfs_has(bench, settings->one[i].name))
				now = one_write(bench, &settings->one[i], old);
			done[i] = !now;
			if (!now)
				continue;
			refused++;
			last = &settings->one[i];
			err = now;
		}
	} while (refused && refused < before);
	free(done);
	if (!refused)
		return IPB_EXIT_OK;
	ipb_param_restore(bench, old);
	return say_refused(bench, last, err);
}

void ipb_param_restore(const char *bench, struct ipb_settings *old)
{
	while (old->count) {
		struct ipb_setting *one = &old->one[--old->count];
		int err = ipb_sysfs_write(one->value, "%s/%s", bench, one->name);

		if (err && err != -ENOENT)
			ipb_text_error("%s: %s could not be put back to \"%s\": %s", bench,
				       one->name, one->value, strerror(-err));
		free(one->name);
		free(one->value);
	}
	ipb_param_free(old);
}
