// SPDX-License-Identifier: GPL-2.0-only
/* Checks of what the kernel does beside measuring */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "doctor.h"
#include "machine.h"
#include "text.h"

static const char vulnerabilities[] = "/sys/devices/system/cpu/vulnerabilities";

/* Options that make interrupts several times dearer */
static const char *const debug_options[] = {
	"CONFIG_PROVE_LOCKING", "CONFIG_LOCK_STAT", "CONFIG_KASAN", "CONFIG_KCSAN", "CONFIG_KMSAN",
	"CONFIG_UBSAN_TRAP", "CONFIG_DEBUG_OBJECTS", "CONFIG_DEBUG_KMEMLEAK", "CONFIG_GCOV_KERNEL",
	"CONFIG_DEBUG_ATOMIC_SLEEP", "CONFIG_DEBUG_PAGEALLOC", "CONFIG_DEBUG_KOBJECT_RELEASE",
};

/* How many of the CPU's flaws read @start, and of which a list in @names */
static int flaws(const char *start, char **names)
{
	char *path = ipb_machine_path(vulnerabilities);
	DIR *dir = opendir(path);
	struct dirent *entry;
	int count = 0;

	*names = ipb_text_copy("");
	while (dir && (entry = readdir(dir))) {
		char *file = ipb_text_format("%s/%s", vulnerabilities, entry->d_name);
		char *text = entry->d_name[0] == '.' ? NULL : ipb_machine_read(file);

		if (text && ipb_text_starts(text, start)) {
			char *longer = ipb_text_format("%s%s%s", *names, count ? ", " : "",
						       entry->d_name);

			free(*names);
			*names = longer;
			count++;
		}
		free(text);
		free(file);
	}
	if (dir)
		closedir(dir);
	free(path);
	return count;
}

static void mitigations_check(struct json_object *findings)
{
	char *on, *open;
	int ons = flaws("Mitigation", &on);
	int opens = flaws("Vulnerable", &open);

	if (ons)
		ipb_doctor_add(findings, "mitigations", IPB_NOTE,
			       "compare only with machines that have the same; the result file lists them",
			       "on for %s: they are part of what an interrupt costs here",
			       on);
	if (opens)
		ipb_doctor_add(findings, "mitigations", IPB_NOTE, NULL,
			       "none for %s, so this is faster than a machine that has them",
			       open);
	if (!ons && !opens)
		ipb_doctor_add(findings, "mitigations", IPB_FINE, NULL,
			       "none needed, or none known to the kernel");
	free(on);
	free(open);
}

static void clocksource_check(struct json_object *findings)
{
	static const char path[] =
		"/sys/devices/system/clocksource/clocksource0/current_clocksource";
	char *now = ipb_machine_read(path);

	if (!now)
		ipb_doctor_add(findings, "clocksource", IPB_UNKNOWN, NULL,
			       "the kernel does not say");
	else if (ipb_text_has_word("hpet acpi_pm jiffies refined-jiffies pit", now))
		ipb_doctor_add(findings, "clocksource", IPB_WARN,
			       "look for \"clocksource\" in dmesg; boot with tsc=reliable only if you know better",
			       "%s: the kernel does not trust the CPU's own counter",
			       now);
	else
		ipb_doctor_add(findings, "clocksource", IPB_FINE, NULL,
			       now);
	free(now);
}

static bool has_line(const char *text, const char *line)
{
	size_t len = strlen(line);

	for (const char *at = text; (at = strstr(at, line)); at += len)
		if ((at == text || at[-1] == '\n') && (!at[len] || at[len] == '\n'))
			return true;
	return false;
}

/* Lines "OPTION=y" of the kernel's configuration that are worth a warning */
static char *debug_options_in(const char *config)
{
	char *found = ipb_text_copy("");

	for (size_t i = 0; i < IPB_COUNT(debug_options); i++) {
		char *line = ipb_text_format("%s=y", debug_options[i]);

		if (has_line(config, line)) {
			char *longer = ipb_text_format("%s%s%s", found, *found ? ", " : "",
						       debug_options[i]);

			free(found);
			found = longer;
		}
		free(line);
	}
	return found;
}

static void kernel_check(struct json_object *findings)
{
	struct utsname u;
	static const char unseen[] =
		"; its configuration is not in /boot, so debug options cannot be ruled out";
	char *path, *config, *found;

	if (uname(&u))
		return;
	path = ipb_text_format("/boot/config-%s", u.release);
	config = ipb_machine_read(path);
	found = config ? debug_options_in(config) : NULL;
	if (found && *found)
		ipb_doctor_add(findings, "kernel", IPB_WARN,
			       "measure on a kernel without debug options",
			       "%s was built with %s, which makes interrupts several times dearer",
			       u.release, found);
	else
		ipb_doctor_add(findings, "kernel", config ? IPB_FINE : IPB_NOTE, NULL, "%s%s",
			       u.release, config ? "" : unseen);
	free(found);
	free(config);
	free(path);
}

static bool is_set(const char *path)
{
	char *text = ipb_machine_read(path);
	bool set = text && *text && strcmp(text, "0");

	free(text);
	return set;
}

static void tracing_check(struct json_object *findings)
{
	char *tracer = ipb_machine_read("/sys/kernel/tracing/current_tracer");
	char *events = ipb_machine_read("/sys/kernel/tracing/set_event");

	if (!tracer || !events)
		ipb_doctor_add(findings, "tracing", IPB_UNKNOWN,
			       geteuid() ? "run the doctor as root" : "mount tracefs",
			       "/sys/kernel/tracing cannot be read");
	else if (strcmp(tracer, "nop") || *events)
		ipb_doctor_add(findings, "tracing", IPB_WARN,
			       "echo nop > /sys/kernel/tracing/current_tracer; echo > /sys/kernel/tracing/set_event",
			       "on (tracer %s%s): every traced event adds its own cost",
			       tracer, *events ? ", events enabled" : "");
	else
		ipb_doctor_add(findings, "tracing", IPB_FINE, NULL,
			       "off");
	free(events);
	free(tracer);
}

static void background_check(struct json_object *findings)
{
	if (is_set("/proc/sys/kernel/nmi_watchdog"))
		ipb_doctor_add(findings, "NMI watchdog", IPB_NOTE,
			       "sysctl kernel.nmi_watchdog=0",
			       "on: its interrupts show in the far tail");
	if (is_set("/proc/sys/kernel/numa_balancing"))
		ipb_doctor_add(findings, "NUMA balancing", IPB_NOTE,
			       "sysctl kernel.numa_balancing=0",
			       "on: it moves pages while measuring");
}

static void realtime_check(struct json_object *findings)
{
	if (is_set("/sys/kernel/realtime"))
		ipb_doctor_add(findings, "real time", IPB_NOTE,
			       "compare only with kernels that have PREEMPT_RT too",
			       "PREEMPT_RT: most interrupts are threads here, but those of IPIs are not");
}

/* The module is there, or it may be refused; and what needs more than a signature */
static void signature_check(struct json_object *findings)
{
	char *enforced = ipb_machine_read("/sys/module/module/parameters/sig_enforce");
	char *lockdown = ipb_machine_read("/sys/kernel/security/lockdown");
	bool locked = lockdown && !strstr(lockdown, "[none]");

	if (locked)
		ipb_doctor_add(findings, "lockdown", IPB_NOTE,
			       "sign the module (Documentation/install.rst); boot without lockdown for live",
			       "on: modules need a trusted signature, and live hooks are refused");
	else if (enforced && *enforced == 'Y')
		ipb_doctor_add(findings, "signatures", IPB_NOTE,
			       "sign the module (Documentation/install.rst)",
			       "enforced: this kernel loads only modules signed by a key it trusts");
	free(lockdown);
	free(enforced);
}

const ipb_check ipb_checks_kernel[] = {
	kernel_check, realtime_check, signature_check, mitigations_check, clocksource_check,
	tracing_check, background_check, NULL,
};
