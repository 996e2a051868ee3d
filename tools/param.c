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
	static const char *const others = "supported control state error progress";
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

/* Remember what @name is, unless that has been done before it was changed */
static int keep(const char *bench, const char *name, struct ipb_settings *old)
{
	char *text;
	int err;

	for (size_t i = 0; i < old->count; i++)
		if (!strcmp(old->one[i].name, name))
			return 0;
	err = ipb_sysfs_read(&text, "%s/%s", bench, name);
	if (!err)
		settings_push(old, name, text, false);
	free(text);
	return err;
}

static bool is_backend(const struct ipb_setting *one)
{
	return !strcmp(one->name, "backend");
}

/* Another backend has other variants, so writing one starts these over */
static int one_write(const char *bench, const struct ipb_setting *one, struct ipb_settings *old)
{
	int err = keep(bench, one->name, old);
	char *value;

	if (err)
		return err;
	if (is_backend(one)) {
		keep(bench, "variants", old);
		keep(bench, "baseline", old);
	}
	value = value_to_write(bench, one);
	err = ipb_sysfs_write(value, "%s/%s", bench, one->name);
	free(value);
	return err;
}

/* The backend first, as the others follow from it */
static void settings_sort(struct ipb_settings *settings)
{
	for (size_t i = 1; i < settings->count; i++) {
		struct ipb_setting swap = settings->one[0];

		if (!is_backend(&settings->one[i]))
			continue;
		settings->one[0] = settings->one[i];
		settings->one[i] = swap;
	}
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
int ipb_param_stage(const char *bench, struct ipb_settings *settings, struct ipb_settings *old)
{
	bool *done = ipb_text_grow(NULL, settings->count + 1);
	size_t refused = settings->count, before;
	const struct ipb_setting *last = NULL;
	int err = 0;

	settings_sort(settings);
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

static int one_restore(const char *bench, const struct ipb_setting *one)
{
	char *now;
	bool same;
	int err = ipb_sysfs_read(&now, "%s/%s", bench, one->name);

	if (err)
		return err;
	same = !strcmp(now, one->value);
	free(now);
	return same ? 0 : ipb_sysfs_write(one->value, "%s/%s", bench, one->name);
}

void ipb_param_restore(const char *bench, struct ipb_settings *old)
{
	settings_sort(old);
	for (size_t i = 0; i < old->count; i++) {
		struct ipb_setting *one = &old->one[i];
		int err = one_restore(bench, one);

		if (err && err != -ENOENT)
			ipb_text_error("%s: %s could not be put back to \"%s\": %s", bench,
				       one->name, one->value, strerror(-err));
	}
	ipb_param_free(old);
}
