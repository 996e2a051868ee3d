// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "face.h"
#include "module.h"

enum { UNLOAD_TRIES = 100, UNLOAD_PAUSE_US = 100000 };

static int modprobe(char *const argv[])
{
	int status;
	pid_t pid = fork();

	if (pid < 0)
		return -errno;
	if (!pid) {
		int null = open("/dev/null", O_RDWR);

		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (waitpid(pid, &status, 0) != pid)
		return -errno;
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -ENOENT;
}

bool module_loaded(void)
{
	return !access(FACE_ROOT, F_OK);
}

bool module_slow(void)
{
	const char *slow = getenv("IPIBENCH_SLOW");

	return slow && *slow == '1';
}

bool module_builtin(void)
{
	return module_loaded() && access("/sys/module/ipibench/refcnt", F_OK);
}

/* The tests' numbers are looked at by nobody, so the machine may as well be emulated. */
int module_load(void)
{
	char *const argv[] = { "modprobe", "ipibench", "emulated=1", NULL };

	if (module_loaded())
		return 0;
	return modprobe(argv);
}

const char *module_unusable(void)
{
	if (geteuid())
		return "must be root";
	return module_load() ? "module ipibench is not installed" : NULL;
}

int module_unload(void)
{
	unsigned int i;

	for (i = 0; i < UNLOAD_TRIES; i++) {
		if (!syscall(SYS_delete_module, "ipibench", O_NONBLOCK))
			return 0;
		if (errno != EWOULDBLOCK && errno != EBUSY)
			return -errno;
		usleep(UNLOAD_PAUSE_US);
	}
	return -errno;
}

/* Return: whether the process of this name in /proc is a thread whose name starts so. */
static bool is_thread(const char *pid, const char *start)
{
	char path[300], name[64] = "";
	FILE *file;

	if (*pid < '0' || *pid > '9')
		return false;
	snprintf(path, sizeof(path), "/proc/%s/comm", pid);
	file = fopen(path, "r");
	if (!file)
		return false;
	if (!fgets(name, sizeof(name), file))
		name[0] = '\0';
	fclose(file);
	return !strncmp(name, start, strlen(start));
}

/* Return: how many; @last: one of them. */
static unsigned int find_threads(const char *start, pid_t *last)
{
	struct dirent *entry;
	unsigned int nr = 0;
	DIR *dir = opendir("/proc");

	if (!dir)
		return 0;
	while ((entry = readdir(dir))) {
		if (!is_thread(entry->d_name, start))
			continue;
		nr++;
		*last = atoi(entry->d_name);
	}
	closedir(dir);
	return nr;
}

unsigned int module_threads(void)
{
	pid_t last;

	return find_threads("ipibench_", &last);
}

pid_t module_thread(const char *name)
{
	pid_t last = 0;

	find_threads(name, &last);
	return last;
}
