// SPDX-License-Identifier: GPL-2.0-only
/*
 * core/x86_vcpu: the guest, requests and kicks, posted interrupts, the register.
 */
#include "x86_machine.h"

static void init_gives_a_reset_vcpu(struct kunit *test)
{
	struct x86_machine *machine = x86_machine_make(test, 1);
	struct ipb_x86_vcpu *vcpu = &machine->vcpu[0];

	memset(vcpu, 0xff, sizeof(*vcpu));
	ipb_x86_vcpu_init(vcpu, &machine->vm, 7);
	KUNIT_EXPECT_PTR_EQ(test, vcpu->vm, &machine->vm);
	KUNIT_EXPECT_EQ(test, vcpu->apic.id, 7U);
	KUNIT_EXPECT_TRUE(test, vcpu->apic.enabled);
	KUNIT_EXPECT_TRUE(test, vcpu->next_rip);
	KUNIT_EXPECT_EQ(test, vcpu->apic.mode, IPB_X86_APIC_X2APIC);
	KUNIT_EXPECT_EQ(test, vcpu->mode, (u32)IPB_X86_OUTSIDE_GUEST);
	KUNIT_EXPECT_EQ(test, vcpu->requests, 0UL);
	KUNIT_EXPECT_EQ(test, ipb_x86_vcpu_icr(vcpu), 0ULL);
	KUNIT_EXPECT_TRUE(test, bitmap_empty(vcpu->apic.irr, IPB_X86_VECTORS));
}

static void each_request_is_served_once(struct kunit *test)
{
	struct ipb_x86_vcpu *vcpu = &x86_machine_make(test, 1)->vcpu[0];
	unsigned int set, i;

	for (set = 0; set < BIT(IPB_NR_X86_REQUESTS); set++) {
		memset(vcpu->served, 0, sizeof(vcpu->served));
		for (i = 0; i < IPB_NR_X86_REQUESTS; i++)
			if (set & BIT(i)) {
				ipb_x86_vcpu_request(vcpu, i);
				ipb_x86_vcpu_request(vcpu, i);
			}
		KUNIT_EXPECT_EQ(test, vcpu->requests, (unsigned long)set);
		ipb_x86_vcpu_serve(vcpu);
		ipb_x86_vcpu_serve(vcpu);
		KUNIT_EXPECT_EQ(test, vcpu->requests, 0UL);
		for (i = 0; i < IPB_NR_X86_REQUESTS; i++)
			KUNIT_EXPECT_EQ_MSG(test, vcpu->served[i], (u32)!!(set & BIT(i)),
					    "set %x request %u", set, i);
	}
}

static void a_kick_only_moves_who_is_inside(struct kunit *test)
{
	static const u32 modes[][2] = {
		{ IPB_X86_OUTSIDE_GUEST, IPB_X86_OUTSIDE_GUEST },
		{ IPB_X86_IN_GUEST, IPB_X86_EXITING_GUEST },
		{ IPB_X86_EXITING_GUEST, IPB_X86_EXITING_GUEST },
	};
	struct ipb_x86_vcpu *vcpu = &x86_machine_make(test, 1)->vcpu[0];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		vcpu->mode = modes[i][0];
		ipb_x86_vcpu_kick(vcpu);
		KUNIT_EXPECT_EQ_MSG(test, vcpu->mode, modes[i][1], "from %u", modes[i][0]);
		KUNIT_EXPECT_EQ(test, vcpu->kicks, i + 1);
	}
}

/* RIP chooses the value; RIP at the stop halts; entering alone moves nothing */
static void the_guest_writes_where_rip_points(struct kunit *test)
{
	static const u64 program[] = { 0x11, 0x22, 0x33, 0x44 };
	struct ipb_x86_vcpu *vcpu = &x86_machine_make(test, 1)->vcpu[0];
	u64 n;

	vcpu->guest.icr = program;
	vcpu->guest.mask = ARRAY_SIZE(program) - 1;
	vcpu->guest.stop = 10 * IPB_X86_WRMSR_BYTES;
	for (n = 0; n < 10; n++) {
		vcpu->guest.rip = n * IPB_X86_WRMSR_BYTES;
		ipb_x86_vcpu_enter(vcpu);
		KUNIT_EXPECT_EQ(test, vcpu->exit, IPB_X86_EXIT_WRMSR);
		KUNIT_EXPECT_EQ(test, vcpu->msr, IPB_ICR_MSR);
		KUNIT_EXPECT_EQ_MSG(test, vcpu->data, program[n & 3], "instruction %llu", n);
		KUNIT_EXPECT_EQ(test, vcpu->guest.rip, n * IPB_X86_WRMSR_BYTES);
	}
	vcpu->guest.rip = vcpu->guest.stop;
	ipb_x86_vcpu_enter(vcpu);
	KUNIT_EXPECT_EQ(test, vcpu->exit, IPB_X86_EXIT_HALT);
}

static void a_fault_is_delivered_once_and_stepped_over(struct kunit *test)
{
	static const u64 program[] = { 0x11, 0x22 };
	struct ipb_x86_vcpu *vcpu = &x86_machine_make(test, 1)->vcpu[0];

	vcpu->guest.icr = program;
	vcpu->guest.mask = 1;
	vcpu->guest.stop = 2 * IPB_X86_WRMSR_BYTES;
	ipb_x86_vcpu_fault(vcpu);
	KUNIT_EXPECT_TRUE(test, test_bit(IPB_X86_REQ_EVENT, &vcpu->requests));
	KUNIT_EXPECT_EQ(test, vcpu->guest.rip, 0ULL);
	ipb_x86_vcpu_enter(vcpu);
	KUNIT_EXPECT_EQ(test, vcpu->guest.rip, (u64)IPB_X86_WRMSR_BYTES);
	KUNIT_EXPECT_EQ(test, vcpu->data, 0x22ULL);
	ipb_x86_vcpu_enter(vcpu);
	KUNIT_EXPECT_EQ(test, vcpu->guest.rip, (u64)IPB_X86_WRMSR_BYTES);
	KUNIT_EXPECT_EQ(test, vcpu->guest.faults, 1U);
}

static void draining_moves_all_posted_bits(struct kunit *test)
{
	struct ipb_x86_vcpu *vcpu = &x86_machine_make(test, 1)->vcpu[0];
	DECLARE_BITMAP(want, IPB_X86_VECTORS);
	struct rnd_state rnd;
	unsigned int i;

	prandom_seed_state(&rnd, 5);
	for (i = 0; i < 1000; i++) {
		prandom_bytes_state(&rnd, vcpu->apic.irr, sizeof(vcpu->apic.irr));
		prandom_bytes_state(&rnd, vcpu->apic.pir, sizeof(vcpu->apic.pir));
		bitmap_or(want, vcpu->apic.irr, vcpu->apic.pir, IPB_X86_VECTORS);
		vcpu->apic.posted = 1;
		ipb_x86_vcpu_drain_posted(vcpu);
		KUNIT_EXPECT_TRUE(test, bitmap_equal(vcpu->apic.irr, want, IPB_X86_VECTORS));
		KUNIT_EXPECT_TRUE(test, bitmap_empty(vcpu->apic.pir, IPB_X86_VECTORS));
		KUNIT_EXPECT_EQ(test, vcpu->apic.posted, 0UL);
	}
	/* the flag is what says there is something: without it nothing is looked at */
	set_bit(3, vcpu->apic.pir);
	clear_bit(3, vcpu->apic.irr);
	ipb_x86_vcpu_drain_posted(vcpu);
	KUNIT_EXPECT_FALSE(test, test_bit(3, vcpu->apic.irr));
}

static void the_register_reads_back_without_busy(struct kunit *test)
{
	struct x86_machine *machine = x86_machine_make(test, 1);
	struct ipb_x86_vcpu *vcpu = &machine->vcpu[0];
	struct rnd_state rnd;
	unsigned int i;

	prandom_seed_state(&rnd, 6);
	for (i = 0; i < 1000; i++) {
		u64 icr = (u64)prandom_u32_state(&rnd) << 32 | prandom_u32_state(&rnd);

		machine->vm.split_icr = i & 1;
		ipb_x86_vcpu_store_icr(vcpu, icr);
		KUNIT_EXPECT_EQ(test, ipb_x86_vcpu_icr(vcpu), icr & ~0x1000ULL);
		if (machine->vm.split_icr)
			KUNIT_EXPECT_EQ(test, vcpu->apic.icr >> 32, 0ULL);
		else
			KUNIT_EXPECT_EQ(test, vcpu->apic.icr_high, 0U);
	}
}

static struct kunit_case x86_vcpu_cases[] = {
	KUNIT_CASE(init_gives_a_reset_vcpu),
	KUNIT_CASE(each_request_is_served_once),
	KUNIT_CASE(a_kick_only_moves_who_is_inside),
	KUNIT_CASE(the_guest_writes_where_rip_points),
	KUNIT_CASE(a_fault_is_delivered_once_and_stepped_over),
	KUNIT_CASE(draining_moves_all_posted_bits),
	KUNIT_CASE(the_register_reads_back_without_busy),
	{ }
};

static struct kunit_suite x86_vcpu_suite = {
	.name = "ipibench_x86_vcpu",
	.test_cases = x86_vcpu_cases,
};

kunit_test_suite(x86_vcpu_suite);
