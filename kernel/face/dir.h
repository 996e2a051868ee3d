/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_FACE_DIR_H
#define IPIBENCH_FACE_DIR_H

#include <linux/kobject.h>
#include <linux/sysfs.h>
#include <linux/types.h>

struct ipb_dir;
struct ipb_job;
struct ipb_notes;

/**
 * struct ipb_file_ops - how a file is read and written
 * @show: as sysfs_emit(); may sleep
 * @store: 0 or -errno; the whole write counts as consumed; NULL: read-only
 *
 * @what is whatever the file was added with.
 */
struct ipb_file_ops {
	ssize_t (*show)(struct ipb_job *job, const void *what, char *page);
	int (*store)(struct ipb_job *job, const void *what, const char *text);
};

/**
 * struct ipb_shared_file - a file with code behind it that every bench has
 * @attr: the kernel's part, one for all directories
 * @ops: the code
 * @what: handed to @ops, with the job whose directory it is
 */
struct ipb_shared_file {
	struct kobj_attribute attr;
	const struct ipb_file_ops *ops;
	const void *what;
};

void ipb_shared_file_init(struct ipb_shared_file *file, const char *name,
			  const struct ipb_file_ops *ops, const void *what);
int ipb_dir_share_file(struct ipb_dir *dir, const struct ipb_shared_file *file);

struct ipb_dir *ipb_dir_create(struct kobject *parent, const char *name);
struct ipb_dir *ipb_dir_create_in(struct ipb_dir *parent, const char *name);
void ipb_dir_remove(struct ipb_dir *dir);
struct kobject *ipb_dir_kobject(struct ipb_dir *dir);

int ipb_dir_add_file(struct ipb_dir *dir, const char *name, const struct ipb_file_ops *ops,
		     struct ipb_job *job, const void *what);
int ipb_dir_add_notes(struct ipb_dir *dir, const struct ipb_notes *notes);
int ipb_dir_add_text(struct ipb_dir *dir, const char *name, char *text, size_t size);

#endif /* IPIBENCH_FACE_DIR_H */
