// SPDX-License-Identifier: GPL-2.0-only
/*
 * Our table: what is there is found, what is not is not, for any pattern of
 * MPIDRs, ones chosen against it included.
 */
#include <kunit/test.h>
#include <linux/prandom.h>

#include "mpidr_pattern.h"

static void *find(struct kunit *test, u32 key)
{
	struct fixture *f = test->priv;

	return ipb_mpidr_direct_find(f->table, ipb_mpidr_from_key(key));
}

/* The naive way: first of the same key. */
static void *oracle(struct kunit *test, unsigned int nr, u32 key)
{
	struct fixture *f = test->priv;
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (f->pairs[i].key == key)
			return f->pairs[i].value;

	return NULL;
}

static void everybody_is_found_at_every_size(struct kunit *test)
{
	const struct pattern *p = test->param_value;
	unsigned int nr, i;

	for (nr = 1; nr; nr = pattern_next_size(nr)) {
		pattern_build(test, p, nr, nr);
		for (i = 0; i < nr; i++) {
			void *expect = p->doubles ? oracle(test, nr, p->key(i)) : pattern_value(i);

			KUNIT_EXPECT_PTR_EQ_MSG(test, find(test, p->key(i)), expect,
						"nr %u i %u", nr, i);
		}
	}
}

static void absent_ones_are_not_found(struct kunit *test)
{
	const struct pattern *p = test->param_value;
	static const unsigned int sizes[] = { 1, 2, 3, 7, 16, 65, 512 };
	struct rnd_state rnd;
	unsigned int s, i;

	prandom_seed_state(&rnd, 0xab5e);

	for (s = 0; s < ARRAY_SIZE(sizes); s++) {
		pattern_build(test, p, sizes[s], s);
		for (i = 0; i < 2000; i++) {
			u32 key = i < 600 ? p->key(i) ^ BIT(i % 32) : prandom_u32_state(&rnd);

			if (i == 600)
				key = 0;
			KUNIT_EXPECT_PTR_EQ_MSG(test, find(test, key),
						oracle(test, sizes[s], key),
						"nr %u key %x", sizes[s], key);
		}
	}
}

/*
 * The attacker knows the first multiplier and picks MPIDRs that all want the
 * same three slots. The build must notice and take another multiplier.
 */
static void attack_on_a_known_multiplier_is_survived(struct kunit *test)
{
	struct fixture *f = test->priv;
	const unsigned int nr = 64;
	unsigned int i;
	u32 key = 0;

	pattern_build(test, &pattern_spread, nr, 4711);
	KUNIT_ASSERT_FALSE(test, f->table->flat);
	for (i = 0; i < nr; key++) {
		u64 hash = ipb_mpidr_direct_hash(f->table, ipb_mpidr_from_key(key));

		if (ipb_mpidr_direct_own(f->table, hash) == 1 &&
		    ipb_mpidr_direct_pair(f->table, hash) == f->table->slots - 2ul) {
			f->pairs[i].key = key;
			f->pairs[i].value = pattern_value(i);
			i++;
		}
	}

	KUNIT_EXPECT_GT(test, ipb_mpidr_direct_build(f->table, f->pairs, nr, 4711), 1);
	for (i = 0; i < nr; i++)
		KUNIT_EXPECT_PTR_EQ(test, find(test, f->pairs[i].key), pattern_value(i));
	KUNIT_EXPECT_LE(test, ipb_mpidr_direct_bytes(f->table), 24 * nr);
}

/* All of a small space at once: every answer is the naive one. */
static void exhaustive_16_bit_space(struct kunit *test)
{
	struct fixture *f = test->priv;
	u16 *first = pattern_alloc(test, sizeof(*first) << 16);
	struct rnd_state rnd;
	unsigned int i, round;

	prandom_seed_state(&rnd, 0xe16);

	for (round = 0; round < 4; round++) {
		unsigned int nr = 1 << (round * 4);

		memset(first, 0, sizeof(*first) << 16);
		for (i = 0; i < nr; i++) {
			f->pairs[i].key = prandom_u32_state(&rnd) & 0xffff;
			f->pairs[i].value = pattern_value(i);
			if (!first[f->pairs[i].key])
				first[f->pairs[i].key] = i + 1;
		}
		KUNIT_ASSERT_GE(test, ipb_mpidr_direct_build(f->table, f->pairs, nr, round), 0);
		for (i = 0; i < 1 << 16; i++)
			KUNIT_EXPECT_EQ_MSG(test, (unsigned long)find(test, i), first[i],
					    "nr %u key %x", nr, i);
	}
}

static void foreign_bits_are_ignored(struct kunit *test)
{
	const struct pattern *p = test->param_value;
	struct fixture *f = test->priv;
	unsigned int bit, i;

	pattern_build(test, p, 64, 1);
	for (i = 0; i < 64; i++) {
		u64 mpidr = ipb_mpidr_from_key(p->key(i));

		for (bit = 0; bit < 64; bit++) {
			if (IPB_MPIDR_AFF_MASK & BIT_ULL(bit))
				continue;
			KUNIT_EXPECT_PTR_EQ(test,
					    ipb_mpidr_direct_find(f->table, mpidr | BIT_ULL(bit)),
					    ipb_mpidr_direct_find(f->table, mpidr));
		}
	}
}

static struct kunit_case mpidr_direct_cases[] = {
	KUNIT_CASE_PARAM(everybody_is_found_at_every_size, pattern_gen_params),
	KUNIT_CASE_PARAM(absent_ones_are_not_found, pattern_gen_params),
	KUNIT_CASE_PARAM(foreign_bits_are_ignored, pattern_gen_params),
	KUNIT_CASE(attack_on_a_known_multiplier_is_survived),
	KUNIT_CASE(exhaustive_16_bit_space),
	{}
};

static struct kunit_suite mpidr_direct_suite = {
	.name = "ipibench_mpidr_direct",
	.init = pattern_init,
	.test_cases = mpidr_direct_cases,
};

kunit_test_suite(mpidr_direct_suite);
