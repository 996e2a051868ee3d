// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the choice of pairs: on machines of up to 4,096 CPUs, by counting.
 */
#include <kunit/test.h>

#include "engine/pairs.h"
#include "fake.h"

enum { MAX_PAIRS = 64, SENDERS_PER_PAIR = 4 };

/**
 * struct choice - one request and what came of it
 * @topology: classifies
 * @local: a CPU may be paired with itself
 * @calls: of the class function
 * @request: what was asked
 * @pairs: what was chosen, @nr of them
 * @nr: see @pairs
 */
struct choice {
	const struct ipb_topology *topology;
	bool local;
	u64 calls;
	struct ipb_pairs_request request;
	struct ipb_pair *pairs;
	unsigned int nr;
};

static const struct fake_machine machines[] = {
	{ "2 CPUs", 2, 2, 2, 2, 2 },
	{ "8 CPUs", 8, 2, 2, 2, 2 },
	{ "8 CPUs with nothing in common", 8, 8, 1, 1, 1 },
	{ "8 threads of one core", 8, 1, 1, 1, 8 },
	{ "64 CPUs", 64, 2, 2, 2, 2 },
	{ "64 CPUs, sparse", 64, 2, 2, 2, 2, 63 },
	{ "255 CPUs", 255, 2, 2, 2, 2 },
	{ "1024 CPUs", 1024, 2, 2, 2, 2 },
	{ "4096 CPUs", 4096, 2, 2, 2, 2 },
};

KUNIT_ARRAY_PARAM_DESC(machine, machines, desc);

static enum ipb_class count_class(const void *context, u32 from, u32 to)
{
	struct choice *c = (void *)context;

	c->calls++;
	if (from == to)
		return c->local ? IPB_CLASS_LOCAL : IPB_NR_CLASSES;
	return ipb_classify(&c->topology->place[from], &c->topology->place[to]);
}

static u32 *list(struct kunit *test, const struct ipb_topology *topology, unsigned int *nr)
{
	u32 *cpus = kunit_kcalloc(test, topology->nr_cpus, sizeof(*cpus), GFP_KERNEL);
	unsigned int cpu;

	KUNIT_ASSERT_NOT_NULL(test, cpus);
	*nr = 0;
	for_each_set_bit(cpu, topology->online, topology->nr_cpus)
		cpus[(*nr)++] = cpu;
	return cpus;
}

static struct choice *ask(struct kunit *test, const struct fake_machine *machine,
			  unsigned int max, u64 seed)
{
	struct choice *c = kunit_kzalloc(test, sizeof(*c), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, c);
	c->topology = fake_topology(test, machine);
	c->request = (struct ipb_pairs_request){
		.max = max,
		.seed = seed,
		.class = count_class,
		.context = c,
	};
	c->request.from = list(test, c->topology, &c->request.nr_from);
	c->request.to = list(test, c->topology, &c->request.nr_to);
	c->request.spent = kunit_kzalloc(test, c->request.nr_from + 1, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, c->request.spent);
	c->pairs = kunit_kcalloc(test, max, sizeof(*c->pairs), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, c->pairs);
	return c;
}

static void choose(struct choice *c)
{
	c->calls = 0;
	c->nr = ipb_pairs_choose(&c->request, c->pairs);
}

static struct choice *chosen(struct kunit *test, const struct fake_machine *machine,
			     unsigned int max, u64 seed)
{
	struct choice *c = ask(test, machine, max, seed);

	choose(c);
	return c;
}

/* All pairs there are, by class; squares are fine up to a few hundred CPUs. */
static void count_all(const struct choice *c, unsigned int available[IPB_NR_CLASSES])
{
	unsigned int from, to, nr = c->topology->nr_cpus;

	memset(available, 0, IPB_NR_CLASSES * sizeof(*available));
	for_each_set_bit(from, c->topology->online, nr)
		for_each_set_bit(to, c->topology->online, nr)
			if (from != to)
				available[ipb_classify(&c->topology->place[from],
						       &c->topology->place[to])]++;
}

static void count_chosen(const struct choice *c, unsigned int count[IPB_NR_CLASSES])
{
	unsigned int i;

	memset(count, 0, IPB_NR_CLASSES * sizeof(*count));
	for (i = 0; i < c->nr; i++)
		count[c->pairs[i].class]++;
}

static void pairs_are_valid(struct kunit *test)
{
	const struct choice *c = chosen(test, test->param_value, MAX_PAIRS, 1);
	unsigned int i;

	KUNIT_EXPECT_GT(test, c->nr, 0);
	KUNIT_EXPECT_LE(test, c->nr, MAX_PAIRS);
	for (i = 0; i < c->nr; i++) {
		const struct ipb_pair *p = &c->pairs[i];

		KUNIT_ASSERT_LT(test, p->from, c->topology->nr_cpus);
		KUNIT_ASSERT_LT(test, p->to, c->topology->nr_cpus);
		KUNIT_EXPECT_NE_MSG(test, p->from, p->to, "pair %u", i);
		KUNIT_EXPECT_TRUE(test, test_bit(p->from, c->topology->online));
		KUNIT_EXPECT_TRUE(test, test_bit(p->to, c->topology->online));
		KUNIT_EXPECT_EQ_MSG(test, p->class,
				    ipb_classify(&c->topology->place[p->from],
						 &c->topology->place[p->to]),
				    "pair %u: %u to %u", i, p->from, p->to);
	}
}

static void pairs_are_unique(struct kunit *test)
{
	const struct choice *c = chosen(test, test->param_value, MAX_PAIRS, 2);
	unsigned int i, j;

	for (i = 0; i < c->nr; i++)
		for (j = 0; j < i; j++)
			KUNIT_EXPECT_FALSE_MSG(test, c->pairs[i].from == c->pairs[j].from &&
					       c->pairs[i].to == c->pairs[j].to,
					       "pairs %u and %u: %u to %u", i, j,
					       c->pairs[i].from, c->pairs[i].to);
}

/* With room for all, all come: the walk leaves none out. */
static void pairs_complete(struct kunit *test)
{
	const struct fake_machine *machine = test->param_value;
	unsigned int available[IPB_NR_CLASSES], count[IPB_NR_CLASSES], class;
	const struct choice *c;

	if (machine->cpus > 64)
		kunit_skip(test, "more pairs than are worth choosing");
	c = chosen(test, machine, 4096, 3);
	count_all(c, available);
	count_chosen(c, count);
	for (class = 0; class < IPB_NR_CLASSES; class++)
		KUNIT_EXPECT_EQ_MSG(test, count[class], available[class], "class %s",
				    ipb_class_name(class));
}

/* A class gets fewer than another only if it has no more. */
static void pairs_spread_over_classes(struct kunit *test)
{
	const struct fake_machine *machine = test->param_value;
	const struct choice *c = chosen(test, machine, MAX_PAIRS, 4);
	unsigned int available[IPB_NR_CLASSES], count[IPB_NR_CLASSES], class, most = 0;

	count_all(c, available);
	count_chosen(c, count);
	for (class = 0; class < IPB_NR_CLASSES; class++)
		most = max(most, count[class]);
	for (class = 0; class < IPB_NR_CLASSES; class++)
		KUNIT_EXPECT_GE_MSG(test, count[class], min(available[class], most - 1),
				    "class %s has %u, of %u", ipb_class_name(class),
				    count[class], available[class]);
}

/* Where there are CPUs enough, no sender comes twice in a class. */
static void pairs_spread_over_senders(struct kunit *test)
{
	const struct fake_machine *machine = test->param_value;
	const struct choice *c = chosen(test, machine, MAX_PAIRS, 5);
	unsigned int i, j;

	if (machine->cpus < MAX_PAIRS)
		kunit_skip(test, "too few senders for that");
	for (i = 0; i < c->nr; i++)
		for (j = 0; j < i; j++)
			KUNIT_EXPECT_FALSE_MSG(test, c->pairs[i].class == c->pairs[j].class &&
					       c->pairs[i].from == c->pairs[j].from,
					       "pairs %u and %u: from %u", i, j,
					       c->pairs[i].from);
}

static void pairs_reproducible(struct kunit *test)
{
	const struct fake_machine *machine = test->param_value;
	const struct choice *a = chosen(test, machine, MAX_PAIRS, 6);
	const struct choice *b = chosen(test, machine, MAX_PAIRS, 6);
	const struct choice *other = chosen(test, machine, MAX_PAIRS, 7);

	KUNIT_ASSERT_EQ(test, a->nr, b->nr);
	KUNIT_EXPECT_EQ(test, a->nr, other->nr);
	KUNIT_EXPECT_MEMEQ(test, a->pairs, b->pairs, a->nr * sizeof(*a->pairs));
	if (machine->cpus > 8)
		KUNIT_EXPECT_MEMNEQ(test, a->pairs, other->pairs, a->nr * sizeof(*a->pairs));
}

/* One walk of the targets for a pair, and one for a sender without any. */
static u64 work_allowed(const struct choice *c)
{
	u64 senders = min(c->request.nr_from, c->request.max * SENDERS_PER_PAIR);

	return (c->request.max + IPB_NR_CLASSES * senders) * c->request.nr_to;
}

static void pairs_work_is_bounded(struct kunit *test)
{
	const struct choice *c = chosen(test, test->param_value, MAX_PAIRS, 8);

	KUNIT_EXPECT_LE(test, c->calls, work_allowed(c));
}

static void pairs_work_grows_linearly(struct kunit *test)
{
	static const struct fake_machine shapes[] = {
		{ NULL, 512, 2, 2, 2, 2 },
		{ NULL, 1024, 2, 2, 2, 2 },
		{ NULL, 2048, 2, 2, 2, 2 },
		{ NULL, 4096, 2, 2, 2, 2 },
	};
	u64 before = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(shapes); i++) {
		const struct choice *c = chosen(test, &shapes[i], MAX_PAIRS, 9);

		/* twice the CPUs; the quarter is for where the walks happen to start */
		if (before)
			KUNIT_EXPECT_LE_MSG(test, c->calls, before * 9 / 4, "%u CPUs",
					    shapes[i].cpus);
		before = c->calls;
	}
}

/* One sender has all the pairs of its class; the others must not be asked again. */
static void pairs_work_with_a_lone_sender(struct kunit *test)
{
	static const struct fake_machine shape = { NULL, 1024, 2, 1, 1, 1 };
	struct choice *c = ask(test, &shape, 512, 10);
	unsigned int count[IPB_NR_CLASSES], i, nr = 0;

	/* senders: the first package and one CPU of the second; targets: the first */
	for (i = 0; i < c->request.nr_from; i++)
		if (c->request.from[i] <= 512)
			c->request.from[nr++] = c->request.from[i];
	KUNIT_ASSERT_EQ(test, nr, 513);
	c->request.nr_from = nr;
	c->request.nr_to = 512;
	choose(c);
	count_chosen(c, count);
	KUNIT_EXPECT_EQ(test, c->nr, 512);
	KUNIT_EXPECT_EQ(test, count[IPB_CLASS_CROSS], 256);
	KUNIT_EXPECT_EQ(test, count[IPB_CLASS_LLC], 256);
	KUNIT_EXPECT_LE(test, c->calls, work_allowed(c));
}

static const struct fake_machine single = { "single", 1, 1, 1, 1, 1 };

static void pairs_of_a_single_cpu(struct kunit *test)
{
	struct choice *c = chosen(test, &single, MAX_PAIRS, 11);

	KUNIT_EXPECT_EQ(test, c->nr, 0);
	c = ask(test, &single, MAX_PAIRS, 11);
	c->local = true;
	choose(c);
	KUNIT_ASSERT_EQ(test, c->nr, 1);
	KUNIT_EXPECT_EQ(test, c->pairs[0].from, 0);
	KUNIT_EXPECT_EQ(test, c->pairs[0].to, 0);
	KUNIT_EXPECT_EQ(test, c->pairs[0].class, IPB_CLASS_LOCAL);
}

static void pairs_of_nobody(struct kunit *test)
{
	struct choice *c = ask(test, &machines[1], MAX_PAIRS, 12);

	c->request.nr_from = 0;
	choose(c);
	KUNIT_EXPECT_EQ(test, c->nr, 0);
	c->request.nr_from = 8;
	c->request.nr_to = 0;
	choose(c);
	KUNIT_EXPECT_EQ(test, c->nr, 0);
	KUNIT_EXPECT_EQ(test, c->calls, 0);
}

static void pairs_one_wanted(struct kunit *test)
{
	const struct choice *c = chosen(test, test->param_value, 1, 13);

	KUNIT_EXPECT_EQ(test, c->nr, 1);
}

static struct kunit_case pairs_test_cases[] = {
	KUNIT_CASE_PARAM(pairs_are_valid, machine_gen_params),
	KUNIT_CASE_PARAM(pairs_are_unique, machine_gen_params),
	KUNIT_CASE_PARAM(pairs_complete, machine_gen_params),
	KUNIT_CASE_PARAM(pairs_spread_over_classes, machine_gen_params),
	KUNIT_CASE_PARAM(pairs_spread_over_senders, machine_gen_params),
	KUNIT_CASE_PARAM(pairs_reproducible, machine_gen_params),
	KUNIT_CASE_PARAM(pairs_work_is_bounded, machine_gen_params),
	KUNIT_CASE_PARAM(pairs_one_wanted, machine_gen_params),
	KUNIT_CASE(pairs_work_grows_linearly),
	KUNIT_CASE(pairs_work_with_a_lone_sender),
	KUNIT_CASE(pairs_of_a_single_cpu),
	KUNIT_CASE(pairs_of_nobody),
	{}
};

static struct kunit_suite pairs_test_suite = {
	.name = "ipibench_pairs",
	.test_cases = pairs_test_cases,
};

kunit_test_suite(pairs_test_suite);
