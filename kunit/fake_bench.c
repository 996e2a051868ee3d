// SPDX-License-Identifier: GPL-2.0-only
/*
 * A bench that fires nothing and writes whatever stamps the test wants.
 */
#include <linux/delay.h>
#include <linux/errno.h>

#include "fake.h"

static void bench_log(struct fake *fake, const struct ipb_aim *aim, unsigned int variant,
		      const struct ipb_shot *shot)
{
	if (fake->logged >= fake->log_size)
		return;
	fake->log[fake->logged++] = (struct fake_shot){
		.variant = variant,
		.from = aim->from,
		.to = aim->to,
		.ops = aim->nr_ops,
		.ticks = shot->done - shot->start,
	};
}

/* Nobody's turn ends by itself for long on one CPU. */
static void bench_await(struct ipb_aim *aim, struct ipb_shot *shot)
{
	struct fake *fake = aim->session->state;

	spin_lock(&fake->lock);
	fake->awaits++;
	spin_unlock(&fake->lock);
	usleep_range(1, 2);
}

static void bench_fire(const struct ipb_aim *aim, struct ipb_shot *shot, unsigned int variant)
{
	struct fake *fake = aim->session->state;
	u64 n = fake->fired[variant]++;
	u64 ticks = FAKE_LATENCY_PS;

	if (fake->latency)
		ticks = fake->latency(fake, aim, variant, n);
	if (aim->local)
		ticks *= aim->nr_ops;
	shot->start = fake->clock;
	shot->sent = shot->start + ticks / 4;
	shot->entry = shot->start + ticks / 2;
	shot->done = shot->start + ticks;
	shot->inject = ticks / 8;
	shot->outcome = IPB_SHOT_HIT;
	fake->clock = shot->done + FAKE_READ_PS;
	if (fake->twist)
		fake->twist(fake, aim, variant, n, shot);
	fake->occupied_when_fired += fake->occupied - fake->released;
	bench_log(fake, aim, variant, shot);
}

static void bench_shoot(const struct ipb_aim *aim, struct ipb_shot *shot, unsigned int variant)
{
	struct fake *fake = aim->session->state;

	spin_lock(&fake->lock);
	bench_fire(aim, shot, variant);
	spin_unlock(&fake->lock);
}

static void shoot_base(struct ipb_aim *aim, struct ipb_shot *shot)
{
	bench_shoot(aim, shot, 0);
}

static void shoot_twin(struct ipb_aim *aim, struct ipb_shot *shot)
{
	bench_shoot(aim, shot, 1);
}

static void shoot_other(struct ipb_aim *aim, struct ipb_shot *shot)
{
	bench_shoot(aim, shot, 2);
}

static const char *bench_supported(void)
{
	return fake_current()->unsupported;
}

static int bench_open(struct ipb_session *session)
{
	struct fake *fake = fake_current();

	fake->opens++;
	session->state = fake;
	return fake->open_error;
}

static void bench_close(struct ipb_session *session)
{
	fake_current()->closes++;
}

static int bench_aim(struct ipb_aim *aim)
{
	struct fake *fake = aim->session->state;

	if (fake->aim_ms)
		msleep(fake->aim_ms);
	while (READ_ONCE(fake->hold) && !ipb_engine_stopping(&fake->engine))
		msleep(20);
	fake->aims++;
	return fake->aim_error;
}

static int bench_rearm(struct ipb_aim *aim)
{
	struct fake *fake = aim->session->state;

	spin_lock(&fake->lock);
	fake->rearms++;
	spin_unlock(&fake->lock);
	return fake->rearm_error;
}

static void bench_lower(struct ipb_aim *aim)
{
	struct fake *fake = aim->session->state;

	fake->lowers++;
}

static unsigned int own_targets(const struct ipb_session *session)
{
	return FAKE_TARGETS;
}

/* The first target sits where CPU 0 does, the others across. */
static bool own_place(const struct ipb_session *session, unsigned int target,
		      struct ipb_place *place)
{
	*place = (struct ipb_place){ .package = target != 0, .core = -1, .llc = IPB_LLC_UNKNOWN };
	return !fake_current()->placeless;
}

#define PULSE	(BIT(IPB_LEG_SEND) | BIT(IPB_LEG_DELIVER) | BIT(IPB_LEG_RTT))

static const struct ipb_variant real_variants[FAKE_VARIANTS] = {
	{ .name = "base", .legs = PULSE, .shoot = shoot_base },
	{ .name = "twin", .legs = PULSE, .shoot = shoot_twin },
	{ .name = "other", .legs = PULSE | BIT(IPB_LEG_INJECT), .shoot = shoot_other },
};

static const struct ipb_variant together_variants[FAKE_VARIANTS] = {
	{ .name = "base", .legs = BIT(IPB_LEG_RTT), .shoot = shoot_base },
	{ .name = "twin", .legs = BIT(IPB_LEG_RTT), .shoot = shoot_twin },
	{ .name = "other", .legs = BIT(IPB_LEG_RTT), .shoot = shoot_other },
};

static const struct ipb_variant model_variants[] = {
	{ .name = "base", .local_legs = BIT(IPB_LEG_OP), .shoot = shoot_base },
	{ .name = "twin", .local_legs = BIT(IPB_LEG_OP), .shoot = shoot_twin },
};

#define BENCH_OPS								\
	.supported = bench_supported, .open = bench_open, .close = bench_close,	\
	.aim = bench_aim, .rearm = bench_rearm, .lower = bench_lower

static const struct ipb_backend real_backend = {
	.name = "real",
	.variants = real_variants,
	.nr_variants = ARRAY_SIZE(real_variants),
	BENCH_OPS,
};

static const struct ipb_backend model_backend = {
	.name = "model",
	.variants = model_variants,
	.nr_variants = ARRAY_SIZE(model_variants),
	BENCH_OPS,
};

static const struct ipb_backend own_backend = {
	.name = "real",
	.variants = model_variants,
	.nr_variants = ARRAY_SIZE(model_variants),
	BENCH_OPS,
	.nr_targets = own_targets,
	.place_target = own_place,
};

static const struct ipb_backend together_backend = {
	.name = "real",
	.variants = together_variants,
	.nr_variants = ARRAY_SIZE(together_variants),
	BENCH_OPS,
	.await = bench_await,
};

static const struct ipb_backend *const backends[] = { &real_backend, &model_backend };
static const struct ipb_backend *const own_backends[] = { &own_backend };

static const struct ipb_backend *const together_backends[] = { &together_backend };

static const char *const patterns[] = { "ring", "pairs", NULL };

static const struct ipb_param params[] = {
	{ .name = "pattern", .choices = patterns, .initial = 1 },
	{ .name = "size", .min = 1, .max = 4096, .initial = 16 },
};

static const char *const together_patterns[] = {
	"all", "ring", "all-to-one", "broadcast", "pairs", NULL
};

static const struct ipb_param together_params[] = {
	[IPB_TOGETHER_PATTERN] = { .name = "pattern", .choices = together_patterns },
	[IPB_TOGETHER_DUTY_PCT] = { .name = "duty_pct", .min = 1, .max = 100, .initial = 100 },
	[IPB_TOGETHER_BURST_MS] = { .name = "burst_ms", .min = 1, .max = 1000, .initial = 1 },
};

const struct ipb_bench fake_bench = {
	.name = "fake",
	.baseline = "base",
	.params = params,
	.nr_params = ARRAY_SIZE(params),
	.backends = backends,
	.nr_backends = ARRAY_SIZE(backends),
};

const struct ipb_bench fake_bench_own = {
	.name = "own",
	.baseline = "base",
	.backends = own_backends,
	.nr_backends = ARRAY_SIZE(own_backends),
};

const struct ipb_bench fake_bench_together = {
	.name = "together",
	.baseline = "base",
	.params = together_params,
	.nr_params = ARRAY_SIZE(together_params),
	.backends = together_backends,
	.nr_backends = ARRAY_SIZE(together_backends),
	.together = true,
};
