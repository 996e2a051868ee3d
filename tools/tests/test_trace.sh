# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

# One event as /sys/kernel/tracing/trace has it, at 2 ticks a nanosecond
trace_shot() { # RUN VARIANT CLASS OUTCOME LEGS START SENT ENTRY DONE [OPS]
	echo "  ipibench_run-214  [000] .....  15.0: ipibench_shot: bench=ipi variant=$2" \
		"src=0 dst=1 class=$3 outcome=$4 send=$6 sent=$7 entry=$8 ack=$9 choice=0x0" \
		"inject=0 run=$1 khz=2000000 ops=${10:-1} legs=$5"
}

trace_text() {
	echo "# tracer: nop"
	echo "  <idle>-0  [001] d.h..  15.0: csd_function_entry: func=f csd=0"
	for _n in 1 2 3 4 5 6 7 8 9 10; do
		trace_shot 1 async smt hit "send|deliver|rtt" 1000 $((1000 + _n)) \
			$((1000 + 200 * _n)) $((1000 + 400 * _n))
	done
	trace_shot 1 async smt lost "send|deliver|rtt" 1000 1001 0 0
	trace_shot 1 async smt hit "send|deliver|rtt" 1000 1011 900 5400
	trace_shot 1 call cross hit "deliver|rtt" 1000 0 1500 3000
	trace_shot 2 call local hit op 1000 0 0 3001 16
}

row='[r for b in d["benches"] if b["run"]["id"] == %s for r in b["results"] if r["class"] == "%s"][0]'

# shellcheck disable=SC2059
of_row() { # RUN CLASS EXPRESSION
	json "$work/trace.json" "$(printf "$row" "$1" "$2")$3"
}

test_trace_makes_distributions_of_shots() {
	trace_text > "$work/trace.txt" &&
	try 0 ipibench trace "$work/trace.txt" -o "$work/trace.json" &&
	has "$out" 'not known|unknown' &&
	has "$out" '^  call +cross +rtt +1 +1000 ' &&
	equal "$(of_row 1 smt '["count"]')" 11 &&
	equal "$(of_row 1 smt '["lost"]')" 1 &&
	equal "$(of_row 1 smt '["negative"]')" 1 &&
	equal "$(of_row 1 smt '["deliver_count"]')" 10 &&
	equal "$(of_row 1 smt '["legs"]["deliver"]["min_ns"]')" 100.0 &&
	equal "$(of_row 1 smt '["legs"]["deliver"]["mean_ns"]')" 550.0 &&
	equal "$(of_row 1 smt '["legs"]["deliver"]["p50_ns"]')" 500.0 &&
	equal "$(of_row 1 smt '["legs"]["deliver"]["p90_ns"]')" 900.0 &&
	equal "$(of_row 1 smt '["legs"]["deliver"]["p99_ns"]')" 1000.0 &&
	equal "$(of_row 1 smt '["legs"]["rtt"]["max_ns"]')" 2200.0 &&
	equal "$(of_row 1 cross '["legs"]' | grep -c send)" 0 &&
	equal "$(of_row 2 local '["legs"]["op"]["max_ns"]')" 62.531 &&
	equal "$(of_row 2 local '["ops_per_shot"]')" 16
}

test_trace_reads_standard_input() {
	trace_text > "$work/trace.txt" &&
	ipibench trace --json "$work/trace.txt" > "$work/one" &&
	ipibench trace --json - < "$work/trace.txt" > "$work/two" &&
	equal "$(cat "$work/two")" "$(cat "$work/one")"
}

test_trace_says_what_is_missing() {
	trace_text > "$work/trace.txt" &&
	echo "CPU:1 [LOST 17 EVENTS]" >> "$work/trace.txt" &&
	try 1 ipibench trace "$work/trace.txt" &&
	has "$err" 'dropped events' &&
	echo " x-1 [000] ..... 1.0: ipibench_shot: bench=ipi variant=" > "$work/bad.txt" &&
	try 2 ipibench trace "$work/bad.txt" &&
	has "$err" 'bad.txt:1: no shot' &&
	try 2 ipibench trace "$work/absent" &&
	try 2 ipibench trace &&
	printf '\027\010Dtracing6' > "$work/short.dat" || return
	code=0
	err=$(ipibench trace "$work/short.dat" 2>&1 > /dev/null) || code=$?
	case $code in
	1) has "$err" 'built without libtracecmd' ;;
	*) equal "$code" 2 && has "$err" 'cannot read it' ;;
	esac
}

# trace-cmd is told which events, into which file, and to run this very tool
test_trace_records_by_trace_cmd() {
	mkdir -p "$work/bin" || return
	cat > "$work/bin/trace-cmd" << EOS
#!/bin/sh
for word; do echo "\$word"; done > "$work/args"
EOS
	chmod +x "$work/bin/trace-cmd"
	try 0 env PATH="$work/bin:$PATH" "$tool" trace -r "$work/a.dat" -e csd \
		run ipi --samples 64 &&
	equal "$(tr '\n' ' ' < "$work/args")" \
		"record -o $work/a.dat -e ipibench:ipibench_shot -e csd $(readlink -f "$tool") run ipi --samples 64 " &&
	try 1 env PATH="$work/empty" "$tool" trace run ipi &&
	has "$err" 'trace-cmd: No such file'
}
