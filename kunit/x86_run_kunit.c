// SPDX-License-Identifier: GPL-2.0-only
/*
 * core/x86_run: properties of the loop that hold by every way.
 */
#include "x86_fake.h"

enum { PROGRAM = 256 };

static u64 *random_program(struct kunit *test, struct rnd_state *rnd)
{
	u64 *program = kunit_kcalloc(test, PROGRAM, sizeof(*program), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, program);
	for (i = 0; i < PROGRAM; i++)
		program[i] = x86_machine_random_icr(rnd);
	return program;
}

/* interrupts that every set of rules takes on the short way */
static u64 *single_program(struct kunit *test, u32 nr_vcpus)
{
	u64 *program = kunit_kcalloc(test, PROGRAM, sizeof(*program), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, program);
	for (i = 0; i < PROGRAM; i++)
		program[i] = (u64)(1 + i % (nr_vcpus - 1)) << 32 | (i & 0xff);
	return program;
}

static u32 run_to_halt(struct kunit *test, struct x86_machine *machine, enum ipb_x86_way way,
		       const u64 *program)
{
	enum ipb_x86_leave leave;
	u32 steps = 0;

	x86_fake_start(machine, way, program, PROGRAM);
	while ((leave = x86_fake_run(machine)) == IPB_X86_LEAVE_DEBUG && steps <= PROGRAM)
		steps++;
	KUNIT_ASSERT_EQ(test, leave, IPB_X86_LEAVE_HALT);
	x86_fake_expect_balance(test, machine);
	return steps;
}

static void expect_same_apic(struct kunit *test, const struct ipb_x86_vcpu *got,
			     const struct ipb_x86_vcpu *want, enum ipb_x86_way way, u32 setup)
{
	DECLARE_BITMAP(got_irr, IPB_X86_VECTORS);
	DECLARE_BITMAP(want_irr, IPB_X86_VECTORS);

	bitmap_or(got_irr, got->apic.irr, got->apic.pir, IPB_X86_VECTORS);
	bitmap_or(want_irr, want->apic.irr, want->apic.pir, IPB_X86_VECTORS);
	KUNIT_EXPECT_TRUE_MSG(test, bitmap_equal(got_irr, want_irr, IPB_X86_VECTORS) &&
			      bitmap_equal(got->apic.tmr, want->apic.tmr, IPB_X86_VECTORS) &&
			      got->apic.init == want->apic.init &&
			      got->apic.startup == want->apic.startup &&
			      got->apic.start_vector == want->apic.start_vector &&
			      !memcmp(got->apic.accepted, want->apic.accepted,
				      sizeof(got->apic.accepted)),
			      "vcpu %u by %s, setup %x", got->apic.id, x86_way_names[way], setup);
}

static void expect_same_machine(struct kunit *test, const struct x86_machine *got,
				const struct x86_machine *want, u32 setup)
{
	const struct ipb_x86_vcpu *a = &got->vcpu[0], *b = &want->vcpu[0];
	enum ipb_x86_way way = got->fake.way;
	u32 i;

	for (i = 0; i < got->vm.nr_vcpus; i++)
		expect_same_apic(test, &got->vcpu[i], &want->vcpu[i], way, setup);
	KUNIT_EXPECT_EQ_MSG(test, ipb_x86_vcpu_icr(a), ipb_x86_vcpu_icr(b), "%s setup %x",
			    x86_way_names[way], setup);
	KUNIT_EXPECT_EQ(test, a->guest.rip, b->guest.rip);
	KUNIT_EXPECT_EQ(test, a->guest.faults, b->guest.faults);
	KUNIT_EXPECT_EQ(test, a->retired, b->retired);
	KUNIT_EXPECT_EQ(test, a->exits, b->exits);
}

/* the guest cannot tell the ways apart, whatever it writes; and every exit is counted */
static void all_ways_leave_the_same_machine(struct kunit *test)
{
	u32 setup, way, steps, want_steps;
	struct rnd_state rnd;

	prandom_seed_state(&rnd, 12);
	for (setup = 0; setup < X86_MACHINE_SETUPS; setup++) {
		struct x86_machine *want = x86_machine_for(test, setup);
		const u64 *program = random_program(test, &rnd);

		want_steps = run_to_halt(test, want, IPB_X86_WAY_EXIT, program);
		KUNIT_EXPECT_EQ(test, want->vcpu[0].exits, PROGRAM + 1ULL);
		KUNIT_EXPECT_EQ(test, want_steps, setup & X86_MACHINE_STEP ?
				PROGRAM - want->vcpu[0].guest.faults : 0);
		for (way = IPB_X86_WAY_FASTPATH; way < IPB_NR_X86_WAYS; way++) {
			struct x86_machine *got = x86_machine_for(test, setup);

			steps = run_to_halt(test, got, way, program);
			KUNIT_EXPECT_EQ(test, steps, want_steps);
			KUNIT_EXPECT_GT(test, got->fake.fast, 0U);
			expect_same_machine(test, got, want, setup);
			kunit_kfree(test, got);
		}
		kunit_kfree(test, want);
	}
}

/* a program of single interrupts: reenter enters once, the others once per exit */
static void only_reenter_stays_in_the_loop(struct kunit *test)
{
	u64 *program = single_program(test, 20);
	u32 way;

	for (way = 0; way < IPB_NR_X86_WAYS; way++) {
		struct x86_machine *machine = x86_machine_make(test, 20);

		run_to_halt(test, machine, way, program);
		KUNIT_EXPECT_EQ(test, machine->fake.entries,
				way == IPB_X86_WAY_REENTER ? 1U : PROGRAM + 1U);
		KUNIT_EXPECT_EQ(test, machine->fake.fast,
				way == IPB_X86_WAY_EXIT ? 0U : (u32)PROGRAM);
		KUNIT_EXPECT_EQ(test, x86_machine_accepted(machine, IPB_ICR_FIXED), (u32)PROGRAM);
	}
}

static void expect_left_at(struct kunit *test, const u64 *program, u32 k, u32 happen)
{
	struct x86_machine *machine = x86_machine_make(test, 20);
	struct x86_fake *fake = &machine->fake;

	x86_fake_start(machine, IPB_X86_WAY_REENTER, program, PROGRAM);
	fake->countdown = k;
	fake->happen = happen;
	KUNIT_EXPECT_EQ(test, x86_fake_run(machine), IPB_X86_LEAVE_HALT);
	KUNIT_EXPECT_EQ_MSG(test, fake->first_rip, (u64)k * IPB_X86_WRMSR_BYTES,
			    "exit %u what %x", k, happen);
	KUNIT_EXPECT_EQ(test, fake->first_fastpath, IPB_X86_FASTPATH_HANDLED);
	KUNIT_EXPECT_EQ(test, fake->entries, 2U);
	KUNIT_EXPECT_EQ(test, machine->vcpu[0].served[IPB_X86_REQ_WORK],
			happen & X86_HAPPEN_REQUEST ? 1U : 0U);
	KUNIT_EXPECT_EQ(test, fake->works, happen & X86_HAPPEN_RESCHED ? 1U : 0U);
	KUNIT_EXPECT_EQ(test, machine->vcpu[0].exits, PROGRAM + 1ULL);
	KUNIT_EXPECT_EQ(test, x86_machine_accepted(machine, IPB_ICR_FIXED), (u32)PROGRAM);
	x86_fake_expect_balance(test, machine);
	kunit_kfree(test, machine);
}

/* whatever comes during exit k, exit k is the last one of this loop */
static void the_loop_leaves_at_once(struct kunit *test)
{
	u64 *program = single_program(test, 20);
	u32 k, happen;

	for (happen = 1; happen < 8; happen++)
		for (k = 1; k <= PROGRAM; k += 5)
			expect_left_at(test, program, k, happen);
}

/* what comes between the last look and the guest keeps the vCPU out of it */
static void nothing_enters_past_a_request(struct kunit *test)
{
	u64 *program = single_program(test, 20);
	u32 way, happen;

	for (way = 0; way < IPB_NR_X86_WAYS; way++)
		for (happen = 1; happen < 8; happen++) {
			struct x86_machine *machine = x86_machine_make(test, 20);

			x86_fake_start(machine, way, program, PROGRAM);
			machine->fake.at_the_door = 1;
			machine->fake.happen = happen;
			KUNIT_EXPECT_EQ(test, x86_fake_run(machine), IPB_X86_LEAVE_HALT);
			KUNIT_EXPECT_EQ_MSG(test, machine->fake.first_rip, 0ULL, "%s what %x",
					    x86_way_names[way], happen);
			KUNIT_EXPECT_EQ(test, machine->fake.entries,
					way == IPB_X86_WAY_REENTER ? 2U : PROGRAM + 2U);
			KUNIT_EXPECT_EQ(test, machine->vcpu[0].exits, PROGRAM + 1ULL);
			x86_fake_expect_balance(test, machine);
		}
}

/* a signal ends the run after the instruction it met, and the next run goes on from there */
static void a_signal_ends_the_run(struct kunit *test)
{
	u64 *program = single_program(test, 20);
	u32 way;

	for (way = 0; way < IPB_NR_X86_WAYS; way++) {
		struct x86_machine *machine = x86_machine_make(test, 20);

		x86_fake_start(machine, way, program, PROGRAM);
		machine->fake.countdown = 100;
		machine->fake.happen = X86_HAPPEN_RESCHED;
		machine->fake.work_result = -EINTR;
		KUNIT_EXPECT_EQ(test, x86_fake_run(machine), IPB_X86_LEAVE_SIGNAL);
		KUNIT_EXPECT_EQ(test, machine->vcpu[0].guest.rip, 100ULL * IPB_X86_WRMSR_BYTES);
		x86_fake_expect_balance(test, machine);
		KUNIT_EXPECT_EQ(test, x86_fake_run(machine), IPB_X86_LEAVE_HALT);
		KUNIT_EXPECT_EQ(test, x86_machine_accepted(machine, IPB_ICR_FIXED), (u32)PROGRAM);
		KUNIT_EXPECT_EQ(test, machine->vcpu[0].exits, PROGRAM + 1ULL);
		x86_fake_expect_balance(test, machine);
	}
}

static struct kunit_case x86_run_cases[] = {
	KUNIT_CASE(all_ways_leave_the_same_machine),
	KUNIT_CASE(only_reenter_stays_in_the_loop),
	KUNIT_CASE(the_loop_leaves_at_once),
	KUNIT_CASE(nothing_enters_past_a_request),
	KUNIT_CASE(a_signal_ends_the_run),
	{ }
};

static struct kunit_suite x86_run_suite = {
	.name = "ipibench_x86_run",
	.test_cases = x86_run_cases,
};

kunit_test_suite(x86_run_suite);
