/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_FACE_FACE_H
#define IPIBENCH_FACE_FACE_H

#include "engine/control.h"

struct ipb_dir;
struct kobject;

extern const struct ipb_observer ipb_face_observer;

int ipb_face_create(struct ipb_engine *engine, struct ipb_job *jobs, unsigned int nr_jobs);
void ipb_face_remove(struct ipb_job *jobs, unsigned int nr_jobs);

struct ipb_job *ipb_face_job(const struct kobject *kobj);

/* for ipibench_live, which depends on this module */
struct kobject *ipb_face_kobject(void);
const char *ipb_face_emulated(void);

/* env_dir.c */
int ipb_env_dir_fill(struct ipb_dir *dir, struct ipb_engine *engine);

/* bench_dir.c */
void ipb_bench_dir_init(void);
int ipb_bench_dir_fill(struct ipb_dir *dir, struct ipb_job *job);

#endif /* IPIBENCH_FACE_FACE_H */
