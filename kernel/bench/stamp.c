// SPDX-License-Identifier: GPL-2.0-only
#include <linux/cache.h>

#include "bench/spin.h"
#include "bench/stamp.h"
#include "core/export.h"

bool ipb_stamp_raw __read_mostly;
u64 ipb_spin_ticks_per_us __read_mostly;

IPB_EXPORT_FOR_KUNIT(ipb_stamp_raw);
