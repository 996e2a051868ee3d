// SPDX-License-Identifier: GPL-2.0-only
/* What standard output can show */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal.h"
#include "text.h"

static const char *const sequence[] = {
	[IPB_PLAIN] = "",
	[IPB_BOLD] = "\033[1m",
	[IPB_DIM] = "\033[2m",
	[IPB_RED] = "\033[31m",
	[IPB_GREEN] = "\033[32m",
	[IPB_YELLOW] = "\033[33m",
};

int ipb_terminal_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;

	if (columns && atoi(columns) > 0)
		return atoi(columns);
	if (isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		return size.ws_col;
	return 0;
}

bool ipb_terminal_has_colour(void)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	if (no_color && *no_color)
		return false;
	return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb");
}

const char *ipb_terminal_on(enum ipb_colour colour)
{
	return ipb_terminal_has_colour() ? sequence[colour] : "";
}

const char *ipb_terminal_off(enum ipb_colour colour)
{
	return colour != IPB_PLAIN && ipb_terminal_has_colour() ? "\033[0m" : "";
}

char *ipb_terminal_background(int palette)
{
	/* black on light shades, so that the figure can be read on all of them */
	return ipb_terminal_has_colour() ? ipb_text_format("\033[30;48;5;%dm", palette) :
					   ipb_text_copy("");
}
