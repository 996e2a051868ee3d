// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ABI document and the files are the same list: nothing is missing, nothing
 * is undocumented, and everyone may do what the document says.
 */
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>

#include "harness.h"
#include "abi.h"
#include "module.h"
#include "run.h"

enum { FILES_MAX = 8192 };

/* The files and folders that exist; nftw() hands nothing through. */
static struct {
	char *path[FILES_MAX];
	mode_t mode[FILES_MAX];
	unsigned int nr;
} found;

static int note_file(const char *path, const struct stat *stat, int type, struct FTW *ftw)
{
	if (!ftw->level || found.nr == FILES_MAX)
		return 0;
	found.path[found.nr] = strdup(path + strlen(FACE_ROOT "/"));
	found.mode[found.nr] = stat->st_uid ? 0 : stat->st_mode;
	found.nr++;
	return 0;
}

static void find_files(void)
{
	while (found.nr)
		free(found.path[--found.nr]);
	nftw(FACE_ROOT, note_file, 16, FTW_PHYS);
}

static mode_t promised_mode(const struct abi_entry *entry)
{
	if (!entry->is_file)
		return S_IFDIR | 0755;
	return S_IFREG | (entry->writable ? 0644 : 0444);
}

/* Folders need no entry of their own, but where they have one it is met. */
static void check_documented(struct __test_metadata *_metadata, const struct abi *abi)
{
	unsigned int i;

	find_files();
	ASSERT_LT(0, found.nr);
	ASSERT_GT(FILES_MAX, found.nr);
	for (i = 0; i < found.nr; i++) {
		const struct abi_entry *entry = abi_find(abi, found.path[i]);

		if (!entry && S_ISDIR(found.mode[i]))
			continue;
		EXPECT_NE(NULL, entry) {
			TH_LOG("%s is not documented", found.path[i]);
		}
		if (entry)
			EXPECT_EQ(promised_mode(entry), found.mode[i]) {
				TH_LOG("%s", found.path[i]);
			}
	}
}

struct missing {
	unsigned int nr;
	char path[FACE_PATH];
};

static void note_missing(const char *path, void *data)
{
	struct missing *missing = data;

	if (face_exists("%s", path))
		return;
	missing->nr++;
	snprintf(missing->path, sizeof(missing->path), "%s", path);
}

static void check_present(struct __test_metadata *_metadata, const struct abi *abi)
{
	unsigned int i;

	for (i = 0; i < abi->nr; i++) {
		const struct abi_entry *entry = &abi->entry[i];
		struct missing missing = { 0 };

		if (!entry->is_file || (entry->may_be_absent && !entry->with_leg))
			continue;
		abi_expand(abi, entry, note_missing, &missing);
		EXPECT_EQ(0, missing.nr) {
			TH_LOG("%s is not there, though documented as %s", missing.path,
			       entry->path);
		}
	}
}

FIXTURE(abi) {
	struct abi abi;
};

FIXTURE_SETUP(abi)
{
	const char *why = module_unusable();

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, abi_load(&self->abi));
	ASSERT_EQ(0, run_settle());
}

FIXTURE_TEARDOWN(abi)
{
	EXPECT_EQ(0, run_settle());
}

TEST_F(abi, document_makes_sense)
{
	unsigned int i, j, parameters = 0, files = 0;

	for (i = 0; i < self->abi.nr; i++) {
		files += self->abi.entry[i].is_file;
		parameters += abi_is_parameter(&self->abi.entry[i]);
		for (j = 0; j < i; j++)
			EXPECT_STRNE(self->abi.entry[j].path, self->abi.entry[i].path);
	}
	EXPECT_LT(50, files);
	EXPECT_LE(10, parameters);
	EXPECT_EQ(NULL, abi_find(&self->abi, "ipi/nonsense"));
	EXPECT_EQ(NULL, abi_find(&self->abi, "ipi/results/call/far/count"));
}

TEST_F(abi, version_is_one)
{
	EXPECT_EQ(1, face_number("abi"));
}

TEST_F(abi, after_load)
{
	check_documented(_metadata, &self->abi);
	check_present(_metadata, &self->abi);
}

FIXTURE(abi_bench) {
	struct abi abi;
};

#define BENCH_FIXTURE abi_bench
#include "benches.h"

FIXTURE_SETUP(abi_bench)
{
	const char *why = run_unusable(variant->bench);

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, abi_load(&self->abi));
	ASSERT_EQ(0, run_settle_and_stage(variant->bench));
}

FIXTURE_TEARDOWN(abi_bench)
{
	EXPECT_EQ(0, run_settle());
}

/* Few rounds, for the files that then are not there. */
TEST_F(abi_bench, after_a_short_run)
{
	ASSERT_EQ(0, run_to(variant->bench, "done"));
	check_documented(_metadata, &self->abi);
	check_present(_metadata, &self->abi);
}

TEST_F(abi_bench, after_a_longer_run)
{
	ASSERT_EQ(0, face_write("4", "%s/block", variant->bench));
	ASSERT_EQ(0, run_to(variant->bench, "done"));
	check_documented(_metadata, &self->abi);
	check_present(_metadata, &self->abi);
}

static void bench_is_known(const char *path, void *data)
{
	char bench[FACE_PATH];

	snprintf(bench, sizeof(bench), "%.*s", (int)strcspn(path, "/"), path);
	*(unsigned int *)data += face_has_word(BENCH_NAMES, bench);
}

/* A bench that is not in benches.h would never be tested. */
TEST_F(abi, every_bench_is_tested)
{
	unsigned int known = 0;

	EXPECT_EQ(face_each(bench_is_known, &known, "*/control"), known);
}

TEST_HARNESS_MAIN
