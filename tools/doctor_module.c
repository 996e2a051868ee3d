// SPDX-License-Identifier: GPL-2.0-only
/* Checks of the module, its clock, and what lies beneath the kernel */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "doctor.h"
#include "json.h"
#include "machine.h"
#include "sysfs.h"
#include "text.h"

static char *env_read(const char *file)
{
	char *text;

	ipb_sysfs_read(&text, "env/%s", file);
	return text;
}

static bool is_loaded(void)
{
	struct stat st;

	return !stat(ipb_sysfs_root(), &st);
}

static void module_check(struct json_object *findings)
{
	struct ipb_names benches;

	if (!is_loaded()) {
		ipb_doctor_add(findings, "module", IPB_WARN,
			       "modprobe ipibench",
			       "not loaded");
		return;
	}
	ipb_sysfs_benches(&benches);
	for (size_t i = 0; i < benches.count; i++) {
		char *state;

		if (ipb_sysfs_read(&state, "%s/state", benches.name[i]))
			continue;
		if (!strcmp(state, "running"))
			ipb_doctor_add(findings, "module", IPB_NOTE, NULL,
				       "a run of %s is going on; there is one at a time",
				       benches.name[i]);
		free(state);
	}
	ipb_doctor_add(findings, "module", IPB_FINE, NULL,
		       "loaded, %zu benches",
		       benches.count);
	ipb_sysfs_names_free(&benches);
}

static void emulated_check(struct json_object *findings)
{
	char *emulated = env_read("emulated");

	if (!emulated)
		return;
	if (!strcmp(emulated, "yes"))
		ipb_doctor_add(findings, "emulation", IPB_WARN,
			       "measure on hardware, or in a guest with hardware assistance",
			       "this machine is emulated: nothing here is what hardware costs");
	else if (!strcmp(emulated, "unknown"))
		ipb_doctor_add(findings, "emulation", IPB_WARN,
			       "if it is, reload the module with emulated=1, so that every result says so",
			       "nothing proves that this machine is not emulated");
	else
		ipb_doctor_add(findings, "emulation", IPB_FINE, NULL,
			       "no");
	free(emulated);
}

static void clock_check(struct json_object *findings)
{
	static const char coarse[] =
		"small differences drown in it; measure with a trusted TSC or a fast counter";
	char *clock = env_read("clock");
	char *synced = env_read("clock_synced");
	char *resolution = env_read("clock_resolution_ns");
	enum ipb_level level = resolution && atof(resolution) > 50 ? IPB_WARN : IPB_FINE;

	if (clock)
		ipb_doctor_add(findings, "module's clock", level,
			       level == IPB_WARN ? coarse : NULL,
			       "%s, in steps of %s ns",
			       clock, resolution ? resolution : "?");
	if (synced && !strcmp(synced, "unknown"))
		ipb_doctor_add(findings, "module's clock", IPB_NOTE, NULL,
			       "whether the CPUs' counters agree is not known before the first run");
	else if (synced && strcmp(synced, "yes"))
		ipb_doctor_add(findings, "module's clock", IPB_WARN,
			       "use the rtt leg, which one CPU times alone",
			       "the CPUs' counters are not known to agree (%s): deliver cannot be trusted",
			       synced);
	free(clock);
	free(synced);
	free(resolution);
}

static bool cpu_says_hypervisor(void)
{
	char *info = ipb_machine_read("/proc/cpuinfo");
	bool says = info && strstr(info, " hypervisor");

	free(info);
	return says;
}

/* The share of time that the hypervisor gave to others since boot, in per mille */
static double steal(void)
{
	char *stat = ipb_machine_read("/proc/stat");
	double sum = 0, stolen = 0;
	char *save = NULL, *word = stat ? strtok_r(stat, "\n ", &save) : NULL;

	/* "cpu", then user, nice, system, idle, iowait, irq, softirq, steal */
	for (int i = 0; word && i <= 8; i++) {
		double ticks = atof(word);

		sum += ticks;
		stolen = i == 8 ? ticks : 0;
		word = strtok_r(NULL, "\n ", &save);
	}
	free(stat);
	return sum > 0 ? 1000 * stolen / sum : 0;
}

static void hypervisor_check(struct json_object *findings)
{
	char *name = env_read("hypervisor");
	bool guest = name ? strcmp(name, "none") : cpu_says_hypervisor();
	double per_mille = steal();

	if (name && !strcmp(name, "unknown")) {
		ipb_doctor_add(findings, "hypervisor", IPB_NOTE, NULL,
			       "this machine does not say whether it is a guest");
	} else if (!guest) {
		ipb_doctor_add(findings, "hypervisor", IPB_FINE, NULL,
			       "none seen");
	} else {
		ipb_doctor_add(findings, "hypervisor", IPB_NOTE,
			       "run `ipibench doctor` on the host, too",
			       "a guest of %s: every IPI may leave the guest; whether the host delivers them in hardware cannot be seen from inside",
			       name ? name : "a hypervisor");
		if (per_mille > 1)
			ipb_doctor_add(findings, "hypervisor", IPB_WARN,
				       "pin the virtual CPUs, one to a core, on a quiet host",
				       "the host took %.1f %% of the CPUs' time since boot for others",
				       per_mille / 10);
	}
	free(name);
}

/* What a KVM host can do to deliver its guests' IPIs without an exit */
static const struct {
	const char *path;
	const char *what;
	const char *fix;
} in_hardware[] = {
	{ "/sys/module/kvm_intel/parameters/enable_apicv", "APICv (kvm_intel enable_apicv)",
	  "modprobe kvm_intel enable_apicv=1" },
	{ "/sys/module/kvm_intel/parameters/enable_ipiv", "IPIv (kvm_intel enable_ipiv)",
	  "modprobe kvm_intel enable_ipiv=1, on a CPU that has it" },
	{ "/sys/module/kvm_amd/parameters/avic", "AVIC (kvm_amd avic)", "modprobe kvm_amd avic=1" },
};

static void kvm_check(struct json_object *findings)
{
	for (size_t i = 0; i < IPB_COUNT(in_hardware); i++) {
		char *text = ipb_machine_read(in_hardware[i].path);
		bool on = text && strchr("Yy1", *text);

		if (text)
			ipb_doctor_add(findings, "KVM host", IPB_NOTE,
				       on ? NULL : in_hardware[i].fix,
				       "%s is %s: guests' IPIs %s",
				       in_hardware[i].what, on ? "on" : "off",
				       on ? "may need no exit" : "cost an exit");
		free(text);
	}
}

const ipb_check ipb_checks_module[] = {
	module_check, emulated_check, clock_check, hypervisor_check, kvm_check, NULL,
};
