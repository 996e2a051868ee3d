// SPDX-License-Identifier: GPL-2.0-only
/*
 * core/x86_vm: which vCPUs a command reaches, against a naive reading of the rules.
 */
#include "x86_machine.h"

static void a_map_names_every_vcpu(struct kunit *test)
{
	struct x86_machine *machine = x86_machine_make(test, X86_MACHINE_VCPUS);
	struct rnd_state rnd;
	u32 i, found = 0;

	prandom_seed_state(&rnd, 1);
	x86_machine_scatter(machine, &rnd);
	x86_machine_map(test, machine);
	for (i = 0; i <= machine->map.max_id; i++)
		if (machine->slot[i]) {
			found++;
			KUNIT_EXPECT_EQ(test, machine->slot[i]->apic.id, i);
		}
	KUNIT_EXPECT_EQ(test, found, (u32)X86_MACHINE_VCPUS);
	KUNIT_EXPECT_EQ(test, machine->map.max_id,
			machine->vcpu[X86_MACHINE_VCPUS - 1].apic.id);
}

static void no_map_where_ids_collide(struct kunit *test)
{
	struct x86_machine *machine = x86_machine_make(test, 3);

	machine->vcpu[2].apic.id = 1;
	memset(machine->slot, 0, sizeof(machine->slot));
	KUNIT_EXPECT_EQ(test, ipb_x86_map_fill(&machine->map, &machine->vm), -EEXIST);
}

static bool naive_names(const struct ipb_icr *irq, u32 self, u32 id)
{
	static const bool to_self[] = { false, true, true, false };
	static const bool to_other[] = { false, false, true, true };

	if (irq->shorthand != IPB_ICR_TO_DEST)
		return id == self ? to_self[irq->shorthand] : to_other[irq->shorthand];
	if (irq->dest == 0xffffffff)
		return true;
	if (irq->logical)
		return id / 16 == irq->dest / 0x10000 && (irq->dest >> (id % 16) & 1);
	return irq->dest == id;
}

static bool naive_takes(const struct ipb_icr *irq, bool enabled)
{
	bool deassert = irq->trigger && !irq->level;

	if (irq->delivery == IPB_ICR_EXTINT)
		return false;
	if (irq->delivery == IPB_ICR_FIXED || irq->delivery == IPB_ICR_LOWEST)
		return enabled && !deassert;
	return irq->delivery != IPB_ICR_INIT || !deassert;
}

/* may this one vCPU have been reached this often? Lowest priority is checked in sum only */
static void expect_reached(struct kunit *test, struct x86_machine *machine, u64 icr, u32 *before)
{
	struct ipb_icr irq;
	u32 i, count, sum = 0, could = 0;

	ipb_icr_decode(icr, &irq);
	for (i = 0; i < machine->vm.nr_vcpus; i++) {
		const struct ipb_x86_lapic *apic = &machine->vcpu[i].apic;
		bool named = naive_names(&irq, 0, apic->id) && naive_takes(&irq, apic->enabled);

		count = apic->accepted[irq.delivery] - before[i];
		before[i] = apic->accepted[irq.delivery];
		sum += count;
		could += named;
		if (irq.delivery == IPB_ICR_LOWEST)
			KUNIT_EXPECT_LE_MSG(test, count, (u32)named, "icr %016llx vcpu %u", icr, i);
		else
			KUNIT_EXPECT_EQ_MSG(test, count, (u32)named, "icr %016llx vcpu %u", icr, i);
		if (count && irq.delivery <= IPB_ICR_LOWEST) {
			KUNIT_EXPECT_TRUE(test, x86_machine_irr(&machine->vcpu[i], irq.vector));
			KUNIT_EXPECT_EQ(test, test_bit(irq.vector, apic->tmr), irq.trigger);
		}
	}
	if (irq.delivery == IPB_ICR_LOWEST)
		KUNIT_EXPECT_LE_MSG(test, sum, 1U, "icr %016llx", icr);
	/* a walk looks for a vCPU that can take it; only a map may choose an id nobody has */
	if (irq.delivery == IPB_ICR_LOWEST && !machine->vm.map)
		KUNIT_EXPECT_EQ_MSG(test, sum, (u32)!!could, "icr %016llx", icr);
}

static void take_stock(const struct x86_machine *machine, u64 icr, u32 *before)
{
	u32 i, delivery = (icr >> 8) & 7;

	for (i = 0; i < machine->vm.nr_vcpus; i++)
		before[i] = machine->vcpu[i].apic.accepted[delivery];
}

/* whoever is named and can take it gets it, once; with a map and without */
static void delivery_reaches_who_is_named(struct kunit *test)
{
	u32 before[X86_MACHINE_VCPUS];
	struct rnd_state rnd;
	unsigned int i, round;

	prandom_seed_state(&rnd, 2);
	for (round = 0; round < 8; round++) {
		struct x86_machine *machine = x86_machine_make(test, 3 * (round + 1));

		x86_machine_scatter(machine, &rnd);
		x86_machine_map(test, machine);
		if (round & 1)
			machine->vm.map = NULL;
		machine->vm.apicv = round & 2;
		for (i = 0; i < 4000; i++) {
			u64 icr = x86_machine_random_icr(&rnd) & ~(u64)IPB_ICR_RESERVED;

			take_stock(machine, icr, before);
			ipb_x86_vm_deliver(&machine->vcpu[0], icr);
			expect_reached(test, machine, icr, before);
		}
	}
}

/* without a walk: either all of it, or nothing and say so */
static void mapped_delivery_is_all_or_nothing(struct kunit *test)
{
	struct x86_machine *machine = x86_machine_make(test, X86_MACHINE_VCPUS);
	struct x86_machine *copy = kunit_kzalloc(test, sizeof(*copy), GFP_KERNEL);
	u32 before[X86_MACHINE_VCPUS], refused = 0;
	struct rnd_state rnd;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, copy);
	prandom_seed_state(&rnd, 3);
	x86_machine_scatter(machine, &rnd);
	x86_machine_map(test, machine);
	for (i = 0; i < 20000; i++) {
		u64 icr = x86_machine_random_icr(&rnd) & ~(u64)IPB_ICR_RESERVED;
		bool done;

		machine->vm.map = i % 5 ? &machine->map : NULL;
		take_stock(machine, icr, before);
		memcpy(copy, machine, sizeof(*copy));
		done = ipb_x86_vm_deliver_mapped(&machine->vcpu[0], icr);
		if (done) {
			expect_reached(test, machine, icr, before);
		} else {
			refused++;
			KUNIT_EXPECT_EQ(test, memcmp(copy, machine, sizeof(*copy)), 0);
		}
		/* "self" needs no map; all others do */
		KUNIT_EXPECT_EQ_MSG(test, done, ipb_icr_is_mapped(icr) &&
				    (machine->vm.map || (icr & IPB_ICR_SHORTHAND)),
				    "icr %016llx", icr);
	}
	KUNIT_EXPECT_GT(test, refused, 1000U);
}

/* the one-load form leaves the machine exactly as the general one does */
static void single_delivery_equals_delivery(struct kunit *test)
{
	struct x86_machine *one, *two;
	struct rnd_state rnd, same;
	unsigned int i, k;

	one = x86_machine_make(test, X86_MACHINE_VCPUS);
	two = x86_machine_make(test, X86_MACHINE_VCPUS);
	prandom_seed_state(&rnd, 4);
	same = rnd;
	x86_machine_scatter(one, &rnd);
	x86_machine_scatter(two, &same);
	x86_machine_map(test, one);
	x86_machine_map(test, two);
	for (i = 0; i < 20000; i++) {
		u64 icr = x86_machine_random_icr(&rnd) & ~(u64)IPB_ICR_NOT_SINGLE;

		if (!ipb_icr_is_single(icr))
			continue;
		one->vm.map = i % 5 ? &one->map : NULL;
		two->vm.map = i % 5 ? &two->map : NULL;
		ipb_x86_vm_deliver_single(&one->vcpu[0], icr);
		ipb_x86_vm_deliver(&two->vcpu[0], icr);
		for (k = 0; k < X86_MACHINE_VCPUS; k++)
			KUNIT_ASSERT_EQ_MSG(test, memcmp(&one->vcpu[k].apic, &two->vcpu[k].apic,
							 sizeof(one->vcpu[k].apic)), 0,
					    "icr %016llx vcpu %u", icr, k);
	}
}

/* over the vectors, lowest priority goes round all members */
static void lowest_priority_spreads_by_vector(struct kunit *test)
{
	struct x86_machine *machine = x86_machine_make(test, 8);
	unsigned int map;
	u32 i, vector;

	for (map = 0; map < 2; map++) {
		machine->vm.map = map ? &machine->map : NULL;
		for (vector = 16; vector < 16 + 4 * 32; vector++)
			ipb_x86_vm_deliver(&machine->vcpu[0], 0x000000f000000900ULL | vector);
		for (i = 0; i < 8; i++)
			KUNIT_EXPECT_EQ_MSG(test, machine->vcpu[i].apic.accepted[IPB_ICR_LOWEST],
					    i < 4 ? 0U : 32U * (map + 1), "vcpu %u", i);
	}
}

static struct kunit_case x86_vm_cases[] = {
	KUNIT_CASE(a_map_names_every_vcpu),
	KUNIT_CASE(no_map_where_ids_collide),
	KUNIT_CASE(delivery_reaches_who_is_named),
	KUNIT_CASE(mapped_delivery_is_all_or_nothing),
	KUNIT_CASE(single_delivery_equals_delivery),
	KUNIT_CASE(lowest_priority_spreads_by_vector),
	{ }
};

static struct kunit_suite x86_vm_suite = {
	.name = "ipibench_x86_vm",
	.test_cases = x86_vm_cases,
};

kunit_test_suite(x86_vm_suite);
