# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

matrix_setup() {
	fake_tree "$IPIBENCH_ROOT" && fake_publish "$IPIBENCH_ROOT/ipi" 7 1700000000 0
}

test_matrix_puts_every_figure_in_its_place() {
	matrix_setup &&
	try 0 ipibench matrix ipi --variant call &&
	has "$out" '^ src.dst +0 +1 +2 +3$' &&
	has "$out" '^       0 +- +1010 +1020 +1030$' &&
	has "$out" '^       3 +1300 +- +1320 +-$' &&
	has_not "$out" 'async' &&
	try 0 ipibench matrix ipi --variant call --percentile 99 &&
	has "$out" '^       2 +2200 +2210 +- +2230$' &&
	try 2 ipibench matrix --percentile 42
}

test_matrix_shades_by_cost_where_figures_do_not_fit() {
	matrix_setup &&
	try 0 env COLUMNS=20 "$tool" matrix ipi --variant call &&
	has "$out" '^       0   \. \. \.$' &&
	has "$out" '^       3 @   @  $' &&
	has "$out" '1010 to 1320 ns'
}

test_matrix_breaks_into_bands_on_a_very_narrow_terminal() {
	matrix_setup &&
	try 0 env COLUMNS=13 "$tool" matrix ipi --variant call &&
	equal "$(printf '%s\n' "$out" | grep -c '^ src.dst')" 2
}

test_matrix_before_the_first_run() {
	fake_tree "$IPIBENCH_ROOT" &&
	try 0 ipibench matrix &&
	has "$out" 'no results between CPUs yet'
}

test_matrix_skips_pairs_without_shots() {
	matrix_setup &&
	printf '%s\n' '0 1 0 0 0' '1 0 5 200 300' > "$IPIBENCH_ROOT/ipi/results/call/matrix" &&
	try 0 ipibench matrix ipi --variant call &&
	has "$out" '^       0 +- +-$' &&
	has "$out" '^       1 +200 +-$'
}

test_csv_has_a_line_for_each_row_and_quotes() {
	matrix_setup &&
	put "$IPIBENCH_ROOT/ipi/compare/async/smt/rtt_verdict" 'unclear, "odd"' &&
	try 0 ipibench show ipi --csv &&
	equal "$(printf '%s\n' "$out" | wc -l)" 9 &&
	has "$out" '^ipi,real,7,call,smt,,rtt,2048,1,0,0,0,,2047,,,,900,1010.125,42.5,1000.25,' &&
	try 0 ipibench compare ipi --csv &&
	equal "$(printf '%s\n' "$out" | wc -l)" 5 &&
	has "$out" ',"unclear, ""odd"""$' &&
	try 0 ipibench matrix ipi --csv &&
	equal "$(printf '%s\n' "$out" | wc -l)" 23
}

test_ktap_tests_order_and_counts_not_nanoseconds() {
	matrix_setup &&
	try 0 ipibench show --ktap &&
	equal "$(printf '%s\n' "$out" | head -n 2 | tr '\n' ' ')" "KTAP version 1 1..3 " &&
	has "$out" '^    ok 1 call.smt.deliver$' &&
	has "$out" '^ok 2 ipi$' &&
	has "$out" '^ok 3 hyperv # SKIP not a Hyper-V guest$' &&
	put "$IPIBENCH_ROOT/ipi/results/call/cross/rtt_p50_ns" 99999 &&
	try 0 ipibench show ipi --ktap &&
	has "$out" '^    not ok 4 call.cross.rtt$' &&
	has "$out" '^not ok 1 ipi$'
}
