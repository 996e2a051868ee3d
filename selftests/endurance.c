// SPDX-License-Identifier: GPL-2.0-only
/*
 * The same again and again, and nothing is left behind: the module comes and
 * goes in the middle of runs, while CPUs do; then ipi and storm take turns for
 * a long time. What a single time leaves is found in the count of its slab
 * cache, which then grows by one each time.
 *
 * By request only; how often and how long is in the environment:
 * IPIBENCH_ENDURANCE_CYCLES (1000), IPIBENCH_ENDURANCE_SECONDS (3600).
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"
#include "cell.h"
#include "cpu.h"
#include "memory.h"
#include "module.h"
#include "pick.h"
#include "run.h"

/*
 * What a kernel allocates once, when something happens for the first time, is
 * no drift: so many times come before the first look.
 */
enum {
	TIMEOUT_S = 24 * 3600,
	FIRST = 20,
	NOISE = 128,
	TELL_S = 60,
	OFFLINE_EVERY = 4,
	BEFORE_UNLOAD_US = 30000,
};

static const char *const in_flight[] = { "ipi", "storm", "mpidr", "its" };

FIXTURE(endurance) {
	struct memory before, after;
	unsigned int times;	/* between the two */
};

FIXTURE_SETUP(endurance)
{
	const char *why = run_unusable("ipi");

	if (why)
		SKIP(return, "%s", why);
	if (module_builtin())
		SKIP(return, "ipibench is part of the kernel");
	ASSERT_EQ(0, run_settle());
}

FIXTURE_TEARDOWN(endurance)
{
	cpu_restore();
	EXPECT_EQ(0, module_load());
	EXPECT_EQ(0, run_settle());
}

/*
 * Linux 6.12 loses count of its deadline server's bandwidth when a CPU goes while
 * the server's timer runs, and warns ("dl_rq->running_bw > old"): once in some
 * hundred times. A server of no bandwidth counts nothing.
 */
static void spare_deadline_servers(void)
{
	face_write_all("/sys/kernel/debug/sched/fair_server/cpu*/runtime", "0");
}

static unsigned int from_environment(const char *name, unsigned int initial)
{
	const char *text = getenv(name);

	return text && *text ? strtoul(text, NULL, 0) : initial;
}

/* A word each minute. */
static void tell(struct __test_metadata *_metadata, time_t *next, const char *what,
		 unsigned int done, unsigned int all)
{
	if (time(NULL) < *next)
		return;
	TH_LOG("%s: %u of %u", what, done, all);
	*next = time(NULL) + TELL_S;
}

/* As many objects more as times, or half of it, are not by chance; some are. */
static void expect_no_drift(struct __test_metadata *_metadata, const char *what,
			    struct memory *before, struct memory *after, unsigned int times)
{
	const char *cache;
	long long objects;

	ASSERT_EQ(0, memory_read(after));
	ASSERT_LT(0, times);
	cache = memory_grown(before, after, &objects);
	printf("| %s: %u times\n", what, times);
	printf("| kB before and after: slab %lld %lld, vmalloc %lld %lld, per CPU %lld %lld\n",
	       before->slab_kb, after->slab_kb, before->vmalloc_kb, after->vmalloc_kb,
	       before->percpu_kb, after->percpu_kb);
	printf("| slab cache grown most: %s, by %lld objects of %u caches\n", cache, objects,
	       after->nr);
	EXPECT_GT(times / 2 + NOISE, objects);
	/* A page each time. */
	EXPECT_GT(times * 2 + 1024, after->vmalloc_kb - before->vmalloc_kb);
	EXPECT_GT(times + 256, after->percpu_kb - before->percpu_kb);
}

/* Return: 0, or which step failed. */
static int cycle(unsigned int i, unsigned int *seed)
{
	const char *bench = in_flight[i % ARRAY_SIZE(in_flight)];
	unsigned int cpu = i % OFFLINE_EVERY ? 0 : cpu_removable();

	if (module_load())
		return 1;
	if (run_stage_endless(bench) || run_start(bench))
		return 2;
	usleep(pick_below(seed, BEFORE_UNLOAD_US));
	if (cpu && cpu_set_online(cpu, false))
		return 3;
	if (module_unload() || module_loaded() || module_threads())
		return 4;
	if (cpu && cpu_set_online(cpu, true))
		return 5;
	return 0;
}

TEST_F_TIMEOUT(endurance, the_module_comes_and_goes, TIMEOUT_S)
{
	unsigned int i, cycles = from_environment("IPIBENCH_ENDURANCE_CYCLES", 1000), seed = 1;
	time_t next = 0;

	spare_deadline_servers();
	for (i = 0; i < cycles + FIRST; i++) {
		if (i == FIRST)
			ASSERT_EQ(0, memory_read(&self->before));
		ASSERT_EQ(0, cycle(i, &seed)) {
			TH_LOG("in cycle %u", i);
		}
		tell(_metadata, &next, "loads and unloads", i, cycles + FIRST);
	}
	expect_no_drift(_metadata, "loads and unloads with a run in flight", &self->before,
			&self->after, cycles);
}

static void tell_run(struct __test_metadata *_metadata, const char *bench)
{
	char state[FACE_TEXT] = "", error[FACE_TEXT] = "", progress[FACE_TEXT] = "";

	face_read(state, "%s/state", bench);
	face_read(error, "%s/error", bench);
	face_read(progress, "%s/progress", bench);
	TH_LOG("%s is %s, error '%s', progress %s", bench, state, error, progress);
}

/* Shots of a run whose cells add up. */
static long long run_whole(struct __test_metadata *_metadata, const char *bench)
{
	EXPECT_EQ(0, run_stage(bench));
	EXPECT_EQ(0, run_to(bench, "done")) {
		tell_run(_metadata, bench);
	}
	EXPECT_STREQ("", cells_fault(bench, RUN_SAMPLES)) {
		tell_run(_metadata, bench);
	}
	return face_number("%s/run/shots", bench);
}

TEST_F_TIMEOUT(endurance, ipi_and_storm_take_turns, TIMEOUT_S)
{
	unsigned int seconds = from_environment("IPIBENCH_ENDURANCE_SECONDS", 3600), i;
	time_t start = time(NULL), next = 0;
	long long shots = 0;

	for (i = 0; i <= FIRST || time(NULL) < start + seconds; i++) {
		const char *bench = in_flight[i % 2];
		long long fired = run_whole(_metadata, bench);

		ASSERT_LT(0, fired) {
			TH_LOG("%s, run %u", bench, i);
		}
		shots += fired;
		if (i + 1 == FIRST)
			ASSERT_EQ(0, memory_read(&self->before));
		tell(_metadata, &next, "seconds of ipi and storm", time(NULL) - start, seconds);
	}
	printf("| ipi and storm in turn: %lld shots in %lld s\n", shots,
	       (long long)(time(NULL) - start));
	expect_no_drift(_metadata, "ipi and storm in turn", &self->before, &self->after,
			i - FIRST);
}

TEST_HARNESS_MAIN
