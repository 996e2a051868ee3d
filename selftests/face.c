// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "face.h"

static void vpath(char path[FACE_PATH], const char *fmt, va_list args)
{
	int len = snprintf(path, FACE_PATH, FACE_ROOT "/");

	vsnprintf(path + len, FACE_PATH - len, fmt, args);
}

void face_path(char path[FACE_PATH], const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vpath(path, fmt, args);
	va_end(args);
}

bool face_exists(const char *fmt, ...)
{
	char path[FACE_PATH];
	va_list args;

	va_start(args, fmt);
	vpath(path, fmt, args);
	va_end(args);
	return !access(path, F_OK);
}

static int open_path(int flags, const char *fmt, va_list args)
{
	char path[FACE_PATH];
	int fd;

	vpath(path, fmt, args);
	fd = open(path, flags | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int face_open(int flags, const char *fmt, ...)
{
	va_list args;
	int fd;

	va_start(args, fmt);
	fd = open_path(flags, fmt, args);
	va_end(args);
	return fd;
}

static int read_value(char text[FACE_TEXT], const char *fmt, va_list args)
{
	int fd = open_path(O_RDONLY, fmt, args), ret = 0;
	ssize_t len;

	text[0] = '\0';
	if (fd < 0)
		return fd;
	len = read(fd, text, FACE_TEXT - 1);
	if (len < 0)
		ret = -errno;
	else
		text[len] = '\0';
	text[strcspn(text, "\n")] = '\0';
	close(fd);
	return ret;
}

int face_read(char text[FACE_TEXT], const char *fmt, ...)
{
	va_list args;
	int ret;

	va_start(args, fmt);
	ret = read_value(text, fmt, args);
	va_end(args);
	return ret;
}

static char *slurp_fd(int fd, size_t *size)
{
	char *text = NULL;
	ssize_t len;

	*size = 0;
	do {
		char *more = realloc(text, *size + FACE_TEXT + 1);

		if (!more)
			break;
		text = more;
		len = read(fd, text + *size, FACE_TEXT);
		if (len < 0)
			break;
		*size += len;
		text[*size] = '\0';
		if (!len)
			return text;
	} while (1);
	free(text);
	return NULL;
}

char *face_slurp(size_t *size, const char *fmt, ...)
{
	va_list args;
	char *text;
	int fd;

	va_start(args, fmt);
	fd = open_path(O_RDONLY, fmt, args);
	va_end(args);
	if (fd < 0)
		return NULL;
	text = slurp_fd(fd, size);
	close(fd);
	return text;
}

long long face_number(const char *fmt, ...)
{
	char text[FACE_TEXT], *end;
	long long value;
	va_list args;
	int ret;

	va_start(args, fmt);
	ret = read_value(text, fmt, args);
	va_end(args);
	if (ret)
		return LLONG_MIN;
	value = strtoll(text, &end, 10);
	return end == text || *end ? LLONG_MIN : value;
}

double face_decimal(const char *fmt, ...)
{
	char text[FACE_TEXT], *end;
	va_list args;
	double value;
	int ret;

	va_start(args, fmt);
	ret = read_value(text, fmt, args);
	va_end(args);
	if (ret)
		return NAN;
	value = strtod(text, &end);
	return end == text || *end ? NAN : value;
}

int face_write_path(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), ret = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, value, strlen(value)) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

void face_write_all(const char *pattern, const char *value)
{
	glob_t found;
	size_t i;

	if (glob(pattern, 0, NULL, &found))
		return;
	for (i = 0; i < found.gl_pathc; i++)
		face_write_path(found.gl_pathv[i], value);
	globfree(&found);
}

static int write_value(const char *value, const char *fmt, va_list args)
{
	char path[FACE_PATH];

	vpath(path, fmt, args);
	return face_write_path(path, value);
}

int face_write(const char *value, const char *fmt, ...)
{
	va_list args;
	int ret;

	va_start(args, fmt);
	ret = write_value(value, fmt, args);
	va_end(args);
	return ret;
}

int face_write_number(unsigned long long value, const char *fmt, ...)
{
	char text[24];
	va_list args;
	int ret;

	snprintf(text, sizeof(text), "%llu", value);
	va_start(args, fmt);
	ret = write_value(text, fmt, args);
	va_end(args);
	return ret;
}

bool face_has_word(const char *words, const char *word)
{
	size_t len = strlen(word);
	const char *at = words;

	while (len && (at = strstr(at, word))) {
		if ((at == words || at[-1] == ' ') && (!at[len] || at[len] == ' '))
			return true;
		at += len;
	}
	return false;
}

unsigned int face_each(void (*visit)(const char *path, void *data), void *data,
		       const char *fmt, ...)
{
	char pattern[FACE_PATH];
	unsigned int i, nr = 0;
	va_list args;
	glob_t found;

	va_start(args, fmt);
	vpath(pattern, fmt, args);
	va_end(args);
	if (glob(pattern, 0, NULL, &found))
		return 0;
	for (i = 0; i < found.gl_pathc; i++, nr++)
		if (visit)
			visit(found.gl_pathv[i] + strlen(FACE_ROOT "/"), data);
	globfree(&found);
	return nr;
}
