// SPDX-License-Identifier: GPL-2.0-only
/* One run from start to end */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "control.h"
#include "progress.h"
#include "sysfs.h"
#include "text.h"

enum { TICK_MS = 200, STOP_TICKS = 50, BEGIN_TICKS = 10 };

/* What stands for a state where there is none to read any more */
static const char gone[] = "gone";

static volatile sig_atomic_t caught;
static sigset_t unblocked;

static void on_signal(int sig)
{
	caught = sig;
}

void ipb_control_catch(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	const struct sigaction action = { .sa_handler = on_signal };
	sigset_t blocked;

	/* they are let in only while waiting, so none is missed just before it */
	sigemptyset(&blocked);
	for (size_t i = 0; i < IPB_COUNT(signals); i++) {
		sigaction(signals[i], &action, NULL);
		sigaddset(&blocked, signals[i]);
	}
	sigprocmask(SIG_BLOCK, &blocked, &unblocked);
	for (size_t i = 0; i < IPB_COUNT(signals); i++)
		sigdelset(&unblocked, signals[i]);
}

bool ipb_control_interrupted(void)
{
	const struct timespec now = { 0 };

	ppoll(NULL, 0, &now, &unblocked);
	return caught;
}

static const struct {
	int err;
	const char *words;
	enum ipb_exit code;
} refusals[] = {
	{ EBUSY, "busy: another run is going on; only one at a time", IPB_EXIT_FAILED },
	{ EACCES, "starting a run needs root", IPB_EXIT_FAILED },
	{ EPERM, "starting a run needs root", IPB_EXIT_FAILED },
	{ ENOMEM, "the run would take too much memory; ask for fewer pairs or variants",
	  IPB_EXIT_FAILED },
	{ EOPNOTSUPP, "not supported here", IPB_EXIT_UNSUPPORTED },
	{ ENODEV, "the module is being unloaded", IPB_EXIT_NOT_LOADED },
};

/* What the module itself says of the matter: "" if nothing */
static char *module_says(const char *bench)
{
	char *text;

	if (!ipb_sysfs_read(&text, "%s/error", bench) && *text)
		return text;
	return ipb_text_copy("");
}

static int say_refused(const char *bench, int err)
{
	char *more = module_says(bench);
	const char *words = strerror(-err);
	int code = IPB_EXIT_FAILED;

	for (size_t i = 0; i < IPB_COUNT(refusals); i++) {
		if (refusals[i].err != -err)
			continue;
		words = refusals[i].words;
		code = refusals[i].code;
	}
	ipb_text_error("%s: %s%s%s", bench, words, *more ? ": " : "", more);
	free(more);
	return code;
}

/* Read the state anew through @fd, which also arms the next poll */
static void state_read(int fd, char *state, size_t size)
{
	ssize_t got = pread(fd, state, size - 1, 0);

	if (got < 0)
		snprintf(state, size, "%s", gone);
	else
		state[got] = '\0';
	state[strcspn(state, "\n")] = '\0';
}

/* Wait for a change, a tick or a signal */
static void tick(int fd, const sigset_t *mask)
{
	const struct timespec timeout = { .tv_nsec = TICK_MS * 1000000L };
	struct pollfd poll = { .fd = fd, .events = POLLPRI | POLLERR };

	ppoll(&poll, 1, &timeout, mask);
}

static int run_stop(const char *bench, int fd)
{
	char state[32];

	ipb_sysfs_write("stop", "%s/control", bench);
	for (int i = 0; i < STOP_TICKS; i++) {
		state_read(fd, state, sizeof(state));
		if (strcmp(state, "running"))
			break;
		tick(fd, NULL);
	}
	ipb_progress_clear();
	ipb_text_error("%s: interrupted%s", bench,
		       strcmp(state, "running") ? "; the run is stopped" :
						  "; the run does not stop");
	return IPB_EXIT_INTERRUPTED;
}

static int say_end(const char *bench, const char *state)
{
	char *more;

	if (!strcmp(state, "done"))
		return IPB_EXIT_OK;
	more = module_says(bench);
	if (!strcmp(state, "stopped"))
		ipb_text_error("%s: somebody stopped the run%s%s", bench, *more ? ": " : "", more);
	else if (!strcmp(state, gone))
		ipb_text_error("%s: the module went away during the run", bench);
	else
		ipb_text_error("%s: the run %s: %s", bench, state,
			       *more ? more : "the module does not say why");
	free(more);
	return strcmp(state, gone) ? IPB_EXIT_FAILED : IPB_EXIT_NOT_LOADED;
}

static int wait_for_end(const char *bench, int fd)
{
	char state[32];
	int idle = 0;

	for (;;) {
		state_read(fd, state, sizeof(state));
		if (*state && strcmp(state, "running") && strcmp(state, "idle"))
			break;
		if (strcmp(state, "running") && idle++ >= BEGIN_TICKS)
			break;
		ipb_progress_draw(bench);
		tick(fd, &unblocked);
		if (caught)
			return run_stop(bench, fd);
	}
	ipb_progress_clear();
	return say_end(bench, state);
}

int ipb_control_run(const char *bench)
{
	int fd = ipb_sysfs_open(bench, "state");
	int err, code;

	if (fd < 0)
		return say_refused(bench, fd);
	err = ipb_sysfs_write("start", "%s/control", bench);
	code = err ? say_refused(bench, err) : wait_for_end(bench, fd);
	close(fd);
	return code;
}
