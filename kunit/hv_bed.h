/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A guest, a model hypervisor under it, and a record of all that passed
 * between the two: what every suite about hv_ipi stands on.
 */
#ifndef IPIBENCH_KUNIT_HV_BED_H
#define IPIBENCH_KUNIT_HV_BED_H

#include <kunit/test.h>

#include "core/hv_ipi.h"
#include "core/hv_model.h"

enum {
	HV_BED_CPUS	= IPB_HV_MASK_BITS,
	HV_BED_VPS	= 2 * IPB_HV_SET_VPS,
	HV_BED_POISON	= 0xa5,
};

/*
 * struct hv_bed - one guest on one model hypervisor
 * @vp: what guest.vp points to, writable; likewise @present
 * @page: what input_get() lends, IPB_HV_PAGE_BYTES long
 * @partition: what model.present points to, writable
 * @no_input: input_get() has nothing to lend
 * @forced: the hypervisor does nothing and answers @status
 * @call: the last hypercall, @sent its input
 * @calls: hypercalls since hv_bed_reset(); likewise the other counters
 * @wrong_irqs: times an EX call came with interrupts on, or a fast one off
 */
struct hv_bed {
	struct kunit *test;
	struct ipb_hv_guest guest;
	struct ipb_hv_model model;
	struct ipb_hv_outcome out;
	u32 *vp;
	unsigned long *present;
	unsigned long *one_hot;
	unsigned long *partition;
	struct ipb_hv_input_ex *page;
	bool no_input;
	bool forced;
	u64 status;

	struct ipb_hv_call call;
	struct ipb_hv_input_ex sent;
	unsigned int calls;
	unsigned int gets;
	unsigned int puts;
	unsigned int natives;
	unsigned int traces;
	unsigned int wrong_irqs;
	bool irqs_off;
};

extern const struct ipb_hv_ops hv_bed_ops;

struct hv_variant {
	const char *name;
	ipb_hv_encode_fn encode;
	ipb_hv_send_fn send;
};

enum { HV_MASK, HV_SINGLE, HV_COMPACT, HV_VARIANTS };

extern const struct hv_variant hv_variants[HV_VARIANTS];

struct hv_bed *hv_bed_new(struct kunit *test);

/* CPU n is VP n, all are present, the hypervisor has just these VPs, everything works */
void hv_bed_boot(struct hv_bed *bed, unsigned int nr_cpus);

/* give @cpu the number @vp; the CPU that had it takes the old one */
void hv_bed_renumber(struct hv_bed *bed, unsigned int cpu, u32 vp);

/* forget the record, poison the page */
void hv_bed_reset(struct hv_bed *bed);

/* send one IPI or fall back, after hv_bed_reset(); what held for every send is checked here */
bool hv_bed_send(struct hv_bed *bed, const struct hv_variant *v, unsigned int cpu, int vector);

/* the only VP interrupted, or IPB_HV_VP_UNKNOWN if it was not exactly one */
u32 hv_bed_target(const struct hv_bed *bed);

#endif /* IPIBENCH_KUNIT_HV_BED_H */
