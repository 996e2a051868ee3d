// SPDX-License-Identifier: GPL-2.0-only
/*
 * Preloaded by tests: makes plain files refuse as attributes do.
 * IPIBENCH_TEST_REFUSE holds words KIND:NAME:ERRNO:COUNT, where KIND is r or w,
 * NAME the last part of a path and COUNT how often, -1 for always. KIND s does
 * not refuse: a write returns only when somebody has emptied the file, as a
 * write to `control` returns only when the run has begun. After a read by KIND b
 * the file holds another number. KIND o writes down in $IPIBENCH_TEST_ORDER which
 * files are written.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RULES = 8 };

static struct {
	char kind;
	char name[64];
	int err;
	int count;
} rules[RULES];

static __attribute__((constructor)) void rules_read(void)
{
	const char *at = getenv("IPIBENCH_TEST_REFUSE");
	int used;

	for (int i = 0; at && i < RULES; i++, at += used) {
		used = 0;
		if (sscanf(at, " %c:%63[^:]:%d:%d%n", &rules[i].kind, rules[i].name,
			   &rules[i].err, &rules[i].count, &used) != 4)
			rules[i].kind = 0;
	}
}

static int rule_find(int fd, char kind)
{
	char link[64], path[4096];
	const char *slash;
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, path, sizeof(path) - 1);
	if (len < 0)
		return -1;
	path[len] = '\0';
	slash = strrchr(path, '/');
	for (int i = 0; slash && i < RULES; i++) {
		if (rules[i].kind != kind || strcmp(rules[i].name, slash + 1) || !rules[i].count)
			continue;
		rules[i].count--;
		return i;
	}
	return -1;
}

static int refused(int fd, char kind)
{
	int i = rule_find(fd, kind);

	return i < 0 ? 0 : rules[i].err;
}

static void wait_until_empty(int fd)
{
	struct stat st;

	for (int i = 0; i < 500 && !fstat(fd, &st) && st.st_size; i++)
		usleep(10000);
}

static void number_bump(int fd)
{
	static int number = 1000;
	char link[64];
	FILE *file;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	file = fopen(link, "w");
	if (file) {
		fprintf(file, "%d\n", number++);
		fclose(file);
	}
}

ssize_t read(int fd, void *buf, size_t count)
{
	ssize_t (*next)(int fd, void *buf, size_t count) = dlsym(RTLD_NEXT, "read");
	ssize_t done;
	int err = refused(fd, 'r');

	if (err) {
		errno = err;
		return -1;
	}
	done = next(fd, buf, count);
	if (rule_find(fd, 'b') >= 0)
		number_bump(fd);
	return done;
}

static void order_note(const char *name)
{
	const char *path = getenv("IPIBENCH_TEST_ORDER");
	FILE *file = path ? fopen(path, "a") : NULL;

	if (file) {
		fprintf(file, "%s\n", name);
		fclose(file);
	}
}

ssize_t write(int fd, const void *buf, size_t count)
{
	ssize_t (*next)(int fd, const void *buf, size_t count) = dlsym(RTLD_NEXT, "write");
	ssize_t done;
	int err = refused(fd, 'w'), order;

	if (err) {
		errno = err;
		return -1;
	}
	order = rule_find(fd, 'o');
	if (order >= 0)
		order_note(rules[order].name);
	done = next(fd, buf, count);
	if (rule_find(fd, 's') >= 0)
		wait_until_empty(fd);
	return done;
}
