// SPDX-License-Identifier: GPL-2.0-only
/*
 * ipibench_live on a running KVM on x86: whatever variant serves, every IPI
 * arrives exactly once, and the kernel is left as it was.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "face.h"
#include "icr_hook.h"
#include "icr_vm.h"
#include "live_leave.h"

enum { PASSES = 20 };

static void run_all_kinds(struct __test_metadata *_metadata, struct icr_vm *vm,
			  unsigned int passes)
{
	icr_vm_list_all_kinds(vm, true);
	ASSERT_EQ(0, icr_vm_run(vm, passes)) {
		TH_LOG("KVM_RUN: %d", vm->vm.unexpected);
	}
	EXPECT_EQ(passes, icr_vm_passes(vm));
	EXPECT_EQ(0, icr_vm_wrong(vm));
}

/* Without KVM: the files and their manners. */
FIXTURE(icr_files) { };

FIXTURE_SETUP(icr_files)
{
	const char *why = live_unusable();

	if (why)
		SKIP(return, "%s", why);
}

FIXTURE_TEARDOWN(icr_files)
{
	live_leave(_metadata, FUNCTION);
}

TEST_F(icr_files, loading_changes_nothing)
{
	char text[FACE_TEXT];

	EXPECT_EQ(0, face_number(HOOK "/enabled"));
	EXPECT_EQ(0, face_number(HOOK "/hits"));
	EXPECT_EQ(0, face_read(text, HOOK "/available_variants"));
	EXPECT_STREQ("kernel kernel_again off leave", text);
	EXPECT_FALSE(live_spliced(FUNCTION));
}

static bool cpu_has(const char *flag)
{
	FILE *file = fopen("/proc/cpuinfo", "r");
	char line[8192];
	bool has = false;

	while (file && !has && fgets(line, sizeof(line), file))
		if (!strncmp(line, "flags", 5)) {
			line[strcspn(line, "\n")] = '\0';
			has = face_has_word(line, flag);
		}
	if (file)
		fclose(file);
	return has;
}

TEST_F(icr_files, refuses_with_a_reason)
{
	char why[FACE_TEXT], error[FACE_TEXT];

	if (!live_unsupported(FUNCTION, why))
		SKIP(return, "it is supported");
	TH_LOG("%s", why);
	EXPECT_EQ(0, strncmp(why, "no: ", 4));
	/* Where KVM has it and never calls it, the CPU is the reason, not KVM. */
	if (cpu_has("svm") && !cpu_has("nrip_save") && !strstr(why, "unknown version"))
		EXPECT_NE(NULL, strstr(why, "next RIP"));
	EXPECT_EQ(-EOPNOTSUPP, live_enable(FUNCTION, "off", 16));
	EXPECT_EQ(0, face_number(HOOK "/enabled"));
	EXPECT_EQ(0, face_read(error, HOOK "/error"));
	EXPECT_STREQ(why + 4, error);
}

FIXTURE(icr) {
	struct icr_vm vm;
};

FIXTURE_SETUP(icr)
{
	const char *why = live_hook_unusable(FUNCTION, icr_vm_unusable);

	if (why)
		SKIP(return, "%s", why);
}

FIXTURE_TEARDOWN(icr)
{
	live_leave(_metadata, FUNCTION);
}

/* The VM itself, on the kernel as it is. */
TEST_F(icr, nothing_spliced)
{
	ASSERT_EQ(0, icr_vm_create(&self->vm));
	run_all_kinds(_metadata, &self->vm, PASSES);
	icr_vm_destroy(&self->vm);
	EXPECT_EQ(0, face_number(HOOK "/hits"));
}

TEST_F_TIMEOUT(icr, every_variant_delivers_once, 600)
{
	unsigned int i;

	for (i = 0; i < VARIANTS; i++) {
		bool off = !strcmp(variants[i], "off");
		long long hits, misses;

		ASSERT_EQ(0, live_enable(FUNCTION, variants[i], 0));
		EXPECT_TRUE(live_spliced(FUNCTION));
		ASSERT_EQ(0, icr_vm_create(&self->vm));
		run_all_kinds(_metadata, &self->vm, PASSES);
		icr_vm_destroy(&self->vm);
		hits = face_number(HOOK "/hits");
		misses = face_number(HOOK "/misses");
		TH_LOG("%-12s %lld hits, %lld of them took the whole way out", variants[i], hits,
		       misses);
		EXPECT_LE(PASSES * self->vm.writes, hits);
		EXPECT_LE(off ? 0 : PASSES * self->vm.fast, hits - misses);
		if (off)
			EXPECT_EQ(hits, misses);
		EXPECT_EQ(0, live_disable(FUNCTION));
		EXPECT_FALSE(live_spliced(FUNCTION));
		EXPECT_LT(0, face_number(HOOK "/results/%s/local/count", variants[i]));
		EXPECT_FALSE(face_exists(HOOK "/compare"));
	}
}

static void check_published(struct __test_metadata *_metadata, unsigned int calls)
{
	long long rounds = face_number(HOOK "/run/rounds");
	char text[FACE_TEXT];
	unsigned int i;

	EXPECT_LT(0, rounds);
	EXPECT_EQ(VARIANTS - 1, face_number(HOOK "/run/verdicts"));
	EXPECT_EQ(0, face_read(text, HOOK "/run/conditions/clock"));
	EXPECT_STREQ("tsc", text);
	EXPECT_EQ(0, face_read(text, HOOK "/run/conditions/emulated"));
	EXPECT_STREQ("yes", text);
	for (i = 0; i < VARIANTS; i++)
		EXPECT_EQ(rounds * calls,
			  face_number(HOOK "/results/%s/local/count", variants[i]));
	for (i = 1; i < VARIANTS; i++) {
		EXPECT_EQ(0, face_read(text, HOOK "/compare/%s/local/op_verdict", variants[i]));
		TH_LOG("%-12s call p50 %lld ns, %lld ns (%lld .. %lld): %s", variants[i],
		       face_number(HOOK "/results/%s/local/op_p50_ns", variants[i]),
		       face_number(HOOK "/compare/%s/local/op_p50_delta_ns", variants[i]),
		       face_number(HOOK "/compare/%s/local/op_ci_low_ns", variants[i]),
		       face_number(HOOK "/compare/%s/local/op_ci_high_ns", variants[i]), text);
	}
}

static bool again_differs(void)
{
	char text[FACE_TEXT];

	face_read(text, HOOK "/compare/kernel_again/local/op_verdict");
	return face_has_word("faster slower", text);
}

/* The same function twice is no difference; an interval may err in twenty. */
TEST_F_TIMEOUT(icr, alternating_delivers_once, 900)
{
	unsigned int i, wrong = 0;

	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, live_enable(FUNCTION, "kernel", 8));
		ASSERT_EQ(0, icr_vm_create(&self->vm));
		run_all_kinds(_metadata, &self->vm, 2 * PASSES);
		icr_vm_destroy(&self->vm);
		ASSERT_EQ(0, live_disable(FUNCTION));
		check_published(_metadata, 8);
		wrong += again_differs();
	}
	EXPECT_GE(1, wrong);
}

TEST_HARNESS_MAIN
