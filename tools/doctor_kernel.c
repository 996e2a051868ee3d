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
			       ipb_text_format("on for %s: they are part of what an interrupt costs here",
					       on),
			       "compare only with machines that have the same; the result file lists them");
	if (opens)
		ipb_doctor_add(findings, "mitigations", IPB_NOTE,
			       ipb_text_format("none for %s, so this is faster than a machine that has them",
					       open),
			       NULL);
	if (!ons && !opens)
		ipb_doctor_add(findings, "mitigations", IPB_FINE,
			       ipb_text_copy("none needed, or none known to the kernel"), NULL);
	free(on);
	free(open);
}

static void clocksource_check(struct json_object *findings)
{
	char *now = ipb_machine_read(
		"/sys/devices/system/clocksource/clocksource0/current_clocksource");

	if (!now)
		ipb_doctor_add(findings, "clocksource", IPB_UNKNOWN,
			       ipb_text_copy("the kernel does not say"), NULL);
	else if (ipb_text_has_word("hpet acpi_pm jiffies refined-jiffies pit", now))
		ipb_doctor_add(findings, "clocksource", IPB_WARN,
			       ipb_text_format("%s: the kernel does not trust the CPU's own counter",
					       now),
			       "look for \"clocksource\" in dmesg; boot with tsc=reliable only if you know better");
	else
		ipb_doctor_add(findings, "clocksource", IPB_FINE, ipb_text_copy(now), NULL);
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
	char *path, *config, *found;

	if (uname(&u))
		return;
	path = ipb_text_format("/boot/config-%s", u.release);
	config = ipb_machine_read(path);
	found = config ? debug_options_in(config) : NULL;
	if (found && *found)
		ipb_doctor_add(findings, "kernel", IPB_WARN,
			       ipb_text_format("%s was built with %s, which makes interrupts several times dearer",
					       u.release, found),
			       "measure on a kernel without debug options");
	else
		ipb_doctor_add(findings, "kernel", config ? IPB_FINE : IPB_NOTE,
			       ipb_text_format("%s%s", u.release, config ?
					       "" : "; its configuration is not in /boot, so debug options cannot be ruled out"),
			       NULL);
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
			       ipb_text_copy("/sys/kernel/tracing cannot be read"),
			       geteuid() ? "run the doctor as root" : "mount tracefs");
	else if (strcmp(tracer, "nop") || *events)
		ipb_doctor_add(findings, "tracing", IPB_WARN,
			       ipb_text_format("on (tracer %s%s): every traced event adds its own cost",
					       tracer, *events ? ", events enabled" : ""),
			       "echo nop > /sys/kernel/tracing/current_tracer; echo > /sys/kernel/tracing/set_event");
	else
		ipb_doctor_add(findings, "tracing", IPB_FINE, ipb_text_copy("off"), NULL);
	free(events);
	free(tracer);
}

static void background_check(struct json_object *findings)
{
	if (is_set("/proc/sys/kernel/nmi_watchdog"))
		ipb_doctor_add(findings, "NMI watchdog", IPB_NOTE,
			       ipb_text_copy("on: its interrupts show in the far tail"),
			       "sysctl kernel.nmi_watchdog=0");
	if (is_set("/proc/sys/kernel/numa_balancing"))
		ipb_doctor_add(findings, "NUMA balancing", IPB_NOTE,
			       ipb_text_copy("on: it moves pages while measuring"),
			       "sysctl kernel.numa_balancing=0");
}

const ipb_check ipb_checks_kernel[] = {
	kernel_check, mitigations_check, clocksource_check, tracing_check, background_check, NULL,
};
