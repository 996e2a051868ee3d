/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_SHIFT_H
#define IPB_SHIFT_H

#include <stdbool.h>
#include <stddef.h>

/* Figures of one side, growing */
struct ipb_sample {
	double *value;
	size_t count;
};

void ipb_sample_add(struct ipb_sample *sample, double value);
void ipb_sample_free(struct ipb_sample *sample);

/* The middle value; sorts them */
double ipb_sample_median(struct ipb_sample *sample);

/*
 * How far @b lies from @a: the interval of the shift that the rank sum test
 * does not reject at @alpha, whatever the distribution is. False if no interval
 * is that sure with so few values.
 */
bool ipb_shift_interval(const struct ipb_sample *a, const struct ipb_sample *b, double alpha,
			double *low, double *high);

#endif
