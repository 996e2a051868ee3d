/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_TEXT_H
#define IPB_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#define __printf(format, first) __attribute__((__format__(__printf__, format, first)))

#define IPB_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What the tool tells its caller; the man page lists them too */
enum ipb_exit {
	IPB_EXIT_OK = 0,
	IPB_EXIT_FAILED = 1,
	IPB_EXIT_USAGE = 2,
	IPB_EXIT_NOT_LOADED = 3,
	IPB_EXIT_UNSUPPORTED = 4,
	IPB_EXIT_INTERRUPTED = 130,
};

/* Print "ipibench: ..." and a newline on standard error */
void ipb_text_error(const char *fmt, ...) __printf(1, 2);

/* Like asprintf(); never NULL: leaves the program when memory is out */
char *ipb_text_format(const char *fmt, ...) __printf(1, 2);

/* The same like vasprintf() */
char *ipb_text_vformat(const char *fmt, va_list args) __printf(1, 0);

/* Like strdup() and realloc(), leaving the program when memory is out */
char *ipb_text_copy(const char *text);
void *ipb_text_grow(void *old, size_t bytes);

bool ipb_text_starts(const char *text, const char *prefix);
bool ipb_text_ends(const char *text, const char *suffix);

/* Whether @word is one of the words of @list, parted by blanks or commas */
bool ipb_text_has_word(const char *list, const char *word);

/*
 * Read a whole file, without its last newline. Returns 0 and a string for the
 * caller to free, or a negative errno.
 */
int ipb_text_read(const char *path, char **text);

/*
 * Put @text into file @path whole or not at all, over what was there; a reader
 * never sees half of it. Returns 0, or a negative errno having said so.
 */
int ipb_text_save(const char *path, const char *text);

#endif
