#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# A locked-down kernel: ipibench_live refuses to splice and says why, and what
# was spliced before can still be undone. There is no way back from a lockdown
# but a reboot, so this runs only where IPIBENCH_LOCK_DOWN=1 allows it.

DIR=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$DIR/../kselftest/ktap_helpers.sh"

hooks=/sys/kernel/ipibench/live
state=/sys/kernel/security/lockdown

lock_down()
{
	echo integrity >$state && grep -q '\[integrity\]' $state
}

gives_the_reason()
{
	[ "$(cat "$hook"/supported)" = 'no: the kernel is locked down' ]
}

undone()
{
	echo 0 >"$hook"/enabled && [ "$(cat "$hook"/enabled)" = 0 ] &&
		! grep -q "^${hook##*/} " /sys/kernel/tracing/enabled_functions
}

refused()
{
	! echo 1 >"$hook"/enabled && [ "$(cat "$hook"/enabled)" = 0 ] &&
		[ "$(cat "$hook"/error)" = 'the kernel is locked down' ] &&
		! grep -q "^${hook##*/} " /sys/kernel/tracing/enabled_functions
}

unloaded()
{
	modprobe -r ipibench_live && [ ! -e "$hook" ]
}

skip()
{
	ktap_skip_all "$1"
	exit "$KSFT_SKIP"
}

ktap_print_header
[ "$IPIBENCH_LOCK_DOWN" = 1 ] || skip "locks this machine down: IPIBENCH_LOCK_DOWN=1 allows it"
[ "$(id -u)" = 0 ] || skip "must be root"
[ -e $state ] || mount -t securityfs securityfs /sys/kernel/security 2>/dev/null
[ -w $state ] || skip "no lockdown in this kernel"
{ modprobe ipibench emulated=1 && modprobe ipibench_live; } 2>/dev/null ||
	skip "module ipibench_live is not installed"
hook=
why=
for dir in "$hooks"/*; do
	if [ "$(cat "$dir/supported")" = yes ]; then
		hook=$dir
	else
		why="$why live/${dir##*/} is not supported: $(cat "$dir/supported")."
	fi
done
[ -n "$hook" ] || skip "$why"
echo 1 >"$hook"/enabled || skip "cannot be enabled: $(cat "$hook"/error)"

ktap_set_plan 5
ktap_test_result "the kernel locks down" lock_down
ktap_test_result "supported gives the reason" gives_the_reason
ktap_test_result "what was spliced before is undone" undone
ktap_test_result "splicing is refused" refused
ktap_test_result "the module goes" unloaded
ktap_finished
