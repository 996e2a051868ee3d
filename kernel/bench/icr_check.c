// SPDX-License-Identifier: GPL-2.0-only
/*
 * icr_check: may this interrupt command take the short way? One field after
 * the other, or one mask.
 *
 * The smallest piece of the icr bench on its own: every exit that writes the
 * register pays for the question, whatever the answer. A compiler that sees
 * all the separate tests at once may merge them into the very same mask (GCC
 * does); what is measured is what it made of them.
 */
#include <linux/minmax.h>
#include <linux/slab.h>

#include "bench/benches.h"
#include "bench/stamp.h"
#include "core/export.h"
#include "core/schedule.h"
#include "core/x86_icr.h"

enum { CHECK_COMMANDS = 4096 };		/* a power of two */

enum check_param { CHECK_FAST_PCT, CHECK_NR_PARAMS };

static const struct ipb_param check_params[] = {
	[CHECK_FAST_PCT] = {
		.name = "fast_pct",
		.max = 100,
		.initial = 90,
	},
};

static_assert(ARRAY_SIZE(check_params) == CHECK_NR_PARAMS);

/**
 * struct check_table - commands to ask about
 * @answer: sum of all answers so far; keeps them from being optimised away
 * @command: the commands
 */
struct check_table {
	u64 answer;
	u64 command[CHECK_COMMANDS];
};

/* The answer is branched on, as a run loop does, and decides which command comes next. */
static __always_inline void check_shoot(struct ipb_aim *aim, struct ipb_shot *shot,
					bool (*is_single)(u64 icr))
{
	struct check_table *table = aim->state;
	u32 at = 0, left;
	u64 answer = 0;

	shot->start = ipb_stamp();
	for (left = aim->nr_ops; left; left--) {
		if (is_single(table->command[at++ & (CHECK_COMMANDS - 1)])) {
			answer++;
			at++;
			/* not to be turned into arithmetic */
			OPTIMIZER_HIDE_VAR(at);
		}
	}
	table->answer += answer;
	shot->done = ipb_stamp();
	shot->outcome = IPB_SHOT_HIT;
}

static void check_fields(struct ipb_aim *aim, struct ipb_shot *shot)
{
	check_shoot(aim, shot, ipb_icr_is_single_by_fields);
}

static void check_mask(struct ipb_aim *aim, struct ipb_shot *shot)
{
	check_shoot(aim, shot, ipb_icr_is_single);
}

/* of the others, each is refused for one reason, all reasons alike */
static u64 check_command(struct ipb_random *random, u32 fast_pct)
{
	static const u64 reasons[] = {
		0x0000000000000400, 0x0000000000000800, 0x0000000000040000,
		0x0000000000080000, 0xffffffff00000000, 0x0000000000002000,
	};
	u64 command = 0x4000 | ipb_random_below(random, 256);

	command |= (u64)ipb_random_below(random, 64) << 32;
	if (ipb_random_below(random, 100) < fast_pct)
		return command;
	return command | reasons[ipb_random_below(random, ARRAY_SIZE(reasons))];
}

static int check_aim(struct ipb_aim *aim)
{
	struct check_table *table = kmalloc(sizeof(*table), GFP_KERNEL);
	struct ipb_random random;
	u32 i;

	if (!table)
		return -ENOMEM;
	ipb_random_seed(&random, aim->session->seed);
	table->answer = 0;
	for (i = 0; i < CHECK_COMMANDS; i++)
		table->command[i] = check_command(&random, aim->session->param[CHECK_FAST_PCT]);
	aim->state = table;
	return 0;
}

static void check_lower(struct ipb_aim *aim)
{
	kfree(aim->state);
	aim->state = NULL;
}

static const struct ipb_variant check_variants[] = {
	{ .name = "fields", .local_legs = BIT(IPB_LEG_OP), .shoot = check_fields },
	{ .name = "mask", .local_legs = BIT(IPB_LEG_OP), .shoot = check_mask },
};

static const struct ipb_backend check_model = {
	.name = "model",
	.variants = check_variants,
	.nr_variants = ARRAY_SIZE(check_variants),
	.aim = check_aim,
	.lower = check_lower,
};

static const struct ipb_backend *const check_backends[] = { &check_model };

const struct ipb_bench ipb_bench_icr_check = {
	.name = "icr_check",
	.baseline = "fields",
	.params = check_params,
	.nr_params = ARRAY_SIZE(check_params),
	.backends = check_backends,
	.nr_backends = ARRAY_SIZE(check_backends),
};

IPB_EXPORT_FOR_KUNIT(ipb_bench_icr_check);
