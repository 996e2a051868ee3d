// SPDX-License-Identifier: GPL-2.0-only
/*
 * ipibench_live on x86, and KVM itself, come and go: every IPI arrives exactly
 * once meanwhile, and the kernel is left as it was.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness.h"
#include "face.h"
#include "icr_hook.h"
#include "icr_vm.h"
#include "live_leave.h"

FIXTURE(icr_module) {
	struct icr_vm vm;
};

FIXTURE_SETUP(icr_module)
{
	const char *why = live_hook_unusable(FUNCTION, icr_vm_unusable);

	if (why)
		SKIP(return, "%s", why);
}

FIXTURE_TEARDOWN(icr_module)
{
	live_leave(_metadata, FUNCTION);
}

static void wait_sent(const struct icr_vm *vm, __u64 more)
{
	__u64 until = icr_vm_sent(vm) + more;
	unsigned int i;

	for (i = 0; i < 60000 && icr_vm_sent(vm) < until; i++)
		usleep(1000);
}

/* Hooks come and go, and in the end the module, with vCPUs running all along. */
TEST_F_TIMEOUT(icr_module, goes_while_vcpus_run, 900)
{
	unsigned int i;

	ASSERT_EQ(0, icr_vm_create(&self->vm));
	icr_vm_list_all_kinds(&self->vm, false);
	icr_vm_start(&self->vm, ~0ull);
	for (i = 0; i < 8; i++) {
		wait_sent(&self->vm, 20);
		ASSERT_EQ(NULL, live_unusable());
		ASSERT_EQ(0, live_enable(FUNCTION, variants[i % VARIANTS], i % 3 ? 2 : 0));
		wait_sent(&self->vm, 20);
		if (i % 3 == 2)
			EXPECT_EQ(0, live_disable(FUNCTION));
		EXPECT_EQ(0, live_unload());
		EXPECT_FALSE(live_spliced(FUNCTION));
	}
	wait_sent(&self->vm, 20);
	EXPECT_EQ(0, icr_vm_finish(&self->vm));
	EXPECT_EQ(0, icr_vm_wrong(&self->vm));
	icr_vm_destroy(&self->vm);
	EXPECT_EQ(NULL, live_unusable());
}

/* Return: 0 or -errno. */
static int unload(const char *name)
{
	return syscall(SYS_delete_module, name, O_NONBLOCK) ? -errno : 0;
}

/* KVM's own module cannot go while it is redirected, and may after. */
TEST_F(icr_module, kvm_stays_while_hooked)
{
	const char *lab = getenv("IPIBENCH_MUST");
	const char *vendor = access("/sys/module/kvm_amd", F_OK) ? "kvm_intel" : "kvm_amd";
	char text[FACE_TEXT], command[64];

	if (!lab || !*lab)
		SKIP(return, "takes KVM away for a moment: only in a lab");
	snprintf(command, sizeof(command), "modprobe %s", vendor);
	ASSERT_EQ(0, icr_vm_create(&self->vm));
	EXPECT_EQ(-EWOULDBLOCK, unload(vendor));
	icr_vm_destroy(&self->vm);
	ASSERT_EQ(0, live_enable(FUNCTION, "leave", 0));
	EXPECT_EQ(0, unload(vendor));
	EXPECT_EQ(-EWOULDBLOCK, unload("kvm"));
	ASSERT_EQ(0, system(command));
	ASSERT_EQ(0, icr_vm_create(&self->vm));
	icr_vm_list_all_kinds(&self->vm, true);
	EXPECT_EQ(0, icr_vm_run(&self->vm, 3));
	EXPECT_EQ(0, icr_vm_wrong(&self->vm));
	icr_vm_destroy(&self->vm);
	EXPECT_LE(3 * self->vm.writes, face_number(HOOK "/hits"));
	EXPECT_EQ(0, live_disable(FUNCTION));
	EXPECT_EQ(0, unload(vendor));
	EXPECT_EQ(0, unload("kvm"));
	EXPECT_STREQ("no: KVM is not loaded", live_unsupported(FUNCTION, text));
	EXPECT_EQ(-EOPNOTSUPP, live_enable(FUNCTION, "off", 0));
	ASSERT_EQ(0, system(command));
	EXPECT_EQ(NULL, live_unsupported(FUNCTION, text));
	EXPECT_EQ(0, live_enable(FUNCTION, "off", 0));
}

/* Nothing that was there before is gone, nothing is left. */
TEST_F(icr_module, nothing_left_in_enabled_functions)
{
	int before = live_callbacks();

	if (before < 0)
		SKIP(return, "the kernel does not list them");
	ASSERT_EQ(0, live_enable(FUNCTION, "off", 0));
	/* The kernel's function and the one of ours. */
	EXPECT_EQ(before + 2, live_callbacks());
	ASSERT_EQ(0, live_unload());
	EXPECT_EQ(before, live_callbacks());
	EXPECT_EQ(NULL, live_unusable());
}

TEST_HARNESS_MAIN
