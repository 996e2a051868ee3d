#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# A kernel that loads only what is signed by a key it trusts: an unsigned module
# is refused by a clear error and leaves nothing behind. There is no way back but
# a reboot, so this runs only where IPIBENCH_LOCK_DOWN=1 allows it.

DIR=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$DIR/../kselftest/ktap_helpers.sh"

enforced=/sys/module/module/parameters/sig_enforce

skip()
{
	ktap_skip_all "$1"
	exit "$KSFT_SKIP"
}

enforces()
{
	echo 1 >$enforced && [ "$(cat $enforced)" = Y ]
}

# In the words of the C library: ENOKEY or EKEYREJECTED.
refused()
{
	answer=$(modprobe ipibench emulated=1 2>&1) && return 1
	ktap_print_msg "$answer"
	case $answer in
	*"Required key not available"* | *"Key was rejected by service"*) ;;
	*) return 1 ;;
	esac
}

nothing_left()
{
	[ ! -e /sys/kernel/ipibench ] && [ ! -e /sys/module/ipibench ]
}

doctor_says_so()
{
	ipibench doctor | grep -q '^note  *signatures '
}

ktap_print_header
[ "$IPIBENCH_LOCK_DOWN" = 1 ] || skip "refuses modules from now on: IPIBENCH_LOCK_DOWN=1 allows it"
[ "$(id -u)" = 0 ] || skip "must be root"
[ -w $enforced ] || skip "no signatures in this kernel"
file=$(modinfo -n ipibench 2>/dev/null) || skip "module ipibench is not installed"
[ -z "$(modinfo -F signer "$file")" ] || skip "this module is signed"
modprobe -r ipibench

ktap_set_plan 4
ktap_test_result "the kernel enforces signatures" enforces
ktap_test_result "an unsigned module is refused" refused
ktap_test_result "nothing is left of it" nothing_left
if command -v ipibench >/dev/null; then
	ktap_test_result "the doctor says so" doctor_says_so
else
	ktap_test_skip "the doctor says so"
fi
ktap_finished
