// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "face.h"
#include "live.h"
#include "module.h"

enum { UNLOAD_TRIES = 50, UNLOAD_PAUSE_US = 100000 };

static const char *const lists[] = {
	"/sys/kernel/tracing/enabled_functions",
	"/sys/kernel/debug/tracing/enabled_functions",
};

const char *live_unusable(void)
{
	const char *why = module_unusable();

	if (why)
		return why;
	if (!face_exists("live") && system("modprobe ipibench_live >/dev/null 2>&1"))
		return "module ipibench_live is not installed";
	return face_exists("live") ? NULL : "ipibench_live did not load";
}

const char *live_unsupported(const char *function, char text[FACE_TEXT])
{
	if (face_read(text, "live/%s/supported", function))
		return "no such hook";
	return strcmp(text, "yes") ? text : NULL;
}

const char *live_hook_unusable(const char *function, const char *(*vm_unusable)(void))
{
	static char skip[FACE_TEXT + 128];
	char text[FACE_TEXT];
	const char *why = live_unusable();

	if (!why)
		why = live_unsupported(function, text);
	if (!why)
		why = vm_unusable();
	if (!why)
		return NULL;
	snprintf(skip, sizeof(skip), "live/%s is not supported: %s", function, why);
	return skip;
}

int live_unload(void)
{
	unsigned int i;

	for (i = 0; i < UNLOAD_TRIES; i++) {
		if (!syscall(SYS_delete_module, "ipibench_live", O_NONBLOCK))
			return 0;
		if (errno != EWOULDBLOCK && errno != EBUSY)
			return -errno;
		usleep(UNLOAD_PAUSE_US);
	}
	return -errno;
}

int live_enable(const char *function, const char *variant, unsigned int calls)
{
	int ret = face_write(variant, "live/%s/variant", function);

	if (!ret)
		ret = face_write_number(calls, "live/%s/alternate_calls", function);
	return ret ? ret : face_write("1", "live/%s/enabled", function);
}

int live_disable(const char *function)
{
	return face_write("0", "live/%s/enabled", function);
}

/* Lines of the list, or only those of a function; -1: there is no list. */
static int count_lines(const char *function)
{
	char line[512];
	FILE *file = NULL;
	unsigned int i;
	int nr = 0;

	for (i = 0; !file && i < ARRAY_SIZE(lists); i++)
		file = fopen(lists[i], "r");
	if (!file)
		return -1;
	while (fgets(line, sizeof(line), file))
		if (!function || !strcmp(strtok(line, " "), function))
			nr++;
	fclose(file);
	return nr;
}

bool live_spliced(const char *function)
{
	return count_lines(function) > 0;
}

int live_callbacks(void)
{
	return count_lines(NULL);
}
