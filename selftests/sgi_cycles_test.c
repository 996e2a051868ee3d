// SPDX-License-Identifier: GPL-2.0-only
/*
 * What an SGI to the last of 64 vCPUs takes with each way from its MPIDR to the
 * vCPU, by the guest's own counter: what its sender pays for the write, and when
 * the target has it. Blocks of all ways take turns, mirrored in every second
 * round; a table says what came of it.
 *
 * The kernel has two ways itself: its table, and the walk where MPIDRs differ in
 * more bits than a page of table is for. The VMM chooses MPIDRs, so both are had
 * from the kernel as it is. The rest are variants of ipibench_live.
 */
#include <stdio.h>

#include "harness.h"
#include "face.h"
#include "live_leave.h"
#include "ticks.h"
#include "vmm.h"

#define FUNCTION	"kvm_mpidr_to_vcpu"

enum { CPUS = 64, LAST = CPUS - 1, PASSES = 65, SGI = 3 };
enum { IN_ORDER, NO_TABLE, LAYOUTS };
enum { WRITE, TAKEN, WINDOWS };

/* With the rest's these are more differing bits than a page of 64K has room for. */
#define ODD_ONE_OUT	0xff0100ull

static const struct {
	const char *name;
	const char *variant;	/* of ipibench_live; NULL: nothing is redirected */
	unsigned int layout;
	const char *what;
} ways[] = {
	{ "walk", NULL, NO_TABLE, "the kernel's own, for MPIDRs that fit no table" },
	{ "table", NULL, IN_ORDER, "the kernel's own" },
	{ "kernel", "kernel", IN_ORDER, "the same, and redirected" },
	{ "kernel_again", "kernel_again", IN_ORDER, "the same once more" },
	{ "scan", "scan", IN_ORDER, "a walk, as before 6.7" },
	{ "hash", "hash", IN_ORDER, "the published table" },
	{ "direct", "direct", IN_ORDER, "this project's" },
};

enum { WAYS = ARRAY_SIZE(ways), WALK = 0, TABLE = 1 };

static const char *const titles[WINDOWS] = {
	[WRITE] = "SGI to the last of 64, write",
	[TAKEN] = "SGI to the last of 64, until taken",
};

FIXTURE(sgi_cycles) {
	struct vmm vmm[LAYOUTS];
	struct ticks ticks[WINDOWS][WAYS];
};

static int make_vm(struct vmm *vmm, unsigned int layout)
{
	__u64 mpidrs[CPUS];
	unsigned int i;
	int ret;

	for (i = 0; i < CPUS; i++)
		mpidrs[i] = vmm_mpidr(i);
	if (layout == NO_TABLE)
		mpidrs[1] = ODD_ONE_OUT;
	ret = vmm_create(vmm, mpidrs, CPUS, true);
	if (ret)
		return ret;
	/* While it waits for the last one to come up the first one does not sleep. */
	vmm_clear(vmm);
	vmm_wake(vmm, mpidrs[LAST], LAST);
	ret = vmm_run(vmm, 0);
	vmm->vm.in_turn = true;
	vmm_answer(vmm);
	vmm_clear(vmm);
	vmm_send(vmm, mpidrs[LAST] & ~15ull, 1u << (mpidrs[LAST] & 15), SGI);
	return ret;
}

FIXTURE_SETUP(sgi_cycles)
{
	const char *why = live_hook_unusable(FUNCTION, vmm_unusable);
	unsigned int i;

	if (why)
		SKIP(return, "%s", why);
	for (i = 0; i < LAYOUTS; i++)
		ASSERT_EQ(0, make_vm(&self->vmm[i], i));
	for (i = 0; i < WINDOWS * WAYS; i++)
		self->ticks[i / WAYS][i % WAYS] = (struct ticks){
			.name = ways[i % WAYS].name, .what = ways[i % WAYS].what,
		};
}

FIXTURE_TEARDOWN(sgi_cycles)
{
	unsigned int i;

	for (i = 0; i < LAYOUTS; i++)
		vmm_destroy(&self->vmm[i]);
	live_leave(_metadata, FUNCTION);
}

/* A block's medians; the first pass warms up. */
static void keep_block(const struct vmm *vmm, struct ticks (*ticks)[WAYS], unsigned int way,
		       unsigned int round)
{
	long long write[PASSES], taken[PASSES];
	unsigned int pass, nr;
	const struct vmm_sample *sample = vmm_samples(vmm, &nr);

	for (pass = 1; pass < PASSES; pass++) {
		write[pass - 1] = sample[pass].write;
		taken[pass - 1] = sample[pass].taken;
	}
	ticks[WRITE][way].block[round] = interval_of(write, PASSES - 1).median;
	ticks[TAKEN][way].block[round] = interval_of(taken, PASSES - 1).median;
}

TEST_F_TIMEOUT(sgi_cycles, table, 3000)
{
	unsigned int round, i;

	for (round = 0; round < TICKS_BLOCKS; round++) {
		for (i = 0; i < WAYS; i++) {
			unsigned int way = round % 2 ? WAYS - 1 - i : i;
			struct vmm *vmm = &self->vmm[ways[way].layout];
			const char *variant = ways[way].variant;

			if (variant)
				ASSERT_EQ(0, live_enable(FUNCTION, variant, 0));
			ASSERT_EQ(0, vmm_run(vmm, PASSES));
			if (variant)
				ASSERT_EQ(0, live_disable(FUNCTION));
			ASSERT_EQ(0, vmm_wrong(vmm));
			keep_block(vmm, self->ticks, way, round);
		}
	}
	printf("| %u blocks of %u SGIs each per way, in turns. In an emulator that counts them,\n"
	       "| ticks are executed instructions and no time.\n", TICKS_BLOCKS, PASSES - 1);
	for (i = 0; i < WINDOWS; i++)
		ticks_print(titles[i], self->ticks[i], WAYS, &self->ticks[i][TABLE]);
	/* What the table is there for. */
	EXPECT_LT(0, ticks_minus(&self->ticks[WRITE][WALK], &self->ticks[WRITE][TABLE]).low);
}

TEST_HARNESS_MAIN
