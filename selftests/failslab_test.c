// SPDX-License-Identifier: GPL-2.0-only
/*
 * No memory, at each place where some is asked for: when the module comes and
 * when a parameter is written. (Runs: failslab_run_test.c.) Either it works all
 * the same or it fails and says so; what was there before still is.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "harness.h"
#include "module.h"
#include "pick.h"
#include "run.h"
#include "shortage.h"

enum {
	PLACES		= 20000,	/* nothing asks more often */
	NEARBY		= 16 << 20,	/* where a module is loaded next time */
	TIMEOUT_S	= 1800,
};

static const char *unusable(void)
{
	const char *why = module_unusable();

	return why ? why : shortage_unusable();
}

FIXTURE(loading) {
	char path[FACE_PATH];
	unsigned int files;
};

static char found[FACE_PATH];

static int find_object(const char *path, const struct stat *stat, int type, struct FTW *ftw)
{
	if (type != FTW_F || strcmp(path + ftw->base, "ipibench.ko"))
		return 0;
	snprintf(found, sizeof(found), "%s", path);
	return 1;
}

static unsigned int count_files(void)
{
	return face_each(NULL, NULL, "*") + face_each(NULL, NULL, "*/*") +
	       face_each(NULL, NULL, "*/*/*");
}

FIXTURE_SETUP(loading)
{
	const char *why = unusable();
	struct utsname name;

	if (why)
		SKIP(return, "%s", why);
	if (module_builtin())
		SKIP(return, "ipibench is part of the kernel");
	ASSERT_EQ(0, uname(&name));
	snprintf(self->path, sizeof(self->path), "/lib/modules/%s", name.release);
	if (nftw(self->path, find_object, 16, FTW_PHYS) != 1)
		SKIP(return, "no ipibench.ko is in %s", self->path);
	snprintf(self->path, sizeof(self->path), "%s", found);
	self->files = count_files();
	ASSERT_EQ(0, shortage_prepare());
	/* The kernel warns of its own failures to load something. */
	if (shortage_only_module(NEARBY)) {
		shortage_over();
		SKIP(return, "this kernel cannot tell whose allocation fails");
	}
	ASSERT_EQ(0, module_unload());
}

FIXTURE_TEARDOWN(loading)
{
	EXPECT_EQ(0, shortage_over());
}

/* Return: 0 or -errno; @came: whether an allocation failed. */
static int load_short(const char *path, unsigned int n, bool *came)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), shortage, ret;

	if (fd < 0)
		return -errno;
	shortage = shortage_start(0, n);
	ret = syscall(SYS_finit_module, fd, "emulated=1", 0) ? -errno : 0;
	*came = shortage < 0 || shortage_end(shortage);
	close(fd);
	return shortage < 0 ? shortage : ret;
}

TEST_F_TIMEOUT(loading, fails_whole_or_works, TIMEOUT_S)
{
	unsigned int n, failed = 0;
	bool came = true;
	int ret;

	for (n = 1; came && n < PLACES; n = shortage_next(n)) {
		ret = load_short(self->path, n, &came);
		ASSERT_TRUE(!ret || (came && ret == -ENOMEM)) {
			TH_LOG("without allocation %u: %d", n, ret);
		}
		failed += ret != 0;
		if (ret) {
			ASSERT_FALSE(module_loaded());
			continue;
		}
		EXPECT_EQ(self->files, count_files()) {
			TH_LOG("without allocation %u", n);
		}
		ASSERT_EQ(0, module_unload());
	}
	TH_LOG("%u times not loaded, of up to %u allocations", failed, n);
	EXPECT_LT(0, failed);
	EXPECT_FALSE(came);
}

FIXTURE(writing) {
	struct abi abi;
	struct pick_files files;
};

FIXTURE_SETUP(writing)
{
	const char *why = unusable();

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, abi_load(&self->abi));
	ASSERT_EQ(0, run_settle());
	pick_files(&self->files, &self->abi);
	ASSERT_EQ(0, shortage_prepare());
	/* Where it cannot tell, sysfs fails to write as well: just as good. */
	shortage_only_module(0);
}

FIXTURE_TEARDOWN(writing)
{
	EXPECT_EQ(0, shortage_over());
}

static const char *last_word(char *words)
{
	char *blank = strrchr(words, ' ');

	return blank ? blank + 1 : words;
}

/* Another value than the first, where there is one. */
static void other_value(const struct pick_file *file, char value[FACE_TEXT])
{
	const char *name = pick_name(file);
	char words[FACE_TEXT] = "0";

	if (file->entry->limited)
		snprintf(words, sizeof(words), "%s", file->entry->max);
	else if (*file->entry->choices)
		snprintf(words, sizeof(words), "%s", file->entry->choices);
	else if (!strcmp(name, "variants") || !strcmp(name, "baseline"))
		face_read(words, "%.*s/available_variants", (int)strcspn(file->path, "/"),
			  file->path);
	else if (!strcmp(name, "backend"))
		face_read(words, "%s", file->path);
	snprintf(value, FACE_TEXT, "%s", last_word(words));
}

/* Return: how often it failed. */
static unsigned int write_file(struct __test_metadata *_metadata, const struct pick_file *file)
{
	char before[FACE_TEXT], value[FACE_TEXT], now[FACE_TEXT];
	unsigned int n, failed = 0;
	bool came = true;
	int ret;

	ASSERT_EQ(0, face_read(before, "%s", file->path));
	other_value(file, value);
	for (n = 1; came && n < PLACES; n++) {
		ret = shortage_write(file->path, value, n, &came);
		EXPECT_TRUE(!ret || (came && ret == -ENOMEM)) {
			TH_LOG("%s to %s without allocation %u: %d", value, file->path, n, ret);
		}
		failed += ret != 0;
		ASSERT_EQ(0, face_read(now, "%s", file->path));
		ASSERT_STREQ(ret ? before : value, now) {
			TH_LOG("%s without allocation %u: %d", file->path, n, ret);
		}
		ASSERT_EQ(0, face_write(before, "%s", file->path));
	}
	EXPECT_FALSE(came);
	return failed;
}

TEST_F_TIMEOUT(writing, changes_nothing_or_all, TIMEOUT_S)
{
	unsigned int i, failed = 0;

	for (i = 0; i < self->files.nr; i++)
		if (strcmp(pick_name(&self->files.file[i]), "control"))
			failed += write_file(_metadata, &self->files.file[i]);
	TH_LOG("%u writes failed", failed);
	EXPECT_LT(0, failed);
}

TEST_HARNESS_MAIN
