// SPDX-License-Identifier: GPL-2.0-only
#include <linux/bug.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "bench/notes.h"

/**
 * ipb_notes_alloc() - an empty list
 * @max: most notes it will hold
 *
 * May sleep.
 *
 * Return: the list, to be freed with kfree(), or NULL.
 */
struct ipb_notes *ipb_notes_alloc(unsigned int max)
{
	struct ipb_notes *notes = kzalloc(struct_size(notes, note, max), GFP_KERNEL);

	if (notes)
		notes->max = max;
	return notes;
}

/**
 * ipb_notes_add() - add a note
 * @notes: the list
 * @key: file name, unique in the list
 * @fmt: text, cut at IPB_NOTE_TEXT - 1 characters
 *
 * Any context. A full list is our own mistake: warned of once, note dropped.
 */
void ipb_notes_add(struct ipb_notes *notes, const char *key, const char *fmt, ...)
{
	struct ipb_note *note;
	va_list args;

	if (WARN_ON_ONCE(notes->nr == notes->max))
		return;
	note = &notes->note[notes->nr++];
	strscpy(note->key, key, sizeof(note->key));
	va_start(args, fmt);
	vsnprintf(note->text, sizeof(note->text), fmt, args);
	va_end(args);
}

/**
 * ipb_notes_add_thousandths() - add a number with three decimals
 * @notes: the list
 * @key: file name, unique in the list
 * @value: in thousandths of what the note is to say
 *
 * Any context.
 */
void ipb_notes_add_thousandths(struct ipb_notes *notes, const char *key, u64 value)
{
	u32 decimals;

	value = div_u64_rem(value, 1000, &decimals);
	ipb_notes_add(notes, key, "%llu.%03u", value, decimals);
}
