/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A small model VM for the x86 suites, in one piece of memory, so that "nothing
 * has changed" is one memcmp().
 */
#ifndef IPIBENCH_KUNIT_X86_MACHINE_H
#define IPIBENCH_KUNIT_X86_MACHINE_H

#include <kunit/test.h>
#include <linux/prandom.h>

#include "core/x86_run.h"

enum { X86_MACHINE_VCPUS = 24, X86_MACHINE_IDS = 64 };

/* what two VMs may differ in; every combination is one setup */
enum {
	X86_MACHINE_6_18	= BIT(0),
	X86_MACHINE_APICV	= BIT(1),
	X86_MACHINE_SPLIT	= BIT(2),
	X86_MACHINE_NO_MAP	= BIT(3),
	X86_MACHINE_PMU		= BIT(4),
	X86_MACHINE_STEP	= BIT(5),
	X86_MACHINE_SETUPS	= BIT(6),
};

/* what a fake host has seen and is told to do; see x86_fake.c */
struct x86_fake {
	enum ipb_x86_way way;
	bool irqs;
	bool preempt;
	int srcu;
	int srcu_index;
	int rcu;
	u32 broken;		/* hooks called where they must not be */
	u32 entries;		/* entries from the outer loop */
	u32 fast;		/* deliveries tried with interrupts off */
	u32 slow;		/* deliveries with interrupts on */
	u32 works;
	bool resched;
	int work_result;
	u32 countdown;		/* deliveries until @happen, 0: never */
	u32 at_the_door;	/* the same in entries, when all is ready for the guest */
	u32 happen;		/* X86_HAPPEN_ bits of what then happens */
	bool seen;		/* the inner loop was left; first time: */
	u8 first_exit;
	u8 first_fastpath;
	u64 first_rip;
};

struct x86_machine {
	struct ipb_x86_vm vm;
	struct ipb_x86_vcpu vcpu[X86_MACHINE_VCPUS];
	struct ipb_x86_vcpu *list[X86_MACHINE_VCPUS];
	struct ipb_x86_map map;
	struct ipb_x86_vcpu *slot[X86_MACHINE_IDS];
	struct x86_fake fake;
};

struct x86_machine *x86_machine_make(struct kunit *test, u32 nr_vcpus);
struct x86_machine *x86_machine_for(struct kunit *test, u32 setup);
void x86_machine_map(struct kunit *test, struct x86_machine *machine);
void x86_machine_scatter(struct x86_machine *machine, struct rnd_state *rnd);
u64 x86_machine_random_icr(struct rnd_state *rnd);
u32 x86_machine_accepted(const struct x86_machine *machine, enum ipb_icr_delivery delivery);
bool x86_machine_irr(const struct ipb_x86_vcpu *vcpu, u32 vector);

#endif /* IPIBENCH_KUNIT_X86_MACHINE_H */
