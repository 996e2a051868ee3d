// SPDX-License-Identifier: GPL-2.0-only
/*
 * Times as ratios: in clock reads of the same moment, so that they mean something
 * on another machine. Lines of the form
 * "| group | what | unit | value | low | high |" are what `make cost` collects.
 */
#include <kunit/test.h>
#include <linux/math64.h>
#include <linux/sort.h>

#include "bench/stamp.h"
#include "cost.h"

enum { ROUNDS_MAX = 63, READS = 1024, TEXT = 24 };

static void read_clock(void *context, unsigned int n)
{
	while (n--)
		ipb_stamp();
}

static u64 time_body(const struct cost_body *body, unsigned int n)
{
	u64 start = ipb_stamp();

	if (!body->run)
		return 0;
	body->run(body->context, n);
	return ipb_stamp() - start;
}

/* Thousandths of a clock read that one of it takes; each second time mirrored. */
static s64 time_round(const struct cost_contest *contest, bool mirrored)
{
	const struct cost_body read = { .run = read_clock };
	u64 body, bare, reads;

	if (mirrored) {
		reads = time_body(&read, READS);
		bare = time_body(&contest->bare, contest->n);
		body = time_body(&contest->body, contest->n);
	} else {
		body = time_body(&contest->body, contest->n);
		bare = time_body(&contest->bare, contest->n);
		reads = time_body(&read, READS);
	}
	return div64_s64((s64)(body - bare) * READS * 1000, max(reads, 1ULL) * contest->n);
}

static int by_size(const void *a, const void *b)
{
	const s64 *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static const char *decimal(char text[TEXT], s64 thousandths)
{
	u32 rest;
	u64 whole = div_u64_rem(abs(thousandths), 1000, &rest);

	snprintf(text, TEXT, "%s%llu.%03u", thousandths < 0 ? "-" : "", whole, rest);
	return text;
}

/**
 * cost_print_ratio() - time it in rounds; print the median and the quartiles
 * @test: the test
 * @contest: what is timed
 *
 * May sleep if it does.
 */
void cost_print_ratio(struct kunit *test, const struct cost_contest *contest)
{
	char middle[TEXT], low[TEXT], high[TEXT];
	unsigned int rounds = min_t(unsigned int, contest->rounds, ROUNDS_MAX), i;
	s64 ratio[ROUNDS_MAX];

	time_round(contest, false);
	for (i = 0; i < rounds; i++)
		ratio[i] = time_round(contest, i % 2);
	sort(ratio, rounds, sizeof(*ratio), by_size, NULL);
	kunit_info(test, "| %s | %s | clock reads | %s | %s | %s |", contest->group, contest->what,
		   decimal(middle, ratio[rounds / 2]), decimal(low, ratio[rounds / 4]),
		   decimal(high, ratio[rounds - 1 - rounds / 4]));
}

/**
 * cost_print() - print a number that is exact
 * @test: the test
 * @group: word by which the table collects
 * @what: one line
 * @unit: of @value
 * @value: the number
 */
void cost_print(struct kunit *test, const char *group, const char *what, const char *unit,
		u64 value)
{
	kunit_info(test, "| %s | %s | %s | %llu | %llu | %llu |", group, what, unit, value, value,
		   value);
}
