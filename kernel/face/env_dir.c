// SPDX-License-Identifier: GPL-2.0-only
/*
 * env/: the machine, as far as it decides what a number is worth.
 */
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "core/classify.h"
#include "engine/machine.h"
#include "engine/topology.h"
#include "engine/host.h"
#include "face/dir.h"
#include "face/face.h"
#include "face/render.h"

static ssize_t hypervisor_show(struct ipb_job *job, const void *what, char *page)
{
	return sysfs_emit(page, "%s\n", ipb_machine_hypervisor());
}

static ssize_t emulated_show(struct ipb_job *job, const void *what, char *page)
{
	const struct ipb_engine *engine = what;

	return sysfs_emit(page, "%s\n", ipb_emulated_name(engine->emulated));
}

static ssize_t clock_show(struct ipb_job *job, const void *what, char *page)
{
	const struct ipb_engine *engine = what;

	return sysfs_emit(page, "%s\n", READ_ONCE(engine->clock.name));
}

static ssize_t emit_ns(char *page, u64 ps)
{
	char text[IPB_NS_TEXT];

	ipb_render_ns(text, ps, 3);
	return sysfs_emit(page, "%s\n", text);
}

static ssize_t clock_resolution_show(struct ipb_job *job, const void *what, char *page)
{
	const struct ipb_engine *engine = what;

	return emit_ns(page, READ_ONCE(engine->clock.resolution_ps));
}

static ssize_t clock_read_show(struct ipb_job *job, const void *what, char *page)
{
	const struct ipb_engine *engine = what;

	return emit_ns(page, READ_ONCE(engine->clock.read_ps));
}

/* Known once a run has compared two CPUs' clocks. */
static ssize_t clock_synced_show(struct ipb_job *job, const void *what, char *page)
{
	const struct ipb_engine *engine = what;

	if (!READ_ONCE(engine->clock_checked))
		return sysfs_emit(page, "unknown\n");
	return sysfs_emit(page, "%s\n",
			  READ_ONCE(engine->clock_error_ps) == U64_MAX ? "no" : "yes");
}

static ssize_t clock_error_show(struct ipb_job *job, const void *what, char *page)
{
	const struct ipb_engine *engine = what;
	u64 error = READ_ONCE(engine->clock_error_ps);

	if (!READ_ONCE(engine->clock_checked) || error == U64_MAX)
		return sysfs_emit(page, "unknown\n");
	return emit_ns(page, error);
}

static ssize_t classes_show(struct ipb_job *job, const void *what, char *page)
{
	const struct ipb_engine *engine = what;
	struct ipb_topology *topology = engine->host->topology();
	unsigned int classes, class;
	ssize_t len = 0;

	if (!topology)
		return -ENOMEM;
	classes = ipb_topology_classes(topology);
	ipb_topology_free(topology);
	for (class = 0; class < IPB_NR_CLASSES; class++)
		if (classes & BIT(class))
			len += sysfs_emit_at(page, len, "%s%s", len ? " " : "",
					     ipb_class_name(class));
	return len + sysfs_emit_at(page, len, "\n");
}

static const struct {
	const char *name;
	struct ipb_file_ops ops;
} files[] = {
	{ "hypervisor", { .show = hypervisor_show } },
	{ "emulated", { .show = emulated_show } },
	{ "clock", { .show = clock_show } },
	{ "clock_resolution_ns", { .show = clock_resolution_show } },
	{ "clock_read_ns", { .show = clock_read_show } },
	{ "clock_synced", { .show = clock_synced_show } },
	{ "clock_error_ns", { .show = clock_error_show } },
	{ "classes", { .show = classes_show } },
};

/**
 * ipb_env_dir_fill() - the files of env/
 * @dir: env/
 * @engine: the engine
 *
 * May sleep.
 *
 * Return: 0 or -errno.
 */
int ipb_env_dir_fill(struct ipb_dir *dir, struct ipb_engine *engine)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < ARRAY_SIZE(files); i++)
		ret = ipb_dir_add_file(dir, files[i].name, &files[i].ops, NULL, engine);
	return ret;
}
