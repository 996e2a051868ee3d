// SPDX-License-Identifier: GPL-2.0-only
/*
 * core/x86_run: what the short way refuses it leaves as it was.
 */
#include "x86_fake.h"

/* all but the fake's own counters and where the short way is tried */
static bool machine_changed(struct x86_machine *now, const struct x86_machine *before)
{
	now->fake = before->fake;
	now->vcpu[0].mode = before->vcpu[0].mode;
	return memcmp(now, before, sizeof(*now));
}

static void place_exit(struct x86_machine *machine, u64 icr, u32 dice)
{
	struct ipb_x86_vcpu *vcpu = &machine->vcpu[0];

	vcpu->exit = dice & 0x0f ? IPB_X86_EXIT_WRMSR : IPB_X86_EXIT_HALT;
	vcpu->msr = dice & 0xf0 ? IPB_ICR_MSR : 0x6e0;
	vcpu->data = icr;
	vcpu->nested = !(dice & 0x0f00);
	vcpu->next_rip = dice & 0xf000;
	vcpu->apic.mode = dice & 0xf0000 ? IPB_X86_APIC_X2APIC : dice >> 20 & 1 ?
			  IPB_X86_APIC_XAPIC : IPB_X86_APIC_USERSPACE;
}

/* the whole rule once more, for what place_exit() does */
static bool naive_may(const struct x86_machine *machine, u64 icr)
{
	const struct ipb_x86_vcpu *vcpu = &machine->vcpu[0];

	if (vcpu->exit != IPB_X86_EXIT_WRMSR || vcpu->msr != 0x830)
		return false;
	if (vcpu->nested || !vcpu->next_rip || vcpu->apic.mode != IPB_X86_APIC_X2APIC)
		return false;
	if (machine->vm.rules == IPB_ICR_RULES_6_12)
		return ipb_icr_is_single_by_fields(icr);
	return ipb_icr_is_mapped(icr) && (machine->vm.map || (icr & IPB_ICR_SHORTHAND));
}

static void a_refusal_has_no_side_effect(struct kunit *test)
{
	struct x86_machine *before = kunit_kzalloc(test, sizeof(*before), GFP_KERNEL);
	struct x86_machine *machine;
	u32 setup, i, refused = 0, taken = 0;
	struct rnd_state rnd;

	KUNIT_ASSERT_NOT_NULL(test, before);
	prandom_seed_state(&rnd, 13);
	for (setup = 0; setup < X86_MACHINE_PMU; setup++) {
		machine = x86_machine_for(test, setup);
		for (i = 0; i < 2000; i++) {
			u64 icr = x86_machine_random_icr(&rnd);
			enum ipb_x86_way way = IPB_X86_WAY_FASTPATH + i % 3;
			bool done;

			place_exit(machine, icr, prandom_u32_state(&rnd));
			memcpy(before, machine, sizeof(*before));
			done = x86_fake_deliver_irqs_off(machine, way);
			KUNIT_EXPECT_EQ_MSG(test, done, naive_may(machine, icr),
					    "icr %016llx by %s, setup %x", icr,
					    x86_way_names[way], setup);
			KUNIT_EXPECT_EQ(test, machine->fake.rcu, 0);
			KUNIT_EXPECT_EQ(test, machine->fake.broken, 0U);
			if (!done)
				KUNIT_EXPECT_FALSE_MSG(test, machine_changed(machine, before),
						       "icr %016llx by %s, setup %x", icr,
						       x86_way_names[way], setup);
			taken += done;
			refused += !done;
		}
	}
	KUNIT_EXPECT_GT(test, taken, 1000U);
	KUNIT_EXPECT_GT(test, refused, 1000U);
}

static struct kunit_case x86_refuse_cases[] = {
	KUNIT_CASE(a_refusal_has_no_side_effect),
	{ }
};

static struct kunit_suite x86_refuse_suite = {
	.name = "ipibench_x86_refuse",
	.test_cases = x86_refuse_cases,
};

kunit_test_suite(x86_refuse_suite);
