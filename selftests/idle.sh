#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What a loaded module that nobody uses takes from the machine: no thread, no
# timer, no hotplug callback, no interrupt to another CPU, little memory.

DIR=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$DIR/../kselftest/ktap_helpers.sh"

limit=$((300 * 1024))
tracing=/sys/kernel/tracing

load()
{
	modprobe ipibench emulated=1
}

unload()
{
	modprobe -r ipibench
}

# kmem EVENT FILE TEXT
kmem()
{
	echo "$3" >"$tracing/events/kmem/$1/$2" 2>/dev/null
}

# Bytes that loading asks for and keeps: what modprobe allocates and nobody frees,
# of what files and our structures are made of. Nothing where the kernel does not
# tell. Counters of slabs do not: they call used what a CPU holds in reserve.
kept_bytes()
{
	[ -w "$tracing/events/kmem/kmalloc/enable" ] || return
	echo 8192 >"$tracing/buffer_size_kb"
	echo >"$tracing/trace"
	for event in kmalloc kmem_cache_alloc; do
		kmem $event filter 'comm == "modprobe"'
	done
	for event in kmalloc kmem_cache_alloc kfree; do
		kmem $event enable 1
	done
	load
	# What is freed after a grace period is not free at once.
	sleep 1
	for event in kmalloc kmem_cache_alloc kfree; do
		kmem $event enable 0
		kmem $event filter 0
	done
	awk '
		{
			ptr = bytes = 0
			for (i = 1; i <= NF; i++) {
				if ($i ~ /^ptr=/) ptr = substr($i, 5)
				if ($i ~ /^bytes_alloc=/) bytes = substr($i, 13)
			}
		}
		/: kfree: / { delete kept[ptr] }
		/: kmalloc: / || /: kmem_cache_alloc: .*kernfs/ { kept[ptr] = bytes }
		END { for (ptr in kept) sum += kept[ptr]; if (sum) print sum }' "$tracing/trace"
	echo >"$tracing/trace"
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

unload
objects=$(kept_bytes)
core=$(cat /sys/module/ipibench/coresize)
total=$((core + ${objects:-0}))
ktap_print_msg "module text and data: $core bytes, objects: ${objects:-unknown},"
ktap_print_msg "together $total of at most $limit, in $(find /sys/kernel/ipibench | wc -l) files and folders"
if [ "$IPIBENCH_SLOW" = 1 ]; then
	ktap_test_skip "at most 300 KiB: a kernel for debugging makes everything larger"
elif grep -q ' __ubsan_handle_' /proc/kallsyms; then
	ktap_test_skip "at most 300 KiB: this kernel adds checks to every module (UBSAN)"
else
	ktap_test_result "at most 300 KiB with its text" little_memory
fi
unload
ktap_finished
