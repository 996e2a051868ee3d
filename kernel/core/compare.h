/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_COMPARE_H
#define IPIBENCH_CORE_COMPARE_H

#include <linux/types.h>

/**
 * enum ipb_verdict - what a comparison allows to say of a variant
 * @IPB_VERDICT_UNCLEAR: nothing
 * @IPB_VERDICT_FASTER: faster than the baseline
 * @IPB_VERDICT_SLOWER: slower than the baseline
 * @IPB_VERDICT_SAME: any difference is inside the equivalence margin
 * @IPB_NR_VERDICTS: how many there are
 */
enum ipb_verdict {
	IPB_VERDICT_UNCLEAR,
	IPB_VERDICT_FASTER,
	IPB_VERDICT_SLOWER,
	IPB_VERDICT_SAME,
	IPB_NR_VERDICTS,
};

enum { IPB_COMPARE_MIN_ROUNDS = 16 };

/**
 * struct ipb_compare_input - one variant beside its baseline
 * @delta: per round the variant's block midmean minus that of the baseline's
 *         block; sorted in place
 * @rounds: how many; fewer than IPB_COMPARE_MIN_ROUNDS never win a verdict
 * @verdicts: verdicts drawn from the whole run (the m of the Bonferroni
 *            correction); 0 counts as 1
 * @floor: half-width below which no interval shrinks: clock resolution over
 *         the square root of the shots in a block
 * @margin: largest difference that still counts as none
 *
 * All times are picoseconds.
 */
struct ipb_compare_input {
	s64 *delta;
	unsigned int rounds;
	unsigned int verdicts;
	u64 floor;
	u64 margin;
};

/**
 * struct ipb_comparison - what came of it
 * @delta: median of the paired differences, negative = faster; the mean of the
 *         middle two, rounded towards 0, if @rounds is even; 0 without rounds
 * @ci_low: lower end of the 95 % interval; S64_MIN if there are too few rounds
 *          for one (fewer than 6)
 * @ci_high: upper end; S64_MAX if there are too few
 * @verdict: from the interval widened to 1 - 0.05/verdicts
 *
 * All times are picoseconds.
 */
struct ipb_comparison {
	s64 delta;
	s64 ci_low;
	s64 ci_high;
	enum ipb_verdict verdict;
};

/**
 * ipb_compare - compare a variant to its baseline
 * @in: the paired differences; in->delta is sorted
 * @out: receives the result
 *
 * The intervals hold whatever the distribution of the differences is: their
 * ends are order statistics. The verdict is `same` if the widened interval
 * lies within the margin; else `faster` or `slower` if it excludes 0.
 *
 * Context: any; O(n log n) in the rounds.
 */
void ipb_compare(const struct ipb_compare_input *in, struct ipb_comparison *out);

/**
 * ipb_compare_rank - which order statistics bound the median
 * @rounds: number of values
 * @verdicts: how many verdicts share the 5 % of error; 0 counts as 1
 *
 * Context: any; O(sqrt(rounds)).
 *
 * Return: the largest k, from 1, such that the k-th smallest and the k-th
 * largest value enclose the median with a probability of at least
 * 1 - 0.05/@verdicts; 0 if there is none.
 */
unsigned int ipb_compare_rank(unsigned int rounds, unsigned int verdicts);

/**
 * ipb_verdict_name - word for a verdict
 * @v: the verdict
 *
 * Return: "unclear", "faster", "slower" or "same"; "invalid" if there is no
 * such verdict.
 */
const char *ipb_verdict_name(enum ipb_verdict v);

#endif
