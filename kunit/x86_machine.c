// SPDX-License-Identifier: GPL-2.0-only
/*
 * A small model VM for the x86 suites.
 */
#include "x86_machine.h"

/* vCPU n has id n, APICv and a map, and v6.12's rules */
struct x86_machine *x86_machine_make(struct kunit *test, u32 nr_vcpus)
{
	struct x86_machine *machine = kunit_kzalloc(test, sizeof(*machine), GFP_KERNEL);
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, machine);
	KUNIT_ASSERT_LE(test, nr_vcpus, (u32)X86_MACHINE_VCPUS);
	machine->vm.apicv = true;
	machine->vm.nr_vcpus = nr_vcpus;
	machine->vm.vcpu = machine->list;
	for (i = 0; i < nr_vcpus; i++) {
		machine->list[i] = &machine->vcpu[i];
		ipb_x86_vcpu_init(&machine->vcpu[i], &machine->vm, i);
	}
	x86_machine_map(test, machine);
	return machine;
}

/* a map of the ids as they are now */
void x86_machine_map(struct kunit *test, struct x86_machine *machine)
{
	memset(machine->slot, 0, sizeof(machine->slot));
	machine->map.max_id = ipb_x86_vm_max_id(&machine->vm);
	KUNIT_ASSERT_LT(test, machine->map.max_id, (u32)X86_MACHINE_IDS);
	KUNIT_ASSERT_EQ(test, ipb_x86_map_fill(&machine->map, &machine->vm), 0);
	machine->vm.map = &machine->map;
}

/* ids with holes, some APICs disabled, any TMR; the sender, vCPU 0, stays id 0 and enabled */
void x86_machine_scatter(struct x86_machine *machine, struct rnd_state *rnd)
{
	u32 i, id = 0;

	for (i = 1; i < machine->vm.nr_vcpus; i++) {
		id += 1 + prandom_u32_state(rnd) % 2;
		machine->vcpu[i].apic.id = id;
		machine->vcpu[i].apic.enabled = prandom_u32_state(rnd) % 8;
		prandom_bytes_state(rnd, machine->vcpu[i].apic.tmr,
				    sizeof(machine->vcpu[i].apic.tmr));
	}
}

/* twenty vCPUs with ids and APICs of all kinds, always the same ones */
struct x86_machine *x86_machine_for(struct kunit *test, u32 setup)
{
	struct x86_machine *machine = x86_machine_make(test, 20);
	struct rnd_state rnd;

	prandom_seed_state(&rnd, 11);
	x86_machine_scatter(machine, &rnd);
	x86_machine_map(test, machine);
	machine->vm.rules = setup & X86_MACHINE_6_18 ? IPB_ICR_RULES_6_18 :
			    IPB_ICR_RULES_6_12;
	machine->vm.apicv = setup & X86_MACHINE_APICV;
	machine->vm.split_icr = setup & X86_MACHINE_SPLIT;
	if (setup & X86_MACHINE_NO_MAP)
		machine->vm.map = NULL;
	machine->vcpu[0].pmu = setup & X86_MACHINE_PMU;
	machine->vcpu[0].single_step = setup & X86_MACHINE_STEP;
	return machine;
}

/* every field may take every value, the likely ones more often */
u64 x86_machine_random_icr(struct rnd_state *rnd)
{
	static const u32 odd[] = { 0xff, 0xffffffff, 0x1000, 0x0000ffff, 0x0001ffff, 0x0003ffff };
	u32 low = prandom_u32_state(rnd);
	u32 dest = prandom_u32_state(rnd) % X86_MACHINE_IDS;
	u32 dice = prandom_u32_state(rnd);

	if (dice & 7)
		low &= ~IPB_ICR_RESERVED;
	if (dice & 0x10)
		low &= ~IPB_ICR_SHORTHAND;
	if (dice & 0x20)
		low &= ~(IPB_ICR_DELIVERY | IPB_ICR_LOGICAL);
	if (low & IPB_ICR_LOGICAL)
		dest = (dest & 3) << 16 | (prandom_u32_state(rnd) & 0xffff);
	if (!(dice & 0x700))
		dest = odd[(dice >> 16) % ARRAY_SIZE(odd)];
	return (u64)dest << 32 | low;
}

/* interrupts of one kind that all vCPUs together have taken */
u32 x86_machine_accepted(const struct x86_machine *machine, enum ipb_icr_delivery delivery)
{
	u32 i, sum = 0;

	for (i = 0; i < machine->vm.nr_vcpus; i++)
		sum += machine->vcpu[i].apic.accepted[delivery];
	return sum;
}

/* requested, whether posted or merged already */
bool x86_machine_irr(const struct ipb_x86_vcpu *vcpu, u32 vector)
{
	return test_bit(vector, vcpu->apic.irr) || test_bit(vector, vcpu->apic.pir);
}
