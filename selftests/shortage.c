// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "face.h"
#include "module.h"
#include "run.h"
#include "shortage.h"

#define SLAB "failslab"
#define PAGES "fail_page_alloc"

/* Pages only where it is known whose they are: a process that gets none is killed. */
static const char *const kinds[] = { SLAB, PAGES, NULL };

static int set(const char *kind, const char *name, const char *value)
{
	char path[FACE_PATH];

	snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", kind, name);
	return face_write_path(path, value);
}

const char *shortage_unusable(void)
{
	if (access("/proc/thread-self/fail-nth", W_OK))
		return "this kernel injects no faults";
	if (access("/sys/kernel/debug/" SLAB "/ignore-gfp-wait", W_OK))
		return "this kernel has no failslab, or debugfs is not mounted";
	return NULL;
}

static void range(const char *kind, unsigned long start, unsigned long end, int *ret)
{
	char text[32];

	snprintf(text, sizeof(text), "0x%lx", start);
	*ret = *ret ? *ret : set(kind, "require-start", text);
	snprintf(text, sizeof(text), "0x%lx", end);
	*ret = *ret ? *ret : set(kind, "require-end", text);
}

int shortage_prepare(void)
{
	/* Where nothing is armed nothing fails. */
	int ret = set(SLAB, "probability", "0");

	ret = ret ? ret : set(SLAB, "verbose", "0");
	ret = ret ? ret : set(SLAB, "cache-filter", "N");
	return ret ? ret : set(SLAB, "ignore-gfp-wait", "N");
}

static void restore(void)
{
	const char *const *kind;

	for (kind = kinds; *kind; kind++) {
		int ret = 0;

		set(*kind, "ignore-gfp-wait", "Y");
		set(*kind, "ignore-gfp-highmem", "Y");
		set(*kind, "min-order", "1");
		set(*kind, "times", "1");
		set(*kind, "verbose", "2");
		range(*kind, 0, ULONG_MAX, &ret);
	}
}

int shortage_over(void)
{
	int ret = 0;

	restore();
	if (!module_builtin() && module_loaded())
		ret = module_unload();
	ret = ret ? ret : module_load();
	return ret ? ret : run_settle();
}

/* Where the module's text is, and about how long. Return: 0 or -ENOENT. */
static int find_module(unsigned long *start, unsigned long *size)
{
	FILE *file = fopen("/proc/modules", "r");
	char line[512], *at;
	int ret = -ENOENT;

	while (file && ret && fgets(line, sizeof(line), file)) {
		at = strstr(line, " 0x");
		if (strncmp(line, "ipibench ", strlen("ipibench ")) || !at)
			continue;
		*size = strtoul(line + strlen("ipibench "), NULL, 10);
		*start = strtoul(at, NULL, 16);
		ret = *start ? 0 : -ENOENT;
	}
	if (file)
		fclose(file);
	return ret;
}

/* Is the kernel's own text in there? Then everything would be counted. */
static bool has_kernel(unsigned long start, unsigned long end)
{
	FILE *file = fopen("/proc/kallsyms", "r");
	unsigned long text = 0, etext = 0;
	char line[512];

	while (file && !(text && etext) && fgets(line, sizeof(line), file)) {
		if (strstr(line, " _stext\n"))
			text = strtoul(line, NULL, 16);
		if (strstr(line, " _etext\n"))
			etext = strtoul(line, NULL, 16);
	}
	if (file)
		fclose(file);
	/* Not every kernel tells where its text ends. */
	etext = etext ? etext : text + (64UL << 20);
	return !text || (start < etext && text < end);
}

int shortage_only_module(unsigned long around)
{
	unsigned long start, size, end;
	int ret = find_module(&start, &size);

	if (ret)
		return ret;
	end = start + size + around;
	start -= around;
	if (has_kernel(start, end))
		return -ENOENT;
	range(SLAB, start, end, &ret);
	if (ret || set(PAGES, "min-order", "0"))
		return ret;
	/* From here on pages, too. */
	range(PAGES, start, end, &ret);
	ret = ret ? ret : set(PAGES, "verbose", "0");
	ret = ret ? ret : set(PAGES, "ignore-gfp-highmem", "N");
	return ret ? ret : set(PAGES, "ignore-gfp-wait", "N");
}

int shortage_start(pid_t task, unsigned int n)
{
	char path[64], text[16];
	int fd;

	if (task)
		snprintf(path, sizeof(path), "/proc/%d/fail-nth", (int)task);
	else
		snprintf(path, sizeof(path), "/proc/thread-self/fail-nth");
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	snprintf(text, sizeof(text), "%u", n);
	if (write(fd, text, strlen(text)) < 0) {
		int ret = -errno;

		close(fd);
		return ret;
	}
	return fd;
}

bool shortage_end(int fd)
{
	char text[16] = "";
	bool came = pread(fd, text, sizeof(text) - 1, 0) <= 0 || text[0] == '0';

	if (!came)
		came = pwrite(fd, "0", 1, 0) < 0;
	close(fd);
	return came;
}

int shortage_write(const char *path, const char *value, unsigned int n, bool *came)
{
	int fd = face_open(O_WRONLY, "%s", path), shortage, ret;

	if (fd < 0)
		return fd;
	shortage = shortage_start(0, n);
	ret = write(fd, value, strlen(value)) < 0 ? -errno : 0;
	*came = shortage < 0 || shortage_end(shortage);
	close(fd);
	return shortage < 0 ? shortage : ret;
}

unsigned int shortage_next(unsigned int n)
{
	if (module_slow())
		return n + n / 3 + 1;
	return n < 32 ? n + 1 : n + n / 8;
}
