// SPDX-License-Identifier: GPL-2.0-only
/*
 * core/x86_accept: what one APIC makes of one interrupt.
 */
#include "x86_machine.h"

enum { NOTHING = IPB_NR_X86_REQUESTS };

static const struct accept_case {
	const char *desc;
	u32 low;
	bool off;		/* APIC disabled by software */
	bool taken;
	int irr;		/* vector, or -1 */
	bool tmr;
	bool init;
	bool startup;
	unsigned int request;	/* without APICv */
} accept_cases[] = {
	{ "fixed edge", 0x40fd, false, true, 0xfd, false, false, false, IPB_X86_REQ_EVENT },
	{ "fixed edge, no level bit", 0x00fd, false, true, 0xfd, false, false, false,
	  IPB_X86_REQ_EVENT },
	{ "fixed level", 0xc0fd, false, true, 0xfd, true, false, false, IPB_X86_REQ_EVENT },
	{ "fixed deassert", 0x80fd, false, false, -1, false, false, false, NOTHING },
	{ "vector below 16", 0x000f, false, true, 0x0f, false, false, false, IPB_X86_REQ_EVENT },
	{ "fixed, disabled", 0x40fd, true, false, -1, false, false, false, NOTHING },
	{ "lowest", 0x01fd, false, true, 0xfd, false, false, false, IPB_X86_REQ_EVENT },
	{ "lowest, disabled", 0x01fd, true, false, -1, false, false, false, NOTHING },
	{ "SMI", 0x0200, false, true, -1, false, false, false, IPB_X86_REQ_SMI },
	{ "remote read", 0x0300, false, true, -1, false, false, false, IPB_X86_REQ_EVENT },
	{ "NMI", 0x0400, false, true, -1, false, false, false, IPB_X86_REQ_NMI },
	{ "NMI, disabled", 0x0400, true, true, -1, false, false, false, IPB_X86_REQ_NMI },
	{ "INIT", 0x0500, false, true, -1, false, true, false, IPB_X86_REQ_EVENT },
	{ "INIT level assert", 0xc500, false, true, -1, false, true, false, IPB_X86_REQ_EVENT },
	{ "INIT deassert", 0x8500, false, false, -1, false, false, false, NOTHING },
	{ "SIPI", 0x069a, false, true, -1, false, false, true, IPB_X86_REQ_EVENT },
	{ "ExtINT", 0x0720, false, false, -1, false, false, false, NOTHING },
};

KUNIT_ARRAY_PARAM_DESC(accept, accept_cases, desc);

static void expect_accepted(struct kunit *test, const struct ipb_x86_vcpu *vcpu,
			    const struct accept_case *param, bool apicv)
{
	const struct ipb_x86_lapic *apic = &vcpu->apic;
	bool posts = apicv && param->irr >= 0;
	u32 delivery = (param->low >> 8) & 7, vector;

	KUNIT_EXPECT_EQ(test, apic->accepted[delivery], (u32)param->taken);
	for (vector = 0; vector < IPB_X86_VECTORS; vector++) {
		bool hit = (int)vector == param->irr;

		KUNIT_EXPECT_EQ_MSG(test, test_bit(vector, apic->irr), hit && !apicv,
				    "vector %x", vector);
		KUNIT_EXPECT_EQ_MSG(test, test_bit(vector, apic->pir), hit && apicv,
				    "vector %x", vector);
		KUNIT_EXPECT_EQ_MSG(test, test_bit(vector, apic->tmr), hit && param->tmr,
				    "vector %x", vector);
	}
	KUNIT_EXPECT_EQ(test, apic->posted, (unsigned long)posts);
	KUNIT_EXPECT_EQ(test, apic->init, param->init);
	KUNIT_EXPECT_EQ(test, apic->startup, param->startup);
	if (param->startup)
		KUNIT_EXPECT_EQ(test, apic->start_vector, 0x9a);
	KUNIT_EXPECT_EQ(test, vcpu->requests, param->request == NOTHING || posts ?
			0UL : BIT(param->request));
	KUNIT_EXPECT_EQ(test, vcpu->kicks, (u32)param->taken);
}

static void one_interrupt_has_its_effect(struct kunit *test)
{
	const struct accept_case *param = test->param_value;
	struct x86_machine *machine = x86_machine_make(test, 2);
	struct ipb_x86_vcpu *vcpu = &machine->vcpu[1];
	struct ipb_icr irq;
	unsigned int apicv;

	ipb_icr_decode(param->low, &irq);
	for (apicv = 0; apicv < 2; apicv++) {
		ipb_x86_vcpu_init(vcpu, &machine->vm, 1);
		vcpu->apic.enabled = !param->off;
		machine->vm.apicv = apicv;
		ipb_x86_vcpu_accept(vcpu, &machine->vcpu[0], &irq);
		expect_accepted(test, vcpu, param, apicv);
	}
}

/* the short form for fixed interrupts does the same as the long one */
static void accept_fixed_equals_accept(struct kunit *test)
{
	struct x86_machine *one = x86_machine_make(test, 2);
	struct x86_machine *two = x86_machine_make(test, 2);
	struct rnd_state rnd;
	unsigned int i;

	prandom_seed_state(&rnd, 7);
	for (i = 0; i < 20000; i++) {
		u32 low = prandom_u32_state(&rnd) & ~(u32)IPB_ICR_NOT_SINGLE;
		u32 target = i & 1;
		struct ipb_icr irq;

		one->vm.apicv = i & 2;
		two->vm.apicv = one->vm.apicv;
		one->vcpu[target].apic.enabled = i % 7;
		two->vcpu[target].apic.enabled = one->vcpu[target].apic.enabled;
		if (!(i % 64)) {
			ipb_x86_vcpu_drain_posted(&one->vcpu[target]);
			ipb_x86_vcpu_drain_posted(&two->vcpu[target]);
		}
		ipb_icr_decode(low, &irq);
		ipb_x86_vcpu_accept_fixed(&one->vcpu[target], &one->vcpu[0], low);
		ipb_x86_vcpu_accept(&two->vcpu[target], &two->vcpu[0], &irq);
		KUNIT_ASSERT_EQ_MSG(test, memcmp(&one->vcpu[target].apic, &two->vcpu[target].apic,
						 sizeof(one->vcpu[0].apic)), 0, "low %08x", low);
		KUNIT_ASSERT_EQ(test, one->vcpu[target].requests, two->vcpu[target].requests);
		KUNIT_ASSERT_EQ(test, one->vcpu[target].kicks, two->vcpu[target].kicks);
	}
}

/* level then edge, edge then level: TMR follows the last one */
static void tmr_follows_the_last_trigger(struct kunit *test)
{
	struct x86_machine *machine = x86_machine_make(test, 2);
	struct ipb_x86_vcpu *vcpu = &machine->vcpu[1];
	unsigned int i;

	for (i = 0; i < 6; i++) {
		ipb_x86_vcpu_accept_fixed(vcpu, &machine->vcpu[0], i & 1 ? 0xc0fd : 0x40fd);
		KUNIT_EXPECT_EQ_MSG(test, test_bit(0xfd, vcpu->apic.tmr), i & 1, "step %u", i);
	}
}

/* posting wakes the target once, until it has looked, and never oneself */
static void posting_notifies_once(struct kunit *test)
{
	struct x86_machine *machine = x86_machine_make(test, 2);
	struct ipb_x86_vcpu *other = &machine->vcpu[1], *self = &machine->vcpu[0];

	ipb_x86_vcpu_accept_fixed(other, self, 0x40);
	ipb_x86_vcpu_accept_fixed(other, self, 0x40);
	ipb_x86_vcpu_accept_fixed(other, self, 0x41);
	KUNIT_EXPECT_EQ(test, other->kicks, 1U);
	ipb_x86_vcpu_drain_posted(other);
	ipb_x86_vcpu_accept_fixed(other, self, 0x40);
	KUNIT_EXPECT_EQ(test, other->kicks, 2U);
	ipb_x86_vcpu_accept_fixed(self, self, 0x40);
	KUNIT_EXPECT_EQ(test, self->kicks, 0U);
	KUNIT_EXPECT_EQ(test, self->requests, 0UL);
	KUNIT_EXPECT_TRUE(test, test_bit(0x40, self->apic.pir));
}

static void init_cancels_a_pending_sipi(struct kunit *test)
{
	struct x86_machine *machine = x86_machine_make(test, 2);
	struct ipb_x86_vcpu *vcpu = &machine->vcpu[1];
	struct ipb_icr irq;

	ipb_icr_decode(0x0612, &irq);
	ipb_x86_vcpu_accept(vcpu, &machine->vcpu[0], &irq);
	ipb_icr_decode(0x0500, &irq);
	ipb_x86_vcpu_accept(vcpu, &machine->vcpu[0], &irq);
	KUNIT_EXPECT_TRUE(test, vcpu->apic.init);
	KUNIT_EXPECT_FALSE(test, vcpu->apic.startup);
	ipb_icr_decode(0x0634, &irq);
	ipb_x86_vcpu_accept(vcpu, &machine->vcpu[0], &irq);
	KUNIT_EXPECT_TRUE(test, vcpu->apic.init);
	KUNIT_EXPECT_TRUE(test, vcpu->apic.startup);
	KUNIT_EXPECT_EQ(test, vcpu->apic.start_vector, 0x34);
}

static struct kunit_case x86_accept_cases[] = {
	KUNIT_CASE_PARAM(one_interrupt_has_its_effect, accept_gen_params),
	KUNIT_CASE(accept_fixed_equals_accept),
	KUNIT_CASE(tmr_follows_the_last_trigger),
	KUNIT_CASE(posting_notifies_once),
	KUNIT_CASE(init_cancels_a_pending_sipi),
	{ }
};

static struct kunit_suite x86_accept_suite = {
	.name = "ipibench_x86_accept",
	.test_cases = x86_accept_cases,
};

kunit_test_suite(x86_accept_suite);
