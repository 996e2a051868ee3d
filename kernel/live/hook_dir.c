// SPDX-License-Identifier: GPL-2.0-only
/*
 * live/HOOK/: the files of a hook.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "face/dir.h"
#include "live/live.h"

/* Files are handed their hook as a constant, which it is not. */
static struct ipb_live *live_of(const void *what)
{
	return (struct ipb_live *)what;
}

static ssize_t supported_show(struct ipb_job *job, const void *what, char *page)
{
	struct ipb_live *live = live_of(what);
	const char *why;

	mutex_lock(&live->lock);
	why = ipb_live_unsupported(live);
	mutex_unlock(&live->lock);
	return why ? sysfs_emit(page, "no: %s\n", why) : sysfs_emit(page, "yes\n");
}

static ssize_t enabled_show(struct ipb_job *job, const void *what, char *page)
{
	return sysfs_emit(page, "%d\n", READ_ONCE(live_of(what)->enabled));
}

static int enabled_store(struct ipb_job *job, const void *what, const char *text)
{
	if (sysfs_streq(text, "1"))
		return ipb_live_enable(live_of(what));
	if (sysfs_streq(text, "0"))
		return ipb_live_disable(live_of(what));
	return -EINVAL;
}

static ssize_t available_variants_show(struct ipb_job *job, const void *what, char *page)
{
	const char *const *name;
	ssize_t len = 0;

	for (name = live_of(what)->hook->variants; *name; name++)
		len += sysfs_emit_at(page, len, "%s%s", len ? " " : "", *name);
	return len + sysfs_emit_at(page, len, "\n");
}

static ssize_t variant_show(struct ipb_job *job, const void *what, char *page)
{
	struct ipb_live *live = live_of(what);

	return sysfs_emit(page, "%s\n", live->hook->variants[READ_ONCE(live->variant)]);
}

static int variant_store(struct ipb_job *job, const void *what, const char *text)
{
	struct ipb_live *live = live_of(what);
	unsigned int i;

	for (i = 0; live->hook->variants[i]; i++) {
		if (!sysfs_streq(text, live->hook->variants[i]))
			continue;
		mutex_lock(&live->lock);
		live->variant = i;
		mutex_unlock(&live->lock);
		return 0;
	}
	return -EINVAL;
}

static ssize_t alternate_calls_show(struct ipb_job *job, const void *what, char *page)
{
	return sysfs_emit(page, "%u\n", READ_ONCE(live_of(what)->alternate_calls));
}

static int alternate_calls_store(struct ipb_job *job, const void *what, const char *text)
{
	struct ipb_live *live = live_of(what);
	u32 calls;

	if (kstrtou32(text, 10, &calls) || calls > IPB_RECORDER_BLOCK_MAX)
		return -EINVAL;
	mutex_lock(&live->lock);
	live->alternate_calls = calls;
	mutex_unlock(&live->lock);
	return 0;
}

static ssize_t hits_show(struct ipb_job *job, const void *what, char *page)
{
	u64 calls, misses;

	ipb_live_counts(live_of(what), &calls, &misses);
	return sysfs_emit(page, "%llu\n", calls);
}

static ssize_t misses_show(struct ipb_job *job, const void *what, char *page)
{
	u64 calls, misses;

	ipb_live_counts(live_of(what), &calls, &misses);
	return sysfs_emit(page, "%llu\n", misses);
}

static ssize_t error_show(struct ipb_job *job, const void *what, char *page)
{
	struct ipb_live *live = live_of(what);
	ssize_t len;

	mutex_lock(&live->lock);
	len = sysfs_emit(page, "%s\n", live->error);
	mutex_unlock(&live->lock);
	return len;
}

static const struct {
	const char *name;
	struct ipb_file_ops ops;
} files[] = {
	{ "supported", { .show = supported_show } },
	{ "enabled", { .show = enabled_show, .store = enabled_store } },
	{ "available_variants", { .show = available_variants_show } },
	{ "variant", { .show = variant_show, .store = variant_store } },
	{ "alternate_calls", { .show = alternate_calls_show, .store = alternate_calls_store } },
	{ "hits", { .show = hits_show } },
	{ "misses", { .show = misses_show } },
	{ "error", { .show = error_show } },
};

int ipb_hook_dir_create(struct ipb_dir *parent, struct ipb_live *live)
{
	unsigned int i;
	int ret;

	live->dir = ipb_dir_create_in(parent, live->hook->name);
	if (!live->dir)
		return -ENOMEM;
	ret = ipb_publish(live->dir, &live->published, NULL);
	for (i = 0; !ret && i < ARRAY_SIZE(files); i++)
		ret = ipb_dir_add_file(live->dir, files[i].name, &files[i].ops, NULL, live);
	return ret;
}
