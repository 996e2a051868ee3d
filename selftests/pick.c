// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "pick.h"

struct collection {
	struct pick_files *files;
	const struct abi *abi;
};

static void collect(const char *path, void *data)
{
	struct collection *c = data;
	const struct abi_entry *entry = abi_find(c->abi, path);
	struct pick_file *file = &c->files->file[c->files->nr];

	if (!entry || !entry->writable || c->files->nr == PICK_FILES)
		return;
	snprintf(file->path, sizeof(file->path), "%s", path);
	file->entry = entry;
	c->files->nr++;
}

void pick_files(struct pick_files *files, const struct abi *abi)
{
	struct collection c = { .files = files, .abi = abi };

	files->nr = 0;
	face_each(collect, &c, "*/*");
}

const char *pick_name(const struct pick_file *file)
{
	return strchr(file->path, '/') + 1;
}

unsigned int pick_below(unsigned int *seed, unsigned int n)
{
	return rand_r(seed) % n;
}

static bool is_file(const struct pick_file *file, const char *name)
{
	return !strcmp(pick_name(file), name);
}

static bool is_cpus(const struct pick_file *file)
{
	return is_file(file, "senders") || is_file(file, "targets");
}

static unsigned long long pick_number(unsigned int *seed)
{
	unsigned long long high = rand_r(seed), middle = rand_r(seed);

	return high << 42 ^ middle << 21 ^ rand_r(seed);
}

/* A number of the document in units of its last place. */
static unsigned long long in_units(const char *text)
{
	char digits[ABI_WORD];
	size_t whole = strcspn(text, ".");

	snprintf(digits, sizeof(digits), "%.*s%s", (int)whole, text,
		 text[whole] ? text + whole + 1 : "");
	return strtoull(digits, NULL, 10);
}

/* Largest values of those who want many short runs. */
static unsigned long long tame_max(const struct pick_file *file, unsigned long long max)
{
	static const struct {
		const char *name;
		unsigned int max;
	} caps[] = {
		{ "block", 64 }, { "warmup", 256 }, { "gap_us", 2000 }, { "nr_vcpus", 512 },
		{ "timeout_ms", 20000 }, { "shot_timeout_ms", 100 }, { "nr_its", 8 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(caps); i++)
		if (is_file(file, caps[i].name) && max > caps[i].max)
			return caps[i].max;
	return max;
}

static void set(struct pick_value *value, enum pick_sort sort, const char *text)
{
	value->len = snprintf(value->text, sizeof(value->text), "%s", text);
	value->sort = sort;
}

static void set_number(struct pick_value *value, const struct pick_file *file,
		       unsigned long long number)
{
	bool decimals = strchr(file->entry->max, '.');
	char text[ABI_WORD];

	if (decimals)
		snprintf(text, sizeof(text), "%llu.%03llu", number / 1000, number % 1000);
	else
		snprintf(text, sizeof(text), "%llu", number);
	set(value, PICK_GOOD, text);
}

static void good_number(struct pick_value *value, const struct pick_file *file,
			unsigned int *seed, bool tame)
{
	unsigned long long min = in_units(file->entry->min), max = in_units(file->entry->max);
	unsigned long long number = pick_number(seed);

	if (tame)
		max = tame_max(file, max);
	switch (pick_below(seed, 4)) {
	case 0:
		number = min;
		break;
	case 1:
		number = max;
		break;
	case 2:	/* small ones are many */
		number %= 100;
		break;
	}
	if (number < min || number > max)
		number = max - min == ~0ULL ? number : min + number % (max - min + 1);
	set_number(value, file, number);
}

/* One step out of the range. */
static void bad_number(struct pick_value *value, const struct pick_file *file,
		       unsigned int *seed)
{
	unsigned long long min = in_units(file->entry->min), max = in_units(file->entry->max);

	if (pick_below(seed, 2) && min)
		set_number(value, file, min - 1);
	else if (max != ~0ULL)
		set_number(value, file, max + 1);
	else
		set(value, PICK_BAD, "18446744073709551616");
	value->sort = PICK_BAD;
}

/* One of some words separated by blanks; nothing where there is none. */
static void good_word(struct pick_value *value, const char *words, unsigned int *seed)
{
	char copy[FACE_TEXT], *rest = copy, *word;
	unsigned int nr = 1, i;

	snprintf(copy, sizeof(copy), "%s", words);
	for (i = 0; copy[i]; i++)
		nr += copy[i] == ' ';
	for (i = pick_below(seed, nr) + 1; i; i--)
		word = strsep(&rest, " ");
	set(value, *word ? PICK_GOOD : PICK_ANY, word);
}

static void good_cpus(struct pick_value *value, unsigned int *seed)
{
	bool possible[CPU_MAX];
	unsigned int nr = cpu_list("possible", possible), cpu;
	char text[16];

	cpu = nr ? pick_below(seed, nr) : 0;
	snprintf(text, sizeof(text), "%u", cpu);
	if (pick_below(seed, 2) || !possible[cpu])
		snprintf(text, sizeof(text), "default");
	else if (cpu && possible[0] && possible[1] && pick_below(seed, 2))
		snprintf(text, sizeof(text), cpu == 1 ? "0-1" : "0,%u", cpu);
	set(value, PICK_GOOD, text);
}

/* What depends on the backend, which somebody else may change. */
static void good_available(struct pick_value *value, const struct pick_file *file,
			   const char *available, unsigned int *seed, bool tame)
{
	char words[FACE_TEXT];

	if (face_read(words, "%.*s/%s", (int)strcspn(file->path, "/"), file->path, available))
		words[0] = '\0';
	good_word(value, words, seed);
	if (tame)
		value->sort = PICK_ANY;
}

static void good(struct pick_value *value, const struct pick_file *file, unsigned int *seed,
		 bool tame)
{
	if (file->entry->limited)
		good_number(value, file, seed, tame);
	else if (*file->entry->choices)
		good_word(value, file->entry->choices, seed);
	else if (is_cpus(file))
		good_cpus(value, seed);
	else if (is_file(file, "backend"))
		good_available(value, file, "available_backends", seed, tame);
	else if (is_file(file, "control"))
		good_word(value, "start stop start reset start stop", seed);
	else
		good_available(value, file, "available_variants", seed, tame);
}

static void bad(struct pick_value *value, const struct pick_file *file, unsigned int *seed)
{
	static const char *const nonsense[] = {
		"\n", " ", "nonsense", "-1", "-9223372036854775808", "0x", "1x", "1 2 x",
		"busy idle", "1,x", "\xff\xfe", "%n%s%p", "18446744073709551616", "1e3", "--1",
		"1-", "none", "../../kernel", "start stop", "\t",
		"99999999999999999999999999999999",
	};

	if (file->entry->limited && pick_below(seed, 2))
		bad_number(value, file, seed);
	else
		set(value, PICK_BAD, nonsense[pick_below(seed, ARRAY_SIZE(nonsense))]);
}

/* A good value with something done to it. */
static void mutate(struct pick_value *value, unsigned int *seed)
{
	size_t at = pick_below(seed, value->len + 1);

	value->sort = PICK_ANY;
	switch (pick_below(seed, 4)) {
	case 0:	/* another character, maybe the zero at its end */
		value->text[at] = rand_r(seed);
		value->len += at == value->len;
		break;
	case 1:	/* twice */
		memcpy(value->text + value->len, value->text, value->len);
		value->len *= 2;
		break;
	case 2:	/* less */
		value->len = at;
		break;
	default: /* more than a page takes */
		memset(value->text + value->len, "9 ,\n"[pick_below(seed, 4)],
		       sizeof(value->text) - value->len);
		value->len = sizeof(value->text);
	}
}

static void noise(struct pick_value *value, unsigned int *seed)
{
	size_t i;

	value->len = pick_below(seed, 64);
	for (i = 0; i < value->len; i++)
		value->text[i] = rand_r(seed) >> 8;
	value->sort = PICK_ANY;
}

void pick_value(struct pick_value *value, const struct pick_file *file, unsigned int *seed,
		bool tame)
{
	unsigned int dice = pick_below(seed, 10);
	bool control = is_file(file, "control");

	if (dice == 0) {
		noise(value, seed);
	} else if (dice <= 2) {
		bad(value, file, seed);
	} else {
		good(value, file, seed, tame);
		/* A mutated number can be good, and large. */
		if (dice == 3 && !(tame && file->entry->limited))
			mutate(value, seed);
		else if (dice == 4 && value->len)
			value->text[value->len++] = '\n';
		if (control && value->sort == PICK_GOOD && strncmp(value->text, "stop", 4))
			value->sort = PICK_ANY;
	}
}

static bool all_words_of(const char *words, const char *text)
{
	char copy[FACE_TEXT], *rest = copy, *word;

	snprintf(copy, sizeof(copy), "%s", text);
	while ((word = strsep(&rest, " ")))
		if (!face_has_word(words, word))
			return false;
	return true;
}

bool pick_is_legal(const struct pick_file *file, const char *text)
{
	unsigned long long number = in_units(text);
	char words[FACE_TEXT];

	if (file->entry->limited)
		return *text >= '0' && *text <= '9' &&
		       !text[strspn(text, ".0123456789")] &&
		       !strchr(text, '.') == !strchr(file->entry->max, '.') &&
		       number >= in_units(file->entry->min) &&
		       number <= in_units(file->entry->max);
	if (*file->entry->choices)
		return !strchr(text, ' ') && face_has_word(file->entry->choices, text);
	if (is_cpus(file))
		return !strcmp(text, "default") || (*text && !text[strspn(text, "-,0123456789")]);
	if (is_file(file, "control"))
		return !strcmp(text, "start stop reset");
	if (is_file(file, "backend"))
		return face_has_word("real model", text);
	return !face_read(words, "%.*s/available_variants", (int)strcspn(file->path, "/"),
			  file->path) && all_words_of(words, text);
}

/* Does what is written say this word, with a newline or without? */
static bool says(const struct pick_value *value, const char *word)
{
	size_t len = strlen(word);

	return value->len >= len && !memcmp(value->text, word, len) &&
	       (value->len == len || value->text[len] == '\n' || !value->text[len]);
}

bool pick_error_is_right(const struct pick_file *file, const struct pick_value *value,
			 int error)
{
	if (!is_file(file, "control"))
		return error == -EINVAL ||
		       (error == -ENOMEM && (is_cpus(file) || is_file(file, "variants")));
	if (says(value, "start"))
		return error == -EBUSY || error == -EOPNOTSUPP || error == -ENXIO ||
		       error == -ENOMEM || error == -EINVAL;
	if (says(value, "reset"))
		return error == -EBUSY || error == -EINVAL;
	return error == -EINVAL;
}
