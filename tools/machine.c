// SPDX-License-Identifier: GPL-2.0-only
/* Facts about the machine from /proc and /sys */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "json.h"
#include "machine.h"
#include "text.h"

#define CPU "/sys/devices/system/cpu/"

/* Where each fact stands; the first file of a name that can be read counts */
static const struct {
	const char *name;
	const char *path;
} facts[] = {
	{ "cmdline", "/proc/cmdline" },
	{ "vendor", "/sys/class/dmi/id/sys_vendor" },
	{ "product", "/sys/class/dmi/id/product_name" },
	{ "product", "/proc/device-tree/model" },
	{ "bios", "/sys/class/dmi/id/bios_version" },
	{ "online", CPU "online" },
	{ "isolated", CPU "isolated" },
	{ "smt", CPU "smt/control" },
	{ "governor", CPU "cpu0/cpufreq/scaling_governor" },
	{ "idle_driver", CPU "cpuidle/current_driver" },
	{ "clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource" },
	{ "boot_id", "/proc/sys/kernel/random/boot_id" },
};

char *ipb_machine_path(const char *path)
{
	const char *root = getenv("IPIBENCH_SYSROOT");

	return ipb_text_format("%s%s", root ? root : "", path);
}

char *ipb_machine_read(const char *path)
{
	char *full = ipb_machine_path(path);
	char *text;

	ipb_text_read(full, &text);
	free(full);
	return text;
}

static void add_text(struct json_object *host, const char *name, const char *text)
{
	if (text && *text && !ipb_json_get(host, name))
		json_object_object_add(host, name, json_object_new_string(text));
}

static void add_uname(struct json_object *host)
{
	struct utsname u;
	char *text;

	if (uname(&u))
		return;
	text = ipb_text_format("%s %s %s %s", u.sysname, u.release, u.version, u.machine);
	add_text(host, "uname", text);
	free(text);
}

/* The first "name : value" of /proc/cpuinfo */
static void add_cpuinfo(struct json_object *host, const char *name, const char *as)
{
	char *info = ipb_machine_read("/proc/cpuinfo");
	char *save = NULL;

	for (char *line = info ? strtok_r(info, "\n", &save) : NULL; line;
	     line = strtok_r(NULL, "\n", &save)) {
		char *colon = strchr(line, ':');
		size_t len = strlen(name);

		if (colon && !strncmp(line, name, len) && strspn(line + len, " \t:") &&
		    line + len + strspn(line + len, " \t") == colon) {
			add_text(host, as, colon + 1 + strspn(colon + 1, " "));
			break;
		}
	}
	free(info);
}

static void add_mitigations(struct json_object *host)
{
	struct json_object *all = json_object_new_object();
	char *path = ipb_machine_path(CPU "vulnerabilities");
	DIR *dir = opendir(path);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		char *rel = ipb_text_format(CPU "vulnerabilities/%s", entry->d_name);
		char *text = entry->d_name[0] == '.' ? NULL : ipb_machine_read(rel);

		add_text(all, entry->d_name, text);
		free(text);
		free(rel);
	}
	if (dir)
		closedir(dir);
	free(path);
	json_object_object_add(host, "mitigations", all);
}

struct json_object *ipb_machine_host(void)
{
	struct json_object *host = json_object_new_object();

	add_uname(host);
	for (size_t i = 0; i < IPB_COUNT(facts); i++) {
		char *text = ipb_machine_read(facts[i].path);

		add_text(host, facts[i].name, text);
		free(text);
	}
	add_cpuinfo(host, "model name", "cpu_model");
	add_cpuinfo(host, "microcode", "microcode");
	add_mitigations(host);
	return host;
}
