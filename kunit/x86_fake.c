// SPDX-License-Identifier: GPL-2.0-only
/*
 * A fake host for the run loop.
 */
#include "x86_fake.h"

const char *const x86_way_names[IPB_NR_X86_WAYS] = { "exit", "fastpath", "ultra", "reenter" };

static struct x86_fake *fake_of(struct ipb_x86_vcpu *vcpu)
{
	return &container_of(vcpu->vm, struct x86_machine, vm)->fake;
}

static void happen(struct ipb_x86_vcpu *vcpu, struct x86_fake *fake)
{
	if (fake->happen & X86_HAPPEN_REQUEST)
		ipb_x86_vcpu_request(vcpu, IPB_X86_REQ_WORK);
	if (fake->happen & X86_HAPPEN_KICK)
		ipb_x86_vcpu_kick(vcpu);
	if (fake->happen & X86_HAPPEN_RESCHED)
		fake->resched = true;
}

static void fake_irqs_off(struct ipb_x86_vcpu *vcpu)
{
	struct x86_fake *fake = fake_of(vcpu);

	fake->broken += !fake->irqs || fake->preempt;
	fake->irqs = false;
}

static void fake_irqs_on(struct ipb_x86_vcpu *vcpu)
{
	struct x86_fake *fake = fake_of(vcpu);

	fake->broken += fake->irqs || fake->preempt || vcpu->mode != IPB_X86_OUTSIDE_GUEST;
	fake->irqs = true;
	if (fake->seen)
		return;
	fake->seen = true;
	fake->first_exit = vcpu->exit;
	fake->first_fastpath = vcpu->fastpath;
	fake->first_rip = vcpu->guest.rip;
}

static void fake_preempt_off(struct ipb_x86_vcpu *vcpu)
{
	struct x86_fake *fake = fake_of(vcpu);

	fake->broken += !fake->irqs || !fake->preempt;
	fake->preempt = false;
	fake->entries++;
}

static void fake_preempt_on(struct ipb_x86_vcpu *vcpu)
{
	struct x86_fake *fake = fake_of(vcpu);

	fake->broken += !fake->irqs || fake->preempt;
	fake->preempt = true;
}

/* indexes alternate, so that a stale one is noticed */
static int fake_srcu_lock(struct ipb_x86_vcpu *vcpu)
{
	struct x86_fake *fake = fake_of(vcpu);

	fake->broken += fake->srcu != 0;
	fake->srcu = 1;
	fake->srcu_index ^= 1;
	return fake->srcu_index;
}

static void fake_srcu_unlock(struct ipb_x86_vcpu *vcpu, int index)
{
	struct x86_fake *fake = fake_of(vcpu);

	fake->broken += fake->srcu != 1 || index != fake->srcu_index;
	fake->srcu = 0;
	if (!fake->irqs && fake->at_the_door && !--fake->at_the_door)
		happen(vcpu, fake);
}

static void fake_rcu_lock(struct ipb_x86_vcpu *vcpu)
{
	struct x86_fake *fake = fake_of(vcpu);
	bool inside = fake->way == IPB_X86_WAY_ULTRA || fake->way == IPB_X86_WAY_REENTER;

	fake->rcu++;
	if (fake->irqs) {
		fake->slow++;
		fake->broken += !fake->preempt || !fake->srcu ||
				vcpu->mode != IPB_X86_OUTSIDE_GUEST;
	} else {
		fake->fast++;
		fake->broken += fake->way == IPB_X86_WAY_EXIT || fake->preempt || fake->srcu ||
				vcpu->mode != (inside ? IPB_X86_IN_GUEST : IPB_X86_OUTSIDE_GUEST);
	}
	if (fake->countdown && !--fake->countdown)
		happen(vcpu, fake);
}

static void fake_rcu_unlock(struct ipb_x86_vcpu *vcpu)
{
	fake_of(vcpu)->rcu--;
}

static bool fake_has_work(struct ipb_x86_vcpu *vcpu)
{
	return fake_of(vcpu)->resched;
}

static int fake_do_work(struct ipb_x86_vcpu *vcpu)
{
	struct x86_fake *fake = fake_of(vcpu);

	fake->broken += !fake->irqs || !fake->preempt || fake->srcu;
	fake->resched = false;
	fake->works++;
	return fake->work_result;
}

static const struct ipb_x86_host fake_host = {
	.irqs_off = fake_irqs_off,
	.irqs_on = fake_irqs_on,
	.preempt_off = fake_preempt_off,
	.preempt_on = fake_preempt_on,
	.srcu_lock = fake_srcu_lock,
	.srcu_unlock = fake_srcu_unlock,
	.rcu_lock = fake_rcu_lock,
	.rcu_unlock = fake_rcu_unlock,
	.has_work = fake_has_work,
	.do_work = fake_do_work,
};

/* the sender, vCPU 0, is to run this many instructions; the program has a power of two */
void x86_fake_start(struct x86_machine *machine, enum ipb_x86_way way, const u64 *program, u32 nr)
{
	struct ipb_x86_guest *guest = &machine->vcpu[0].guest;

	memset(&machine->fake, 0, sizeof(machine->fake));
	machine->fake.way = way;
	machine->fake.irqs = true;
	machine->fake.preempt = true;
	guest->icr = program;
	guest->mask = nr - 1;
	guest->rip = 0;
	guest->stop = (u64)nr * IPB_X86_WRMSR_BYTES;
}

static enum ipb_x86_leave run_exit(struct ipb_x86_vcpu *vcpu)
{
	return ipb_x86_run(vcpu, &fake_host, IPB_X86_WAY_EXIT);
}

static enum ipb_x86_leave run_fastpath(struct ipb_x86_vcpu *vcpu)
{
	return ipb_x86_run(vcpu, &fake_host, IPB_X86_WAY_FASTPATH);
}

static enum ipb_x86_leave run_ultra(struct ipb_x86_vcpu *vcpu)
{
	return ipb_x86_run(vcpu, &fake_host, IPB_X86_WAY_ULTRA);
}

static enum ipb_x86_leave run_reenter(struct ipb_x86_vcpu *vcpu)
{
	return ipb_x86_run(vcpu, &fake_host, IPB_X86_WAY_REENTER);
}

enum ipb_x86_leave x86_fake_run(struct x86_machine *machine)
{
	static enum ipb_x86_leave (*const run[])(struct ipb_x86_vcpu *vcpu) = {
		[IPB_X86_WAY_EXIT] = run_exit,
		[IPB_X86_WAY_FASTPATH] = run_fastpath,
		[IPB_X86_WAY_ULTRA] = run_ultra,
		[IPB_X86_WAY_REENTER] = run_reenter,
	};

	return run[machine->fake.way](&machine->vcpu[0]);
}

/* only the short way, for the last exit of vCPU 0, as if at the place where @way has it */
bool x86_fake_deliver_irqs_off(struct x86_machine *machine, enum ipb_x86_way way)
{
	struct ipb_x86_vcpu *vcpu = &machine->vcpu[0];

	machine->fake.way = way;
	machine->fake.irqs = false;
	machine->fake.preempt = false;
	vcpu->mode = way == IPB_X86_WAY_FASTPATH ? IPB_X86_OUTSIDE_GUEST : IPB_X86_IN_GUEST;
	return ipb_x86_deliver_irqs_off(vcpu, &fake_host, way);
}

/* every hook was called where it may be, and everything taken was given back */
void x86_fake_expect_balance(struct kunit *test, const struct x86_machine *machine)
{
	const struct x86_fake *fake = &machine->fake;

	KUNIT_EXPECT_EQ_MSG(test, fake->broken, 0U, "%s", x86_way_names[fake->way]);
	KUNIT_EXPECT_EQ(test, fake->srcu, 0);
	KUNIT_EXPECT_EQ(test, fake->rcu, 0);
	KUNIT_EXPECT_TRUE(test, fake->irqs);
	KUNIT_EXPECT_TRUE(test, fake->preempt);
	KUNIT_EXPECT_EQ(test, machine->vcpu[0].mode, (u32)IPB_X86_OUTSIDE_GUEST);
}
