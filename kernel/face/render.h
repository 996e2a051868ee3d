/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_FACE_RENDER_H
#define IPIBENCH_FACE_RENDER_H

#include "bench/bench.h"

struct ipb_cell;
struct ipb_dir;
struct ipb_notes;
struct ipb_results;

enum { IPB_NS_TEXT = 28 };

unsigned int ipb_render_decimals(u64 resolution_ps);
void ipb_render_ns(char text[IPB_NS_TEXT], s64 ps, unsigned int decimals);

void ipb_render_counts(struct ipb_notes *notes, const struct ipb_cell *cell);
void ipb_render_leg(struct ipb_notes *notes, const struct ipb_results *results,
		    const struct ipb_cell *cell, enum ipb_leg leg);
void ipb_render_contrast(struct ipb_notes *notes, const struct ipb_results *results,
			 const struct ipb_cell *cell, enum ipb_leg leg);
int ipb_render_histogram(struct ipb_dir *dir, const struct ipb_results *results,
			 const struct ipb_cell *cell, enum ipb_leg leg);
int ipb_render_rates(struct ipb_dir *dir, struct ipb_notes *notes,
		     const struct ipb_results *results, unsigned int variant,
		     enum ipb_class pattern);
int ipb_render_matrix(struct ipb_dir *dir, const struct ipb_results *results,
		      unsigned int variant);

#endif /* IPIBENCH_FACE_RENDER_H */
