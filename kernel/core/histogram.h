/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_CORE_HISTOGRAM_H
#define IPIBENCH_CORE_HISTOGRAM_H

#include <linux/types.h>

/*
 * Log-linear: values below 2^IPB_HISTOGRAM_SUB_BITS are exact, above that every
 * octave has 2^IPB_HISTOGRAM_SUB_BITS buckets, so the relative error of any
 * value is at most 1/64. Values are picoseconds; 2^42 ps is about 4.4 s.
 */
enum {
	IPB_HISTOGRAM_SUB_BITS	= 6,
	IPB_HISTOGRAM_MAX_BITS	= 42,
	IPB_HISTOGRAM_BUCKETS	= (IPB_HISTOGRAM_MAX_BITS - IPB_HISTOGRAM_SUB_BITS + 1) <<
				  IPB_HISTOGRAM_SUB_BITS,
};

/**
 * struct ipb_histogram - counts by value, fixed memory, mergeable
 * @count: values recorded, overflow included
 * @overflow: values of 2^IPB_HISTOGRAM_MAX_BITS and more
 * @bucket: counts, by ipb_histogram_index()
 */
struct ipb_histogram {
	u64 count;
	u64 overflow;
	u64 bucket[IPB_HISTOGRAM_BUCKETS];
};

void ipb_histogram_reset(struct ipb_histogram *h);
unsigned int ipb_histogram_index(u64 value);
u64 ipb_histogram_upper(unsigned int index);	/* largest value of bucket index */
void ipb_histogram_add(struct ipb_histogram *h, u64 value);
void ipb_histogram_merge(struct ipb_histogram *into, const struct ipb_histogram *from);
/* smallest bucket upper bound with at least permille/1000 of all values at or below it; U64_MAX if that lies
 * in the overflow; 0 if empty */
u64 ipb_histogram_percentile(const struct ipb_histogram *h, unsigned int permille);
/* next non-empty bucket at or after index, or IPB_HISTOGRAM_BUCKETS */
unsigned int ipb_histogram_next(const struct ipb_histogram *h, unsigned int index);

#endif
