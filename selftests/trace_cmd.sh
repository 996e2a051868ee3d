#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What `ipibench trace` makes of trace-cmd's record of a run is what sysfs says
# of that run. Leaves trace.dat and shown.csv for whoever wants to read the
# record elsewhere.

DIR=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$DIR/../kselftest/ktap_helpers.sh"

skip()
{
	ktap_skip_all "$*"
	exit "$KSFT_SKIP"
}

agree()
{
	awk -F, -f "$DIR/trace_cmd.awk" "$1" "$2"
}

# Without the names of tasks, for which the kernel would patch its scheduler: not
# every emulator survives that.
names=/sys/kernel/tracing/options/record-cmd

records()
{
	ipibench trace -r trace.dat run ipi selftest --samples 64 --pairs-max 4 >/dev/null &&
		ipibench show --csv ipi selftest >shown.csv && [ -s trace.dat ]
}

reads_the_report()
{
	trace-cmd report trace.dat >trace.txt 2>/dev/null &&
		ipibench trace --csv trace.txt >traced.csv && agree shown.csv traced.csv
}

# A tool without the library says that it has none.
reads_the_record()
{
	ipibench trace --csv trace.dat >traced.csv 2>trace.err && agree shown.csv traced.csv
}

ktap_print_header
[ "$(id -u)" = 0 ] || skip "must be root"
command -v trace-cmd >/dev/null || skip "trace-cmd is not installed"
command -v ipibench >/dev/null || skip "the tool ipibench is not installed"
modprobe ipibench 2>/dev/null || [ -d /sys/kernel/ipibench ] ||
	skip "module ipibench is not installed"
ipi=$(cat /sys/kernel/ipibench/ipi/supported)
[ "$ipi" = yes ] || skip "ipi is not supported: $ipi"

ktap_set_plan 3
named=$(cat $names)
echo 0 >$names
ktap_test_result "trace-cmd records a run" records
echo "$named" >$names
ktap_test_result "its report tells what sysfs tells" reads_the_report
if reads_the_record; then
	ktap_test_pass "its file tells what sysfs tells"
elif grep -q 'built without libtracecmd' trace.err; then
	ktap_test_skip "its file: this tool is built without libtracecmd"
else
	cat trace.err
	ktap_test_fail "its file tells what sysfs tells"
fi
ktap_finished
