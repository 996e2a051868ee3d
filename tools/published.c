// SPDX-License-Identifier: GPL-2.0-only
/* The published numbers, with what they were measured on, beside ours */
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "figure.h"
#include "json.h"
#include "published.h"
#include "report.h"
#include "table.h"
#include "text.h"

/*
 * struct published - one number that an author gave
 * @path: what was made faster
 * @gain: from what to what
 * @on: what it was measured on, and with
 * @bench: ours that has the same algorithms
 * @same: its variant that is the published one; NULL if none is compared so
 * @own: its variant that is this project's own
 */
static const struct published {
	const char *path;
	const char *gain;
	const char *on;
	const char *bench;
	const char *same;
	const char *own;
} published[] = {
	{ "GICv4.1: virtual SGI through the sender's own ITS (Linux 6.16)",
	  "850 -> 750 ns, 12 %",
	  "arm64 with two sockets, 32 CPUs and an ITS each; guest of 4 vCPUs; "
	  "kvm-unit-tests ipi_hw, whole IPI",
	  "its", "local", "nearest" },
	{ "the same, from register write to interrupt", "850 -> 750 ns, 12 %", "as above",
	  "vsgi", "scan_local", "direct_nearest" },
	{ "KVM arm64: MPIDR to vCPU by a table (Linux 6.7)",
	  "3832 -> 2593 ns, 32 %",
	  "Ampere Altra; guest of 64 vCPUs, target the last; "
	  "kvm-unit-tests micro-bench ipi, whole IPI",
	  "mpidr", "hash", "direct" },
	{ "the same, on another machine", "5309 -> 2413 ns, 54 %",
	  "HiSilicon D06; guest of 64 vCPUs; mean of 5 runs of the same test",
	  "mpidr", "hash", "direct" },
	{ "the same, from register write to interrupt", "3832 -> 2593 ns, 32 %",
	  "as above, Ampere Altra",
	  "vsgi", "hash_first", "direct_nearest" },
	{ "Hyper-V guest: one target without a cpumask (Linux 5.5)",
	  "8043 -> 7761 cycles, 3 %",
	  "guest of 2 CPUs on Windows Server 2019; "
	  "loop of smp_call_function_single(), whole IPI",
	  "hyperv", "single", "compact" },
	{ "KVM x86: ICR write by the fastpath (Linux 5.6)",
	  "4238 -> 3543 cycles, 16.4 %",
	  "Skylake server; kvm-unit-tests vmexit ipi, whole IPI; "
	  "lapic timer advance and halt polling not adaptive",
	  "icr", "fastpath", NULL },
	{ "KVM x86: the same inside the run function (Linux 5.8)",
	  "4238 -> 3293 cycles, 22.3 %", "as above",
	  "icr", "ultra", "reenter" },
};

static const struct {
	const char *bench;
	const char *about;
} abouts[] = {
	{ "selftest", "The same IPI with known delays: the instrument measures itself." },
	{ "ipi", "An IPI as a waiting, an asynchronous and a many-CPU call; and waking a thread." },
	{ "storm", "The same with all senders at once." },
	{ "vsgi", "A virtual SGI from register write to interrupt, five ways." },
	{ "its", "Choosing an ITS: head of the list, kept, per-CPU local, nearest." },
	{ "mpidr", "From MPIDR to vCPU: a walk, a one-page hash, a table without a cliff." },
	{ "hyperv", "One IPI hypercall: the cpumask path, single, compact, and the APIC's own." },
	{ "icr", "A guest's ICR write: full exit, fastpath, ultra, re-enter." },
	{ "icr_check", "The fastpath's classifier alone." },
};

static const struct ipb_column columns[] = {
	{ "path", false, 0 }, { "published", false, 0 }, { "measured on", false, 0 },
	{ "bench", false, 0 }, { "the published algorithm here", false, 0 },
	{ "this project's own here", false, 0 }, { "comparable?", false, 0 },
};

const char *ipb_published_about(const char *bench)
{
	for (size_t i = 0; i < IPB_COUNT(abouts); i++)
		if (!strcmp(abouts[i].bench, bench))
			return abouts[i].about;
	return NULL;
}

/* The newest with results, or else any of that name */
static struct json_object *bench_of(struct json_object *doc, const char *name)
{
	struct json_object *best = NULL;

	for (size_t i = 0; i < ipb_document_count(doc); i++) {
		struct json_object *bench = ipb_document_bench(doc, i);

		if (strcmp(ipb_json_text(bench, "bench", ""), name))
			continue;
		if (!best || ipb_document_has_results(bench))
			best = bench;
	}
	return best;
}

static char *verdict_text(struct json_object *row)
{
	char *change = ipb_figure_percent(row, "change_pct");
	char *interval = ipb_figure_interval(row);
	char *text = ipb_text_format("%s %s: %s (%s ns), %s", ipb_json_text(row, "leg", ""),
				     ipb_json_text(row, "class", ipb_json_text(row, "pattern", "")),
				     *change ? change : "no change given",
				     *interval ? interval : "no interval in",
				     ipb_json_text(row, "verdict", "no verdict"));

	free(change);
	free(interval);
	return text;
}

/* Every class in which @variant was compared by leg @leg */
static char *verdicts_by(struct json_object *bench, const char *variant, const char *leg)
{
	struct json_object *rows = ipb_json_get(bench, "compare");
	char *all = ipb_text_copy("");

	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		char *one, *longer;

		if (strcmp(ipb_json_text(row, "variant", ""), variant) ||
		    strcmp(ipb_json_text(row, "leg", ""), leg))
			continue;
		one = verdict_text(row);
		longer = ipb_text_format("%s%s%s", all, *all ? "; " : "", one);
		free(one);
		free(all);
		all = longer;
	}
	return all;
}

static char *ours(struct json_object *bench, const char *variant)
{
	static const char *const legs[] = { "rtt", "op", "send" };

	if (!bench)
		return ipb_text_copy("not in this result");
	if (!variant)
		return ipb_text_copy("none");
	for (size_t i = 0; i < IPB_COUNT(legs); i++) {
		char *text = verdicts_by(bench, variant, legs[i]);

		if (*text)
			return text;
		free(text);
	}
	if (ipb_document_unsupported(bench))
		return ipb_text_format("not supported here: %s", ipb_document_unsupported(bench));
	return ipb_text_copy("not measured");
}

static const char *comparable(struct json_object *doc, struct json_object *bench)
{
	if (!bench || !ipb_document_has_results(bench))
		return "nothing to compare";
	if (strcmp(ipb_report_emulated(doc), "no"))
		return "no: this machine is, or may be, emulated";
	if (!strcmp(ipb_json_text(bench, "backend", ""), "model"))
		return "no: a model's ratio is not the gain of an IPI";
	return "with care: another machine, and not the same part of the path";
}

void ipb_published_write(struct ipb_html *html, struct json_object *doc)
{
	struct ipb_table *table = ipb_table_new(columns, IPB_COUNT(columns));

	for (size_t i = 0; i < IPB_COUNT(published); i++) {
		const struct published *row = &published[i];
		struct json_object *bench = bench_of(doc, row->bench);

		ipb_table_add(table, IPB_PLAIN, ipb_text_copy(row->path));
		ipb_table_add(table, IPB_PLAIN, ipb_text_copy(row->gain));
		ipb_table_add(table, IPB_PLAIN, ipb_text_copy(row->on));
		ipb_table_add(table, IPB_PLAIN, ipb_text_copy(row->bench));
		ipb_table_add(table, IPB_PLAIN, ours(bench, row->same));
		ipb_table_add(table, IPB_PLAIN, ours(bench, row->own));
		ipb_table_add(table, IPB_PLAIN, ipb_text_copy(comparable(doc, bench)));
	}
	ipb_html_table(html, table, "Published gains and this result");
}
