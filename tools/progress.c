// SPDX-License-Identifier: GPL-2.0-only
/* A bar on the terminal while a run goes on */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "progress.h"
#include "sysfs.h"

enum { BAR_MAX = 40, BESIDES = 40 };

static int bar_width(const char *bench)
{
	struct winsize size;
	int room = 80;

	if (!ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col)
		room = size.ws_col;
	room -= BESIDES + (int)strlen(bench);
	return room > BAR_MAX ? BAR_MAX : room;
}

void ipb_progress_draw(const char *bench)
{
	unsigned long long done, planned;
	int width = bar_width(bench), full;
	char *text;

	if (!isatty(STDERR_FILENO) || ipb_sysfs_read(&text, "%s/progress", bench))
		return;
	if (sscanf(text, "%llu %llu", &done, &planned) == 2 && planned) {
		if (done > planned)
			done = planned;
		fprintf(stderr, "\r%s ", bench);
		if (width > 4) {
			full = (double)done / planned * width;
			fputc('[', stderr);
			for (int i = 0; i < width; i++)
				fputc(i < full ? '#' : '.', stderr);
			fputs("] ", stderr);
		}
		fprintf(stderr, "%3.0f %%  %llu of %llu shots\033[K", 100.0 * done / planned, done,
			planned);
	}
	free(text);
}

void ipb_progress_clear(void)
{
	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
}
