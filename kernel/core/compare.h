/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_COMPARE_H
#define IPIBENCH_CORE_COMPARE_H

#include <linux/types.h>

enum ipb_verdict {
	IPB_VERDICT_UNCLEAR,
	IPB_VERDICT_FASTER,
	IPB_VERDICT_SLOWER,
	IPB_VERDICT_SAME,
};

enum { IPB_COMPARE_MIN_ROUNDS = 16 };

/* all times in picoseconds */
struct ipb_compare_input {
	s64 *delta;		/* variant's block midmean minus baseline's of the same round; sorted in place */
	unsigned int rounds;
	unsigned int verdicts;	/* m of the Bonferroni correction, >= 1 */
	u64 floor;		/* half-width below which no interval shrinks: resolution/sqrt(shots per block) */
	u64 margin;		/* equivalence margin */
};

struct ipb_comparison {
	s64 delta;		/* median paired difference; negative = faster */
	s64 ci_low;		/* distribution-free 95 % interval; S64_MIN / S64_MAX when the rounds do not allow one */
	s64 ci_high;
	enum ipb_verdict verdict;	/* from the interval widened to 1 - 0.05/m */
};

void ipb_compare(const struct ipb_compare_input *in, struct ipb_comparison *out);
/* rank k (1-based) such that [x(k), x(n+1-k)] covers the median with at least 1 - 0.05/m; 0 if none does */
unsigned int ipb_compare_rank(unsigned int rounds, unsigned int verdicts);
const char *ipb_verdict_name(enum ipb_verdict v);	/* "unclear" "faster" "slower" "same" */

#endif
