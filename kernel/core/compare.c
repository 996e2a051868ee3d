// SPDX-License-Identifier: GPL-2.0-only
/*
 * Paired comparison by order statistics.
 */
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/sort.h>

#include "core/compare.h"
#include "core/export.h"

struct interval {
	s64 low;
	s64 high;
};

/*
 * Binomial coefficients C(n, i) for i from the middle down to 0, scaled so that
 * the largest is a power of two that leaves room for one product and the sum.
 * Rounding up overstates the tail, by less than 2^-30 of the whole at 10^5
 * rounds.
 */
struct weights {
	unsigned int n;
	unsigned int i;
	u64 w;
};

static struct weights weights_from_middle(unsigned int n)
{
	return (struct weights){ .n = n, .i = n / 2, .w = 1ULL << (62 - ilog2(n)) };
}

static void weights_step(struct weights *b)
{
	b->w = div_u64(b->w * b->i + (b->n - b->i), b->n - b->i + 1);
	b->i--;
}

/* sum of the weights below the middle; once they are down to 1 they stay there */
static u64 weights_below_middle(unsigned int n)
{
	struct weights b = weights_from_middle(n);
	u64 sum = 0;

	while (b.i && b.w > 1) {
		weights_step(&b);
		sum += b.w;
	}
	return sum + b.i;
}

/*
 * k is good if C(n, 0) + ... + C(n, k - 1) is at most 2.5 % / verdicts of 2^n:
 * that is the probability that fewer than k values fall on one side.
 */
unsigned int ipb_compare_rank(unsigned int rounds, unsigned int verdicts)
{
	struct weights b;
	u64 tail, total, limit;

	if (!rounds)
		return 0;

	b = weights_from_middle(rounds);
	tail = weights_below_middle(rounds);
	total = 2 * tail + b.w;
	/* an odd number has two middles: the other one belongs to the upper half */
	if (rounds & 1) {
		total += b.w;
		tail += b.w;
	} else {
		weights_step(&b);
	}

	limit = div64_u64(total, 40ULL * max(verdicts, 1U));
	/* here tail is the sum of the weights of 0..b.i */
	while (tail > limit) {
		if (!b.i)
			return 0;
		if (b.w == 1)
			return min_t(u64, limit, rounds);
		tail -= b.w;
		weights_step(&b);
	}
	return b.i + 1;
}

static int compare_s64(const void *a, const void *b)
{
	s64 x = *(const s64 *)a, y = *(const s64 *)b;

	return (x > y) - (x < y);
}

/* mean of two ordered values, towards 0 so that it mirrors with its operands */
static s64 middle(s64 low, s64 high)
{
	u64 gap = (u64)high - (u64)low;
	s64 mid = low + (s64)(gap >> 1);

	return mid < 0 && (gap & 1) ? mid + 1 : mid;
}

static s64 median(const s64 *sorted, unsigned int n)
{
	return n ? middle(sorted[(n - 1) / 2], sorted[n / 2]) : 0;
}

static s64 add_saturated(s64 a, s64 b)
{
	s64 sum;

	if (check_add_overflow(a, b, &sum))
		return b < 0 ? S64_MIN : S64_MAX;
	return sum;
}

static struct interval interval_of(const struct ipb_compare_input *in, s64 delta,
				   unsigned int verdicts)
{
	s64 floor = min_t(u64, in->floor, S64_MAX);
	unsigned int k = ipb_compare_rank(in->rounds, verdicts);

	if (!k)
		return (struct interval){ S64_MIN, S64_MAX };
	return (struct interval){
		.low = min(in->delta[k - 1], add_saturated(delta, -floor)),
		.high = max(in->delta[in->rounds - k], add_saturated(delta, floor)),
	};
}

/* an interval without bounds gets no verdict here: no margin reaches S64_MIN */
static enum ipb_verdict verdict_of(const struct interval *wide, u64 margin)
{
	s64 limit = min_t(u64, margin, S64_MAX);

	if (wide->low >= -limit && wide->high <= limit)
		return IPB_VERDICT_SAME;
	if (wide->high < 0)
		return IPB_VERDICT_FASTER;
	if (wide->low > 0)
		return IPB_VERDICT_SLOWER;
	return IPB_VERDICT_UNCLEAR;
}

void ipb_compare(const struct ipb_compare_input *in, struct ipb_comparison *out)
{
	struct interval ci, wide;

	sort(in->delta, in->rounds, sizeof(*in->delta), compare_s64, NULL);

	out->delta = median(in->delta, in->rounds);
	ci = interval_of(in, out->delta, 1);
	out->ci_low = ci.low;
	out->ci_high = ci.high;

	wide = interval_of(in, out->delta, in->verdicts);
	out->verdict = in->rounds < IPB_COMPARE_MIN_ROUNDS ?
		       IPB_VERDICT_UNCLEAR : verdict_of(&wide, in->margin);
}

static const char * const verdict_names[IPB_NR_VERDICTS] = {
	[IPB_VERDICT_UNCLEAR]	= "unclear",
	[IPB_VERDICT_FASTER]	= "faster",
	[IPB_VERDICT_SLOWER]	= "slower",
	[IPB_VERDICT_SAME]	= "same",
};

const char *ipb_verdict_name(enum ipb_verdict v)
{
	return (unsigned int)v < IPB_NR_VERDICTS ? verdict_names[v] : "invalid";
}

IPB_EXPORT_FOR_KUNIT(ipb_compare_rank);
IPB_EXPORT_FOR_KUNIT(ipb_compare);
IPB_EXPORT_FOR_KUNIT(ipb_verdict_name);
