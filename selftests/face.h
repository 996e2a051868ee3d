/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The files below /sys/kernel/ipibench. Paths are relative to it and printf()
 * formats. Errors are returned as negative numbers and never reported here.
 */
#ifndef SELFTESTS_FACE_H
#define SELFTESTS_FACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "../kselftest.h"

#define FACE_ROOT "/sys/kernel/ipibench"

enum { FACE_PATH = 256, FACE_TEXT = 4096 };

/* Full path of a file. */
void face_path(char path[FACE_PATH], const char *fmt, ...) __printf(2, 3);

bool face_exists(const char *fmt, ...) __printf(1, 2);

/* A file descriptor. */
int face_open(int flags, const char *fmt, ...) __printf(2, 3);

/* The value without its newline. Return: 0. */
int face_read(char text[FACE_TEXT], const char *fmt, ...) __printf(2, 3);

/* A whole file of any size, to be freed; NULL on failure. */
char *face_slurp(size_t *size, const char *fmt, ...) __printf(2, 3);

/* A number; LLONG_MIN where there is none. */
long long face_number(const char *fmt, ...) __printf(1, 2);

/* A decimal number; NAN where there is none. */
double face_decimal(const char *fmt, ...) __printf(1, 2);

/* One write() to a file anywhere. Return: 0. */
int face_write_path(const char *path, const char *value);

/* The same to every file of that pattern that there is and takes it. */
void face_write_all(const char *pattern, const char *value);

/* One write(). Return: 0. */
int face_write(const char *value, const char *fmt, ...) __printf(2, 3);

int face_write_number(unsigned long long value, const char *fmt, ...) __printf(2, 3);

/* Is @word one of the blank-separated words of @words? */
bool face_has_word(const char *words, const char *word);

/*
 * Calls @visit for everything matching a glob pattern, with the part of the
 * path below FACE_ROOT. Return: how many matched.
 */
unsigned int face_each(void (*visit)(const char *path, void *data), void *data,
		       const char *fmt, ...) __printf(3, 4);

#endif /* SELFTESTS_FACE_H */
