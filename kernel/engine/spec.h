/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_SPEC_H
#define IPIBENCH_ENGINE_SPEC_H

#include <linux/types.h>

#include "bench/bench.h"

struct ipb_host;

enum ipb_target_state {
	IPB_TARGET_BUSY,
	IPB_TARGET_IDLE,
	IPB_NR_TARGET_STATES,
};

/**
 * struct ipb_spec - what a run is to do; staged by writers, copied at start
 * @samples: shots per pair and variant
 * @block: shots per block
 * @warmup: shots fired and dropped per pair and variant
 * @pairs_max: most pairs
 * @seed: for the choice of pairs, the order of blocks and the bench
 * @timeout_ms: the whole run
 * @shot_timeout_ms: one shot
 * @gap_us: pause before each shot at an idle target
 * @same_margin_mpct: equivalence margin, thousandths of a percent
 * @target_state: enum ipb_target_state
 * @backend: index into the bench's backends
 * @variants: bit mask of the backend's variants
 * @baseline: index of the variant the others are compared with
 * @senders: bitmap of @cpus bits; empty: the default
 * @targets: likewise
 * @cpus: bits in the two bitmaps
 * @param: the bench's own parameters
 */
struct ipb_spec {
	u64 samples;
	u64 block;
	u64 warmup;
	u64 pairs_max;
	u64 seed;
	u64 timeout_ms;
	u64 shot_timeout_ms;
	u64 gap_us;
	u64 same_margin_mpct;
	u64 target_state;
	unsigned int backend;
	unsigned int variants;
	unsigned int baseline;
	unsigned long *senders;
	unsigned long *targets;
	unsigned int cpus;
	u64 param[IPB_MAX_PARAMS];
};

/**
 * struct ipb_knob - a parameter every bench has
 * @name: file name
 * @offset: of its u64 in struct ipb_spec
 * @choices: NULL-terminated words, or NULL
 * @min: smallest value
 * @max: largest value
 * @initial: after load and reset
 * @decimals: digits after the point that the file shows and takes
 */
struct ipb_knob {
	const char *name;
	size_t offset;
	const char *const *choices;
	u64 min;
	u64 max;
	u64 initial;
	unsigned int decimals;
};

enum { IPB_NR_KNOBS = 10 };

extern const struct ipb_knob ipb_knobs[];

int ipb_spec_init(struct ipb_spec *spec, const struct ipb_bench *bench, unsigned int cpus);
void ipb_spec_destroy(struct ipb_spec *spec);
void ipb_spec_reset(struct ipb_spec *spec, const struct ipb_bench *bench);

static inline u64 *ipb_spec_value(struct ipb_spec *spec, const struct ipb_knob *knob)
{
	return (void *)spec + knob->offset;
}

int ipb_spec_parse_number(const char *text, u64 min, u64 max, unsigned int decimals, u64 *value);
int ipb_spec_parse_choice(const char *text, const char *const *choices, u64 *value);
int ipb_spec_parse_cpus(const char *text, const struct ipb_host *host, unsigned int nr,
			unsigned long *cpus);
int ipb_spec_parse_variants(const char *text, const struct ipb_backend *backend,
			    unsigned int *variants);
int ipb_spec_set_backend(struct ipb_spec *spec, const struct ipb_bench *bench, const char *text);
int ipb_spec_set_baseline(struct ipb_spec *spec, const struct ipb_bench *bench, const char *text);

static inline const struct ipb_backend *ipb_spec_backend(const struct ipb_spec *spec,
							 const struct ipb_bench *bench)
{
	return bench->backends[spec->backend];
}

#endif /* IPIBENCH_ENGINE_SPEC_H */
