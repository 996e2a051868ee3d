// SPDX-License-Identifier: GPL-2.0-only
/* Shots from text: /sys/kernel/tracing/trace, or what `trace-cmd report` prints */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "shots.h"
#include "text.h"

/* The words of a line by name */
struct words {
	char *name[32];
	char *value[32];
	size_t count;
};

static void words_split(char *line, struct words *words)
{
	char *rest = NULL;

	words->count = 0;
	for (char *word = strtok_r(line, " \t\n", &rest); word && words->count < 32;
	     word = strtok_r(NULL, " \t\n", &rest)) {
		char *equals = strchr(word, '=');

		if (!equals)
			continue;
		*equals = '\0';
		words->name[words->count] = word;
		words->value[words->count++] = equals + 1;
	}
}

static const char *word_of(const struct words *words, const char *name)
{
	for (size_t i = 0; i < words->count; i++)
		if (!strcmp(words->name[i], name))
			return words->value[i];
	return NULL;
}

/* Whether the word is there and a number */
static bool number_of(const struct words *words, const char *name, uint64_t *number)
{
	const char *word = word_of(words, name);
	char *end;

	if (!word || *word < '0' || *word > '9')
		return false;
	errno = 0;
	*number = strtoull(word, &end, 0);
	return !errno && !*end;
}

static uint32_t legs_of(const char *word)
{
	char *list = ipb_text_copy(word), *rest = NULL;
	uint32_t legs = 0;

	for (char *leg = strtok_r(list, "|", &rest); leg; leg = strtok_r(NULL, "|", &rest))
		for (size_t i = 0; i < IPB_SHOT_LEGS; i++)
			if (!strcmp(leg, ipb_shot_legs[i]))
				legs |= 1 << i;
	free(list);
	return legs;
}

static bool numbers_parse(const struct words *words, struct ipb_shot *shot)
{
	uint64_t run, src, dst, khz, ops;

	if (!number_of(words, "run", &run) || !number_of(words, "src", &src) ||
	    !number_of(words, "dst", &dst) || !number_of(words, "khz", &khz) ||
	    !number_of(words, "ops", &ops) || !number_of(words, "send", &shot->start) ||
	    !number_of(words, "sent", &shot->sent) || !number_of(words, "entry", &shot->entry) ||
	    !number_of(words, "ack", &shot->done) || !number_of(words, "inject", &shot->inject))
		return false;
	shot->run = run;
	shot->src = src;
	shot->dst = dst;
	shot->khz = khz;
	shot->ops = ops;
	return true;
}

static bool shot_parse(const struct words *words, struct ipb_shot *shot)
{
	const char *legs = word_of(words, "legs"), *outcome = word_of(words, "outcome");

	shot->bench = word_of(words, "bench");
	shot->variant = word_of(words, "variant");
	shot->class = word_of(words, "class");
	if (!shot->bench || !shot->variant || !shot->class || !legs || !outcome)
		return false;
	shot->legs = legs_of(legs);
	for (shot->outcome = 0; shot->outcome < IPB_SHOT_OUTCOMES; shot->outcome++)
		if (!strcmp(outcome, ipb_shot_outcomes[shot->outcome]))
			return numbers_parse(words, shot);
	return false;
}

/* "CPU:3 [LOST 17 EVENTS]"; trace-cmd says "CPU:3 [17 EVENTS DROPPED]" */
static uint64_t line_missed(const char *line)
{
	const char *at = strchr(line, '[');

	if (!ipb_text_starts(line, "CPU:") || !at || !strstr(at, "EVENTS"))
		return 0;
	at += strcspn(at, "0123456789");
	return *at ? strtoull(at, NULL, 10) : 1;
}

/* Whether the line could be understood */
static bool line_read(struct ipb_shots *shots, char *line)
{
	char *event = strstr(line, " ipibench_shot: ");
	struct words words;
	struct ipb_shot shot;

	ipb_shots_miss(shots, line_missed(line));
	if (!event)
		return true;
	words_split(event, &words);
	if (!shot_parse(&words, &shot))
		return false;
	ipb_shots_add(shots, &shot);
	return true;
}

int ipb_shots_read_text(struct ipb_shots *shots, const char *path)
{
	FILE *in = strcmp(path, "-") ? fopen(path, "re") : stdin;
	size_t size = 0, number = 0;
	int code = IPB_EXIT_OK;
	char *line = NULL;

	if (!in) {
		ipb_text_error("%s: %s", path, strerror(errno));
		return IPB_EXIT_USAGE;
	}
	while (!code && getline(&line, &size, in) >= 0) {
		number++;
		if (line_read(shots, line))
			continue;
		ipb_text_error("%s:%zu: no shot as this version traces them", path, number);
		code = IPB_EXIT_USAGE;
	}
	if (ferror(in)) {
		ipb_text_error("%s: %s", path, strerror(errno));
		code = IPB_EXIT_FAILED;
	}
	free(line);
	if (in != stdin)
		fclose(in);
	return code;
}
