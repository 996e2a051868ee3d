// SPDX-License-Identifier: GPL-2.0-only
/*
 * BENCH/: staged parameters, one file that acts, and how the run stands.
 *
 * Parameters are read and written under the engine's lock and copied when a
 * run starts: writing one during a run is for the next.
 */
#include <linux/bitmap.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "engine/host.h"
#include "face/dir.h"
#include "face/face.h"

static ssize_t knob_show(struct ipb_job *job, const void *what, char *page)
{
	const struct ipb_knob *knob = what;
	u32 decimals;
	u64 value;

	mutex_lock(&job->engine->lock);
	value = *ipb_spec_value(&job->spec, knob);
	mutex_unlock(&job->engine->lock);
	if (knob->choices)
		return sysfs_emit(page, "%s\n", knob->choices[value]);
	if (!knob->decimals)
		return sysfs_emit(page, "%llu\n", value);
	value = div_u64_rem(value, 1000, &decimals);
	return sysfs_emit(page, "%llu.%03u\n", value, decimals);
}

static int knob_store(struct ipb_job *job, const void *what, const char *text)
{
	const struct ipb_knob *knob = what;
	u64 *value = ipb_spec_value(&job->spec, knob);
	int ret;

	mutex_lock(&job->engine->lock);
	if (knob->choices)
		ret = ipb_spec_parse_choice(text, knob->choices, value);
	else
		ret = ipb_spec_parse_number(text, knob->min, knob->max, knob->decimals, value);
	mutex_unlock(&job->engine->lock);
	return ret;
}

static const struct ipb_file_ops knob_ops = { .show = knob_show, .store = knob_store };

static u64 *param_value(struct ipb_job *job, const struct ipb_param *param)
{
	return &job->spec.param[param - job->bench->params];
}

static ssize_t param_show(struct ipb_job *job, const void *what, char *page)
{
	const struct ipb_param *param = what;
	u64 value;

	mutex_lock(&job->engine->lock);
	value = *param_value(job, param);
	mutex_unlock(&job->engine->lock);
	if (param->choices)
		return sysfs_emit(page, "%s\n", param->choices[value]);
	return sysfs_emit(page, "%llu\n", value);
}

static int param_store(struct ipb_job *job, const void *what, const char *text)
{
	const struct ipb_param *param = what;
	int ret;

	mutex_lock(&job->engine->lock);
	if (param->choices)
		ret = ipb_spec_parse_choice(text, param->choices, param_value(job, param));
	else
		ret = ipb_spec_parse_number(text, param->min, param->max, 0,
					    param_value(job, param));
	mutex_unlock(&job->engine->lock);
	return ret;
}

static const struct ipb_file_ops param_ops = { .show = param_show, .store = param_store };

static ssize_t cpus_show(struct ipb_job *job, const unsigned long *cpus, char *page)
{
	ssize_t len;

	mutex_lock(&job->engine->lock);
	if (bitmap_empty(cpus, job->spec.cpus))
		len = sysfs_emit(page, "default\n");
	else
		len = sysfs_emit(page, "%*pbl\n", job->spec.cpus, cpus);
	mutex_unlock(&job->engine->lock);
	return len;
}

static int cpus_store(struct ipb_job *job, unsigned long *cpus, const char *text)
{
	int ret;

	mutex_lock(&job->engine->lock);
	ret = ipb_spec_parse_cpus(text, job->engine->host, job->spec.cpus, cpus);
	mutex_unlock(&job->engine->lock);
	return ret;
}

static ssize_t senders_show(struct ipb_job *job, const void *what, char *page)
{
	return cpus_show(job, job->spec.senders, page);
}

static int senders_store(struct ipb_job *job, const void *what, const char *text)
{
	return cpus_store(job, job->spec.senders, text);
}

static ssize_t targets_show(struct ipb_job *job, const void *what, char *page)
{
	return cpus_show(job, job->spec.targets, page);
}

static int targets_store(struct ipb_job *job, const void *what, const char *text)
{
	return cpus_store(job, job->spec.targets, text);
}

/* Why no backend of this bench works here, or NULL. */
static const char *unsupported(const struct ipb_bench *bench)
{
	const char *why = NULL;
	unsigned int i;

	for (i = 0; i < bench->nr_backends; i++) {
		const struct ipb_backend *backend = bench->backends[i];
		const char *reason = backend->supported ? backend->supported() : NULL;

		if (!reason)
			return NULL;
		if (!why)
			why = reason;
	}
	return why;
}

static ssize_t supported_show(struct ipb_job *job, const void *what, char *page)
{
	const char *why = unsupported(job->bench);

	return why ? sysfs_emit(page, "no: %s\n", why) : sysfs_emit(page, "yes\n");
}

/* Only the backends that work here. */
static ssize_t available_backends_show(struct ipb_job *job, const void *what, char *page)
{
	ssize_t len = 0;
	unsigned int i;

	for (i = 0; i < job->bench->nr_backends; i++) {
		const struct ipb_backend *backend = job->bench->backends[i];

		if (!backend->supported || !backend->supported())
			len += sysfs_emit_at(page, len, "%s%s", len ? " " : "", backend->name);
	}
	return len + sysfs_emit_at(page, len, "\n");
}

static const struct ipb_backend *job_backend(struct ipb_job *job)
{
	return ipb_spec_backend(&job->spec, job->bench);
}

static ssize_t backend_show(struct ipb_job *job, const void *what, char *page)
{
	return sysfs_emit(page, "%s\n", job_backend(job)->name);
}

static int backend_store(struct ipb_job *job, const void *what, const char *text)
{
	int ret;

	mutex_lock(&job->engine->lock);
	ret = ipb_spec_set_backend(&job->spec, job->bench, text);
	mutex_unlock(&job->engine->lock);
	return ret;
}

static ssize_t emit_variants(struct ipb_job *job, bool all, char *page)
{
	const struct ipb_backend *backend;
	unsigned int i;
	ssize_t len = 0;

	mutex_lock(&job->engine->lock);
	backend = job_backend(job);
	for (i = 0; i < backend->nr_variants; i++)
		if (all || job->spec.variants & BIT(i))
			len += sysfs_emit_at(page, len, "%s%s", len ? " " : "",
					     backend->variants[i].name);
	mutex_unlock(&job->engine->lock);
	return len + sysfs_emit_at(page, len, "\n");
}

static ssize_t available_variants_show(struct ipb_job *job, const void *what, char *page)
{
	return emit_variants(job, true, page);
}

static ssize_t variants_show(struct ipb_job *job, const void *what, char *page)
{
	return emit_variants(job, false, page);
}

static int variants_store(struct ipb_job *job, const void *what, const char *text)
{
	int ret;

	mutex_lock(&job->engine->lock);
	ret = ipb_spec_parse_variants(text, job_backend(job), &job->spec.variants);
	mutex_unlock(&job->engine->lock);
	return ret;
}

static ssize_t baseline_show(struct ipb_job *job, const void *what, char *page)
{
	ssize_t len;

	mutex_lock(&job->engine->lock);
	len = sysfs_emit(page, "%s\n", job_backend(job)->variants[job->spec.baseline].name);
	mutex_unlock(&job->engine->lock);
	return len;
}

static int baseline_store(struct ipb_job *job, const void *what, const char *text)
{
	int ret;

	mutex_lock(&job->engine->lock);
	ret = ipb_spec_set_baseline(&job->spec, job->bench, text);
	mutex_unlock(&job->engine->lock);
	return ret;
}

static ssize_t control_show(struct ipb_job *job, const void *what, char *page)
{
	return sysfs_emit(page, "start stop reset\n");
}

static int control_store(struct ipb_job *job, const void *what, const char *text)
{
	static const struct {
		const char *word;
		int (*act)(struct ipb_job *job);
	} commands[] = {
		{ "start", ipb_job_start },
		{ "stop", ipb_job_stop },
		{ "reset", ipb_job_reset },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (sysfs_streq(text, commands[i].word))
			return commands[i].act(job);
	return -EINVAL;
}

static ssize_t state_show(struct ipb_job *job, const void *what, char *page)
{
	return sysfs_emit(page, "%s\n", ipb_state_name(READ_ONCE(job->state)));
}

static ssize_t error_show(struct ipb_job *job, const void *what, char *page)
{
	ssize_t len;

	mutex_lock(&job->engine->lock);
	len = sysfs_emit(page, "%s\n", job->error);
	mutex_unlock(&job->engine->lock);
	return len;
}

static ssize_t progress_show(struct ipb_job *job, const void *what, char *page)
{
	return sysfs_emit(page, "%llu %llu\n", READ_ONCE(job->shots_done),
			  READ_ONCE(job->shots_planned));
}

static const struct {
	const char *name;
	struct ipb_file_ops ops;
} files[] = {
	{ "supported", { .show = supported_show } },
	{ "available_backends", { .show = available_backends_show } },
	{ "backend", { .show = backend_show, .store = backend_store } },
	{ "available_variants", { .show = available_variants_show } },
	{ "variants", { .show = variants_show, .store = variants_store } },
	{ "baseline", { .show = baseline_show, .store = baseline_store } },
	{ "senders", { .show = senders_show, .store = senders_store } },
	{ "targets", { .show = targets_show, .store = targets_store } },
	{ "control", { .show = control_show, .store = control_store } },
	{ "state", { .show = state_show } },
	{ "error", { .show = error_show } },
	{ "progress", { .show = progress_show } },
};

/* What every bench has, made once: one of each for every bench would take 12 KiB more. */
static struct ipb_shared_file shared_files[ARRAY_SIZE(files)];
static struct ipb_shared_file shared_knobs[IPB_NR_KNOBS];

/**
 * ipb_bench_dir_init() - before the first ipb_bench_dir_fill()
 */
void ipb_bench_dir_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(files); i++)
		ipb_shared_file_init(&shared_files[i], files[i].name, &files[i].ops, NULL);
	for (i = 0; i < IPB_NR_KNOBS; i++)
		ipb_shared_file_init(&shared_knobs[i], ipb_knobs[i].name, &knob_ops,
				     &ipb_knobs[i]);
}

/**
 * ipb_bench_dir_fill() - the files of BENCH/ that live as long as the module
 * @dir: BENCH/
 * @job: the bench
 *
 * May sleep.
 *
 * Return: 0 or -errno.
 */
int ipb_bench_dir_fill(struct ipb_dir *dir, struct ipb_job *job)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < ARRAY_SIZE(files); i++)
		ret = ipb_dir_share_file(dir, &shared_files[i]);
	for (i = 0; !ret && i < IPB_NR_KNOBS; i++)
		ret = ipb_dir_share_file(dir, &shared_knobs[i]);
	for (i = 0; !ret && i < job->bench->nr_params; i++)
		ret = ipb_dir_add_file(dir, job->bench->params[i].name, &param_ops, job,
				       &job->bench->params[i]);
	return ret;
}
