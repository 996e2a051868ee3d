// SPDX-License-Identifier: GPL-2.0-only
/*
 * ipibench_live on a running KVM: whatever variant serves, every SGI arrives
 * exactly once, VMs come and go, and the kernel is left as it was.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "face.h"
#include "live_leave.h"
#include "module.h"
#include "vmm.h"

enum { CYCLES = 100, CYCLES_LONG = 2000, CPUS = 6, CPUS_MANY = 66, PASSES = 20 };

#define FUNCTION	"kvm_mpidr_to_vcpu"
#define HOOK		"live/" FUNCTION

/* What ABSENT no layout below has. */
#define ABSENT		0x4200000300ull

static const char *const variants[] = { "kernel", "kernel_again", "scan", "hash", "direct" };

static void in_order(__u64 *mpidrs, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		mpidrs[i] = vmm_mpidr(i);
}

/* To the first, the last, nobody, a cluster with holes, and all but self. */
static void list_all_kinds(struct vmm *vmm)
{
	__u64 last = vmm->cpu[vmm->vm.nr - 1].mpidr;

	vmm_send(vmm, 0, 1, 1);
	vmm_send(vmm, last & ~15ull, 1u << (last & 15), 2);
	vmm_send(vmm, ABSENT, 3, 3);
	vmm_send(vmm, 0, 0xffff, 4);
	vmm_send(vmm, last & ~15ull, 0xffff, 5);
	vmm_broadcast(vmm, 6);
}

static void run_all_kinds(struct __test_metadata *_metadata, struct vmm *vmm,
			  unsigned int passes)
{
	vmm_clear(vmm);
	vmm_wake_all(vmm);
	list_all_kinds(vmm);
	ASSERT_EQ(0, vmm_run(vmm, passes)) {
		TH_LOG("KVM_RUN: %d", vmm->vm.unexpected);
	}
	EXPECT_TRUE(vmm_all_woken(vmm));
	EXPECT_EQ(0, vmm_wrong(vmm));
}

/* Without KVM: the files and their manners. */
FIXTURE(live_files) { };

FIXTURE_SETUP(live_files)
{
	const char *why = live_unusable();

	if (why)
		SKIP(return, "%s", why);
}

FIXTURE_TEARDOWN(live_files)
{
	live_leave(_metadata, FUNCTION);
}

TEST_F(live_files, loading_changes_nothing)
{
	char text[FACE_TEXT];

	EXPECT_EQ(0, face_number(HOOK "/enabled"));
	EXPECT_EQ(0, face_number(HOOK "/hits"));
	EXPECT_EQ(0, face_number(HOOK "/misses"));
	EXPECT_EQ(0, face_number(HOOK "/alternate_calls"));
	EXPECT_EQ(0, face_number(HOOK "/run/id"));
	EXPECT_EQ(0, face_read(text, HOOK "/variant"));
	EXPECT_STREQ("kernel", text);
	EXPECT_EQ(0, face_read(text, HOOK "/available_variants"));
	EXPECT_STREQ("kernel kernel_again scan hash direct", text);
	EXPECT_EQ(0, face_read(text, HOOK "/error"));
	EXPECT_STREQ("", text);
	EXPECT_FALSE(face_exists(HOOK "/results"));
	EXPECT_FALSE(live_spliced(FUNCTION));
}

TEST_F(live_files, bad_values_change_nothing)
{
	static const struct {
		const char *file;
		const char *value;
	} bad[] = {
		{ "enabled", "2" }, { "enabled", "yes" }, { "enabled", "" },
		{ "variant", "nonsense" }, { "variant", "kern" },
		{ "alternate_calls", "1025" }, { "alternate_calls", "-1" },
		{ "alternate_calls", "99999999999" }, { "alternate_calls", "x" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		EXPECT_EQ(*bad[i].value ? -EINVAL : 0,
			  face_write(bad[i].value, HOOK "/%s", bad[i].file)) {
			TH_LOG("%s > %s", bad[i].value, bad[i].file);
		}
	EXPECT_EQ(0, face_number(HOOK "/enabled"));
	EXPECT_EQ(0, face_number(HOOK "/alternate_calls"));
}

TEST_F(live_files, refuses_with_a_reason)
{
	char why[FACE_TEXT], error[FACE_TEXT];

	if (!live_unsupported(FUNCTION, why))
		SKIP(return, "it is supported");
	EXPECT_EQ(0, strncmp(why, "no: ", 4));
	EXPECT_EQ(-EOPNOTSUPP, live_enable(FUNCTION, "direct", 16));
	EXPECT_EQ(0, face_number(HOOK "/enabled"));
	EXPECT_EQ(0, face_read(error, HOOK "/error"));
	EXPECT_STREQ(why + 4, error);
}

/* ipibench cannot go as long as this module is there. */
TEST_F(live_files, holds_ipibench)
{
	EXPECT_GT(0, module_unload());
	EXPECT_TRUE(module_loaded());
}

FIXTURE(live) {
	struct vmm vmm;
	__u64 mpidrs[VMM_CPUS];
};

FIXTURE_SETUP(live)
{
	const char *why = live_hook_unusable(FUNCTION, vmm_unusable);

	if (why)
		SKIP(return, "%s", why);
	in_order(self->mpidrs, VMM_CPUS);
}

FIXTURE_TEARDOWN(live)
{
	live_leave(_metadata, FUNCTION);
}

/* The VMM itself, on the kernel as it is. */
TEST_F(live, nothing_spliced)
{
	ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, CPUS, true));
	run_all_kinds(_metadata, &self->vmm, PASSES);
	vmm_destroy(&self->vmm);
	EXPECT_EQ(0, face_number(HOOK "/hits"));
}

TEST_F_TIMEOUT(live, every_variant_delivers_once, 600)
{
	unsigned int i;

	for (i = 0; i < 5; i++) {
		ASSERT_EQ(0, live_enable(FUNCTION, variants[i], 0));
		EXPECT_TRUE(live_spliced(FUNCTION));
		ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, CPUS, true));
		run_all_kinds(_metadata, &self->vmm, PASSES);
		vmm_destroy(&self->vmm);
		/* per pass two of one target, two absent, two whole clusters */
		EXPECT_LE(PASSES * (2 + 2 + 16 + 16), face_number(HOOK "/hits"));
		EXPECT_EQ(0, live_disable(FUNCTION));
		EXPECT_FALSE(live_spliced(FUNCTION));
		EXPECT_LT(0, face_number(HOOK "/results/%s/local/count", variants[i]));
		EXPECT_FALSE(face_exists(HOOK "/compare"));
	}
}

/* What the absent cost is the walk; what is there a table answers. */
TEST_F(live, tables_answer)
{
	unsigned int i;

	for (i = 3; i < 5; i++) {
		ASSERT_EQ(0, live_enable(FUNCTION, variants[i], 0));
		ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, CPUS, true));
		vmm_clear(&self->vmm);
		vmm_wake_all(&self->vmm);
		vmm_send(&self->vmm, 0, (1 << CPUS) - 1, 7);
		EXPECT_EQ(0, vmm_run(&self->vmm, 100));
		EXPECT_EQ(0, vmm_wrong(&self->vmm));
		vmm_destroy(&self->vmm);
		EXPECT_LE(100 * CPUS, face_number(HOOK "/hits"));
		/* Calls before the first table, or during a first run elsewhere. */
		EXPECT_GE(50, face_number(HOOK "/misses"));
		EXPECT_EQ(0, live_disable(FUNCTION));
	}
}

static long long count_of(const char *variant)
{
	return face_number(HOOK "/results/%s/local/count", variant);
}

static void check_published(struct __test_metadata *_metadata, unsigned int calls)
{
	long long rounds = face_number(HOOK "/run/rounds");
	char text[FACE_TEXT];
	unsigned int i;

	EXPECT_LT(0, rounds);
	EXPECT_EQ(4, face_number(HOOK "/run/verdicts"));
	EXPECT_EQ(rounds * calls * 5, face_number(HOOK "/run/shots"));
	EXPECT_LE(rounds * calls * 5, face_number(HOOK "/hits"));
	EXPECT_EQ(0, face_read(text, HOOK "/run/conditions/backend"));
	EXPECT_STREQ("live", text);
	EXPECT_EQ(0, face_read(text, HOOK "/run/conditions/emulated"));
	EXPECT_STREQ("yes", text);
	for (i = 0; i < 5; i++) {
		EXPECT_EQ(rounds * calls, count_of(variants[i]));
		EXPECT_LT(0, face_number(HOOK "/results/%s/local/op_max_ns", variants[i]));
		if (!i)
			continue;
		face_read(text, HOOK "/compare/%s/local/op_verdict", variants[i]);
		EXPECT_TRUE(face_has_word("faster slower same unclear", text));
		TH_LOG("%-12s p50 %lld ns, %lld ns (%lld .. %lld): %s", variants[i],
		       face_number(HOOK "/results/%s/local/op_p50_ns", variants[i]),
		       face_number(HOOK "/compare/%s/local/op_p50_delta_ns", variants[i]),
		       face_number(HOOK "/compare/%s/local/op_ci_low_ns", variants[i]),
		       face_number(HOOK "/compare/%s/local/op_ci_high_ns", variants[i]),
		       text);
	}
}

/* Is the kernel's function beside itself what it must be? */
static bool again_differs(void)
{
	char text[FACE_TEXT];

	face_read(text, HOOK "/compare/kernel_again/local/op_verdict");
	return face_has_word("faster slower", text);
}

/*
 * Alternation under traffic, and the proof of the instrument: the same function
 * twice is no difference. An interval may err once in twenty, hence three.
 */
TEST_F_TIMEOUT(live, alternating_delivers_once, 600)
{
	unsigned int i, wrong = 0;

	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, live_enable(FUNCTION, "kernel", 8));
		ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, CPUS, true));
		run_all_kinds(_metadata, &self->vmm, 15 * PASSES);
		vmm_destroy(&self->vmm);
		ASSERT_EQ(0, live_disable(FUNCTION));
		check_published(_metadata, 8);
		wrong += again_differs();
	}
	EXPECT_GE(1, wrong);
}

/* Publishing on the way, without an end. */
TEST_F(live, publishes_while_enabled)
{
	ASSERT_EQ(0, live_enable(FUNCTION, "kernel", 4));
	ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, CPUS, true));
	run_all_kinds(_metadata, &self->vmm, PASSES);
	ASSERT_EQ(0, face_write("1", HOOK "/enabled"));
	check_published(_metadata, 4);
	EXPECT_EQ(1, face_number(HOOK "/enabled"));
	EXPECT_TRUE(live_spliced(FUNCTION));
	run_all_kinds(_metadata, &self->vmm, PASSES);
	vmm_destroy(&self->vmm);
	ASSERT_EQ(0, live_disable(FUNCTION));
	check_published(_metadata, 4);
	EXPECT_EQ(2, face_number(HOOK "/run/id"));
}

/* One Aff0 to Aff3 bit each beyond the first: no page holds such a table. */
static unsigned int one_bit_each(__u64 *mpidrs)
{
	static const unsigned char bits[] = {
		0, 1, 2, 3, 8, 9, 10, 11, 12, 16, 17, 18, 19, 32, 33, 34, 35,
	};
	unsigned int i;

	mpidrs[0] = 0;
	for (i = 0; i < sizeof(bits); i++)
		mpidrs[i + 1] = 1ull << bits[i];
	return sizeof(bits) + 1;
}

static unsigned int sparse(__u64 *mpidrs)
{
	unsigned int i;

	srandom(20);
	for (i = 1; i < 24; i++)
		mpidrs[i] = ((__u64)random() << 32 | (random() & 0xffff00) | (i & 15)) &
			    0x3f00ffffffull;
	mpidrs[0] = 0;
	return 24;
}

/* Of four vCPUs each two are the same. */
static unsigned int twins(__u64 *mpidrs)
{
	mpidrs[0] = 0;
	mpidrs[1] = 0x101;
	mpidrs[2] = 0x101;
	mpidrs[3] = 0x10f;
	mpidrs[4] = 0x10f;
	return 5;
}

static unsigned int many(__u64 *mpidrs)
{
	in_order(mpidrs, CPUS_MANY);
	return CPUS_MANY;
}

/* SGIs one by one to each that exists, its absent neighbour among them. */
static void list_each(struct vmm *vmm)
{
	unsigned int i;

	for (i = 0; i < vmm->vm.nr; i++) {
		__u64 mpidr = vmm->cpu[i].mpidr;

		vmm_send(vmm, mpidr & ~15ull, 1u << (mpidr & 15), i & 15);
		vmm_send(vmm, mpidr ^ 0x8000000000ull ^ (mpidr & 15), 0x0001, 15);
	}
}

FIXTURE(live_layout) {
	struct vmm vmm;
	__u64 mpidrs[VMM_CPUS];
	unsigned int nr;
};

FIXTURE_VARIANT(live_layout) {
	unsigned int (*fill)(__u64 *mpidrs);
	bool distinct;
};

FIXTURE_VARIANT_ADD(live_layout, one_bit_each) { .fill = one_bit_each, .distinct = true };
FIXTURE_VARIANT_ADD(live_layout, sparse) { .fill = sparse, .distinct = true };
FIXTURE_VARIANT_ADD(live_layout, many) { .fill = many, .distinct = true };
FIXTURE_VARIANT_ADD(live_layout, twins) { .fill = twins, .distinct = false };

FIXTURE_SETUP(live_layout)
{
	const char *why = live_hook_unusable(FUNCTION, vmm_unusable);

	if (why)
		SKIP(return, "%s", why);
	self->nr = variant->fill(self->mpidrs);
}

FIXTURE_TEARDOWN(live_layout)
{
	live_leave(_metadata, FUNCTION);
}

/* One by one, and then all variants in turn. */
TEST_F_TIMEOUT(live_layout, finds_whom_the_kernel_finds, 900)
{
	unsigned int i;

	for (i = 2; i <= 5; i++) {
		ASSERT_EQ(0, live_enable(FUNCTION, variants[i % 5], i < 5 ? 0 : 3));
		ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, self->nr, true));
		vmm_clear(&self->vmm);
		if (variant->distinct)
			vmm_wake_all(&self->vmm);
		list_each(&self->vmm);
		/* Twins: nobody can be woken by name, so only the first is there. */
		if (!variant->distinct) {
			vmm_clear(&self->vmm);
			vmm_wake(&self->vmm, 0x101, 1);
			vmm_wake(&self->vmm, 0x10f, 3);
			vmm_wake(&self->vmm, 0x102, 4);
		}
		EXPECT_EQ(0, vmm_run(&self->vmm, 2)) {
			TH_LOG("%s: KVM_RUN: %d", variants[i % 5], self->vmm.vm.unexpected);
		}
		EXPECT_EQ(0, vmm_wrong(&self->vmm));
		if (variant->distinct) {
			EXPECT_TRUE(vmm_all_woken(&self->vmm));
		} else {
			EXPECT_EQ(VMM_ON_SUCCESS, vmm_wake_result(&self->vmm, 0));
			EXPECT_EQ(VMM_ON_SUCCESS, vmm_wake_result(&self->vmm, 1));
			EXPECT_EQ(VMM_ON_INVALID, vmm_wake_result(&self->vmm, 2));
		}
		vmm_destroy(&self->vmm);
		EXPECT_EQ(0, live_disable(FUNCTION));
	}
}

/* A vCPU renamed behind all tables: found by its new name, not by the old. */
TEST_F(live, mpidr_rewritten)
{
	unsigned int i;

	for (i = 0; i <= 5; i++) {
		ASSERT_EQ(0, live_enable(FUNCTION, variants[i % 5], i < 5 ? 0 : 1));
		ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, 4, true));
		run_all_kinds(_metadata, &self->vmm, 3);
		ASSERT_EQ(0, vmm_set_mpidr(&self->vmm, 3, 0x205));
		vmm_clear(&self->vmm);
		vmm_send(&self->vmm, 0x200, 1 << 5, 8);
		vmm_send(&self->vmm, 0, 1 << 3, 9);
		vmm_wake(&self->vmm, 3, 3);
		vmm_wake(&self->vmm, 0x205, 3);
		EXPECT_EQ(0, vmm_run(&self->vmm, 20));
		EXPECT_EQ(0, vmm_wrong(&self->vmm));
		EXPECT_EQ(VMM_ON_INVALID, vmm_wake_result(&self->vmm, 0));
		EXPECT_EQ(VMM_ON_ALREADY, vmm_wake_result(&self->vmm, 1));
		vmm_destroy(&self->vmm);
		EXPECT_EQ(0, live_disable(FUNCTION));
	}
}

/* A vCPU that comes when the tables are made; KVM lets it only without a GIC. */
TEST_F(live, late_vcpu)
{
	unsigned int i;

	for (i = 0; i <= 5; i++) {
		ASSERT_EQ(0, live_enable(FUNCTION, variants[i % 5], i < 5 ? 0 : 1));
		ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, 3, false));
		vmm_clear(&self->vmm);
		vmm_wake(&self->vmm, 1, 1);
		vmm_wake(&self->vmm, 0x301, 3);
		vmm_wake(&self->vmm, 2, 2);
		vmm_wake(&self->vmm, 2, 2);
		EXPECT_EQ(0, vmm_run(&self->vmm, 1));
		EXPECT_EQ(VMM_ON_SUCCESS, vmm_wake_result(&self->vmm, 0));
		EXPECT_EQ(VMM_ON_INVALID, vmm_wake_result(&self->vmm, 1));
		EXPECT_EQ(VMM_ON_SUCCESS, vmm_wake_result(&self->vmm, 2));
		EXPECT_EQ(VMM_ON_ALREADY, vmm_wake_result(&self->vmm, 3));
		ASSERT_EQ(0, vmm_add_cpu(&self->vmm, 0x301));
		vmm_clear(&self->vmm);
		vmm_wake(&self->vmm, 0x301, 3);
		vmm_wake(&self->vmm, 0x301, 3);
		vmm_wake(&self->vmm, 0x302, 3);
		EXPECT_EQ(0, vmm_run(&self->vmm, 1));
		EXPECT_EQ(VMM_ON_SUCCESS, vmm_wake_result(&self->vmm, 0));
		EXPECT_EQ(VMM_ON_ALREADY, vmm_wake_result(&self->vmm, 1));
		EXPECT_EQ(VMM_ON_INVALID, vmm_wake_result(&self->vmm, 2));
		vmm_destroy(&self->vmm);
		EXPECT_EQ(0, live_disable(FUNCTION));
	}
}

/* VMs come and go, at the same addresses, with other vCPUs each time. */
TEST_F_TIMEOUT(live, vms_come_and_go, 3000)
{
	const char *is_long = getenv("IPIBENCH_LONG");
	unsigned int i, cycles = is_long && *is_long == '1' ? CYCLES_LONG : CYCLES;

	ASSERT_EQ(0, live_enable(FUNCTION, "kernel", 1));
	for (i = 0; i < cycles; i++) {
		unsigned int nr = 2 + i % 2;

		self->mpidrs[1] = 0x100 * (i % 7) + 1 + i % 14;
		self->mpidrs[2] = 0x800;
		ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, nr, true));
		vmm_clear(&self->vmm);
		vmm_wake_all(&self->vmm);
		list_each(&self->vmm);
		ASSERT_EQ(0, vmm_run(&self->vmm, 2)) {
			TH_LOG("cycle %u, KVM_RUN: %d", i, self->vmm.vm.unexpected);
		}
		EXPECT_TRUE(vmm_all_woken(&self->vmm));
		ASSERT_EQ(0, vmm_wrong(&self->vmm));
		vmm_destroy(&self->vmm);
	}
	EXPECT_LE(cycles * 8, face_number(HOOK "/hits"));
}

/* Two VMs at a time, whose vCPUs have the same names. */
TEST_F(live, two_vms)
{
	struct vmm other;

	ASSERT_EQ(0, live_enable(FUNCTION, "kernel", 2));
	ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, 3, true));
	ASSERT_EQ(0, vmm_create(&other, self->mpidrs, 5, true));
	vmm_clear(&self->vmm);
	vmm_wake_all(&self->vmm);
	list_all_kinds(&self->vmm);
	ASSERT_EQ(0, vmm_start(&self->vmm, ~0ull));
	run_all_kinds(_metadata, &other, PASSES);
	EXPECT_EQ(0, vmm_finish(&self->vmm));
	EXPECT_EQ(0, vmm_wrong(&self->vmm));
	vmm_destroy(&other);
	vmm_destroy(&self->vmm);
}

static void wait_sent(const struct vmm *vmm, __u64 more)
{
	__u64 until = vmm_sent(vmm) + more;
	unsigned int i;

	for (i = 0; i < 60000 && vmm_sent(vmm) < until; i++)
		usleep(1000);
}

/* Hooks come and go, and in the end the module, with vCPUs running all along. */
TEST_F_TIMEOUT(live, module_goes_while_vcpus_run, 600)
{
	unsigned int i;

	ASSERT_EQ(0, vmm_create(&self->vmm, self->mpidrs, CPUS, true));
	vmm_clear(&self->vmm);
	vmm_wake_all(&self->vmm);
	list_all_kinds(&self->vmm);
	ASSERT_EQ(0, vmm_start(&self->vmm, ~0ull));
	for (i = 0; i < 10; i++) {
		wait_sent(&self->vmm, 20);
		ASSERT_EQ(NULL, live_unusable());
		ASSERT_EQ(0, live_enable(FUNCTION, variants[i % 5], i % 2 ? 2 : 0));
		wait_sent(&self->vmm, 20);
		if (i % 3 == 2)
			EXPECT_EQ(0, live_disable(FUNCTION));
		EXPECT_EQ(0, live_unload());
		EXPECT_FALSE(live_spliced(FUNCTION));
	}
	wait_sent(&self->vmm, 20);
	EXPECT_EQ(0, vmm_finish(&self->vmm));
	EXPECT_EQ(0, vmm_wrong(&self->vmm));
	vmm_destroy(&self->vmm);
	EXPECT_EQ(NULL, live_unusable());
}

static int set_ftrace(const char *value)
{
	return face_write_path("/proc/sys/kernel/ftrace_enabled", value);
}

/* With tracing off there is no detour, and with a detour no switching off. */
TEST_F(live, tracing_switched_off)
{
	char text[FACE_TEXT];

	if (set_ftrace("0"))
		SKIP(return, "kernel.ftrace_enabled cannot be written");
	EXPECT_EQ(-EBUSY, live_enable(FUNCTION, "scan", 0));
	EXPECT_EQ(0, face_read(text, HOOK "/error"));
	EXPECT_NE(NULL, strstr(text, "ftrace is off"));
	EXPECT_EQ(0, face_number(HOOK "/enabled"));
	EXPECT_EQ(0, set_ftrace("1"));
	EXPECT_EQ(0, live_enable(FUNCTION, "scan", 0));
	EXPECT_EQ(-EBUSY, set_ftrace("0"));
	EXPECT_EQ(0, face_read(text, HOOK "/error"));
	EXPECT_STREQ("", text);
}

/* Nothing that was there before is gone, nothing is left. */
TEST_F(live, nothing_left_in_enabled_functions)
{
	int before = live_callbacks();

	if (before < 0)
		SKIP(return, "the kernel does not list them");
	ASSERT_EQ(0, live_enable(FUNCTION, "direct", 0));
	/* The kernel's function and the three of ours. */
	EXPECT_EQ(before + 4, live_callbacks());
	ASSERT_EQ(0, live_unload());
	EXPECT_EQ(before, live_callbacks());
	EXPECT_EQ(NULL, live_unusable());
}

TEST_HARNESS_MAIN
