// SPDX-License-Identifier: GPL-2.0-only
/*
 * What an IPI costs its sender under each variant of ipibench_live, and without
 * it, by the guest's own TSC: from before the write of the ICR to after it.
 * Blocks of all take turns, mirrored in every second round; a table says what
 * came of it.
 */
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "face.h"
#include "icr_hook.h"
#include "icr_vm.h"
#include "live_leave.h"
#include "ticks.h"

enum { TARGETS = 2, PASSES = 33 };
enum { SLEEPER, NOBODY };
enum { BARE = VARIANTS, WAYS };

static const char *const what[WAYS] = {
	[KERNEL] = "handled, entered again at once: reenter",
	[AGAIN] = "the same once more",
	[OFF] = "the whole way out and back: exit",
	[LEAVE] = "handled, loop left: ultra",
	[BARE] = "as kernel, and nothing is redirected",
};

/* What the list below sends to. */
static const char *const titles[TARGETS] = {
	[SLEEPER] = "IPI to a sleeping vCPU",
	[NOBODY] = "IPI to nobody",
};

FIXTURE(icr_cycles) {
	struct icr_vm vm;
	struct ticks ticks[TARGETS][WAYS];
};

FIXTURE_SETUP(icr_cycles)
{
	const char *why = live_hook_unusable(FUNCTION, icr_vm_unusable);
	unsigned int i;

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, icr_vm_create(&self->vm));
	for (i = 0; i < TARGETS * WAYS; i++)
		self->ticks[i / WAYS][i % WAYS] = (struct ticks){
			.name = i % WAYS == BARE ? "bare" : variants[i % WAYS],
			.what = what[i % WAYS],
		};
}

FIXTURE_TEARDOWN(icr_cycles)
{
	icr_vm_destroy(&self->vm);
	live_leave(_metadata, FUNCTION);
}

/* A block's median per target; the first pass warms up. */
static void keep_block(struct icr_vm *vm, struct ticks (*ticks)[WAYS], unsigned int way,
		       unsigned int round)
{
	unsigned int target, pass, nr;
	const __u64 *sample = icr_vm_samples(vm, &nr);
	long long values[PASSES];

	for (target = 0; target < TARGETS; target++) {
		for (pass = 1; pass < PASSES; pass++)
			values[pass - 1] = sample[pass * TARGETS + target];
		ticks[target][way].block[round] = interval_of(values, PASSES - 1).median;
	}
}

TEST_F_TIMEOUT(icr_cycles, table, 3000)
{
	unsigned int round, i;

	/* On one CPU who wakes the other gives way to it. */
	self->vm.vm.spread = true;
	icr_vm_clear(&self->vm, false);
	icr_vm_send(&self->vm, ICR_TO(1) | 0xfd, 2, true);
	icr_vm_send(&self->vm, ICR_TO(ICR_NOBODY) | 0xfd, 0, true);
	for (round = 0; round < TICKS_BLOCKS; round++) {
		for (i = 0; i < WAYS; i++) {
			unsigned int way = round % 2 ? WAYS - 1 - i : i;

			if (way != BARE)
				ASSERT_EQ(0, live_enable(FUNCTION, variants[way], 0));
			ASSERT_EQ(0, icr_vm_run(&self->vm, PASSES));
			if (way != BARE)
				ASSERT_EQ(0, live_disable(FUNCTION));
			ASSERT_EQ(0, icr_vm_wrong(&self->vm));
			keep_block(&self->vm, self->ticks, way, round);
		}
	}
	printf("| %u blocks of %u IPIs each per variant, in turns. In an emulator that counts\n"
	       "| them, as Bochs does, ticks are executed instructions and no time.\n",
	       TICKS_BLOCKS, PASSES - 1);
	for (i = 0; i < TARGETS; i++)
		ticks_print(titles[i], self->ticks[i], WAYS, &self->ticks[i][KERNEL]);
	/* What the fast path is there for; nobody's waking is in the way. */
	EXPECT_LT(0, ticks_minus(&self->ticks[NOBODY][OFF], &self->ticks[NOBODY][KERNEL]).low);
}

TEST_HARNESS_MAIN
