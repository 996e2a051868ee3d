// SPDX-License-Identifier: GPL-2.0-only
/*
 * /sys/kernel/ipibench: one directory a bench, one for the machine.
 */
#include <linux/kobject.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "engine/machine.h"
#include "face/dir.h"
#include "face/face.h"
#include "face/publish.h"
#include "face/trace.h"

enum { ABI_VERSION = 1 };

/**
 * struct bench_face - what a job looks like
 * @dir: its directory
 * @kobj: the kernel's part of it; by this alone it is found
 * @published: what is in there of the latest run
 */
struct bench_face {
	struct ipb_dir *dir;
	const struct kobject *kobj;
	struct ipb_published published;
};

static struct ipb_dir *face_root;
static struct ipb_engine *face_engine;
static struct ipb_job *face_jobs;

/**
 * ipb_face_job() - whose directory is this?
 * @kobj: the kernel's part of a job's directory, which its caller is inside of
 *
 * Any context. Directories come and go one after the other, but one that
 * somebody is inside of stays, and so does its job's entry.
 */
struct ipb_job *ipb_face_job(const struct kobject *kobj)
{
	struct ipb_job *job = face_jobs;

	while (((struct bench_face *)job->face)->kobj != kobj)
		job++;
	return job;
}

static void face_state(struct ipb_job *job)
{
	struct bench_face *face = job->face;

	sysfs_notify(ipb_dir_kobject(face->dir), NULL, "state");
}

static int face_publish(struct ipb_job *job, struct ipb_results *results)
{
	struct bench_face *face = job->face;

	return ipb_publish(face->dir, &face->published, results);
}

const struct ipb_observer ipb_face_observer = {
	.state = face_state,
	.publish = face_publish,
	.tracing = ipb_trace_wanted,
	.shot = ipb_trace_shot,
};

static ssize_t abi_show(struct ipb_job *job, const void *what, char *page)
{
	return sysfs_emit(page, "%d\n", ABI_VERSION);
}

static const struct ipb_file_ops abi_ops = { .show = abi_show };

static int create_bench(struct ipb_job *job)
{
	struct bench_face *face = kzalloc(sizeof(*face), GFP_KERNEL);
	int ret;

	if (!face)
		return -ENOMEM;
	job->face = face;
	face->dir = ipb_dir_create_in(face_root, job->bench->name);
	if (!face->dir)
		return -ENOMEM;
	face->kobj = ipb_dir_kobject(face->dir);
	ret = ipb_publish(face->dir, &face->published, NULL);
	return ret ? ret : ipb_bench_dir_fill(face->dir, job);
}

/**
 * ipb_face_create() - show everything
 * @engine: the engine, initialised
 * @jobs: the benches
 * @nr_jobs: how many
 *
 * May sleep.
 *
 * Return: 0 or -errno, and then nothing is shown.
 */
int ipb_face_create(struct ipb_engine *engine, struct ipb_job *jobs, unsigned int nr_jobs)
{
	struct ipb_dir *env;
	unsigned int i;
	int ret = -ENOMEM;

	face_engine = engine;
	face_jobs = jobs;
	ipb_bench_dir_init();
	face_root = ipb_dir_create(kernel_kobj, "ipibench");
	if (!face_root)
		return -ENOMEM;
	env = ipb_dir_create_in(face_root, "env");
	if (env)
		ret = ipb_env_dir_fill(env, engine);
	for (i = 0; !ret && i < nr_jobs; i++)
		ret = create_bench(&jobs[i]);
	if (!ret)
		ret = ipb_dir_add_file(face_root, "abi", &abi_ops, NULL, NULL);
	if (ret) {
		/* Somebody may have found a file and started a run. */
		ipb_engine_shutdown(engine);
		ipb_face_remove(jobs, nr_jobs);
	}
	return ret;
}

/**
 * ipb_face_remove() - hide everything
 * @jobs: the benches; the engine is shut down
 * @nr_jobs: how many
 *
 * May sleep: waits for those inside a file. Removal wakes no poller, hence
 * the notification beforehand.
 */
void ipb_face_remove(struct ipb_job *jobs, unsigned int nr_jobs)
{
	unsigned int i;

	for (i = 0; i < nr_jobs; i++) {
		struct bench_face *face = jobs[i].face;

		if (face && face->dir)
			face_state(&jobs[i]);
	}
	ipb_dir_remove(face_root);
	face_root = NULL;
	for (i = 0; i < nr_jobs; i++) {
		kfree(jobs[i].face);
		jobs[i].face = NULL;
	}
}

/**
 * ipb_face_kobject() - /sys/kernel/ipibench, for another module's directory
 *
 * Return: the kernel's part, or NULL if there is none.
 */
struct kobject *ipb_face_kobject(void)
{
	return face_root ? ipb_dir_kobject(face_root) : NULL;
}

/**
 * ipb_face_emulated() - does software execute this machine's instructions?
 *
 * Return: as in env/emulated.
 */
const char *ipb_face_emulated(void)
{
	return ipb_emulated_name(face_engine->emulated);
}
