// SPDX-License-Identifier: GPL-2.0-only
/*
 * All that ipibench_live uses of ipibench, and so all that may not change
 * without a look at kernel/live.
 */
#include <linux/export.h>

#include "bench/notes.h"
#include "compat.h"
#include "core/compare.h"
#include "core/mpidr_direct.h"
#include "core/mpidr_hash.h"
#include "core/schedule.h"
#include "core/statistics.h"
#include "engine/clock.h"
#include "engine/machine.h"
#include "engine/results.h"
#include "face/dir.h"
#include "face/face.h"
#include "face/publish.h"

IPB_SHARE(ipb_notes_alloc);
IPB_SHARE(ipb_notes_add);
IPB_SHARE(ipb_notes_add_thousandths);
IPB_SHARE(ipb_machine_cpu_model);
IPB_SHARE(ipb_machine_hypervisor);
IPB_SHARE(ipb_results_add_leg);
IPB_SHARE(ipb_results_alloc);
IPB_SHARE(ipb_results_free);
IPB_SHARE(ipb_results_zalloc);
IPB_SHARE(ipb_distribution_add);
IPB_SHARE(ipb_dir_add_file);
IPB_SHARE(ipb_dir_create_in);
IPB_SHARE(ipb_face_emulated);
IPB_SHARE(ipb_face_kobject);

/* These the KUnit module uses too, and where there is one they are exported. */
#if !IS_ENABLED(CONFIG_IPIBENCH_KUNIT_TEST)
IPB_SHARE(ipb_clock_set_rate);
IPB_SHARE(ipb_compare);
IPB_SHARE(ipb_dir_create);
IPB_SHARE(ipb_dir_remove);
IPB_SHARE(ipb_distribution_percentile);
IPB_SHARE(ipb_mpidr_direct_build);
IPB_SHARE(ipb_mpidr_gather);
IPB_SHARE(ipb_mpidr_hash_fits);
IPB_SHARE(ipb_publish);
IPB_SHARE(ipb_random_below);
IPB_SHARE(ipb_random_next);
IPB_SHARE(ipb_random_seed);
IPB_SHARE(ipb_schedule_round);
IPB_SHARE(ipb_statistics_midmean);
#endif
