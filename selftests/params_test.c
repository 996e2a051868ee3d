// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every writable file takes what the ABI document says it takes, and refuses
 * the rest without changing.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "abi.h"
#include "cpu.h"
#include "module.h"
#include "run.h"

enum { LONG_TEXT = 3000 };

FIXTURE(params) {
	struct abi abi;
	const char *bench;
};

#define BENCH_FIXTURE params
#include "benches.h"

FIXTURE_SETUP(params)
{
	const char *why = module_unusable();

	if (why)
		SKIP(return, "%s", why);
	if (!face_exists("%s", variant->bench))
		SKIP(return, "%s is not supported: this module has no such bench",
		     variant->bench);
	self->bench = variant->bench;
	ASSERT_EQ(0, abi_load(&self->abi));
	ASSERT_EQ(0, run_settle());
}

FIXTURE_TEARDOWN(params)
{
	EXPECT_EQ(0, run_settle());
}

/* The next entry with a range or a choice that this bench has; "" at the end. */
static const struct abi_entry *next_parameter(const struct abi *abi, const char *bench,
					      const struct abi_entry *entry,
					      char path[FACE_PATH])
{
	const char *name;
	size_t len;

	for (entry = entry ? entry + 1 : abi->entry; entry < abi->entry + abi->nr; entry++) {
		name = strchr(entry->path, '/');
		len = name ? name - entry->path : 0;
		if (!name || !abi_is_parameter(entry))
			continue;
		if (strncmp(entry->path, "<bench>/", 8) &&
		    (len != strlen(bench) || strncmp(entry->path, bench, len)))
			continue;
		snprintf(path, FACE_PATH, "%s%s", bench, name);
		return entry;
	}
	return NULL;
}

static void expect_value(struct __test_metadata *_metadata, const char *path,
			 const char *value)
{
	char text[FACE_TEXT];

	EXPECT_EQ(0, face_read(text, "%s", path));
	EXPECT_STREQ(value, text) {
		TH_LOG("%s", path);
	}
}

static void accept(struct __test_metadata *_metadata, const char *path, const char *value)
{
	EXPECT_EQ(0, face_write(value, "%s", path)) {
		TH_LOG("%s refuses '%s'", path, value);
	}
}

static void accept_same(struct __test_metadata *_metadata, const char *path, const char *value)
{
	accept(_metadata, path, value);
	expect_value(_metadata, path, value);
}

/* Refused, and what was there before is still there. */
static void refuse(struct __test_metadata *_metadata, const char *path, const char *value)
{
	char before[FACE_TEXT];

	ASSERT_EQ(0, face_read(before, "%s", path));
	EXPECT_EQ(-EINVAL, face_write(value, "%s", path)) {
		TH_LOG("%s and '%.40s'", path, value);
	}
	expect_value(_metadata, path, before);
}

/* What no file takes. */
static void refuse_nonsense(struct __test_metadata *_metadata, const char *path)
{
	static const char *const nonsense[] = {
		"\n", " ", "nonsense", "-1", "-9223372036854775808", "0x", "1x", "1 2 x",
		"busy idle", "1,x", "\xff\xfe", "%n%s", "18446744073709551616",
		"99999999999999999999999999999999", "1e3", "--1", "1-", "none", NULL,
	}, *const *value;
	static char very_long[LONG_TEXT + 1];

	for (value = nonsense; *value; value++)
		refuse(_metadata, path, *value);
	memset(very_long, '9', LONG_TEXT);
	refuse(_metadata, path, very_long);
}

/* Nothing written is nothing changed. */
static void write_nothing(struct __test_metadata *_metadata, const char *path)
{
	char before[FACE_TEXT];
	int ret;

	ASSERT_EQ(0, face_read(before, "%s", path));
	ret = face_write("", "%s", path);
	EXPECT_TRUE(!ret || ret == -EINVAL);
	expect_value(_metadata, path, before);
}

/* One unit of the last place above or below; the document's numbers are that long. */
static bool step(const char *from, bool up, char value[ABI_WORD])
{
	const char *point = strchr(from, '.');
	unsigned int places = point ? strlen(point + 1) : 0;
	char digits[ABI_WORD], *end;
	unsigned long long number;

	snprintf(digits, sizeof(digits), "%.*s%s", (int)strcspn(from, "."), from,
		 point ? point + 1 : "");
	number = strtoull(digits, &end, 10);
	if ((up && number == ULLONG_MAX) || (!up && !number))
		return false;
	number += up ? 1 : -1;
	if (places)
		snprintf(value, ABI_WORD, "%llu.%03llu", number / 1000, number % 1000);
	else
		snprintf(value, ABI_WORD, "%llu", number);
	return true;
}

static void check_number(struct __test_metadata *_metadata, const struct abi_entry *entry,
			 const char *path)
{
	char beyond[ABI_WORD], line[ABI_WORD + 2];

	expect_value(_metadata, path, entry->initial);
	accept_same(_metadata, path, entry->min);
	accept_same(_metadata, path, entry->max);
	accept_same(_metadata, path, entry->initial);
	if (step(entry->min, false, beyond))
		refuse(_metadata, path, beyond);
	if (step(entry->max, true, beyond))
		refuse(_metadata, path, beyond);

	/* With the newline that echo adds, but with no more than that. */
	snprintf(line, sizeof(line), "%s\n", entry->max);
	accept(_metadata, path, line);
	expect_value(_metadata, path, entry->max);
	snprintf(line, sizeof(line), "%s\n1", entry->min);
	refuse(_metadata, path, line);
	snprintf(line, sizeof(line), "%sx", entry->min);
	refuse(_metadata, path, line);
	snprintf(line, sizeof(line), "-%s", entry->max);
	refuse(_metadata, path, line);
	refuse(_metadata, path, "1.0001");
	refuse(_metadata, path, ".5");
	refuse(_metadata, path, "1.");
	if (!strchr(entry->max, '.'))
		refuse(_metadata, path, "1.5");
}

static void check_choice(struct __test_metadata *_metadata, const struct abi_entry *entry,
			 const char *path)
{
	char words[ABI_WORDS], line[ABI_WORDS], *word, *rest;

	expect_value(_metadata, path, entry->initial);
	snprintf(words, sizeof(words), "%s", entry->choices);
	for (word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		accept_same(_metadata, path, word);
		snprintf(line, sizeof(line), "%s\n", word);
		accept(_metadata, path, line);
		snprintf(line, sizeof(line), "%sx", word);
		refuse(_metadata, path, line);
		snprintf(line, sizeof(line), "%.*s", (int)strlen(word) - 1, word);
		refuse(_metadata, path, *line ? line : "\n");
	}
	refuse(_metadata, path, entry->choices);
	refuse(_metadata, path, "0");
}

TEST_F(params, ranges_and_choices)
{
	const struct abi_entry *entry = NULL;
	char path[FACE_PATH];
	unsigned int nr = 0;

	while ((entry = next_parameter(&self->abi, self->bench, entry, path))) {
		nr++;
		if (entry->limited)
			check_number(_metadata, entry, path);
		else
			check_choice(_metadata, entry, path);
		refuse_nonsense(_metadata, path);
		write_nothing(_metadata, path);
	}
	EXPECT_LE(10, nr);
}

TEST_F(params, reset_brings_the_defaults)
{
	const struct abi_entry *entry = NULL;
	char path[FACE_PATH];

	while ((entry = next_parameter(&self->abi, self->bench, entry, path)))
		if (entry->limited)
			accept(_metadata, path, entry->max);
	snprintf(path, sizeof(path), "%s/senders", self->bench);
	accept_same(_metadata, path, "0");
	ASSERT_EQ(0, face_write("reset", "%s/control", self->bench));
	while ((entry = next_parameter(&self->abi, self->bench, entry, path)))
		expect_value(_metadata, path, entry->initial);
	snprintf(path, sizeof(path), "%s/senders", self->bench);
	expect_value(_metadata, path, "default");
}

TEST_F(params, places_after_the_point)
{
	char path[FACE_PATH];

	snprintf(path, sizeof(path), "%s/same_margin_pct", self->bench);
	accept(_metadata, path, "2");
	expect_value(_metadata, path, "2.000");
	accept(_metadata, path, "0.5");
	expect_value(_metadata, path, "0.500");
	accept(_metadata, path, "12.25");
	expect_value(_metadata, path, "12.250");
	refuse(_metadata, path, "12.2.5");
	refuse(_metadata, path, "1.-5");
	refuse(_metadata, path, "100.0000");
}

static void check_cpus(struct __test_metadata *_metadata, const char *path)
{
	static const char *const bad[] = {
		"0-", "-0", "1-0", "0,x", "x", "0:1/2", "4294967296", "65536", "0-65536",
		"18446744073709551616", "nothing", "0;1", "0..1", ",", NULL,
	}, *const *value;
	bool possible[CPU_MAX];
	unsigned int cpu = CPU_MAX;
	char text[16];

	ASSERT_LT(0, cpu_list("possible", possible));
	while (!possible[cpu - 1])
		cpu--;

	expect_value(_metadata, path, "default");
	accept_same(_metadata, path, "0");
	/* The last one there can be, and the first there cannot. */
	snprintf(text, sizeof(text), "%u", cpu - 1);
	accept_same(_metadata, path, text);
	snprintf(text, sizeof(text), "%u", cpu);
	refuse(_metadata, path, text);
	snprintf(text, sizeof(text), "0-%u", cpu);
	refuse(_metadata, path, text);
	for (value = bad; *value; value++)
		refuse(_metadata, path, *value);
	if (cpu > 2 && possible[1] && possible[2]) {
		accept(_metadata, path, "2,0-1\n");
		expect_value(_metadata, path, "0-2");
		accept_same(_metadata, path, "0,2");
	}
	accept_same(_metadata, path, "default");
}

TEST_F(params, cpu_lists)
{
	char path[FACE_PATH];

	snprintf(path, sizeof(path), "%s/senders", self->bench);
	check_cpus(_metadata, path);
	snprintf(path, sizeof(path), "%s/targets", self->bench);
	check_cpus(_metadata, path);
}

/* Words of one file that another takes, one by one. */
static void accept_each(struct __test_metadata *_metadata, const char *bench,
			const char *available, const char *file)
{
	char words[FACE_TEXT], path[FACE_PATH], *word, *rest;

	ASSERT_EQ(0, face_read(words, "%s/%s", bench, available));
	snprintf(path, sizeof(path), "%s/%s", bench, file);
	for (word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		accept_same(_metadata, path, word);
	refuse_nonsense(_metadata, path);
	write_nothing(_metadata, path);
}

TEST_F(params, variants_and_baseline)
{
	char all[FACE_TEXT], path[FACE_PATH];

	accept_each(_metadata, self->bench, "available_variants", "variants");
	accept_each(_metadata, self->bench, "available_variants", "baseline");

	snprintf(path, sizeof(path), "%s/variants", self->bench);
	ASSERT_EQ(0, face_read(all, "%s/available_variants", self->bench));
	accept(_metadata, path, "all");
	expect_value(_metadata, path, all);
	accept_same(_metadata, path, all);
	refuse(_metadata, path, "all nonsense");
	refuse(_metadata, path, ",");
}

TEST_F(params, backends)
{
	char backend[FACE_TEXT], first[FACE_TEXT];

	ASSERT_EQ(0, face_read(backend, "%s/backend", self->bench));
	ASSERT_EQ(0, face_read(first, "%s/available_backends", self->bench));
	first[strcspn(first, " ")] = '\0';
	if (*first)
		EXPECT_STREQ(first, backend);
	accept_each(_metadata, self->bench, "available_backends", "backend");
}

/* Files without a store must not be opened for writing to any effect. */
TEST_F(params, what_is_read_only)
{
	unsigned int i;

	for (i = 0; i < self->abi.nr; i++) {
		const struct abi_entry *entry = &self->abi.entry[i];
		char path[FACE_PATH];

		if (strncmp(entry->path, "<bench>/", 8) || strchr(entry->path + 8, '/') ||
		    !entry->is_file || entry->writable)
			continue;
		snprintf(path, sizeof(path), "%s/%s", self->bench, entry->path + 8);
		EXPECT_GT(0, face_write("1", "%s", path)) {
			TH_LOG("%s", path);
		}
	}
}

TEST_HARNESS_MAIN
