/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_BENCH_NOTES_H
#define IPIBENCH_BENCH_NOTES_H

#include <linux/types.h>

enum { IPB_NOTE_KEY = 32, IPB_NOTE_TEXT = 96 };

/**
 * struct ipb_note - one named line of text; becomes a file
 * @key: file name
 * @text: one line, no newline
 */
struct ipb_note {
	char key[IPB_NOTE_KEY];
	char text[IPB_NOTE_TEXT];
};

/**
 * struct ipb_notes - notes in the order they were added
 * @nr: notes present
 * @max: room
 * @note: the notes
 */
struct ipb_notes {
	unsigned int nr;
	unsigned int max;
	struct ipb_note note[] __counted_by(max);
};

struct ipb_notes *ipb_notes_alloc(unsigned int max);
__printf(3, 4) void ipb_notes_add(struct ipb_notes *notes, const char *key, const char *fmt, ...);
void ipb_notes_add_thousandths(struct ipb_notes *notes, const char *key, u64 value);

#endif /* IPIBENCH_BENCH_NOTES_H */
