// SPDX-License-Identifier: GPL-2.0-only
/*
 * Directories in sysfs, and all that is in them.
 *
 * The kobjects are the kernel's own plain ones: their release is not in this
 * module, so whoever still holds one cannot outlive our text. Our memory is
 * given back after sysfs has taken the directory away, which waits for every
 * reader inside a file; an open old file answers -ENODEV from then on.
 */
#include <linux/kobject.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "bench/notes.h"
#include "compat.h"
#include "core/export.h"
#include "face/dir.h"
#include "face/face.h"

/**
 * struct ipb_dir - a directory
 * @kobj: the kernel's part
 * @siblings: in the parent's @children
 * @children: directories below
 * @files: the latest made, and by its @next all others
 * @texts: struct dir_text
 */
struct ipb_dir {
	struct kobject *kobj;
	struct list_head siblings;
	struct list_head children;
	struct dir_file *files;
	struct list_head texts;
};

/*
 * A file with code behind it, or without @ops and with @text that never changes,
 * and then its name behind that. There are hundreds: on 64-bit machines most are
 * of 64 bytes.
 */
struct dir_file {
	struct kobj_attribute attr;
	struct dir_file *next;
	const struct ipb_file_ops *ops;
	union {
		struct {
			struct ipb_job *job;
			const void *what;
		};
		DECLARE_FLEX_ARRAY(char, text);
	};
};

/* A file of any size that never changes. */
struct dir_text {
	struct bin_attribute attr;
	struct list_head list;
	char *text;
	char name[IPB_NOTE_KEY];
};

static ssize_t file_show(struct kobject *kobj, struct kobj_attribute *attr, char *page)
{
	struct dir_file *file = container_of(attr, struct dir_file, attr);

	if (!file->ops)
		return sysfs_emit(page, "%s\n", file->text);
	return file->ops->show(file->job, file->what, page);
}

static ssize_t file_store(struct kobject *kobj, struct kobj_attribute *attr, const char *text,
			  size_t count)
{
	struct dir_file *file = container_of(attr, struct dir_file, attr);
	int ret = file->ops->store(file->job, file->what, text);

	return ret ? ret : count;
}

static ssize_t shared_show(struct kobject *kobj, struct kobj_attribute *attr, char *page)
{
	struct ipb_shared_file *file = container_of(attr, struct ipb_shared_file, attr);

	return file->ops->show(ipb_face_job(kobj), file->what, page);
}

static ssize_t shared_store(struct kobject *kobj, struct kobj_attribute *attr, const char *text,
			    size_t count)
{
	struct ipb_shared_file *file = container_of(attr, struct ipb_shared_file, attr);
	int ret = file->ops->store(ipb_face_job(kobj), file->what, text);

	return ret ? ret : count;
}

/**
 * ipb_shared_file_init() - before the first directory gets it
 * @file: lives as long as any directory that has it
 * @name: its name, kept as it is: a constant
 * @ops: the code
 * @what: handed to @ops
 */
void ipb_shared_file_init(struct ipb_shared_file *file, const char *name,
			  const struct ipb_file_ops *ops, const void *what)
{
	sysfs_attr_init(&file->attr.attr);
	file->attr.attr.name = name;
	file->attr.attr.mode = ops->store ? 0644 : 0444;
	file->attr.show = shared_show;
	file->attr.store = shared_store;
	file->ops = ops;
	file->what = what;
}

/**
 * ipb_dir_share_file() - a file that other directories have, too
 * @dir: where; a job's directory
 * @file: the file
 *
 * May sleep. There is nothing to undo but the directory.
 *
 * Return: 0 or -errno.
 */
int ipb_dir_share_file(struct ipb_dir *dir, const struct ipb_shared_file *file)
{
	return sysfs_create_file(dir->kobj, &file->attr.attr);
}

static struct ipb_dir *dir_create(struct kobject *parent, const char *name)
{
	struct ipb_dir *dir = kzalloc(sizeof(*dir), GFP_KERNEL);

	if (!dir)
		return NULL;
	INIT_LIST_HEAD(&dir->siblings);
	INIT_LIST_HEAD(&dir->children);
	INIT_LIST_HEAD(&dir->texts);
	dir->kobj = kobject_create_and_add(name, parent);
	if (!dir->kobj) {
		kfree(dir);
		return NULL;
	}
	return dir;
}

/**
 * ipb_dir_create() - a directory below any kobject
 * @parent: where
 * @name: its name
 *
 * May sleep.
 *
 * Return: the directory or NULL.
 */
struct ipb_dir *ipb_dir_create(struct kobject *parent, const char *name)
{
	return dir_create(parent, name);
}

/**
 * ipb_dir_create_in() - a directory below one of ours; goes when the parent goes
 * @parent: where
 * @name: its name
 *
 * May sleep.
 *
 * Return: the directory or NULL.
 */
struct ipb_dir *ipb_dir_create_in(struct ipb_dir *parent, const char *name)
{
	struct ipb_dir *dir = dir_create(parent->kobj, name);

	if (dir)
		list_add(&dir->siblings, &parent->children);
	return dir;
}

/**
 * ipb_dir_remove() - take a directory away with all below it; NULL is fine
 * @dir: the directory
 *
 * May sleep: waits for those who are inside a file of it.
 */
void ipb_dir_remove(struct ipb_dir *dir)
{
	struct dir_file *file, *next_file;
	struct dir_text *text, *next_text;
	struct ipb_dir *child, *next;

	if (!dir)
		return;
	list_for_each_entry_safe(child, next, &dir->children, siblings)
		ipb_dir_remove(child);
	list_del(&dir->siblings);
	kobject_del(dir->kobj);
	kobject_put(dir->kobj);
	for (file = dir->files; file; file = next_file) {
		next_file = file->next;
		kfree(file);
	}
	list_for_each_entry_safe(text, next_text, &dir->texts, list) {
		kvfree(text->text);
		kfree(text);
	}
	kfree(dir);
}

/**
 * ipb_dir_kobject() - the kernel's part, for sysfs_notify()
 * @dir: the directory
 */
struct kobject *ipb_dir_kobject(struct ipb_dir *dir)
{
	return dir->kobj;
}

static int add_file(struct ipb_dir *dir, const char *name, struct dir_file *file)
{
	int ret;

	sysfs_attr_init(&file->attr.attr);
	file->attr.attr.name = name;
	file->attr.attr.mode = file->ops && file->ops->store ? 0644 : 0444;
	file->attr.show = file_show;
	if (file->ops && file->ops->store)
		file->attr.store = file_store;
	ret = sysfs_create_file(dir->kobj, &file->attr.attr);
	if (ret) {
		kfree(file);
		return ret;
	}
	file->next = dir->files;
	dir->files = file;
	return 0;
}

/**
 * ipb_dir_add_file() - a file with code behind it
 * @dir: where
 * @name: its name, kept as it is: a constant
 * @ops: the code
 * @job: handed to @ops
 * @what: likewise
 *
 * May sleep.
 *
 * Return: 0 or -errno.
 */
int ipb_dir_add_file(struct ipb_dir *dir, const char *name, const struct ipb_file_ops *ops,
		     struct ipb_job *job, const void *what)
{
	struct dir_file *file = kzalloc(sizeof(*file), GFP_KERNEL);

	if (!file)
		return -ENOMEM;
	file->ops = ops;
	file->job = job;
	file->what = what;
	return add_file(dir, name, file);
}

static int add_note(struct ipb_dir *dir, const struct ipb_note *note)
{
	size_t text = strlen(note->text) + 1, key = strlen(note->key) + 1;
	struct dir_file *file = kzalloc(offsetof(struct dir_file, text) + text + key, GFP_KERNEL);

	if (!file)
		return -ENOMEM;
	memcpy(file->text, note->text, text);
	memcpy(file->text + text, note->key, key);
	return add_file(dir, file->text + text, file);
}

/**
 * ipb_dir_add_notes() - one file a note, never to change
 * @dir: where
 * @notes: copied
 *
 * May sleep.
 *
 * Return: 0 or -errno.
 */
int ipb_dir_add_notes(struct ipb_dir *dir, const struct ipb_notes *notes)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < notes->nr; i++)
		ret = add_note(dir, &notes->note[i]);
	return ret;
}

static ssize_t text_read(struct file *file, struct kobject *kobj, ipb_bin_attribute *attr,
			 char *page, loff_t offset, size_t count)
{
	return memory_read_from_buffer(page, count, &offset, attr->private, attr->size);
}

/**
 * ipb_dir_add_text() - a binary attribute, which may be of any size
 * @dir: where
 * @name: its name
 * @text: kvmalloc()ed; the directory's from now on, also on failure
 * @size: bytes in it
 *
 * May sleep.
 *
 * Return: 0 or -errno.
 */
int ipb_dir_add_text(struct ipb_dir *dir, const char *name, char *text, size_t size)
{
	struct dir_text *file = kzalloc(sizeof(*file), GFP_KERNEL);
	int ret = -ENOMEM;

	if (!file)
		goto failed;
	strscpy(file->name, name, sizeof(file->name));
	sysfs_bin_attr_init(&file->attr);
	file->text = text;
	file->attr.attr.name = file->name;
	file->attr.attr.mode = 0444;
	file->attr.private = text;
	file->attr.size = size;
	file->attr.read = text_read;
	ret = sysfs_create_bin_file(dir->kobj, &file->attr);
	if (ret)
		goto failed;
	list_add(&file->list, &dir->texts);
	return 0;

failed:
	kfree(file);
	kvfree(text);
	return ret;
}

IPB_EXPORT_FOR_KUNIT(ipb_dir_create);
IPB_EXPORT_FOR_KUNIT(ipb_dir_remove);
