// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parameters of a run: their ranges, and how text becomes a value. Every
 * parser either changes what it was given or answers -EINVAL, nothing else.
 */
#include <linux/bitmap.h>
#include <linux/build_bug.h>
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/time64.h>

#include "core/export.h"
#include "engine/host.h"
#include "engine/spec.h"

static const char *const target_states[] = {
	[IPB_TARGET_BUSY] = "busy",
	[IPB_TARGET_IDLE] = "idle",
	[IPB_NR_TARGET_STATES] = NULL,
};

#define KNOB(_name, _min, _max, _initial)					\
	{ .name = #_name, .offset = offsetof(struct ipb_spec, _name),		\
	  .min = _min, .max = _max, .initial = _initial }

const struct ipb_knob ipb_knobs[] = {
	KNOB(samples, 1, 1 << 20, 2048),
	KNOB(block, 1, 1024, 32),
	KNOB(warmup, 0, 1 << 16, 64),
	KNOB(pairs_max, 1, 4096, 64),
	KNOB(seed, 0, U64_MAX, 1),
	KNOB(timeout_ms, 1, 24 * 3600 * MSEC_PER_SEC, 60 * MSEC_PER_SEC),
	KNOB(shot_timeout_ms, 1, 1000, 100),
	KNOB(gap_us, 0, 100000, 1000),
	{ .name = "same_margin_pct", .offset = offsetof(struct ipb_spec, same_margin_mpct),
	  .min = 0, .max = 100000, .initial = 1000, .decimals = 3 },
	{ .name = "target_state", .offset = offsetof(struct ipb_spec, target_state),
	  .choices = target_states, .initial = IPB_TARGET_BUSY },
};

static_assert(ARRAY_SIZE(ipb_knobs) == IPB_NR_KNOBS);

/* The preferred backend that works here; the first where none does. */
static unsigned int default_backend(const struct ipb_bench *bench)
{
	unsigned int i;

	for (i = 0; i < bench->nr_backends; i++)
		if (!bench->backends[i]->supported || !bench->backends[i]->supported())
			return i;
	return 0;
}

static int variant_index(const struct ipb_backend *backend, const char *name)
{
	unsigned int i;

	for (i = 0; i < backend->nr_variants; i++)
		if (sysfs_streq(name, backend->variants[i].name))
			return i;
	return -EINVAL;
}

static void use_backend(struct ipb_spec *spec, const struct ipb_bench *bench, unsigned int index)
{
	const struct ipb_backend *backend = bench->backends[index];

	spec->backend = index;
	spec->variants = GENMASK(backend->nr_variants - 1, 0);
	spec->baseline = max(variant_index(backend, bench->baseline), 0);
}

/**
 * ipb_spec_reset() - every parameter back to its initial value
 * @spec: the spec
 * @bench: whose
 */
void ipb_spec_reset(struct ipb_spec *spec, const struct ipb_bench *bench)
{
	unsigned int i;

	for (i = 0; i < IPB_NR_KNOBS; i++)
		*ipb_spec_value(spec, &ipb_knobs[i]) = ipb_knobs[i].initial;
	for (i = 0; i < bench->nr_params; i++)
		spec->param[i] = bench->params[i].initial;
	bitmap_zero(spec->senders, spec->cpus);
	bitmap_zero(spec->targets, spec->cpus);
	use_backend(spec, bench, default_backend(bench));
}

/**
 * ipb_spec_init() - a spec with initial values
 * @spec: filled in
 * @bench: whose
 * @cpus: CPU numbers lie below this
 *
 * May sleep.
 *
 * Return: 0 or -ENOMEM.
 */
int ipb_spec_init(struct ipb_spec *spec, const struct ipb_bench *bench, unsigned int cpus)
{
	spec->cpus = cpus;
	spec->senders = bitmap_zalloc(cpus, GFP_KERNEL);
	spec->targets = bitmap_zalloc(cpus, GFP_KERNEL);
	if (!spec->senders || !spec->targets) {
		ipb_spec_destroy(spec);
		return -ENOMEM;
	}
	ipb_spec_reset(spec, bench);
	return 0;
}

/**
 * ipb_spec_destroy() - undo ipb_spec_init(), also one that failed
 * @spec: the spec
 */
void ipb_spec_destroy(struct ipb_spec *spec)
{
	bitmap_free(spec->senders);
	bitmap_free(spec->targets);
	spec->senders = NULL;
	spec->targets = NULL;
}

/* Digits after the point; fewer than @decimals are padded, more are refused. */
static int parse_fraction(const char *text, unsigned int decimals, u64 *value)
{
	for (; *text && *text != '\n'; text++) {
		if (!isdigit(*text) || !decimals--)
			return -EINVAL;
		*value = *value * 10 + (*text - '0');
	}
	if (*text && text[1])
		return -EINVAL;
	while (decimals--)
		*value *= 10;
	return 0;
}

/**
 * ipb_spec_parse_number() - a decimal number in a range
 * @text: digits, with at most @decimals more after a point; a newline may end it
 * @min: smallest value, in units of the last decimal
 * @max: largest value, likewise
 * @decimals: places after the point
 * @value: result, in units of the last decimal
 *
 * Return: 0, or -EINVAL with *@value as it was.
 */
int ipb_spec_parse_number(const char *text, u64 min, u64 max, unsigned int decimals, u64 *value)
{
	size_t whole = strcspn(text, ".\n");
	char digits[24];
	u64 number;

	if (!whole || whole >= sizeof(digits) || !isdigit(*text))
		return -EINVAL;
	strscpy(digits, text, whole + 1);
	if (kstrtou64(digits, 10, &number))
		return -EINVAL;
	if (decimals && number > div_u64(U64_MAX, 1000000))
		return -EINVAL;
	if (text[whole] == '.' && (!decimals || !isdigit(text[whole + 1])))
		return -EINVAL;
	if (text[whole] == '\n' && text[whole + 1])
		return -EINVAL;
	if (parse_fraction(text + whole + (text[whole] == '.'), decimals, &number))
		return -EINVAL;
	if (number < min || number > max)
		return -EINVAL;
	*value = number;
	return 0;
}

/**
 * ipb_spec_parse_choice() - one of some words
 * @text: the word; a newline may end it
 * @choices: NULL-terminated
 * @value: index of the word
 *
 * Return: 0, or -EINVAL with *@value as it was.
 */
int ipb_spec_parse_choice(const char *text, const char *const *choices, u64 *value)
{
	unsigned int i;

	for (i = 0; choices[i]; i++) {
		if (sysfs_streq(text, choices[i])) {
			*value = i;
			return 0;
		}
	}
	return -EINVAL;
}

/**
 * ipb_spec_parse_cpus() - a list of CPUs
 * @text: "0-3,8", or "default"
 * @host: knows which CPUs are possible
 * @nr: bits in @cpus
 * @cpus: result; empty for "default"
 *
 * May sleep.
 *
 * Return: 0; -EINVAL for bad syntax, an empty list or a CPU that
 * can never exist, -ENOMEM; then @cpus is as it was.
 */
int ipb_spec_parse_cpus(const char *text, const struct ipb_host *host, unsigned int nr,
			unsigned long *cpus)
{
	unsigned long *parsed = bitmap_zalloc(nr, GFP_KERNEL);
	unsigned int cpu;
	int ret = -EINVAL;

	if (!parsed)
		return -ENOMEM;
	if (!sysfs_streq(text, "default")) {
		if (bitmap_parselist(text, parsed, nr) || bitmap_empty(parsed, nr))
			goto out;
		for_each_set_bit(cpu, parsed, nr)
			if (!host->possible(cpu))
				goto out;
	}
	bitmap_copy(cpus, parsed, nr);
	ret = 0;
out:
	bitmap_free(parsed);
	return ret;
}

/**
 * ipb_spec_parse_variants() - some of a backend's variants
 * @text: names separated by blanks or commas, or "all"
 * @backend: whose
 * @variants: bit mask of the ones named
 *
 * May sleep.
 *
 * Return: 0; -EINVAL, -ENOMEM, and then *@variants is as it was.
 */
int ipb_spec_parse_variants(const char *text, const struct ipb_backend *backend,
			    unsigned int *variants)
{
	char *copy, *rest, *name;
	unsigned int mask = 0;
	int index = 0;

	if (sysfs_streq(text, "all")) {
		*variants = GENMASK(backend->nr_variants - 1, 0);
		return 0;
	}
	copy = kstrdup(text, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	rest = strim(copy);
	while (index >= 0 && (name = strsep(&rest, " ,\t"))) {
		if (!*name)
			continue;
		index = variant_index(backend, name);
		if (index >= 0)
			mask |= BIT(index);
	}
	kfree(copy);
	if (index < 0 || !mask)
		return -EINVAL;
	*variants = mask;
	return 0;
}

/**
 * ipb_spec_set_backend() - choose a backend; variants and baseline start over
 * @spec: the spec
 * @bench: whose
 * @text: the backend's name
 *
 * Return: 0 or -EINVAL.
 */
int ipb_spec_set_backend(struct ipb_spec *spec, const struct ipb_bench *bench, const char *text)
{
	unsigned int i;

	for (i = 0; i < bench->nr_backends; i++) {
		if (!sysfs_streq(text, bench->backends[i]->name))
			continue;
		if (i != spec->backend)
			use_backend(spec, bench, i);
		return 0;
	}
	return -EINVAL;
}

/**
 * ipb_spec_set_baseline() - choose what the others are compared with
 * @spec: the spec
 * @bench: whose
 * @text: a variant's name
 *
 * Return: 0 or -EINVAL.
 */
int ipb_spec_set_baseline(struct ipb_spec *spec, const struct ipb_bench *bench, const char *text)
{
	int index = variant_index(ipb_spec_backend(spec, bench), text);

	if (index < 0)
		return index;
	spec->baseline = index;
	return 0;
}

IPB_EXPORT_FOR_KUNIT(ipb_knobs);
IPB_EXPORT_FOR_KUNIT(ipb_spec_init);
IPB_EXPORT_FOR_KUNIT(ipb_spec_destroy);
IPB_EXPORT_FOR_KUNIT(ipb_spec_reset);
IPB_EXPORT_FOR_KUNIT(ipb_spec_parse_number);
IPB_EXPORT_FOR_KUNIT(ipb_spec_parse_choice);
IPB_EXPORT_FOR_KUNIT(ipb_spec_parse_cpus);
IPB_EXPORT_FOR_KUNIT(ipb_spec_parse_variants);
IPB_EXPORT_FOR_KUNIT(ipb_spec_set_backend);
IPB_EXPORT_FOR_KUNIT(ipb_spec_set_baseline);
