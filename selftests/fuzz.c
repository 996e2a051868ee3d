// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random writes to every file: first by one process, which knows what each file
 * must hold at any time, then by many, who only know what none may ever see,
 * while CPUs and the module come and go. Afterwards all is as after a load.
 *
 * fuzz [--seconds N] [--seed S] [--processes P] [--wild 1] [options of the harness]
 *
 * --wild 1: CPUs go while everybody else is at it. Not every kernel comes
 * through that without a warning of its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"
#include "benches.h"
#include "cell.h"
#include "cpu.h"
#include "module.h"
#include "run.h"
#include "storm.h"

enum { TIMEOUT_S = 24 * 3600, ALONE_PART = 4, VALUE = 512 };

/* In seconds; also from the environment. */
static unsigned int fuzz_seconds = 20;
static unsigned int fuzz_seed = 1;
static unsigned int fuzz_processes = 4;
static unsigned int fuzz_wild;

FIXTURE(fuzz) {
	struct abi abi;
	struct pick_files files;
	unsigned int cpus;
};

FIXTURE_SETUP(fuzz)
{
	const char *why = module_unusable();

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, abi_load(&self->abi));
	ASSERT_EQ(0, run_settle());
	pick_files(&self->files, &self->abi);
	ASSERT_LT(0, self->files.nr);
	ASSERT_GT(PICK_FILES, self->files.nr);
	self->cpus = cpu_count("online");
	TH_LOG("%u seconds, seed %u, %u processes, %u files", fuzz_seconds, fuzz_seed,
	       fuzz_processes, self->files.nr);
}

FIXTURE_TEARDOWN(fuzz)
{
	cpu_restore();
	EXPECT_EQ(0, module_load());
	EXPECT_EQ(0, run_settle());
}

/* What every file holds. */
struct shadow {
	const struct pick_files *files;
	char initial[PICK_FILES][VALUE];
	char now[PICK_FILES][VALUE];
	unsigned long accepted;
	unsigned long refused;
};

static bool same_bench(const struct pick_file *one, const struct pick_file *other)
{
	size_t len = strcspn(one->path, "/") + 1;

	return !strncmp(one->path, other->path, len);
}

static bool depends_on_backend(const struct pick_file *file)
{
	return !strcmp(pick_name(file), "variants") || !strcmp(pick_name(file), "baseline");
}

static void read_value(struct __test_metadata *_metadata, const struct pick_file *file,
		       char value[VALUE])
{
	char text[FACE_TEXT];

	ASSERT_EQ(0, face_read(text, "%s", file->path)) {
		TH_LOG("%s", file->path);
	}
	ASSERT_GT(VALUE, strlen(text));
	snprintf(value, VALUE, "%.*s", VALUE - 1, text);
}

/* Every file of the bench of @file holds what it should. */
static void check_bench(struct __test_metadata *_metadata, struct shadow *shadow,
			const struct pick_file *file, const struct pick_value *value)
{
	char now[VALUE];
	unsigned int i;

	for (i = 0; i < shadow->files->nr; i++) {
		const struct pick_file *other = &shadow->files->file[i];

		if (!same_bench(file, other))
			continue;
		read_value(_metadata, other, now);
		ASSERT_STREQ(shadow->now[i], now) {
			TH_LOG("%s after '%.*s' to %s", other->path, (int)value->len,
			       value->text, file->path);
		}
	}
}

/* What was written is now in there, and nothing that may not be. */
static void learn_value(struct __test_metadata *_metadata, struct shadow *shadow,
			unsigned int index, const struct pick_value *value)
{
	const struct pick_file *file = &shadow->files->file[index];
	int len = value->len && value->text[value->len - 1] == '\n' ? value->len - 1 : value->len;
	char written[VALUE];

	read_value(_metadata, file, shadow->now[index]);
	EXPECT_TRUE(pick_is_legal(file, shadow->now[index])) {
		TH_LOG("%s is '%s'", file->path, shadow->now[index]);
	}
	if (value->sort != PICK_GOOD || !strcmp(pick_name(file), "control"))
		return;
	snprintf(written, sizeof(written), "%.*s", len, value->text);
	EXPECT_STREQ(written, shadow->now[index]) {
		TH_LOG("%s", file->path);
	}
}

/* Other files that an accepted value changes too. */
static void learn_others(struct __test_metadata *_metadata, struct shadow *shadow,
			 unsigned int index, const struct pick_value *value)
{
	const struct pick_file *file = &shadow->files->file[index];
	bool reset = !strcmp(pick_name(file), "control") && !strncmp(value->text, "reset", 5);
	bool backend = !strcmp(pick_name(file), "backend");
	unsigned int i;

	for (i = 0; i < shadow->files->nr; i++) {
		const struct pick_file *other = &shadow->files->file[i];

		if (!same_bench(file, other))
			continue;
		if (reset)
			memcpy(shadow->now[i], shadow->initial[i], VALUE);
		else if (backend && depends_on_backend(other))
			read_value(_metadata, other, shadow->now[i]);
	}
}

static int write_value(const struct pick_file *file, const struct pick_value *value)
{
	int fd = face_open(O_WRONLY, "%s", file->path), ret = 0;

	if (fd < 0)
		return fd;
	if (write(fd, value->text, value->len) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

static void write_one(struct __test_metadata *_metadata, struct shadow *shadow,
		      unsigned int *seed)
{
	unsigned int index = pick_below(seed, shadow->files->nr);
	const struct pick_file *file = &shadow->files->file[index];
	struct pick_value value;
	int ret;

	pick_value(&value, file, seed, false);
	ret = write_value(file, &value);
	if (ret) {
		shadow->refused++;
		EXPECT_TRUE(pick_error_is_right(file, &value, ret));
		EXPECT_NE(PICK_GOOD, value.sort);
	} else {
		shadow->accepted++;
		EXPECT_NE(PICK_BAD, value.sort);
		learn_value(_metadata, shadow, index, &value);
		learn_others(_metadata, shadow, index, &value);
	}
	check_bench(_metadata, shadow, file, &value);
	ASSERT_EQ(0, _metadata->exit_code) {
		TH_LOG("'%.*s' to %s: %d", (int)value.len, value.text, file->path, ret);
	}
}

TEST_F_TIMEOUT(fuzz, one_who_knows, TIMEOUT_S)
{
	time_t end = time(NULL) + fuzz_seconds / ALONE_PART + 1;
	struct shadow *shadow = calloc(1, sizeof(*shadow));
	unsigned int seed = fuzz_seed, i;

	ASSERT_NE(NULL, shadow);
	shadow->files = &self->files;
	for (i = 0; i < self->files.nr; i++) {
		read_value(_metadata, &self->files.file[i], shadow->now[i]);
		memcpy(shadow->initial[i], shadow->now[i], VALUE);
	}
	while (time(NULL) < end)
		write_one(_metadata, shadow, &seed);
	TH_LOG("%lu writes accepted, %lu refused", shadow->accepted, shadow->refused);
	EXPECT_LT(0, shadow->accepted);
	EXPECT_LT(0, shadow->refused);
	free(shadow);
}

static void check_bench_runs(struct __test_metadata *_metadata, const char *bench)
{
	if (run_unsupported(bench))
		return;
	ASSERT_EQ(0, run_stage(bench));
	ASSERT_EQ(0, run_to(bench, "done")) {
		TH_LOG("%s", bench);
	}
	EXPECT_STREQ("", cells_fault(bench, RUN_SAMPLES));
}

static void check_all_runs(struct __test_metadata *_metadata)
{
	char names[] = BENCH_NAMES, *rest = names, *bench;

	while ((bench = strsep(&rest, " ")))
		check_bench_runs(_metadata, bench);
}

static void tell(struct __test_metadata *_metadata, const struct storm *storm)
{
	TH_LOG("%lu writes accepted, %lu of them commands, %lu refused, %lu reads, %lu polls",
	       storm->accepted, storm->commands, storm->refused, storm->reads, storm->polls);
	TH_LOG("%lu writers and readers killed, %lu reloads, %lu times a CPU went",
	       storm->kills, storm->reloads, storm->hotplugs);
}

TEST_F_TIMEOUT(fuzz, many_who_do_not, TIMEOUT_S)
{
	struct storm *storm = storm_create(&self->files, fuzz_seed);

	ASSERT_NE(NULL, storm);
	storm->wild = fuzz_wild;
	EXPECT_EQ(0, storm_run(storm, fuzz_processes,
			       fuzz_seconds - fuzz_seconds / ALONE_PART));
	tell(_metadata, storm);
	ASSERT_EQ(0, storm->faults) {
		TH_LOG("%s", storm->fault);
	}
	EXPECT_LT(0, storm->accepted);

	cpu_restore();
	EXPECT_EQ(self->cpus, cpu_count("online"));
	/* Whatever runs can be stopped, and leaves nobody behind. */
	ASSERT_TRUE(module_loaded());
	ASSERT_EQ(0, run_settle());
	EXPECT_EQ(0, module_threads());
	check_all_runs(_metadata);
	if (module_builtin())
		return;
	ASSERT_EQ(0, module_unload());
	EXPECT_FALSE(module_loaded());
	ASSERT_EQ(0, module_load());
	check_all_runs(_metadata);
}

/* Return: the number, or @initial where there is none. */
static unsigned int number_of(const char *text, unsigned int initial)
{
	return text && *text ? strtoul(text, NULL, 0) : initial;
}

/* Takes our options out of the harness's. Return: how many of @argv are left. */
static int take_options(int argc, char **argv)
{
	const struct {
		const char *name;
		unsigned int *value;
	} options[] = {
		{ "--seconds", &fuzz_seconds },
		{ "--seed", &fuzz_seed },
		{ "--processes", &fuzz_processes },
		{ "--wild", &fuzz_wild },
	};
	unsigned int i;
	int from, to = 1;

	for (from = 1; from < argc; from++) {
		for (i = 0; i < ARRAY_SIZE(options); i++)
			if (!strcmp(argv[from], options[i].name) && from + 1 < argc)
				break;
		if (i < ARRAY_SIZE(options))
			*options[i].value = number_of(argv[++from], *options[i].value);
		else
			argv[to++] = argv[from];
	}
	argv[to] = NULL;
	return to;
}

int main(int argc, char **argv)
{
	fuzz_seconds = number_of(getenv("IPIBENCH_FUZZ_SECONDS"), fuzz_seconds);
	fuzz_seed = number_of(getenv("IPIBENCH_FUZZ_SEED"), fuzz_seed);
	argc = take_options(argc, argv);
	return test_harness_run(argc, argv);
}
