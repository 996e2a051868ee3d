// SPDX-License-Identifier: GPL-2.0-only
/*
 * What our table promises: three slots looked at in two cache lines, 24 bytes
 * a vCPU, and a build that never comes near giving up. Measured, not derived.
 */
#include <kunit/test.h>
#include <linux/prandom.h>

#include "mpidr_pattern.h"

static void live_table_takes_24_bytes_per_vcpu(struct kunit *test)
{
	const struct pattern *p = test->param_value;
	struct fixture *f = test->priv;
	size_t worst = 0;
	unsigned int nr;

	for (nr = 1; nr; nr = pattern_next_size(nr)) {
		size_t bytes;

		pattern_build(test, p, nr, nr);
		bytes = ipb_mpidr_direct_bytes(f->table);
		KUNIT_EXPECT_LE_MSG(test, bytes, 24 * nr, "nr %u", nr);
		worst = max(worst, bytes * 100 / nr);
	}
	kunit_info(test, "at most %zu.%02zu bytes per vCPU\n", worst / 100, worst % 100);
}

static unsigned int line_of(const struct ipb_mpidr_direct *table, unsigned int slot)
{
	return (offsetof(struct ipb_mpidr_direct, key) + slot * sizeof(table->key[0])) / 64;
}

/*
 * Turn every slot that a look-up may not look at into a false hit. If the
 * result stays, the look-up did not look. Returns how many slots were left.
 */
static unsigned int spoil_all_but(struct fixture *f, u32 key)
{
	u64 hash = ipb_mpidr_direct_hash(f->table, ipb_mpidr_from_key(key));
	unsigned int own = ipb_mpidr_direct_own(f->table, hash);
	unsigned int pair = f->table->flat ? own : ipb_mpidr_direct_pair(f->table, hash);
	unsigned int left = 0, i;

	memcpy(f->copy, f->table, ipb_mpidr_direct_bytes(f->table));
	for (i = 0; i < f->copy->slots; i++) {
		if (i == own || i == pair || (i == pair + 1 && !f->table->flat)) {
			left++;
			continue;
		}
		f->copy->key[i] = key;
		ipb_mpidr_direct_values(f->copy)[i] = f;
	}

	return left;
}

static void at_most_3_slots_are_looked_at(struct kunit *test)
{
	const struct pattern *p = test->param_value;
	struct fixture *f = test->priv;
	struct rnd_state rnd;
	unsigned int nr, i;

	prandom_seed_state(&rnd, 0x107);

	for (nr = 1; nr; nr = pattern_next_size(nr)) {
		pattern_build(test, p, nr, nr);
		for (i = 0; i < 20; i++) {
			u32 key = i % 2 ? prandom_u32_state(&rnd) :
					  p->key(prandom_u32_state(&rnd) % nr);
			u64 mpidr = ipb_mpidr_from_key(key);

			KUNIT_EXPECT_LE_MSG(test, spoil_all_but(f, key), f->table->flat ? 1 : 3,
					    "nr %u key %x", nr, key);
			KUNIT_EXPECT_PTR_EQ_MSG(test, ipb_mpidr_direct_find(f->copy, mpidr),
						ipb_mpidr_direct_find(f->table, mpidr),
						"nr %u key %x", nr, key);
		}
	}
}

/* With the own slot's, two cache lines of keys: the table starts on a line. */
static void pair_lies_in_one_cache_line(struct kunit *test)
{
	const struct pattern *p = test->param_value;
	struct fixture *f = test->priv;
	unsigned int nr, i;

	for (nr = 2; nr; nr = pattern_next_size(nr)) {
		pattern_build(test, p, nr, nr);
		if (f->table->flat)
			continue;
		for (i = 0; i < 100; i++) {
			u64 mpidr = ipb_mpidr_from_key(p->key(i));
			u64 hash = ipb_mpidr_direct_hash(f->table, mpidr);
			unsigned int pair = ipb_mpidr_direct_pair(f->table, hash);

			KUNIT_EXPECT_EQ(test, line_of(f->table, pair), line_of(f->table, pair + 1));
			KUNIT_EXPECT_LT(test, pair + 1, f->table->slots);
			KUNIT_EXPECT_LT(test, ipb_mpidr_direct_own(f->table, hash),
					f->table->slots);
		}
	}
}

static void orderly_patterns_get_a_flat_table(struct kunit *test)
{
	const struct pattern *p = test->param_value;
	struct fixture *f = test->priv;
	unsigned int nr;

	for (nr = 1; nr; nr = pattern_next_size(nr)) {
		pattern_build(test, p, nr, nr);
		if (p->flat)
			KUNIT_EXPECT_TRUE_MSG(test, f->table->flat, "nr %u", nr);
		KUNIT_EXPECT_LE(test, f->table->slots, 2 * nr);
	}
}

/* Multipliers a build takes over many seeds: "never fails" with a margin. */
static void few_multipliers_are_tried(struct kunit *test)
{
	const struct pattern *p = test->param_value;
	static const unsigned int sizes[] = { 2, 3, 4, 5, 7, 11, 64, 819, 1023, 4096 };
	struct fixture *f = test->priv;
	unsigned int s, rounds, seed;
	int most = 0;

	for (s = 0; s < ARRAY_SIZE(sizes); s++) {
		rounds = sizes[s] < 100 ? 400 : 12;
		for (seed = 0; seed < rounds; seed++) {
			pattern_build(test, p, sizes[s], seed);
			most = max(most, ipb_mpidr_direct_build(f->table, f->pairs,
								sizes[s], seed));
		}
	}
	KUNIT_EXPECT_LE(test, most, IPB_MPIDR_DIRECT_TRIES / 4);
	kunit_info(test, "at most %d\n", most);
}

static struct kunit_case mpidr_bounds_cases[] = {
	KUNIT_CASE_PARAM(live_table_takes_24_bytes_per_vcpu, pattern_gen_params),
	KUNIT_CASE_PARAM(at_most_3_slots_are_looked_at, pattern_gen_params),
	KUNIT_CASE_PARAM(pair_lies_in_one_cache_line, pattern_gen_params),
	KUNIT_CASE_PARAM(orderly_patterns_get_a_flat_table, pattern_gen_params),
	KUNIT_CASE_PARAM(few_multipliers_are_tried, pattern_gen_params),
	{}
};

static struct kunit_suite mpidr_bounds_suite = {
	.name = "ipibench_mpidr_bounds",
	.init = pattern_init,
	.test_cases = mpidr_bounds_cases,
};

kunit_test_suite(mpidr_bounds_suite);
