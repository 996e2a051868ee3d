/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens core functions to the KUnit module, and to nobody else.
 */
#ifndef IPIBENCH_CORE_EXPORT_H
#define IPIBENCH_CORE_EXPORT_H

#if IS_ENABLED(CONFIG_IPIBENCH_KUNIT_TEST)
#include <linux/export.h>

#include <kunit/visibility.h>
#define IPB_EXPORT_FOR_KUNIT(symbol)	EXPORT_SYMBOL_IF_KUNIT(symbol)
#else
/* a tag nobody uses: nothing, but a semicolon may follow it */
#define IPB_EXPORT_FOR_KUNIT(symbol)	struct symbol
#endif

#endif /* IPIBENCH_CORE_EXPORT_H */
