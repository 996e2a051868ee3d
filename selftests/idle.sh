#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What a loaded module that nobody uses takes from the machine: no thread, no
# timer, no hotplug callback, no interrupt to another CPU, little memory.

DIR=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$DIR/../kselftest/ktap_helpers.sh"

limit=$((300 * 1024))

load()
{
	modprobe ipibench emulated=1
}

unload()
{
	modprobe -r ipibench
}

# Bytes of the objects in use that files and our structures are made of; what
# CPUs hold in reserve is given back first, for it would count as used. Nothing
# where the kernel does not tell.
slab_bytes()
{
	for cache in /sys/kernel/slab/*/shrink; do
		echo 1 >"$cache"
	done 2>/dev/null
	awk '/^(kernfs_node_cache|kmalloc-[0-9]+k?) / { sum += $2 * $4 }
		END { if (sum) print sum }' /proc/slabinfo 2>/dev/null
}

# The smallest growth of several loads: the rest of the machine allocates, too.
slab_growth()
{
	least=
	for _ in 1 2 3; do
		unload
		# What is freed after a grace period is not free at once.
		sleep 1
		before=$(slab_bytes)
		load
		# Nor is what modprobe itself had.
		sleep 1
		[ -n "$before" ] || return
		growth=$(($(slab_bytes) - before))
		if [ -z "$least" ] || [ "$growth" -lt "$least" ]; then
			least=$growth
		fi
	done
	echo "$least"
}

threads()
{
	cat /proc/[0-9]*/comm 2>/dev/null | grep -c '^ipibench'
}

no_thread()
{
	[ "$(threads)" = 0 ]
}

no_hotplug_callback()
{
	[ "$states_before" = "$(cat /sys/devices/system/cpu/hotplug/states 2>/dev/null)" ]
}

no_timer()
{
	! grep -q ipibench /proc/timer_list 2>/dev/null
}

no_user()
{
	[ "$(cat /sys/module/ipibench/refcnt)" = 0 ]
}

little_memory()
{
	[ "$total" -le "$limit" ]
}

ktap_print_header
if [ "$(id -u)" != 0 ]; then
	ktap_skip_all "must be root"
	exit "$KSFT_SKIP"
fi
unload 2>/dev/null
if [ -e /sys/kernel/ipibench ]; then
	ktap_skip_all "ipibench is part of the kernel or in use"
	exit "$KSFT_SKIP"
fi
states_before=$(cat /sys/devices/system/cpu/hotplug/states 2>/dev/null)
if ! load; then
	ktap_skip_all "module ipibench is not installed"
	exit "$KSFT_SKIP"
fi

ktap_set_plan 5
# Give what might have been started the time to show.
sleep 1
ktap_test_result "no kernel thread" no_thread
ktap_test_result "no timer" no_timer
ktap_test_result "no hotplug callback" no_hotplug_callback
ktap_test_result "nobody uses it" no_user

core=$(cat /sys/module/ipibench/coresize)
slab=$(slab_growth)
total=$((core + ${slab:-0}))
ktap_print_msg "module text and data: $core bytes, objects: ${slab:-unknown},"
ktap_print_msg "together $total of at most $limit, in $(find /sys/kernel/ipibench | wc -l) files and folders"
if [ "$IPIBENCH_SLOW" = 1 ]; then
	ktap_test_skip "at most 300 KiB: a kernel for debugging makes everything larger"
else
	ktap_test_result "at most 300 KiB with its text" little_memory
fi
unload
ktap_finished
