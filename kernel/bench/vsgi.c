// SPDX-License-Identifier: GPL-2.0-only
/*
 * vsgi: a virtual SGI from end to end.
 *
 * A guest wrote ICC_SGI1R_EL1: decode the value, find the target vCPU, choose
 * an ITS, write its GITS_SGIR, and the target's CPU is interrupted for real.
 * VM and ITSs are models; what lies between the write and the interrupt in
 * hardware is the kernel's own cross call here. A far ITS is a page on a far
 * node, which the sender's cache may hide: the choice shows in the shot's
 * trace event and in what it costs to make, not in the wires it would spare.
 */
#include <linux/prandom.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "bench/benches.h"
#include "bench/flight.h"
#include "bench/gic.h"
#include "bench/mpidr_model.h"
#include "bench/notes.h"
#include "core/mpidr_sgi.h"

enum { NR_TARGETS = 256 };		/* a power of two */

enum vsgi_param { NR_VCPUS, LAYOUT, TARGET, VCPU_BYTES, NR_ITS, VPE_TABLE };

enum vsgi_target { FIRST, LAST, RANDOM };

static const char *const vsgi_targets[] = {
	[FIRST] = "first",
	[LAST] = "last",
	[RANDOM] = "random",
	NULL,
};

static const struct ipb_param vsgi_params[] = {
	[NR_VCPUS] = IPB_MPIDR_NR_VCPUS_PARAM(64),
	[LAYOUT] = IPB_MPIDR_LAYOUT_PARAM,
	[TARGET] = {
		.name = "target_vcpu",
		.choices = vsgi_targets,
		.max = RANDOM,
		.initial = LAST,
	},
	[VCPU_BYTES] = IPB_MPIDR_VCPU_BYTES_PARAM,
	[NR_ITS] = {
		.name = "nr_its",
		.min = 1,
		.max = IPB_GIC_MAX_ITS,
		.initial = 2,
	},
	[VPE_TABLE] = {
		.name = "vpe_table",
		.choices = ipb_gic_tables_names,
		.max = IPB_GIC_OWN_TABLES,
	},
};

/**
 * struct vsgi_bench - state of a session
 * @vm: the vCPUs and their tables
 * @gic: the ITSs
 * @reg: values the guest writes to ICC_SGI1R_EL1, in turn
 */
struct vsgi_bench {
	struct ipb_mpidr_model *vm;
	struct ipb_gic *gic;
	u64 reg[NR_TARGETS];
};

typedef const struct ipb_its *(*vsgi_pick_fn)(struct ipb_gic *gic, unsigned int cpu);

static __always_inline const struct ipb_its *pick_first(struct ipb_gic *gic, unsigned int cpu)
{
	return ipb_its_select_kept(&gic->system.list, &gic->kept);
}

static __always_inline const struct ipb_its *pick_local(struct ipb_gic *gic, unsigned int cpu)
{
	return ipb_its_select_local(&gic->system.cpus[cpu], &gic->system.list);
}

static __always_inline const struct ipb_its *pick_nearest(struct ipb_gic *gic, unsigned int cpu)
{
	return ipb_its_select_nearest(&gic->system.cpus[cpu]);
}

static void vsgi_land(void *info)
{
	u64 entry = ipb_stamp();

	ipb_flight_land(info, entry);
}

/* From the guest's write to the choice made; the vCPU's number is its vPE's. */
static __always_inline u64 vsgi_send(struct vsgi_bench *bench, u64 reg, unsigned int cpu,
				     ipb_mpidr_lookup lookup, vsgi_pick_fn pick)
{
	struct ipb_sgi sgi = ipb_sgi_decode(reg);
	struct ipb_vcpu *vcpu = lookup(&bench->vm->index, sgi.cluster | __ffs(sgi.targets));
	const struct ipb_its *its = pick(bench->gic, cpu);

	if (unlikely(!vcpu || !its))
		return U64_MAX;
	ipb_gic_send(its, vcpu->index, sgi.intid);
	return (u64)ipb_gic_its_id(its) << 32 | vcpu->index;
}

static __always_inline void vsgi_shoot(struct ipb_aim *aim, struct ipb_shot *shot,
				       ipb_mpidr_lookup lookup, vsgi_pick_fn pick)
{
	struct vsgi_bench *bench = aim->session->state;
	struct ipb_flight *flight = aim->state;
	u64 reg = bench->reg[flight->want % NR_TARGETS];

	ipb_flight_launch(flight);
	shot->start = ipb_stamp();
	shot->choice = vsgi_send(bench, reg, aim->from, lookup, pick);
	ipb_flight_send(aim, flight, shot);
	/* Nothing was sent to anybody's vCPU: the interrupt proves nothing. */
	if (unlikely(shot->choice == U64_MAX && shot->outcome == IPB_SHOT_HIT))
		shot->outcome = IPB_SHOT_LOST;
}

static void vsgi_scan_first(struct ipb_aim *aim, struct ipb_shot *shot)
{
	vsgi_shoot(aim, shot, ipb_mpidr_scan, pick_first);
}

static void vsgi_hash_first(struct ipb_aim *aim, struct ipb_shot *shot)
{
	vsgi_shoot(aim, shot, ipb_mpidr_hashed, pick_first);
}

static void vsgi_scan_local(struct ipb_aim *aim, struct ipb_shot *shot)
{
	vsgi_shoot(aim, shot, ipb_mpidr_scan, pick_local);
}

static void vsgi_hash_local(struct ipb_aim *aim, struct ipb_shot *shot)
{
	vsgi_shoot(aim, shot, ipb_mpidr_hashed, pick_local);
}

static void vsgi_direct_nearest(struct ipb_aim *aim, struct ipb_shot *shot)
{
	vsgi_shoot(aim, shot, ipb_mpidr_direct, pick_nearest);
}

/* What a guest writes to send SGI @intid to the CPU with this MPIDR. */
static u64 vsgi_reg(u64 mpidr, unsigned int intid)
{
	u64 reg = BIT_ULL(mpidr & 0xf) | (u64)intid << 24;

	reg |= (mpidr >> 8 & 0xff) << 16;
	reg |= (mpidr >> 16 & 0xff) << 32;
	reg |= (mpidr >> 32 & 0xff) << 48;
	return reg;
}

static void draw_regs(struct vsgi_bench *bench, const struct ipb_session *session)
{
	u32 nr = session->param[NR_VCPUS];
	struct rnd_state random;
	unsigned int i;

	prandom_seed_state(&random, session->seed);
	for (i = 0; i < NR_TARGETS; i++) {
		u32 near = ipb_mpidr_near(nr, i);
		const u32 vcpu[] = {
			[FIRST] = near,
			[LAST] = nr - 1 - near,
			[RANDOM] = prandom_u32_state(&random) % nr,
		};
		u64 mpidr = ipb_mpidr_layout_mpidr(session->param[LAYOUT],
						   vcpu[session->param[TARGET]]);

		bench->reg[i] = vsgi_reg(mpidr, i % 16);
	}
}

static void vsgi_close(struct ipb_session *session)
{
	struct vsgi_bench *bench = session->state;

	ipb_mpidr_model_free(bench->vm);
	if (bench->gic)
		ipb_gic_free(bench->gic);
	kfree(bench);
	session->state = NULL;
}

static int vsgi_open(struct ipb_session *session)
{
	const struct ipb_mpidr_config vm = {
		.nr_vcpus = session->param[NR_VCPUS],
		.layout = session->param[LAYOUT],
		.vcpu_bytes = session->param[VCPU_BYTES],
		.seed = session->seed,
	};
	const struct ipb_gic_config gic = {
		.nr_v4_1 = session->param[NR_ITS],
		.tables = session->param[VPE_TABLE],
		.nr_cpus = session->cpus,
	};
	struct vsgi_bench *bench = kzalloc(sizeof(*bench), GFP_KERNEL);

	if (!bench)
		return -ENOMEM;
	session->state = bench;
	bench->vm = ipb_mpidr_model_alloc(&vm);
	bench->gic = ipb_gic_alloc(&gic);
	if (!bench->vm || !bench->gic) {
		vsgi_close(session);
		return -ENOMEM;
	}
	draw_regs(bench, session);
	return 0;
}

static int vsgi_aim(struct ipb_aim *aim)
{
	return ipb_flight_aim(aim, vsgi_land);
}

static int vsgi_rearm(struct ipb_aim *aim)
{
	return ipb_flight_rearm(aim, vsgi_land);
}

static const char *vsgi_supported(void)
{
	return num_possible_cpus() > 1 ? NULL : "this machine has one CPU only";
}

#define VSGI_VARIANT(_name)							\
	{									\
		.name = #_name,							\
		.legs = BIT(IPB_LEG_SEND) | BIT(IPB_LEG_DELIVER) |		\
			BIT(IPB_LEG_RTT),					\
		.shoot = vsgi_##_name,						\
	}

static const struct ipb_variant vsgi_variants[] = {
	VSGI_VARIANT(scan_first),
	VSGI_VARIANT(hash_first),
	VSGI_VARIANT(scan_local),
	VSGI_VARIANT(hash_local),
	VSGI_VARIANT(direct_nearest),
};

static const struct ipb_backend vsgi_model = {
	.name = "model",
	.variants = vsgi_variants,
	.nr_variants = ARRAY_SIZE(vsgi_variants),
	.supported = vsgi_supported,
	.open = vsgi_open,
	.close = vsgi_close,
	.aim = vsgi_aim,
	.rearm = vsgi_rearm,
	.lower = ipb_flight_lower,
};

static const struct ipb_backend *const vsgi_backends[] = { &vsgi_model };

const struct ipb_bench ipb_bench_vsgi = {
	.name = "vsgi",
	.baseline = "scan_first",
	.params = vsgi_params,
	.nr_params = ARRAY_SIZE(vsgi_params),
	.backends = vsgi_backends,
	.nr_backends = ARRAY_SIZE(vsgi_backends),
};
