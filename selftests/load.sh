#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Loading and unloading, again and again: the kernel stays content, no memory
# of the module stays behind, nothing but the expected taint appears.

DIR=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$DIR/../kselftest/ktap_helpers.sh"

# IPIBENCH_SLOW=1: a kernel that delays what unloading waits for.
times=100
[ "$IPIBENCH_SLOW" = 1 ] && times=10
# out-of-tree, unsigned, test: bits 12, 13 and 18
expected=$((1 << 12 | 1 << 13 | 1 << 18))

load_unload()
{
	i=0
	while [ "$i" -lt "$times" ]; do
		modprobe ipibench emulated=1 || return 1
		[ -d /sys/module/ipibench ] || return 1
		modprobe -r ipibench || return 1
		[ ! -d /sys/module/ipibench ] || return 1
		i=$((i + 1))
	done
}

complaints()
{
	dmesg | grep -cE 'BUG:|WARNING:|KASAN|Oops|INFO: (rcu|task)|ODEBUG'
}

no_new_complaint()
{
	[ "$(complaints)" = "$complaints_before" ]
}

no_new_taint()
{
	[ $(($(cat /proc/sys/kernel/tainted) & ~expected & ~taint_before)) = 0 ]
}

sysfs_gone()
{
	[ ! -e /sys/kernel/ipibench ]
}

ktap_print_header
if [ "$(id -u)" != 0 ]; then
	ktap_skip_all "must be root"
	exit "$KSFT_SKIP"
fi
if ! modprobe -n ipibench 2>/dev/null; then
	ktap_skip_all "module ipibench is not installed"
	exit "$KSFT_SKIP"
fi
modprobe -r ipibench 2>/dev/null
complaints_before=$(complaints)
taint_before=$(cat /proc/sys/kernel/tainted)

ktap_set_plan 4
ktap_test_result "load and unload $times times" load_unload
ktap_test_result "nothing is left in sysfs" sysfs_gone
ktap_test_result "the kernel did not complain" no_new_complaint
ktap_test_result "no taint beyond out-of-tree, unsigned, test" no_new_taint
ktap_finished
