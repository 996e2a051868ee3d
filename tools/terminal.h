/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_TERMINAL_H
#define IPB_TERMINAL_H

#include <stdbool.h>

enum ipb_colour {
	IPB_PLAIN,
	IPB_BOLD,
	IPB_DIM,
	IPB_RED,
	IPB_GREEN,
	IPB_YELLOW,
};

/* Columns of standard output, $COLUMNS before all; 0 means without limit */
int ipb_terminal_width(void);

/* Escape sequences, or "" where standard output is no terminal or $NO_COLOR is set */
const char *ipb_terminal_on(enum ipb_colour colour);
const char *ipb_terminal_off(enum ipb_colour colour);

/* A background of the 256-colour palette; "" as above */
char *ipb_terminal_background(int palette);
bool ipb_terminal_has_colour(void);

#endif
