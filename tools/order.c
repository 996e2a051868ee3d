// SPDX-License-Identifier: GPL-2.0-only
/* The order in which names are shown */
#include <string.h>

#include "order.h"
#include "text.h"

static const char *const benches[] = {
	"selftest", "ipi", "storm", "vsgi", "its", "mpidr", "hyperv", "icr",
};

static const char *const classes[] = { "local", "smt", "llc", "node", "socket", "cross" };

static const char *const legs[] = { "send", "deliver", "rtt", "op", "inject" };

static int rank_in(const char *const *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i], name))
			return i;
	return -1;
}

/* The leg that @name is, or starts with */
static int leg_rank(const char *name)
{
	for (size_t i = 0; i < IPB_COUNT(legs); i++) {
		size_t len = strlen(legs[i]);

		if (!strncmp(name, legs[i], len) && (!name[len] || name[len] == '_'))
			return i;
	}
	return -1;
}

static int rank(const char *name)
{
	int at = rank_in(benches, IPB_COUNT(benches), name);

	if (at < 0)
		at = rank_in(classes, IPB_COUNT(classes), name);
	if (at < 0)
		at = leg_rank(name);
	return at < 0 ? 1000 : at;
}

int ipb_order_compare(const char *a, const char *b)
{
	int ra = rank(a), rb = rank(b);

	return ra != rb ? ra - rb : strcmp(a, b);
}

bool ipb_order_is_class(const char *name)
{
	return rank_in(classes, IPB_COUNT(classes), name) >= 0;
}

int ipb_order_leg_length(const char *file)
{
	int at = leg_rank(file);
	int len = at < 0 ? 0 : strlen(legs[at]);

	return file[len] == '_' ? len : 0;
}
