// SPDX-License-Identifier: GPL-2.0-only
/*
 * A bench as JSON, read whole. Publishing replaces the results of the run
 * before, so the run's id is read before and after all the rest.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "json.h"
#include "result.h"
#include "snapshot.h"
#include "sysfs.h"
#include "text.h"

enum { TRIES = 20, PAUSE_MS = 50 };

/* Files of a bench that are neither parameters nor told elsewhere */
static const char *const not_params[] = {
	"supported", "backend", "baseline", "control", "state", "error", "progress",
};

static bool is_param(const char *file)
{
	for (size_t i = 0; i < IPB_COUNT(not_params); i++)
		if (!strcmp(not_params[i], file))
			return false;
	return !ipb_text_starts(file, "available_");
}

/* Every readable file of directory @rel as a member of @into */
static int files_read(const char *rel, bool params, struct json_object *into)
{
	struct ipb_names files;
	int err = ipb_sysfs_names(rel, false, &files);

	for (size_t i = 0; !err && i < files.count; i++) {
		const char *file = files.name[i];
		char *text;

		if (params && !is_param(file))
			continue;
		err = ipb_sysfs_read(&text, "%s/%s", rel, file);
		if (!err)
			json_object_object_add(into, file, ipb_json_value(file, text));
		free(text);
	}
	ipb_sysfs_names_free(&files);
	return err;
}

static int run_read(const char *bench, struct json_object *into)
{
	struct json_object *run = ipb_json_member(into, "run");
	char *dir = ipb_text_format("%s/run", bench);
	int err = files_read(dir, false, run);

	free(dir);
	if (!err) {
		dir = ipb_text_format("%s/run/conditions", bench);
		err = files_read(dir, false, ipb_json_member(run, "conditions"));
		free(dir);
	}
	/* neither is there before the first run */
	return err == -ENOENT ? 0 : err;
}

static int member_read(const char *bench, const char *file, struct json_object *into)
{
	char *text;
	int err = ipb_sysfs_read(&text, "%s/%s", bench, file);

	if (!err)
		json_object_object_add(into, file, ipb_json_value(file, text));
	free(text);
	return err;
}

static bool state_is(const char *bench, const char *wanted)
{
	char *state;
	bool is;

	if (ipb_sysfs_read(&state, "%s/state", bench))
		return false;
	is = !strcmp(state, wanted);
	free(state);
	return is;
}

/* The backend that ran is told rather than the one that would run now */
static void backend_settle(struct json_object *bench)
{
	struct json_object *conditions = ipb_json_get(ipb_json_get(bench, "run"), "conditions");
	struct json_object *ran = ipb_json_get(conditions, "backend");

	if (ran)
		json_object_object_add(bench, "backend", json_object_get(ran));
}

static int bench_read(const char *bench, bool brief, struct json_object *into)
{
	int err;

	json_object_object_add(into, "bench", json_object_new_string(bench));
	member_read(bench, "backend", into);
	err = member_read(bench, "supported", into);
	if (err)
		return err;
	member_read(bench, "baseline", into);
	err = files_read(bench, true, ipb_json_member(into, "params"));
	if (err)
		return err;
	err = run_read(bench, into);
	if (err || brief)
		return err;
	backend_settle(into);
	err = ipb_result_read(bench, into);
	/* absent results of a finished run are about to be replaced */
	if (err == -ENOENT && !state_is(bench, "done"))
		return 0;
	return err;
}

static char *id_read(const char *bench)
{
	char *id;

	return ipb_sysfs_read(&id, "%s/run/id", bench) ? ipb_text_copy("") : id;
}

static int read_once(const char *bench, bool brief, struct json_object **out)
{
	char *before = id_read(bench), *after;
	int err;

	*out = json_object_new_object();
	err = bench_read(bench, brief, *out);
	after = id_read(bench);
	if (!err && strcmp(before, after))
		err = -EAGAIN;
	free(before);
	free(after);
	if (err) {
		json_object_put(*out);
		*out = NULL;
	}
	return err;
}

static bool worth_another_try(int err)
{
	return err == -EAGAIN || err == -ENOENT || err == -ENODEV || err == -EBUSY;
}

/*
 * A run that is about to end publishes file by file under its new id, which
 * looks like results of a run before. So what was read while one was going on
 * counts only if the next reading finds the same.
 */
static int read_settled(const char *bench, bool brief, struct json_object **out,
			struct json_object **last)
{
	bool running = state_is(bench, "running");
	int err = read_once(bench, brief, out);

	running |= state_is(bench, "running");
	if (err || !running || (*last && json_object_equal(*out, *last)))
		return err;
	json_object_put(*last);
	*last = *out;
	*out = NULL;
	return -EAGAIN;
}

int ipb_snapshot_take(const char *bench, bool brief, struct json_object **out)
{
	const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
	struct json_object *last = NULL;
	int err = -ENOENT;

	*out = NULL;
	if (!ipb_sysfs_has(bench, "supported"))
		return -ENOENT;
	for (int i = 0; i < TRIES; i++) {
		err = read_settled(bench, brief, out, &last);
		if (!worth_another_try(err))
			break;
		nanosleep(&pause, NULL);
	}
	json_object_put(last);
	return worth_another_try(err) ? -EAGAIN : err;
}
