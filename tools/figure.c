// SPDX-License-Identifier: GPL-2.0-only
/* Numbers as people like to read them */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "figure.h"
#include "json.h"
#include "text.h"

static int places_of(struct json_object *value)
{
	const char *dot = strchr(json_object_get_string(value), '.');

	return dot ? (int)strlen(dot + 1) : 0;
}

/* About four digits say all that a measurement of this kind can */
static int places_wanted(double value)
{
	double size = fabs(value);

	if (size >= 1000)
		return 0;
	if (size >= 100)
		return 1;
	return size >= 10 ? 2 : 3;
}

static char *figure(struct json_object *from, const char *name, bool sign)
{
	struct json_object *value = ipb_json_get(from, name);
	double number = ipb_json_number(from, name, 0);
	int places, wanted;

	if (!value)
		return ipb_text_copy("");
	if (!ipb_json_has_number(from, name))
		return ipb_text_copy(json_object_get_string(value));
	places = places_of(value);
	wanted = places_wanted(number);
	if (wanted < places)
		places = wanted;
	return sign && number ? ipb_text_format("%+.*f", places, number) :
				ipb_text_format("%.*f", places, number);
}

char *ipb_figure_member(struct json_object *from, const char *name)
{
	return figure(from, name, false);
}

char *ipb_figure_signed(struct json_object *from, const char *name)
{
	return figure(from, name, true);
}

char *ipb_figure_interval(struct json_object *from)
{
	char *low = ipb_figure_signed(from, "ci_low_ns");
	char *high = ipb_figure_signed(from, "ci_high_ns");
	char *text = *low && *high ? ipb_text_format("%s .. %s", low, high) : ipb_text_copy("");

	free(low);
	free(high);
	return text;
}

char *ipb_figure_percent(struct json_object *from, const char *name)
{
	if (!ipb_json_has_number(from, name))
		return ipb_text_copy("");
	return ipb_text_format("%+.1f %%", ipb_json_number(from, name, 0));
}

char *ipb_figure_age(double epoch_s)
{
	static const struct {
		double seconds;
		const char *name;
	} units[] = { { 86400, "d" }, { 3600, "h" }, { 60, "min" } };
	double age = (double)time(NULL) - epoch_s;

	if (epoch_s <= 0)
		return ipb_text_copy("");
	if (age < 0)
		age = 0;
	for (size_t i = 0; i < IPB_COUNT(units); i++)
		if (age >= 2 * units[i].seconds)
			return ipb_text_format("%.0f %s ago", floor(age / units[i].seconds),
					       units[i].name);
	return ipb_text_format("%.0f s ago", age);
}
