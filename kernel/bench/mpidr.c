// SPDX-License-Identifier: GPL-2.0-only
/*
 * mpidr: from an MPIDR to its vCPU, as KVM on arm64 does for every SGI a guest
 * sends.
 *
 * Model only. Targets are drawn before the run and come round in turn. What is
 * looked up next is stored XORed with what the look-up before it has to give:
 * no look-up can start before the last one has its result, at the price of one
 * instruction, and a wrong result spoils all that follow. The batch's last
 * result is compared at its end; a wrong one counts as lost.
 */
#include <linux/prandom.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "bench/benches.h"
#include "bench/mpidr_model.h"
#include "bench/notes.h"
#include "bench/stamp.h"
#include "core/export.h"
#include "core/mpidr_direct.h"
#include "core/mpidr_hash.h"

enum { NR_TARGETS = 1024 };		/* a power of two */

enum mpidr_param { NR_VCPUS, LAYOUT, TARGET, VCPU_BYTES, NR_PARAMS };

enum mpidr_target { FIRST, LAST, RANDOM, ABSENT };

static const char *const mpidr_targets[] = {
	[FIRST] = "first",
	[LAST] = "last",
	[RANDOM] = "random",
	[ABSENT] = "absent",
	NULL,
};

static const struct ipb_param mpidr_params[] = {
	[NR_VCPUS] = IPB_MPIDR_NR_VCPUS_PARAM(512),
	[LAYOUT] = IPB_MPIDR_LAYOUT_PARAM,
	[TARGET] = {
		.name = "target_vcpu",
		.choices = mpidr_targets,
		.max = ABSENT,
		.initial = RANDOM,
	},
	[VCPU_BYTES] = IPB_MPIDR_VCPU_BYTES_PARAM,
};

/**
 * struct mpidr_way - one variant's targets
 * @ask: MPIDR XOR the result before
 * @give: the result
 * @at: next target; batches go on where the last one ended
 */
struct mpidr_way {
	u64 ask[NR_TARGETS];
	struct ipb_vcpu *give[NR_TARGETS];
	u32 at;
};

enum mpidr_variant { SCAN, HASH, DIRECT, NR_WAYS };

/**
 * struct mpidr_bench - state of a session
 * @model: the VM
 * @way: per variant, because of duplicates they may find different ones
 */
struct mpidr_bench {
	struct ipb_mpidr_model *model;
	struct mpidr_way way[NR_WAYS];
};

static __always_inline void mpidr_batch(struct ipb_aim *aim, struct ipb_shot *shot,
					enum mpidr_variant variant, ipb_mpidr_lookup lookup)
{
	struct mpidr_bench *bench = aim->session->state;
	struct ipb_mpidr_index *index = &bench->model->index;
	struct mpidr_way *way = &bench->way[variant];
	u32 at = way->at, end = at + aim->nr_ops;
	struct ipb_vcpu *vcpu = way->give[(at - 1) % NR_TARGETS];

	shot->start = ipb_stamp();
	for (; at != end; at++)
		vcpu = lookup(index, way->ask[at % NR_TARGETS] ^ (unsigned long)vcpu);
	/* The stamp orders loads, and this is what the last one gave. */
	OPTIMIZER_HIDE_VAR(vcpu);
	shot->done = ipb_stamp();

	way->at = end;
	shot->outcome = vcpu == way->give[(end - 1) % NR_TARGETS] ? IPB_SHOT_HIT : IPB_SHOT_LOST;
	shot->choice = vcpu ? vcpu->index : U64_MAX;
}

static void mpidr_scan(struct ipb_aim *aim, struct ipb_shot *shot)
{
	mpidr_batch(aim, shot, SCAN, ipb_mpidr_scan);
}

static void mpidr_hash(struct ipb_aim *aim, struct ipb_shot *shot)
{
	mpidr_batch(aim, shot, HASH, ipb_mpidr_hashed);
}

static void mpidr_direct(struct ipb_aim *aim, struct ipb_shot *shot)
{
	mpidr_batch(aim, shot, DIRECT, ipb_mpidr_direct);
}

static const ipb_mpidr_lookup mpidr_lookups[NR_WAYS] = {
	[SCAN] = ipb_mpidr_scan,
	[HASH] = ipb_mpidr_hashed,
	[DIRECT] = ipb_mpidr_direct,
};

/*
 * Absent are the next ones in the same numbering; as twins share an MPIDR, an
 * odd last vCPU's twin is left out.
 */
static u64 draw_target(const struct ipb_session *session, u32 i, struct rnd_state *random)
{
	u32 nr = session->param[NR_VCPUS], any = prandom_u32_state(random);
	u32 near = ipb_mpidr_near(nr, i);
	const u32 vcpu[] = {
		[FIRST] = near,
		[LAST] = nr - 1 - near,
		[RANDOM] = any % nr,
		[ABSENT] = round_up(nr, 2) + any % IPB_MPIDR_VCPUS_MAX,
	};

	return ipb_mpidr_layout_mpidr(session->param[LAYOUT], vcpu[session->param[TARGET]]);
}

static void way_prepare(struct mpidr_way *way, struct ipb_mpidr_index *index,
			ipb_mpidr_lookup lookup)
{
	unsigned int i;

	for (i = 0; i < NR_TARGETS; i++) {
		rcu_read_lock();
		way->give[i] = lookup(index, way->ask[i]);
		rcu_read_unlock();
		cond_resched();
	}
	for (i = 0; i < NR_TARGETS; i++)
		way->ask[i] ^= (unsigned long)way->give[(i - 1) % NR_TARGETS];
}

static int mpidr_open(struct ipb_session *session)
{
	const struct ipb_mpidr_config config = {
		.nr_vcpus = session->param[NR_VCPUS],
		.layout = session->param[LAYOUT],
		.vcpu_bytes = session->param[VCPU_BYTES],
		.seed = session->seed,
	};
	struct mpidr_bench *bench = kvzalloc(sizeof(*bench), GFP_KERNEL);
	struct rnd_state random;
	unsigned int i, w;

	if (!bench)
		return -ENOMEM;
	bench->model = ipb_mpidr_model_alloc(&config);
	if (!bench->model) {
		kvfree(bench);
		return -ENOMEM;
	}

	prandom_seed_state(&random, session->seed);
	for (i = 0; i < NR_TARGETS; i++) {
		u64 mpidr = draw_target(session, i, &random);

		for (w = 0; w < NR_WAYS; w++)
			bench->way[w].ask[i] = mpidr;
	}
	for (w = 0; w < NR_WAYS; w++)
		way_prepare(&bench->way[w], &bench->model->index, mpidr_lookups[w]);

	session->state = bench;
	return 0;
}

static void mpidr_close(struct ipb_session *session)
{
	struct mpidr_bench *bench = session->state;

	ipb_mpidr_model_free(bench->model);
	kvfree(bench);
	session->state = NULL;
}

/* What the tables are, because the results only make sense with that. */
static void mpidr_describe(const struct ipb_session *session, struct ipb_notes *notes)
{
	const struct mpidr_bench *bench = session->state;
	struct ipb_mpidr_index *index = &bench->model->index;
	const struct ipb_mpidr_direct *direct;
	const struct ipb_mpidr_hash *hash;

	rcu_read_lock();
	hash = rcu_dereference(index->hash);
	direct = rcu_dereference(index->direct);
	if (hash)
		ipb_notes_add(notes, "hash_table", "%llu bytes", ipb_mpidr_hash_bytes(hash->mask));
	else
		ipb_notes_add(notes, "hash_table", "none: walks");
	ipb_notes_add(notes, "direct_table", "%zu bytes%s", ipb_mpidr_direct_bytes(direct),
		      direct->flat ? ", flat" : "");
	rcu_read_unlock();
}

static const struct ipb_variant mpidr_variants[] = {
	{
		.name = "scan",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = mpidr_scan,
	}, {
		.name = "hash",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = mpidr_hash,
	}, {
		.name = "direct",
		.local_legs = BIT(IPB_LEG_OP),
		.shoot = mpidr_direct,
	},
};

static const struct ipb_backend mpidr_model = {
	.name = "model",
	.variants = mpidr_variants,
	.nr_variants = ARRAY_SIZE(mpidr_variants),
	.open = mpidr_open,
	.close = mpidr_close,
	.describe = mpidr_describe,
};

static const struct ipb_backend *const mpidr_backends[] = { &mpidr_model };

const struct ipb_bench ipb_bench_mpidr = {
	.name = "mpidr",
	.baseline = "scan",
	.params = mpidr_params,
	.nr_params = ARRAY_SIZE(mpidr_params),
	.backends = mpidr_backends,
	.nr_backends = ARRAY_SIZE(mpidr_backends),
};

IPB_EXPORT_FOR_KUNIT(ipb_bench_mpidr);
