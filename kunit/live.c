// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parts of ipibench_live that do not depend on a KVM, once more for their
 * suites: that module exports nothing and cannot be built in.
 */
#include <linux/module.h>

#include "compat.h"
#include "live/ledger.c"
#include "live/recorder.c"

IPB_IMPORT_SHARED();
