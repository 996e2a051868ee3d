// SPDX-License-Identifier: GPL-2.0-only
/* Strings, messages and whole files */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

void ipb_text_error(const char *fmt, ...)
{
	va_list args;

	fflush(stdout);
	fputs("ipibench: ", stderr);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
}

static void out_of_memory(void)
{
	ipb_text_error("out of memory");
	exit(IPB_EXIT_FAILED);
}

char *ipb_text_format(const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	text = ipb_text_vformat(fmt, args);
	va_end(args);
	return text;
}

char *ipb_text_vformat(const char *fmt, va_list args)
{
	char *text;

	if (vasprintf(&text, fmt, args) < 0)
		out_of_memory();
	return text;
}

char *ipb_text_copy(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		out_of_memory();
	return copy;
}

void *ipb_text_grow(void *old, size_t bytes)
{
	void *new = realloc(old, bytes);

	if (!new)
		out_of_memory();
	return new;
}

bool ipb_text_starts(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

bool ipb_text_ends(const char *text, const char *suffix)
{
	size_t have = strlen(text), want = strlen(suffix);

	return have >= want && !strcmp(text + have - want, suffix);
}

bool ipb_text_has_word(const char *list, const char *word)
{
	static const char blanks[] = " ,\t\n";
	size_t len = strlen(word);

	for (list += strspn(list, blanks); *list; list += strspn(list, blanks)) {
		size_t span = strcspn(list, blanks);

		if (span == len && !strncmp(list, word, len))
			return true;
		list += span;
	}
	return false;
}

static int read_all(int fd, char **text, size_t *used)
{
	size_t room = 4096;
	ssize_t got;

	*used = 0;
	*text = ipb_text_grow(NULL, room);
	for (;;) {
		if (room - *used < 4096) {
			room *= 2;
			*text = ipb_text_grow(*text, room);
		}
		got = read(fd, *text + *used, room - *used - 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			return 0;
		*used += got;
	}
}

int ipb_text_read(const char *path, char **text)
{
	size_t used;
	int fd, err;

	*text = NULL;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	err = read_all(fd, text, &used);
	close(fd);
	if (err) {
		free(*text);
		*text = NULL;
		return err;
	}
	if (used && (*text)[used - 1] == '\n')
		used--;
	(*text)[used] = '\0';
	return 0;
}

static int write_all(int fd, const char *text)
{
	size_t left = strlen(text);

	while (left) {
		ssize_t put = write(fd, text, left);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -errno;
		text += put;
		left -= put;
	}
	return 0;
}

static int save_as(const char *temp, int fd, const char *path, const char *text)
{
	mode_t mask = umask(0);
	int err;

	umask(mask);
	err = write_all(fd, text);
	if (!err && (fchmod(fd, 0666 & ~mask) || fsync(fd)))
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	if (!err && rename(temp, path))
		err = -errno;
	if (err)
		unlink(temp);
	return err;
}

int ipb_text_save(const char *path, const char *text)
{
	/* the leading dot keeps it from whoever collects files by their ending */
	const char *slash = strrchr(path, '/');
	int dir = slash ? slash - path + 1 : 0;
	char *temp = ipb_text_format("%.*s.%s.XXXXXX", dir, path, path + dir);
	int fd = mkostemp(temp, O_CLOEXEC);
	int err = fd < 0 ? -errno : save_as(temp, fd, path, text);

	if (err)
		ipb_text_error("%s: %s", path, strerror(-err));
	free(temp);
	return err;
}
