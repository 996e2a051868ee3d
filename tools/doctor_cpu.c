// SPDX-License-Identifier: GPL-2.0-only
/* Checks of how this machine's CPUs run */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor.h"
#include "machine.h"
#include "text.h"

#define CPU "/sys/devices/system/cpu/"

enum { CPUS_MAX = 8192, DEEP_US = 20 };

static char *cpu_read(int cpu, const char *file)
{
	char *path = ipb_text_format(CPU "cpu%d/%s", cpu, file);
	char *text = ipb_machine_read(path);

	free(path);
	return text;
}

static void governor_check(struct json_object *findings)
{
	char *other = NULL;
	int cpus = 0, slow = 0;

	for (int cpu = 0; cpu < CPUS_MAX; cpu++) {
		char *governor = cpu_read(cpu, "cpufreq/scaling_governor");

		if (!governor)
			break;
		cpus++;
		if (strcmp(governor, "performance")) {
			slow++;
			free(other);
			other = governor;
		} else {
			free(governor);
		}
	}
	if (!cpus)
		ipb_doctor_add(findings, "governor", IPB_NOTE, NULL,
			       "the kernel does not choose the frequency here; firmware or the hypervisor does");
	else if (slow)
		ipb_doctor_add(findings, "governor", IPB_WARN,
			       "cpupower frequency-set -g performance",
			       "%d of %d CPUs use the governor %s, so the frequency follows the load",
			       slow, cpus, other);
	else
		ipb_doctor_add(findings, "governor", IPB_FINE, NULL,
			       "performance on every CPU");
	free(other);
}

/* Two spellings of the same switch, of opposite sense */
static void boost_check(struct json_object *findings)
{
	char *no_turbo = ipb_machine_read(CPU "intel_pstate/no_turbo");
	char *boost = ipb_machine_read(CPU "cpufreq/boost");

	if (no_turbo && !strcmp(no_turbo, "0"))
		ipb_doctor_add(findings, "boost", IPB_NOTE,
			       "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo",
			       "turbo is on: the frequency depends on heat and on how many CPUs are busy");
	else if (!no_turbo && boost && !strcmp(boost, "1"))
		ipb_doctor_add(findings, "boost", IPB_NOTE,
			       "echo 0 > /sys/devices/system/cpu/cpufreq/boost",
			       "boost is on: the frequency depends on heat and on how many CPUs are busy");
	free(no_turbo);
	free(boost);
}

/* The name and latency of the deepest state of CPU 0 that is not disabled */
static int deepest_state(char **name)
{
	int deepest = -1;

	for (int i = 0; i < 32; i++) {
		char file[64], *latency, *disable, *title;

		snprintf(file, sizeof(file), "cpuidle/state%d/latency", i);
		latency = cpu_read(0, file);
		snprintf(file, sizeof(file), "cpuidle/state%d/disable", i);
		disable = cpu_read(0, file);
		snprintf(file, sizeof(file), "cpuidle/state%d/name", i);
		title = cpu_read(0, file);
		if (latency && title && !(disable && !strcmp(disable, "1")) &&
		    atoi(latency) > deepest) {
			deepest = atoi(latency);
			free(*name);
			*name = title;
			title = NULL;
		}
		free(title);
		free(disable);
		free(latency);
	}
	return deepest;
}

static void idle_check(struct json_object *findings)
{
	char *name = NULL;
	int latency = deepest_state(&name);

	if (latency < 0)
		ipb_doctor_add(findings, "idle states", IPB_NOTE, NULL,
			       "no cpuidle driver: an idle CPU halts, and what that costs is up to what is beneath");
	else if (latency > DEEP_US)
		ipb_doctor_add(findings, "idle states", IPB_NOTE,
			       "measure with target_state busy, or cpupower idle-set -D 10",
			       "%s takes %d us to leave: it dominates every number for an idle target",
			       name, latency);
	else
		ipb_doctor_add(findings, "idle states", IPB_FINE, NULL,
			       "the deepest in use, %s, takes %d us to leave",
			       name, latency);
	free(name);
}

static void smt_check(struct json_object *findings)
{
	char *active = ipb_machine_read(CPU "smt/active");

	if (!active)
		ipb_doctor_add(findings, "SMT", IPB_UNKNOWN, NULL,
			       "the kernel does not say");
	else if (!strcmp(active, "1"))
		ipb_doctor_add(findings, "SMT", IPB_NOTE,
			       "name CPUs whose siblings are free by --senders and --targets, or echo off > /sys/devices/system/cpu/smt/control",
			       "on: what runs on a sibling slows the CPU measured");
	else
		ipb_doctor_add(findings, "SMT", IPB_FINE, NULL,
			       "off");
	free(active);
}

static void isolated_check(struct json_object *findings)
{
	char *isolated = ipb_machine_read(CPU "isolated");
	char *nohz = ipb_machine_read(CPU "nohz_full");

	if (isolated && *isolated)
		ipb_doctor_add(findings, "isolated CPUs", IPB_FINE,
			       "to measure on them: --senders and --targets",
			       "%s%s%s; ipibench leaves them alone unless named",
			       isolated, nohz && *nohz ? ", no tick on " : "",
			       nohz && *nohz ? nohz : "");
	else
		ipb_doctor_add(findings, "isolated CPUs", IPB_NOTE,
			       "boot with isolcpus= and nohz_full= for some CPUs and name them by --senders and --targets",
			       "none: the scheduler may put other work on the CPUs measured, which shows in p99 and beyond");
	free(isolated);
	free(nohz);
}

static void load_check(struct json_object *findings)
{
	char *text = ipb_machine_read("/proc/loadavg");
	char *stat = ipb_machine_read("/proc/stat");
	int cpus = 0;
	double load = text ? atof(text) : -1;

	for (char *at = stat; at && (at = strstr(at, "\ncpu")); at++)
		cpus++;
	if (load < 0 || !cpus)
		ipb_doctor_add(findings, "load", IPB_UNKNOWN, NULL,
			       "/proc/loadavg cannot be read");
	else if (load > 0.25 * cpus)
		ipb_doctor_add(findings, "load", IPB_WARN,
			       "stop it, or wait",
			       "%.2f on %d CPUs: other work takes turns with what is measured",
			       load, cpus);
	else
		ipb_doctor_add(findings, "load", IPB_FINE, NULL,
			       "%.2f on %d CPUs",
			       load, cpus);
	free(stat);
	free(text);
}

static void heat_check(struct json_object *findings)
{
	char *count = cpu_read(0, "thermal_throttle/package_throttle_count");

	if (count && atoi(count) > 0)
		ipb_doctor_add(findings, "heat", IPB_WARN,
			       "cool it; run `ipibench run --repeat 6` and look whether later runs are slower",
			       "CPU 0's package was slowed down %s times since boot because of heat",
			       count);
	free(count);
}

const ipb_check ipb_checks_cpu[] = {
	governor_check, boost_check, idle_check, smt_check, isolated_check, load_check, heat_check,
	NULL,
};
