// SPDX-License-Identifier: GPL-2.0-only
/*
 * A machine with one CPU for good: what needs two says so, what needs one works.
 */
#include <errno.h>
#include <string.h>

#include "harness.h"
#include "cell.h"
#include "cpu.h"
#include "module.h"
#include "run.h"

FIXTURE(single) {
};

FIXTURE_SETUP(single)
{
	const char *why = module_unusable();

	if (why)
		SKIP(return, "%s", why);
	if (cpu_count("possible") > 1)
		SKIP(return, "this machine has more than one CPU");
	ASSERT_EQ(0, run_settle());
}

FIXTURE_TEARDOWN(single)
{
	EXPECT_EQ(0, run_settle());
}

TEST_F(single, ipi_says_no)
{
	char why[FACE_TEXT];

	ASSERT_EQ(0, face_read(why, "ipi/supported"));
	EXPECT_EQ(0, strncmp(why, "no: ", 4));
	EXPECT_LT(4, strlen(why));
	ASSERT_EQ(0, face_read(why, "ipi/available_backends"));
	EXPECT_STREQ("", why);
	EXPECT_EQ(-EOPNOTSUPP, run_start("ipi"));
	EXPECT_TRUE(run_is("ipi", "idle"));
	EXPECT_FALSE(face_exists("ipi/results"));
}

TEST_F(single, selftest_works)
{
	struct cell cells[CELL_MAX];
	unsigned int i, nr;

	ASSERT_EQ(0, run_stage("selftest"));
	ASSERT_EQ(0, run_to("selftest", "done"));
	nr = cell_list("selftest", cells);
	EXPECT_EQ(4, nr);
	for (i = 0; i < nr; i++) {
		EXPECT_STREQ("local", cells[i].class);
		EXPECT_TRUE(cell_adds_up(&cells[i], RUN_SAMPLES));
		EXPECT_TRUE(cell_has(&cells[i], "op"));
		EXPECT_FALSE(cell_has(&cells[i], "rtt"));
	}
}

TEST_HARNESS_MAIN
