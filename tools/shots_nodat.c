// SPDX-License-Identifier: GPL-2.0-only
/* In place of shots_dat.c where trace-cmd's library was not there to build with */
#include "shots.h"
#include "text.h"

bool ipb_shots_can_read_dat(void)
{
	return false;
}

int ipb_shots_read_dat(struct ipb_shots *shots, const char *path)
{
	(void)shots;
	ipb_text_error("%s: built without libtracecmd, which reads this; "
		       "`trace-cmd report %s | ipibench trace -` needs none", path, path);
	return IPB_EXIT_FAILED;
}
