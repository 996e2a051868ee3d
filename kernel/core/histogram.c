// SPDX-License-Identifier: GPL-2.0-only
/*
 * Log-linear histogram in fixed memory.
 */
#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "core/export.h"
#include "core/histogram.h"

#define SUB_BUCKETS	BIT(IPB_HISTOGRAM_SUB_BITS)

void ipb_histogram_reset(struct ipb_histogram *h)
{
	memset(h, 0, sizeof(*h));
}

/*
 * Row 0 holds the values below SUB_BUCKETS; row r > 0 the octave that starts
 * at SUB_BUCKETS << (r - 1), cut into SUB_BUCKETS equal parts.
 */
unsigned int ipb_histogram_index(u64 value)
{
	unsigned int shift;

	if (value < SUB_BUCKETS)
		return value;
	if (value >> IPB_HISTOGRAM_MAX_BITS)
		return IPB_HISTOGRAM_BUCKETS;

	shift = fls64(value) - 1 - IPB_HISTOGRAM_SUB_BITS;
	/* the leading one of the shifted value is what steps to the next row */
	return (shift << IPB_HISTOGRAM_SUB_BITS) + (unsigned int)(value >> shift);
}

u64 ipb_histogram_upper(unsigned int index)
{
	unsigned int row = index >> IPB_HISTOGRAM_SUB_BITS;
	u64 part = index & (SUB_BUCKETS - 1);

	if (index >= IPB_HISTOGRAM_BUCKETS)
		return U64_MAX;
	if (!row)
		return index;
	return ((SUB_BUCKETS + part + 1) << (row - 1)) - 1;
}

void ipb_histogram_add(struct ipb_histogram *h, u64 value)
{
	unsigned int index = ipb_histogram_index(value);

	h->count++;
	if (index < IPB_HISTOGRAM_BUCKETS)
		h->bucket[index]++;
	else
		h->overflow++;
}

void ipb_histogram_merge(struct ipb_histogram *into, const struct ipb_histogram *from)
{
	unsigned int i;

	into->count += from->count;
	into->overflow += from->overflow;
	for (i = 0; i < IPB_HISTOGRAM_BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
}

/* ceil(count * permille / 1000) without the product leaving 64 bits */
static u64 values_needed(u64 count, unsigned int permille)
{
	u32 rest;
	u64 whole = div_u64_rem(count, 1000, &rest);

	return whole * permille + DIV_ROUND_UP(rest * permille, 1000);
}

u64 ipb_histogram_percentile(const struct ipb_histogram *h, unsigned int permille)
{
	u64 needed, seen = 0;
	unsigned int i;

	if (!h->count)
		return 0;

	needed = max_t(u64, values_needed(h->count, min(permille, 1000U)), 1);
	for (i = 0; i < IPB_HISTOGRAM_BUCKETS; i++) {
		seen += h->bucket[i];
		if (seen >= needed)
			return ipb_histogram_upper(i);
	}
	return U64_MAX;
}

unsigned int ipb_histogram_next(const struct ipb_histogram *h, unsigned int index)
{
	while (index < IPB_HISTOGRAM_BUCKETS && !h->bucket[index])
		index++;
	return min_t(unsigned int, index, IPB_HISTOGRAM_BUCKETS);
}

IPB_EXPORT_FOR_KUNIT(ipb_histogram_reset);
IPB_EXPORT_FOR_KUNIT(ipb_histogram_index);
IPB_EXPORT_FOR_KUNIT(ipb_histogram_upper);
IPB_EXPORT_FOR_KUNIT(ipb_histogram_add);
IPB_EXPORT_FOR_KUNIT(ipb_histogram_merge);
IPB_EXPORT_FOR_KUNIT(ipb_histogram_percentile);
IPB_EXPORT_FOR_KUNIT(ipb_histogram_next);
