// SPDX-License-Identifier: GPL-2.0-only
/*
 * What kind of machine this is, as far as it can be told from inside.
 *
 * An emulator's timings are evidence of nothing about hardware, so "not
 * emulated" needs positive evidence: firmware of a known vendor, or none of
 * the answers an emulator gives. A KVM guest of an emulated host looks like
 * any KVM guest: that is "unknown".
 */
#include <linux/kernel.h>
#include <linux/dmi.h>
#include <linux/of.h>
#include <linux/string.h>
#if defined(CONFIG_X86) && !defined(CONFIG_UML)
#include <asm/cpufeature.h>
#endif
#ifdef CONFIG_ARM64
#include <asm/cputype.h>
#endif

#include "compat.h"
#include "engine/machine.h"

#if defined(CONFIG_X86) && !defined(CONFIG_UML)
/* CPUID leaf 0x40000000: the hypervisor's signature in EBX, ECX, EDX. */
static const struct {
	const char *signature;
	const char *name;
} hypervisors[] = {
	{ "KVMKVMKVM\0\0\0", "kvm" },
	{ "Microsoft Hv", "hyperv" },
	{ "TCGTCGTCGTCG", "tcg" },
	{ "VMwareVMware", "vmware" },
	{ "XenVMMXenVMM", "xen" },
};

/**
 * ipb_machine_hypervisor() - who runs this machine
 *
 * Return: a name, "other", "none", or "unknown" where the architecture does
 * not say.
 */
const char *ipb_machine_hypervisor(void)
{
	u32 words[4];
	unsigned int i;

	if (!boot_cpu_has(X86_FEATURE_HYPERVISOR))
		return "none";
	cpuid(0x40000000, &words[0], &words[1], &words[2], &words[3]);
	for (i = 0; i < ARRAY_SIZE(hypervisors); i++)
		if (!memcmp(&words[1], hypervisors[i].signature, 12))
			return hypervisors[i].name;
	return "other";
}
#elif defined(CONFIG_UML)
const char *ipb_machine_hypervisor(void)
{
	return "uml";
}
#else
const char *ipb_machine_hypervisor(void)
{
	if (IS_ENABLED(CONFIG_OF) && of_machine_is_compatible("linux,dummy-virt"))
		return "qemu";
	return "unknown";
}
#endif

/* Firmware vendors that only ever come with the machine they name. */
static const char *const hardware_vendors[] = {
	"Amazon EC2", "Apple Inc.", "ASUS", "Dell Inc.", "FUJITSU", "GIGABYTE", "Google",
	"HP", "HPE", "Huawei", "IBM", "Intel", "LENOVO", "Lenovo", "Microsoft Corporation",
	"Oracle Corporation", "Quanta", "Supermicro",
};

static bool vendor_known(const char *vendor)
{
	unsigned int i;

	for (i = 0; vendor && i < ARRAY_SIZE(hardware_vendors); i++)
		if (str_has_prefix(vendor, hardware_vendors[i]))
			return true;
	return false;
}

/**
 * ipb_machine_emulated() - does software execute this machine's instructions?
 *
 * Emulation by QEMU on arm64, by Bochs, or below a nested hypervisor cannot be
 * told from inside, which is what the module parameter is for.
 */
enum ipb_emulated ipb_machine_emulated(void)
{
	if (IS_ENABLED(CONFIG_UML))
		return IPB_EMULATED_NO;
	if (!strcmp(ipb_machine_hypervisor(), "tcg"))
		return IPB_EMULATED_YES;
	if (vendor_known(dmi_get_system_info(DMI_SYS_VENDOR)))
		return IPB_EMULATED_NO;
	return IPB_EMULATED_UNKNOWN;
}

/**
 * ipb_emulated_name() - as in sysfs
 * @emulated: the answer
 */
const char *ipb_emulated_name(enum ipb_emulated emulated)
{
	static const char *const names[] = {
		[IPB_EMULATED_UNKNOWN] = "unknown",
		[IPB_EMULATED_NO] = "no",
		[IPB_EMULATED_YES] = "yes",
	};

	return names[emulated];
}

/**
 * ipb_machine_cpu_model() - the CPU's own name for itself
 * @text: filled in, one line
 */
void ipb_machine_cpu_model(char text[IPB_MACHINE_TEXT])
{
#if defined(CONFIG_X86) && !defined(CONFIG_UML)
	strscpy(text, boot_cpu_data.x86_model_id, IPB_MACHINE_TEXT);
#elif defined(CONFIG_ARM64)
	snprintf(text, IPB_MACHINE_TEXT, "MIDR 0x%08x", read_cpuid_id());
#else
	strscpy(text, "unknown", IPB_MACHINE_TEXT);
#endif
}
