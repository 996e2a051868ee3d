# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

test_list_shows_every_bench_and_why_not() {
	fake_tree "$IPIBENCH_ROOT" &&
	try 0 ipibench list &&
	has "$out" '^  ipi +idle +real +call +call async +yes$' &&
	has "$out" '^  hyperv .*no: not a Hyper-V guest$' &&
	equal "$err" ""
}

test_list_prints_conditions_first() {
	fake_tree "$IPIBENCH_ROOT" &&
	try 0 ipibench list &&
	equal "$(printf '%s\n' "$out" | head -n 1)" Conditions &&
	has "$out" '^  clock_resolution_ns +0.333$'
}

test_list_json_holds_params_and_reasons() {
	fake_tree "$IPIBENCH_ROOT" &&
	try 0 ipibench list --json &&
	equal "$(json "$work/out" '[b["bench"] for b in d["benches"]]')" \
		"['selftest', 'ipi', 'hyperv']" &&
	equal "$(json "$work/out" 'd["benches"][2]["supported"]')" "no: not a Hyper-V guest" &&
	equal "$(json "$work/out" 'd["benches"][1]["params"]["samples"]')" 2048 &&
	equal "$(json "$work/out" 'd["schema"]')" 1
}

test_list_one_cpu_is_a_list_not_a_number() {
	fake_tree "$IPIBENCH_ROOT" &&
	put "$IPIBENCH_ROOT/ipi/senders" 3 &&
	try 0 ipibench list --json &&
	equal "$(json "$work/out" 'repr(d["benches"][1]["params"]["senders"])')" "'3'"
}

test_list_without_the_module() {
	rm -rf "$IPIBENCH_ROOT" &&
	try 3 ipibench list &&
	has "$err" 'modprobe ipibench' &&
	try 3 ipibench run ipi &&
	try 3 ipibench show &&
	try 3 ipibench compare
}

test_list_fits_a_narrow_terminal() {
	fake_tree "$IPIBENCH_ROOT" &&
	try 0 env COLUMNS=60 "$tool" list &&
	has "$out" '^  ipi +idle' &&
	has_not "$out" 'call async' &&
	has_not "$out" '^.{61}'
}

test_usage_errors_are_2() {
	fake_tree "$IPIBENCH_ROOT" &&
	try 2 ipibench &&
	try 2 ipibench nonsense &&
	try 2 ipibench list --nonsense &&
	try 2 ipibench run &&
	try 2 ipibench run nonsense &&
	try 2 ipibench show nonsense &&
	try 2 ipibench show "$work/none.json" &&
	try 0 ipibench --help &&
	try 0 ipibench run --help
}

test_emulated_is_said_in_words() {
	fake_tree "$IPIBENCH_ROOT" &&
	try 0 ipibench list && has_not "$out" EMULATED &&
	put "$IPIBENCH_ROOT/env/emulated" yes &&
	try 0 ipibench list && has "$out" 'is EMULATED' &&
	put "$IPIBENCH_ROOT/env/emulated" unknown &&
	try 0 ipibench list && has "$out" 'MAY BE EMULATED'
}
