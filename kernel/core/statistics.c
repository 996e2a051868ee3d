// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mean, deviation and midmean in integers of 128 bits.
 */
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sort.h>

#include "core/export.h"
#include "core/statistics.h"

static struct ipb_u128 u128_add(struct ipb_u128 a, struct ipb_u128 b)
{
	struct ipb_u128 r = { .hi = a.hi + b.hi, .lo = a.lo + b.lo };

	r.hi += r.lo < a.lo;
	return r;
}

static struct ipb_u128 u128_sub(struct ipb_u128 a, struct ipb_u128 b)
{
	struct ipb_u128 r = { .hi = a.hi - b.hi, .lo = a.lo - b.lo };

	r.hi -= a.lo < b.lo;
	return r;
}

static bool u128_less(struct ipb_u128 a, struct ipb_u128 b)
{
	return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

static struct ipb_u128 u128_from(u64 v)
{
	return (struct ipb_u128){ .lo = v };
}

/* school multiplication in digits of 32 bits */
static struct ipb_u128 u128_mul(u64 a, u64 b)
{
	u64 al = (u32)a, ah = a >> 32, bl = (u32)b, bh = b >> 32;
	u64 low = al * bl;
	u64 mid = ah * bl + (low >> 32);
	u64 cross = al * bh + (u32)mid;

	return (struct ipb_u128){
		.hi = ah * bh + (mid >> 32) + (cross >> 32),
		.lo = (cross << 32) | (u32)low,
	};
}

/* long division, one bit a turn; the upper half alone is one plain division */
static struct ipb_u128 u128_div(struct ipb_u128 a, u64 by, u64 *rest)
{
	struct ipb_u128 q = { .hi = div64_u64(a.hi, by) };
	u64 r = a.hi - q.hi * by;
	bool carry;
	int bit;

	for (bit = 63; bit >= 0; bit--) {
		carry = r >> 63;
		r = (r << 1) | ((a.lo >> bit) & 1);
		if (carry || r >= by) {
			r -= by;
			q.lo |= 1ULL << bit;
		}
	}
	*rest = r;
	return q;
}

static u64 u128_sqrt(struct ipb_u128 v)
{
	u64 root = 0;
	int bit;

	for (bit = 63; bit >= 0; bit--) {
		u64 try = root | (1ULL << bit);

		if (!u128_less(v, u128_mul(try, try)))
			root = try;
	}
	return root;
}

void ipb_statistics_reset(struct ipb_statistics *s)
{
	*s = (struct ipb_statistics){ .min = U64_MAX };
}

void ipb_statistics_add(struct ipb_statistics *s, u64 value)
{
	s->count++;
	s->min = min(s->min, value);
	s->max = max(s->max, value);
	s->sum = u128_add(s->sum, u128_from(value));
	s->square = u128_add(s->square, u128_mul(value, value));
}

void ipb_statistics_merge(struct ipb_statistics *into, const struct ipb_statistics *from)
{
	into->count += from->count;
	into->min = min(into->min, from->min);
	into->max = max(into->max, from->max);
	into->sum = u128_add(into->sum, from->sum);
	into->square = u128_add(into->square, from->square);
}

u64 ipb_statistics_mean(const struct ipb_statistics *s)
{
	u64 rest;

	if (!s->count)
		return 0;
	/* a mean is no larger than the largest value: it fits */
	return u128_div(s->sum, s->count, &rest).lo;
}

/*
 * With sum = n*q + r the variance is (square - n*q^2 - 2*q*r - r^2/n) / n.
 * All but the last term are whole numbers, and r^2/n rounded up keeps the
 * quotient exact; a variance around the truncated mean q would be too large.
 */
u64 ipb_statistics_stddev(const struct ipb_statistics *s)
{
	struct ipb_u128 around, part;
	u64 n = s->count, q, r, rest;

	if (n < 2)
		return 0;

	q = u128_div(s->sum, n, &r).lo;

	/* q * (n*q + 2*r) as q * (sum + r), summed by the halves of its factor */
	part = u128_add(s->sum, u128_from(r));
	around = u128_sub(s->square, u128_mul(part.lo, q));
	around.hi -= part.hi * q;

	part = u128_div(u128_mul(r, r), n, &rest);
	around = u128_sub(around, u128_from(part.lo + !!rest));

	return u128_sqrt(u128_div(around, n, &rest));
}

static int compare_u64(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return (x > y) - (x < y);
}

u64 ipb_statistics_midmean(u64 *values, unsigned int n)
{
	struct ipb_u128 sum = {};
	unsigned int drop = n / 4, i;
	u64 rest;

	if (!n)
		return 0;

	sort(values, n, sizeof(*values), compare_u64, NULL);
	for (i = drop; i < n - drop; i++)
		sum = u128_add(sum, u128_from(values[i]));
	return u128_div(sum, n - 2 * drop, &rest).lo;
}

IPB_EXPORT_FOR_KUNIT(ipb_statistics_reset);
IPB_EXPORT_FOR_KUNIT(ipb_statistics_add);
IPB_EXPORT_FOR_KUNIT(ipb_statistics_merge);
IPB_EXPORT_FOR_KUNIT(ipb_statistics_mean);
IPB_EXPORT_FOR_KUNIT(ipb_statistics_stddev);
IPB_EXPORT_FOR_KUNIT(ipb_statistics_midmean);
