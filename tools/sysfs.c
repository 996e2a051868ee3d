// SPDX-License-Identifier: GPL-2.0-only
/* The module's files */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "order.h"
#include "sysfs.h"
#include "text.h"

const char *ipb_sysfs_root(void)
{
	const char *root = getenv("IPIBENCH_ROOT");

	return root && *root ? root : "/sys/kernel/ipibench";
}

bool ipb_sysfs_present(void)
{
	struct stat st;

	if (!stat(ipb_sysfs_root(), &st) && S_ISDIR(st.st_mode))
		return true;
	ipb_text_error("the module is not loaded (%s is missing): run `modprobe ipibench` as root",
		       ipb_sysfs_root());
	return false;
}

static char *path_of(const char *fmt, va_list args)
{
	char *rel, *path;

	rel = ipb_text_vformat(fmt, args);
	path = ipb_text_format("%s/%s", ipb_sysfs_root(), rel);
	free(rel);
	return path;
}

int ipb_sysfs_read(char **text, const char *fmt, ...)
{
	va_list args;
	char *path;
	int err;

	va_start(args, fmt);
	path = path_of(fmt, args);
	va_end(args);
	err = ipb_text_read(path, text);
	free(path);
	return err;
}

static int write_once(const char *path, const char *value)
{
	ssize_t put;
	int fd, err = 0;

	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	/* an attribute takes its value whole, so there is no rest to write */
	put = write(fd, value, strlen(value));
	if (put < 0)
		err = -errno;
	close(fd);
	return err;
}

int ipb_sysfs_write(const char *value, const char *fmt, ...)
{
	char *path, *line;
	va_list args;
	int err;

	va_start(args, fmt);
	path = path_of(fmt, args);
	va_end(args);
	line = ipb_text_format("%s\n", value);
	err = write_once(path, line);
	free(line);
	free(path);
	return err;
}

int ipb_sysfs_open(const char *bench, const char *file)
{
	char *path = ipb_text_format("%s/%s/%s", ipb_sysfs_root(), bench, file);
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	free(path);
	return fd < 0 ? -errno : fd;
}

bool ipb_sysfs_has(const char *bench, const char *file)
{
	char *path = ipb_text_format("%s/%s/%s", ipb_sysfs_root(), bench, file);
	bool has = !access(path, F_OK);

	free(path);
	return has;
}

static void names_add(struct ipb_names *names, char *name)
{
	names->name = ipb_text_grow(names->name, (names->count + 1) * sizeof(char *));
	names->name[names->count++] = name;
}

static int names_compare(const void *a, const void *b)
{
	return ipb_order_compare(*(char *const *)a, *(char *const *)b);
}

static bool is_kind(DIR *dir, const char *name, bool dirs)
{
	struct stat st;

	if (name[0] == '.' || fstatat(dirfd(dir), name, &st, 0))
		return false;
	return dirs ? S_ISDIR(st.st_mode) : !S_ISDIR(st.st_mode);
}

int ipb_sysfs_names(const char *rel, bool dirs, struct ipb_names *names)
{
	char *path = ipb_text_format("%s/%s", ipb_sysfs_root(), rel);
	struct dirent *entry;
	DIR *dir = opendir(path);
	int err = dir ? 0 : -errno;

	free(path);
	memset(names, 0, sizeof(*names));
	if (err)
		return err;
	while ((entry = readdir(dir)))
		if (is_kind(dir, entry->d_name, dirs))
			names_add(names, ipb_text_copy(entry->d_name));
	closedir(dir);
	if (names->count)
		qsort(names->name, names->count, sizeof(char *), names_compare);
	return 0;
}

void ipb_sysfs_names_free(struct ipb_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->name[i]);
	free(names->name);
	memset(names, 0, sizeof(*names));
}

static int benches_under(const char *rel, struct ipb_names *names)
{
	struct ipb_names found;
	int err = ipb_sysfs_names(rel, true, &found);

	if (err)
		return err;
	for (size_t i = 0; i < found.count; i++) {
		char *name = *rel ? ipb_text_format("%s/%s", rel, found.name[i]) :
				    ipb_text_copy(found.name[i]);

		if (ipb_sysfs_has(name, "supported"))
			names_add(names, name);
		else
			free(name);
	}
	ipb_sysfs_names_free(&found);
	return 0;
}

int ipb_sysfs_benches(struct ipb_names *names)
{
	int err;

	memset(names, 0, sizeof(*names));
	err = benches_under("", names);
	if (!err)
		benches_under("live", names);
	return err;
}
