// SPDX-License-Identifier: GPL-2.0-only
/*
 * ipibench: what an inter-processor interrupt costs on this machine.
 *
 * The only file that knows everybody: it hands the benches to the engine and
 * the engine to sysfs. Loading starts nothing.
 */
#include <linux/module.h>
#include <linux/slab.h>

#include "bench/benches.h"
#include "bench/flight.h"
#include "engine/control.h"
#include "engine/host.h"
#include "engine/machine.h"
#include "face/face.h"

static const struct ipb_bench *const benches[] = {
	&ipb_bench_hyperv,
	&ipb_bench_icr,
	&ipb_bench_icr_check,
	&ipb_bench_ipi,
	&ipb_bench_its,
	&ipb_bench_mpidr,
	&ipb_bench_selftest,
	&ipb_bench_storm,
	&ipb_bench_vsgi,
};

static int emulated = -1;
module_param(emulated, int, 0444);
MODULE_PARM_DESC(emulated, "1: this machine is emulated, 0: it is not (default: what can be told from inside)");

static struct ipb_engine engine;
static struct ipb_job jobs[ARRAY_SIZE(benches)];

static enum ipb_emulated emulated_answer(void)
{
	if (emulated < 0)
		return ipb_machine_emulated();
	return emulated ? IPB_EMULATED_YES : IPB_EMULATED_NO;
}

static void destroy_jobs(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(jobs); i++)
		ipb_spec_destroy(&jobs[i].spec);
}

static int create_jobs(void)
{
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(jobs); i++) {
		jobs[i].engine = &engine;
		jobs[i].bench = benches[i];
		ret = ipb_spec_init(&jobs[i].spec, benches[i], nr_cpu_ids);
		if (ret) {
			destroy_jobs();
			return ret;
		}
	}
	return 0;
}

static int __init ipibench_init(void)
{
	int ret;

	ipb_engine_init(&engine, &ipb_host_machine, &ipb_face_observer, emulated_answer());
	ret = create_jobs();
	if (ret)
		return ret;
	ret = ipb_face_create(&engine, jobs, ARRAY_SIZE(jobs));
	if (ret) {
		destroy_jobs();
		ipb_flight_drain();
	}
	return ret;
}
module_init(ipibench_init);

static void __exit ipibench_exit(void)
{
	ipb_engine_shutdown(&engine);
	ipb_face_remove(jobs, ARRAY_SIZE(jobs));
	destroy_jobs();
	ipb_flight_drain();
}
module_exit(ipibench_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Inter-processor interrupt benchmark");
