/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What changed between the kernels we support, 6.1 and later. The only file
 * that looks at LINUX_VERSION_CODE.
 */
#ifndef IPIBENCH_COMPAT_H
#define IPIBENCH_COMPAT_H

#include <linux/export.h>
#include <linux/sysfs.h>
#include <linux/topology.h>
#include <linux/version.h>

/* bin_attribute callbacks take a const attribute since 6.16. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
typedef const struct bin_attribute ipb_bin_attribute;
#else
typedef struct bin_attribute ipb_bin_attribute;
#endif

/* Names a flexible array's counter to the compiler since 6.6. */
#ifndef __counted_by
#define __counted_by(member)
#endif

/* Trace strings are assigned by field name alone since 6.10. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 10, 0)
#define ipb_assign_str(field, text)	__assign_str(field)
#else
#define ipb_assign_str(field, text)	__assign_str(field, text)
#endif

/* The id of a CPU's last-level cache lost its exported getter in 6.7. */
#if defined(CONFIG_X86) && !defined(CONFIG_UML) && defined(CONFIG_SMP)
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 7, 0)
#define ipb_compat_llc_id(cpu)	per_cpu_llc_id(cpu)
#else
#define ipb_compat_llc_id(cpu)	get_llc_id(cpu)
#endif
#endif

/* The CPUID instruction has a header of its own since 6.16. */
#if defined(CONFIG_X86) && !defined(CONFIG_UML)
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
#include <asm/cpuid/api.h>
#else
#include <asm/processor.h>
#endif

/*
 * The kernel's count of a CPU's call interrupts became a place in an array some
 * time before 7.2, which a macro that came along tells.
 */
#ifdef CONFIG_SMP
#include <asm/hardirq.h>
#ifdef inc_perf_irq_stat
#define ipb_compat_calls(cpu)	(&per_cpu(irq_stat, cpu).counts[IRQ_COUNT_CALL_FUNCTION])
#else
#define ipb_compat_calls(cpu)	(&per_cpu(irq_stat, cpu).irq_call_count)
#endif
#endif
#endif

/* Where a traced function goes on, until 6.2 by another name. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
#define ipb_compat_redirect(fregs, ip)	ftrace_regs_set_instruction_pointer(fregs, ip)
#else
#define ipb_compat_redirect(fregs, ip)	ftrace_instruction_pointer_set(fregs, ip)
#endif

/* KVM's fast path for WRMSR was another function before 5.9 and is since 6.18. */
#define IPB_COMPAT_HAS_SET_MSR_FASTPATH	(LINUX_VERSION_CODE < KERNEL_VERSION(6, 18, 0))

/* Namespaces of symbols are strings since 6.13. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
#define IPB_SHARE(symbol)	EXPORT_SYMBOL_NS_GPL(symbol, "IPIBENCH")
#define IPB_IMPORT_SHARED()	MODULE_IMPORT_NS("IPIBENCH")
#define IPB_IMPORT_KUNIT()	MODULE_IMPORT_NS("EXPORTED_FOR_KUNIT_TESTING")
#else
#define IPB_SHARE(symbol)	EXPORT_SYMBOL_NS_GPL(symbol, IPIBENCH)
#define IPB_IMPORT_SHARED()	MODULE_IMPORT_NS(IPIBENCH)
#define IPB_IMPORT_KUNIT()	MODULE_IMPORT_NS(EXPORTED_FOR_KUNIT_TESTING)
#endif

#endif /* IPIBENCH_COMPAT_H */
