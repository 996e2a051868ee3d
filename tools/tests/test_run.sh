# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

run_setup() { # STEPS END
	fake_tree "$IPIBENCH_ROOT" && engine_start ipi "$1" "$2"
}

test_run_prints_distributions_and_verdicts() {
	run_setup 2 "done"
	try 0 ipibench run ipi
	_ok=$?
	engine_stop
	[ $_ok = 0 ] &&
	has "$out" '^ipi  backend real, run 1' &&
	has "$out" '^  call +cross +rtt +2048 ' &&
	has "$out" '^  async +cross +rtt +\+100 .*\+10.2 % .*slower$' &&
	equal "$err" ""
}

test_run_sets_parameters_and_puts_them_back() {
	run_setup 2 "done"
	try 0 ipibench run ipi --samples 640 --set block=16 --json
	_ok=$?
	engine_stop
	[ $_ok = 0 ] &&
	equal "$(tr '\n' ' ' < "$IPIBENCH_ROOT/ipi/seen")" "640 16 " &&
	equal "$(json "$work/out" 'd["benches"][0]["params"]["samples"]')" 640 &&
	equal "$(cat "$IPIBENCH_ROOT/ipi/samples")" 2048 &&
	equal "$(cat "$IPIBENCH_ROOT/ipi/block")" 32
}

test_run_presets_yield_to_options() {
	run_setup 2 "done"
	try 0 ipibench run ipi --block 64 --quick
	_ok=$?
	engine_stop
	[ $_ok = 0 ] &&
	equal "$(tr '\n' ' ' < "$IPIBENCH_ROOT/ipi/seen")" "512 64 "
}

test_run_writes_variants_as_the_module_lists_them() {
	run_setup 2 "done"
	try 0 ipibench run ipi --variants async,call --json
	_ok=$?
	engine_stop
	[ $_ok = 0 ] &&
	equal "$(json "$work/out" 'd["benches"][0]["params"]["variants"]')" "async call"
}

test_run_saves_a_file_that_show_and_compare_read() {
	run_setup 2 "done"
	try 0 ipibench run ipi -o "$work/saved.json"
	_ok=$?
	engine_stop
	[ $_ok = 0 ] && has "$out" Conditions &&
	IPIBENCH_ROOT=/nowhere try 0 ipibench show "$work/saved.json" &&
	has "$out" '^  async +smt +rtt ' &&
	IPIBENCH_ROOT=/nowhere try 0 ipibench compare ipi "$work/saved.json" &&
	has "$out" '^  async +smt +rtt +-100 .*faster$' &&
	try 2 ipibench show storm "$work/saved.json" &&
	equal "$(find "$work" -maxdepth 1 -name '.saved*')" ""
}

test_run_repeats() {
	[ -n "$refuse" ] || return 0
	run_setup 1 "done"
	try 0 refusing "s:control:0:-1" run ipi --repeat 3 --json
	_ok=$?
	engine_stop
	[ $_ok = 0 ] &&
	equal "$(json "$work/out" '[b["run"]["id"] for b in d["benches"]]')" "[1, 2, 3]"
}

test_run_that_fails_is_1_with_the_reason() {
	run_setup 2 failed
	try 1 ipibench run ipi --samples 640
	_ok=$?
	engine_stop
	[ $_ok = 0 ] &&
	has "$err" 'ipi: the run failed: the clock went backwards' &&
	equal "$(cat "$IPIBENCH_ROOT/ipi/samples")" 2048
}

test_run_interrupted_stops_restores_and_is_130() {
	run_setup 200 "done"
	(sleep 0.7; kill -INT "$(cat "$work/pid")") &
	# shellcheck disable=SC2016
	try 130 sh -c 'echo $$ > "$1"; exec "$2" run ipi --samples 640' - "$work/pid" "$tool"
	_ok=$?
	engine_stop
	[ $_ok = 0 ] &&
	has "$err" 'interrupted; the run is stopped' &&
	equal "$(cat "$IPIBENCH_ROOT/ipi/state")" stopped &&
	equal "$(cat "$IPIBENCH_ROOT/ipi/samples")" 2048 &&
	equal "$out" ""
}

test_run_unsupported_is_4_with_the_reason() {
	fake_tree "$IPIBENCH_ROOT" &&
	try 4 ipibench run hyperv &&
	has "$err" 'hyperv: not supported here: not a Hyper-V guest' &&
	equal "$(cat "$IPIBENCH_ROOT/hyperv/control")" ""
}

test_run_unknown_parameter_changes_nothing() {
	fake_tree "$IPIBENCH_ROOT" &&
	try 2 ipibench run ipi --samples 640 --set nonsense=1 &&
	has "$err" 'ipi has no parameter nonsense' &&
	try 2 ipibench run ipi --set control=start &&
	try 2 ipibench run ipi --set ../selftest/seed=4 &&
	try 2 ipibench run ipi --set seed &&
	equal "$(cat "$IPIBENCH_ROOT/ipi/samples" "$IPIBENCH_ROOT/selftest/seed" | tr '\n' ' ')" \
		"2048 1 "
}

test_run_on_a_terminal_draws_progress() {
	if ! command -v script > /dev/null; then
		return 0
	fi
	run_setup 20 "done"
	TERM=xterm script -qec "$tool run ipi" "$work/typescript" > /dev/null < /dev/null
	_ok=$?
	engine_stop
	[ $_ok = 0 ] &&
	has "$(tr '\r' '\n' < "$work/typescript")" '^ipi \[#+\.*\] +[0-9]+ %  [0-9]+ of 20 shots' &&
	has "$(cat "$work/typescript")" "$(printf '\033')\[32mfaster"
}

test_run_colours_yield_to_no_color() {
	if ! command -v script > /dev/null; then
		return 0
	fi
	fake_tree "$IPIBENCH_ROOT"
	fake_publish "$IPIBENCH_ROOT/ipi" 1 1 0
	TERM=xterm NO_COLOR=1 script -qec "$tool compare ipi" "$work/typescript" > /dev/null &&
	has_not "$(cat "$work/typescript")" "$(printf '\033')"
}

test_run_needs_root() {
	if [ "$(id -u)" != 0 ] || ! command -v setpriv > /dev/null; then
		return 0
	fi
	fake_tree "$IPIBENCH_ROOT" && cp "$tool" "$work/ipibench" && chmod 755 "$work" || return 1
	set -- setpriv --reuid=65534 --regid=65534 --clear-groups "$work/ipibench"
	try 1 "$@" run ipi && has "$err" 'ipi: starting a run needs root' &&
	try 1 "$@" run ipi --samples 640 && has "$err" 'setting parameters needs root' &&
	try 0 "$@" show ipi
}

test_run_writes_the_backend_before_what_follows_from_it() {
	[ -n "$refuse" ] || return 0
	run_setup 2 "done"
	put "$IPIBENCH_ROOT/ipi/variants" call
	try 0 refusing "o:backend:0:-1 o:variants:0:-1" run ipi --variants async --backend model
	_ok=$?
	engine_stop
	[ $_ok = 0 ] &&
	equal "$(grep -o '[a-z]*$' "$work/order" | tr '\n' ' ')" "backend variants backend variants " &&
	equal "$(cat "$IPIBENCH_ROOT/ipi/backend" "$IPIBENCH_ROOT/ipi/variants" | tr '\n' ' ')" \
		"real call "
}
