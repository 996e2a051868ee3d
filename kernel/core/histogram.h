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

/**
 * ipb_histogram_reset - empty a histogram
 * @h: the histogram, in any state
 *
 * Context: any. Like all functions here it takes no lock: a histogram has one
 * writer, and readers come after it.
 */
void ipb_histogram_reset(struct ipb_histogram *h);

/**
 * ipb_histogram_index - bucket a value belongs to
 * @value: picoseconds
 *
 * Return: 0..IPB_HISTOGRAM_BUCKETS-1, growing with @value, or
 * IPB_HISTOGRAM_BUCKETS if @value overflows.
 */
unsigned int ipb_histogram_index(u64 value);

/**
 * ipb_histogram_upper - largest value of a bucket
 * @index: bucket number
 *
 * Return: picoseconds, less than 1/64 above any value of the bucket; U64_MAX
 * from IPB_HISTOGRAM_BUCKETS on.
 */
u64 ipb_histogram_upper(unsigned int index);

/**
 * ipb_histogram_add - record one value
 * @h: the histogram
 * @value: picoseconds; too large ones are counted as overflow
 */
void ipb_histogram_add(struct ipb_histogram *h, u64 value);

/**
 * ipb_histogram_merge - add all values of another histogram
 * @into: receives them, as if each had been added here
 * @from: stays as it is
 */
void ipb_histogram_merge(struct ipb_histogram *into, const struct ipb_histogram *from);

/**
 * ipb_histogram_percentile - value that a share of all values does not exceed
 * @h: the histogram
 * @permille: share, 0..1000; 0 asks for the smallest value, more than 1000
 *            counts as 1000
 *
 * Return: the smallest bucket bound with at least @permille/1000 of all values
 * at or below it, picoseconds; U64_MAX if that lies in the overflow; 0 if the
 * histogram is empty.
 */
u64 ipb_histogram_percentile(const struct ipb_histogram *h, unsigned int permille);

/**
 * ipb_histogram_next - walk the buckets that hold something
 * @h: the histogram
 * @index: first bucket to look at
 *
 * Return: the first non-empty bucket at or after @index, or
 * IPB_HISTOGRAM_BUCKETS if there is none. The overflow is no bucket.
 */
unsigned int ipb_histogram_next(const struct ipb_histogram *h, unsigned int index);

#endif
