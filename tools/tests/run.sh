#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# shellcheck disable=SC1090,SC1091
#
# Tests of the command line tool on a tree of plain files; KTAP on standard
# output. No module, no root needed.
#
#   run.sh TOOL [REFUSE.so]
#   ONLY=run run.sh ...	only test_run.sh

set -u
here=$(cd "$(dirname "$0")" && pwd)
case $1 in
/*) tool=$1 ;;
*) tool=$PWD/$1 ;;
esac
refuse=${2:+$(cd "$(dirname "$2")" && pwd)/${2##*/}}

. "$here/helpers.sh"
. "$here/fake_tree.sh"
. "$here/fake_report.sh"

work=$(mktemp -d)
engine=
trap 'engine_stop; servers_stop; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

export IPIBENCH_ROOT="$work/tree"
unset IPIBENCH_SYSROOT NO_COLOR COLUMNS

ipibench() {
	"$tool" "$@"
}

# The tool where files refuse by RULES
refusing() { # RULES ARGUMENT...
	_rules=$1
	shift
	IPIBENCH_TEST_ORDER=$work/order IPIBENCH_TEST_REFUSE=$_rules LD_PRELOAD=$refuse "$tool" "$@"
}

engine_start() { # BENCH STEPS END
	fake_engine "$IPIBENCH_ROOT/$1" "$2" "$3" > "$work/engine.log" 2>&1 &
	engine=$!
}

engine_stop() {
	[ -n "$engine" ] || return 0
	kill "$engine"
	wait "$engine"
	engine=
} 2> /dev/null

# What a test leaves running for the tests after it: one pid a line
servers_stop() {
	[ -e "$work/servers" ] || return 0
	while read -r _pid; do
		kill "$_pid"
	done < "$work/servers"
	rm "$work/servers"
} 2> /dev/null

ktap_header
for file in "$here"/test_${ONLY:-*}.sh; do
	. "$file"
	ktap_run "$file"
done
ktap_end
