// SPDX-License-Identifier: GPL-2.0-only
/* Shots from what trace-cmd recorded, read by its library */
#include <string.h>

#include <trace-cmd.h>

#include "shots.h"
#include "text.h"

struct reader {
	struct ipb_shots *shots;
	struct tep_handle *tep;
	struct tep_event *event;
	bool bad;
};

static uint64_t number(struct reader *reader, struct tep_record *record, const char *field)
{
	unsigned long long value = 0;

	if (tep_get_field_val(NULL, reader->event, field, record, &value, 0))
		reader->bad = true;
	return value;
}

static const char *string(struct reader *reader, struct tep_record *record, const char *field)
{
	int len = 0;
	const char *text = tep_get_field_raw(NULL, reader->event, field, record, &len, 0);

	if (text && len > 0 && !text[len - 1])
		return text;
	reader->bad = true;
	return "";
}

static void shot_read(struct reader *reader, struct tep_record *record)
{
	struct ipb_shot shot = {
		.run = number(reader, record, "run"),
		.bench = string(reader, record, "bench"),
		.variant = string(reader, record, "variant"),
		.class = ipb_shot_class(number(reader, record, "class")),
		.src = number(reader, record, "src"),
		.dst = number(reader, record, "dst"),
		.outcome = number(reader, record, "outcome"),
		.legs = number(reader, record, "legs"),
		.khz = number(reader, record, "khz"),
		.ops = number(reader, record, "ops"),
		.start = number(reader, record, "start"),
		.sent = number(reader, record, "sent"),
		.entry = number(reader, record, "entry"),
		.done = number(reader, record, "done"),
		.inject = number(reader, record, "inject"),
	};

	if (!reader->bad)
		ipb_shots_add(reader->shots, &shot);
}

static int record_read(struct tracecmd_input *handle, struct tep_record *record, int cpu,
		       void *data)
{
	struct reader *reader = data;

	(void)handle;
	(void)cpu;
	/* negative: some, and nobody knows how many */
	if (record->missed_events)
		ipb_shots_miss(reader->shots,
			       record->missed_events > 0 ? record->missed_events : 1);
	if (tep_data_type(reader->tep, record) == reader->event->id)
		shot_read(reader, record);
	return reader->bad;
}

bool ipb_shots_can_read_dat(void)
{
	return true;
}

int ipb_shots_read_dat(struct ipb_shots *shots, const char *path)
{
	struct tracecmd_input *handle = tracecmd_open(path, TRACECMD_FL_LOAD_NO_PLUGINS);
	struct reader reader = { .shots = shots };
	int code = IPB_EXIT_OK;

	if (!handle) {
		ipb_text_error("%s: trace-cmd's library cannot read it", path);
		return IPB_EXIT_USAGE;
	}
	reader.tep = tracecmd_get_tep(handle);
	reader.event = tep_find_event_by_name(reader.tep, "ipibench", "ipibench_shot");
	if (reader.event)
		tracecmd_iterate_events(handle, NULL, 0, record_read, &reader);
	if (!reader.event || reader.bad) {
		ipb_text_error("%s: no shots as this version traces them", path);
		code = IPB_EXIT_USAGE;
	}
	tracecmd_close(handle);
	return code;
}
