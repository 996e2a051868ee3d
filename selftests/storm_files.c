// SPDX-License-Identifier: GPL-2.0-only
/*
 * Those of the storm who write and read. What they may be told depends on
 * whether the module came or went meanwhile, and on whether results did.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "storm.h"

enum { HELD = 12, POLL_MS = 30 };

/* A file that was opened at some time. */
struct held {
	int fd;
	unsigned int epoch;
	char path[FACE_PATH];
};

static unsigned int epoch_now(const struct storm *storm)
{
	return __atomic_load_n(&storm->epoch, __ATOMIC_SEQ_CST);
}

/* Is it the same module ever since? */
static bool stayed(const struct storm *storm, unsigned int epoch)
{
	return !(epoch & 1) && epoch == epoch_now(storm);
}

/* Replaced by the next run. */
static bool is_of_a_run(const char *path)
{
	return strstr(path, "/results/") || strstr(path, "/compare/") || strstr(path, "/run/");
}

/* May a file be gone that was there at that time? */
static bool may_be_gone(const struct storm *storm, const char *path, unsigned int epoch, int error)
{
	return (error == -ENOENT || error == -ENODEV) &&
	       (is_of_a_run(path) || !stayed(storm, epoch));
}

static int open_held(struct storm *storm, struct held *held, const char *path, int flags)
{
	held->epoch = epoch_now(storm);
	snprintf(held->path, sizeof(held->path), "%s", path);
	held->fd = face_open(flags, "%s", path);
	if (held->fd < 0 && !may_be_gone(storm, path, held->epoch, held->fd))
		storm_fault(storm, "%s does not open: %d", path, held->fd);
	return held->fd;
}

/* Return: bytes or -errno; one that is not right is a fault. */
static ssize_t read_held(struct storm *storm, const struct held *held, char *text, size_t size,
			 off_t at)
{
	ssize_t len = pread(held->fd, text, size, at);

	len = len < 0 ? -errno : len;
	storm_count(&storm->reads);
	if (len < 0 && !may_be_gone(storm, held->path, held->epoch, len) &&
	    !(len == -ENOMEM && !strcmp(held->path, "env/classes")))
		storm_fault(storm, "%s cannot be read at %ld: %ld", held->path, (long)at,
			    (long)len);
	return len;
}

/* A part of what never changes is that part; a part of what does can be read. */
static void read_part(struct storm *storm, const struct held *held, const char *whole, size_t size,
		      unsigned int *seed)
{
	size_t at = pick_below(seed, size + 2), want = pick_below(seed, size + 2), have;
	char part[FACE_TEXT];
	ssize_t len;

	want = want < sizeof(part) ? want : sizeof(part);
	len = read_held(storm, held, part, want, at);
	if (len < 0 || !is_of_a_run(held->path))
		return;
	have = at < size ? size - at : 0;
	have = have < want ? have : want;
	/* What follows the first page was not read before. */
	if (size == FACE_TEXT ? (size_t)len < have : (size_t)len != have)
		storm_fault(storm, "%s: %ld bytes at %zu, not %zu", held->path, (long)len, at,
			    have);
	else if (memcmp(part, whole + at, have))
		storm_fault(storm, "%s reads differently from %zu", held->path, at);
}

static bool is_state(const char *path, const char *text)
{
	static const char *const words[] = { "idle\n", "running\n", "done\n", "stopped\n",
					     "failed\n", NULL }, *const *word;
	const char *name = strrchr(path, '/');

	if (!name || strcmp(name, "/state"))
		return true;
	for (word = words; *word; word++)
		if (!strcmp(text, *word))
			return true;
	return false;
}

static void read_file(struct storm *storm, const struct held *held, unsigned int *seed)
{
	char text[FACE_TEXT + 1];
	ssize_t len = read_held(storm, held, text, FACE_TEXT, 0);

	if (len < 0)
		return;
	text[len] = '\0';
	if (len && len < FACE_TEXT && text[len - 1] != '\n')
		storm_fault(storm, "%s does not end in a newline", held->path);
	if (!is_state(held->path, text))
		storm_fault(storm, "%s is '%s'", held->path, text);
	read_part(storm, held, text, len, seed);
}

static void read_path(struct storm *storm, const char *path, unsigned int *seed)
{
	struct held held;

	if (open_held(storm, &held, path, O_RDONLY) < 0)
		return;
	read_file(storm, &held, seed);
	close(held.fd);
}

/* Old files stay open, and are looked at from time to time. */
static void hold(struct storm *storm, const char *path, struct held held[HELD],
		 unsigned int *seed)
{
	held += pick_below(seed, HELD);
	if (held->fd >= 0) {
		read_file(storm, held, seed);
		if (pick_below(seed, 3))
			return;
		close(held->fd);
	}
	open_held(storm, held, path, O_RDONLY);
}

static void hold_nothing(struct held held[HELD])
{
	unsigned int i;

	for (i = 0; i < HELD; i++)
		held[i].fd = -1;
}

static void read_folder(struct storm *storm, const char *path, struct held held[HELD],
			unsigned int *seed)
{
	char full[FACE_PATH], below[2 * FACE_PATH];
	struct dirent *entry;
	DIR *dir;

	face_path(full, "%s", path);
	dir = opendir(full);
	while (dir && !storm_is_over(storm) && (entry = readdir(dir))) {
		if (*entry->d_name == '.')
			continue;
		snprintf(below, sizeof(below), "%s%s%s", path, *path ? "/" : "", entry->d_name);
		if (entry->d_type == DT_DIR)
			read_folder(storm, below, held, seed);
		else if (!pick_below(seed, 16))
			hold(storm, below, held, seed);
		else if (pick_below(seed, 2))
			read_path(storm, below, seed);
	}
	if (dir)
		closedir(dir);
}

int storm_read(struct storm *storm, unsigned int seed)
{
	struct held held[HELD];

	hold_nothing(held);
	while (!storm_is_over(storm))
		read_folder(storm, "", held, &seed);
	return 0;
}

static void judge(struct storm *storm, const struct pick_file *file,
		  const struct pick_value *value, int ret, unsigned int epoch)
{
	bool right;

	storm_count(ret ? &storm->refused : &storm->accepted);
	if (!ret && !strcmp(pick_name(file), "control"))
		storm_count(&storm->commands);
	if (ret && may_be_gone(storm, file->path, epoch, ret))
		return;
	if (ret)
		right = pick_error_is_right(file, value, ret) &&
			(value->sort != PICK_GOOD || ret == -ENOMEM);
	else
		right = value->sort != PICK_BAD;
	if (!right)
		storm_fault(storm, "%s and '%.*s': %d", file->path, (int)value->len, value->text,
			    ret);
}

static void write_file(struct storm *storm, const struct pick_file *file, unsigned int *seed)
{
	int flags = pick_below(seed, 8) ? O_WRONLY : O_RDWR | O_TRUNC;
	struct pick_value value;
	struct held held;
	ssize_t len;

	pick_value(&value, file, seed, true);
	if (open_held(storm, &held, file->path, flags) < 0)
		return;
	len = write(held.fd, value.text, value.len);
	judge(storm, file, &value, len < 0 ? -errno : 0, held.epoch);
	close(held.fd);
}

/* Nobody else may write nonsense into it either. */
static void check_value(struct storm *storm, const struct pick_file *file)
{
	char text[FACE_TEXT];
	unsigned int epoch = epoch_now(storm);
	int ret = face_read(text, "%s", file->path);

	if (ret && !may_be_gone(storm, file->path, epoch, ret))
		storm_fault(storm, "%s cannot be read: %d", file->path, ret);
	/* Those of a backend may be another's a moment later. */
	else if (!ret && !strstr(file->path, "/variants") && !strstr(file->path, "/baseline") &&
		 !pick_is_legal(file, text))
		storm_fault(storm, "%s is '%s'", file->path, text);
}

static void wait_for_state(struct storm *storm, const struct pick_file *file, unsigned int *seed)
{
	struct pollfd poller = { .events = POLLPRI | POLLERR };
	char path[FACE_PATH];
	struct held held;

	snprintf(path, sizeof(path), "%.*s/state", (int)strcspn(file->path, "/"), file->path);
	if (open_held(storm, &held, path, O_RDONLY) < 0)
		return;
	read_file(storm, &held, seed);
	poller.fd = held.fd;
	if (poll(&poller, 1, pick_below(seed, POLL_MS)) < 0)
		storm_fault(storm, "poll: %d", -errno);
	storm_count(&storm->polls);
	read_file(storm, &held, seed);
	close(held.fd);
}

static void write_read_only(struct storm *storm, const struct pick_file *file)
{
	if (!face_write("1", "%.*s/state", (int)strcspn(file->path, "/"), file->path))
		storm_fault(storm, "the state of %s can be written", file->path);
}

int storm_write(struct storm *storm, unsigned int seed)
{
	struct held held[HELD];

	hold_nothing(held);
	while (!storm_is_over(storm)) {
		const struct pick_files *files = storm->files;
		const struct pick_file *file = &files->file[pick_below(&seed, files->nr)];
		unsigned int dice = pick_below(&seed, 20);

		/* Every bench's control is one file of many, but the one that acts. */
		if (dice >= 16)
			while (strcmp(pick_name(file), "control"))
				file = &files->file[pick_below(&seed, files->nr)];
		if (dice < 3)
			hold(storm, file->path, held, &seed);
		else if (dice < 5)
			check_value(storm, file);
		else if (dice == 5)
			wait_for_state(storm, file, &seed);
		else if (dice == 6)
			write_read_only(storm, file);
		else
			write_file(storm, file, &seed);
	}
	return 0;
}
