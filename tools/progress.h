/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_PROGRESS_H
#define IPB_PROGRESS_H

/* Draw how far @bench is, on standard error if that is a terminal */
void ipb_progress_draw(const char *bench);

/* Take the bar away */
void ipb_progress_clear(void);

#endif
