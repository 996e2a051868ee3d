// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "cpu.h"
#include "module.h"
#include "storm.h"

/* Longer than the longest block of a tame run, and than modprobe on a slow machine. */
enum { END_LIMIT_MS = 120000, LIFE_MS = 700, HUSH_US = 20000 };

struct storm *storm_create(const struct pick_files *files, unsigned int seed)
{
	struct storm *storm = mmap(NULL, sizeof(*storm), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (storm == MAP_FAILED)
		return NULL;
	storm->files = files;
	storm->seed = seed;
	return storm;
}

void storm_count(unsigned long *counter)
{
	__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

void storm_fault(struct storm *storm, const char *fmt, ...)
{
	va_list args;

	if (!__atomic_fetch_add(&storm->faults, 1, __ATOMIC_SEQ_CST)) {
		va_start(args, fmt);
		vsnprintf(storm->fault, sizeof(storm->fault), fmt, args);
		va_end(args);
	}
	__atomic_store_n(&storm->over, true, __ATOMIC_SEQ_CST);
}

static bool is_over(const struct storm *storm)
{
	return __atomic_load_n(&storm->over, __ATOMIC_SEQ_CST);
}

bool storm_is_over(const struct storm *storm)
{
	while (!is_over(storm) && __atomic_load_n(&storm->hush, __ATOMIC_SEQ_CST))
		usleep(HUSH_US);
	return is_over(storm);
}

/*
 * Linux 6.12 counts its deadline server as one more task, and warns when it
 * finds that on a busy CPU that goes ("Dying CPU not properly vacated!"). So
 * only runs go on at that moment, unless it is to be wild.
 */
static int take_offline(struct storm *storm, unsigned int cpu)
{
	int ret;

	__atomic_store_n(&storm->hush, !storm->wild, __ATOMIC_SEQ_CST);
	usleep(2 * HUSH_US);
	ret = cpu_set_online(cpu, false);
	__atomic_store_n(&storm->hush, false, __ATOMIC_SEQ_CST);
	return ret;
}

/* A CPU that is not there for a moment, not often. */
static int plug(struct storm *storm, unsigned int seed)
{
	while (!is_over(storm)) {
		unsigned int last = cpu_removable(), cpu;

		if (!last)
			return 0;
		cpu = pick_below(&seed, last) + 1;
		if (!take_offline(storm, cpu))
			storm_count(&storm->hotplugs);
		usleep(pick_below(&seed, 300000));
		cpu_set_online(cpu, true);
		usleep(500000 + pick_below(&seed, 500000));
	}
	return 0;
}

static int reload(struct storm *storm, unsigned int seed)
{
	int ret;

	while (!is_over(storm)) {
		usleep(pick_below(&seed, 3000000));
		if (storm_is_over(storm))
			break;
		__atomic_fetch_add(&storm->epoch, 1, __ATOMIC_SEQ_CST);
		ret = module_unload();
		if (ret)
			storm_fault(storm, "the module does not go: %d", ret);
		else if (module_loaded())
			storm_fault(storm, "the module is gone, its files are not");
		ret = module_load();
		if (ret)
			storm_fault(storm, "the module does not come back: %d", ret);
		__atomic_fetch_add(&storm->epoch, 1, __ATOMIC_SEQ_CST);
		storm_count(&storm->reloads);
	}
	return 0;
}

/* One process. */
struct role {
	struct storm *storm;
	int (*body)(struct storm *storm, unsigned int seed);
	unsigned int seed;
	pid_t pid;
};

static int play(void *data)
{
	struct role *role = data;

	return role->body(role->storm, role->seed);
}

static void role_start(struct role *role)
{
	role->pid = child_start(play, role);
	if (role->pid < 0)
		storm_fault(role->storm, "no process: %d", (int)role->pid);
}

/* In the middle of whatever it does, and another one takes its place. */
static void role_kill(struct role *role)
{
	int ret = child_stop(role->pid);

	if (ret)
		storm_fault(role->storm, "a process ended with %d", ret);
	storm_count(&role->storm->kills);
	role->seed += STORM_PROCESSES;
	role_start(role);
}

static int role_end(struct role *role)
{
	int ret = role->pid > 0 ? child_wait_for(role->pid, END_LIMIT_MS) : 0;

	if (ret)
		storm_fault(role->storm, "a process ends with %d", ret);
	return ret;
}

static unsigned int cast(struct storm *storm, struct role *role, unsigned int writers)
{
	unsigned int nr = 0, i;

	for (; nr < writers && nr < STORM_PROCESSES - 3; nr++)
		role[nr].body = storm_write;
	role[nr++].body = storm_read;
	role[nr++].body = plug;
	if (!module_builtin())
		role[nr++].body = reload;
	for (i = 0; i < nr; i++) {
		role[i].storm = storm;
		role[i].seed = storm->seed * 1000003 + i;
		role_start(&role[i]);
	}
	return nr;
}

int storm_run(struct storm *storm, unsigned int writers, unsigned int seconds)
{
	struct role role[STORM_PROCESSES] = { };
	unsigned int nr = cast(storm, role, writers), seed = storm->seed, i;
	time_t end = time(NULL) + seconds;
	int ret = 0;

	while (!is_over(storm) && time(NULL) < end) {
		usleep(pick_below(&seed, LIFE_MS) * 1000);
		/* Readers and writers; the others would leave things undone. */
		if (!storm_is_over(storm))
			role_kill(&role[pick_below(&seed, writers + 1)]);
	}
	__atomic_store_n(&storm->over, true, __ATOMIC_SEQ_CST);
	for (i = 0; i < nr; i++)
		if (role_end(&role[i]) == -ETIME)
			ret = -ETIME;
	return ret;
}
