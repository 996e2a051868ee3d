/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A fake host for the run loop: it counts, it checks that every hook is called
 * where it may be, and it lets things happen in the middle of a delivery.
 */
#ifndef IPIBENCH_KUNIT_X86_FAKE_H
#define IPIBENCH_KUNIT_X86_FAKE_H

#include "x86_machine.h"

enum {
	X86_HAPPEN_REQUEST	= BIT(0),
	X86_HAPPEN_RESCHED	= BIT(1),
	X86_HAPPEN_KICK		= BIT(2),
};

extern const char *const x86_way_names[IPB_NR_X86_WAYS];

void x86_fake_start(struct x86_machine *machine, enum ipb_x86_way way, const u64 *program, u32 nr);
enum ipb_x86_leave x86_fake_run(struct x86_machine *machine);
bool x86_fake_deliver_irqs_off(struct x86_machine *machine, enum ipb_x86_way way);
void x86_fake_expect_balance(struct kunit *test, const struct x86_machine *machine);

#endif /* IPIBENCH_KUNIT_X86_FAKE_H */
