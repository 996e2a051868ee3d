// SPDX-License-Identifier: GPL-2.0-only
/*
 * What an IPI costs its sender under each variant of ipibench_live, by the
 * guest's own TSC: from before the write of the ICR to after it. Blocks of all
 * variants take turns, mirrored in every second round; a table says what came
 * of it.
 */
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "face.h"
#include "icr_hook.h"
#include "icr_vm.h"
#include "interval.h"
#include "live_leave.h"

enum { TARGETS = 2, ROUNDS = 8, PASSES = 33 };
enum { SLEEPER, NOBODY };

static const char *const what[VARIANTS] = {
	[KERNEL] = "handled, entered again at once: reenter",
	[AGAIN] = "the same once more",
	[OFF] = "the whole way out and back: exit",
	[LEAVE] = "handled, loop left: ultra",
};

/* What the list below sends to. */
static const char *const targets[TARGETS] = { [SLEEPER] = "a sleeping vCPU", [NOBODY] = "nobody" };

FIXTURE(icr_cycles) {
	struct icr_vm vm;
	long long ticks[TARGETS][VARIANTS][ROUNDS];
};

FIXTURE_SETUP(icr_cycles)
{
	const char *why = live_hook_unusable(FUNCTION, icr_vm_unusable);

	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, icr_vm_create(&self->vm));
}

FIXTURE_TEARDOWN(icr_cycles)
{
	icr_vm_destroy(&self->vm);
	live_leave(_metadata, FUNCTION);
}

/* A block's median per target; the first pass warms up. */
static void keep_block(struct icr_vm *vm, long long (*ticks)[VARIANTS][ROUNDS],
		       unsigned int variant, unsigned int round)
{
	unsigned int target, pass, nr;
	const __u64 *sample = icr_vm_samples(vm, &nr);
	long long values[PASSES];

	for (target = 0; target < TARGETS; target++) {
		for (pass = 1; pass < PASSES; pass++)
			values[pass - 1] = sample[pass * TARGETS + target];
		ticks[target][variant][round] = interval_of(values, PASSES - 1).median;
	}
}

static struct interval difference(long long (*ticks)[ROUNDS], unsigned int variant)
{
	long long values[ROUNDS];
	unsigned int i;

	for (i = 0; i < ROUNDS; i++)
		values[i] = ticks[variant][i] - ticks[KERNEL][i];
	return interval_of(values, ROUNDS);
}

static void print_table(const char *target, long long (*ticks)[ROUNDS])
{
	struct interval minus[VARIANTS], own[VARIANTS];
	unsigned int i;

	for (i = 0; i < VARIANTS; i++)
		minus[i] = difference(ticks, i);
	for (i = 0; i < VARIANTS; i++)
		own[i] = interval_of(ticks[i], ROUNDS);
	printf("| IPI to %-18s  TSC ticks  (95 %% interval)  minus kernel  (95 %% interval)\n",
	       target);
	for (i = 0; i < VARIANTS; i++)
		printf("| %-13s %20lld  (%lld .. %lld) %12lld  (%lld .. %lld)  %s\n",
		       variants[i], own[i].median, own[i].low, own[i].high,
		       minus[i].median, minus[i].low, minus[i].high, what[i]);
	fflush(stdout);
}

TEST_F_TIMEOUT(icr_cycles, table, 3000)
{
	unsigned int round, i;
	struct interval off;

	/* On one CPU who wakes the other gives way to it. */
	self->vm.vm.spread = true;
	icr_vm_clear(&self->vm, false);
	icr_vm_send(&self->vm, ICR_TO(1) | 0xfd, 2, true);
	icr_vm_send(&self->vm, ICR_TO(ICR_NOBODY) | 0xfd, 0, true);
	for (round = 0; round < ROUNDS; round++) {
		for (i = 0; i < VARIANTS; i++) {
			unsigned int variant = round % 2 ? VARIANTS - 1 - i : i;

			ASSERT_EQ(0, live_enable(FUNCTION, variants[variant], 0));
			ASSERT_EQ(0, icr_vm_run(&self->vm, PASSES));
			ASSERT_EQ(0, live_disable(FUNCTION));
			ASSERT_EQ(0, icr_vm_wrong(&self->vm));
			keep_block(&self->vm, self->ticks, variant, round);
		}
	}
	printf("| %u blocks of %u IPIs each per variant, in turns. In an emulator that counts\n"
	       "| them, as Bochs does, ticks are executed instructions and no time.\n",
	       ROUNDS, PASSES - 1);
	for (i = 0; i < TARGETS; i++)
		print_table(targets[i], self->ticks[i]);
	/* What the fast path is there for; nobody's waking is in the way. */
	off = difference(self->ticks[NOBODY], OFF);
	EXPECT_LT(0, off.low);
}

TEST_HARNESS_MAIN
