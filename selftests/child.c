// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"

pid_t child_start(int (*body)(void *data), void *data)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		return -errno;
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	_exit(body(data));
}

static int result(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int child_wait(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid)
		return -errno;
	return result(status);
}

int child_wait_for(pid_t pid, unsigned int ms)
{
	int status;
	pid_t ret;

	while (!(ret = waitpid(pid, &status, WNOHANG))) {
		if (!ms--)
			return -ETIME;
		usleep(1000);
	}
	return ret == pid ? result(status) : -errno;
}

int child_stop(pid_t pid)
{
	int ret;

	kill(pid, SIGKILL);
	ret = child_wait(pid);
	return ret == -SIGKILL ? 0 : ret;
}
