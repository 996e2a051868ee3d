# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

show_setup() {
	fake_tree "$IPIBENCH_ROOT" && fake_publish "$IPIBENCH_ROOT/ipi" 7 1700000000 0
}

test_show_before_the_first_run() {
	fake_tree "$IPIBENCH_ROOT" &&
	try 0 ipibench show ipi &&
	has "$out" 'no results yet'
}

test_show_lists_variants_as_the_bench_does() {
	show_setup &&
	try 0 ipibench show ipi --json &&
	equal "$(json "$work/out" '[(r["variant"], r["class"]) for r in d["benches"][0]["results"]]')" \
		"[('call', 'smt'), ('call', 'cross'), ('async', 'smt'), ('async', 'cross')]"
}

test_show_json_has_the_documented_shape() {
	show_setup &&
	try 0 ipibench show ipi --json &&
	equal "$(json "$work/out" 'sorted(d)')" "['benches', 'conditions', 'host', 'schema']" &&
	equal "$(json "$work/out" 'sorted(d["benches"][0])')" \
		"['backend', 'baseline', 'bench', 'compare', 'matrix', 'params', 'results', 'run', 'supported']" &&
	equal "$(json "$work/out" 'sorted(d["benches"][0]["results"][0]["legs"]["rtt"])')" \
		"['histogram', 'max_ns', 'mean_ns', 'min_ns', 'p50_ns', 'p90_ns', 'p999_ns', 'p99_ns', 'stddev_ns']" &&
	equal "$(json "$work/out" 'd["benches"][0]["results"][0]["legs"]["rtt"]["histogram"]')" \
		"[[1000, 1024], [1200, 1000], [5000, 24]]" &&
	equal "$(json "$work/out" 'd["benches"][0]["results"][0]["deliver_count"]')" 2047 &&
	equal "$(json "$work/out" 'd["benches"][0]["matrix"][0]')" \
		"{'variant': 'call', 'src': 0, 'dst': 1, 'count': 2048, 'p50_ns': 1010.25, 'p99_ns': 2010.5}" &&
	equal "$(json "$work/out" 'sorted(d["benches"][0]["compare"][0])')" \
		"['change_pct', 'ci_high_ns', 'ci_low_ns', 'class', 'leg', 'p50_delta_ns', 'p99_delta_ns', 'variant', 'verdict']"
}

test_show_json_keeps_every_digit() {
	show_setup &&
	put "$IPIBENCH_ROOT/ipi/results/call/smt/rtt_p50_ns" 123456789.001 &&
	put "$IPIBENCH_ROOT/ipi/results/call/smt/rtt_mean_ns" -0.100 &&
	try 0 ipibench show ipi --json &&
	has "$out" '"p50_ns":123456789.001,' &&
	has "$out" '"mean_ns":-0.100,' &&
	try 0 ipibench show ipi -o "$work/a.json" &&
	try 0 ipibench show "$work/a.json" -o "$work/b.json" &&
	cmp "$work/a.json" "$work/b.json"
}

test_show_conditions_shared_by_all_runs_come_first() {
	show_setup &&
	fake_publish "$IPIBENCH_ROOT/selftest" 8 1700000000 0 &&
	put "$IPIBENCH_ROOT/selftest/run/conditions/backend" model &&
	try 0 ipibench show --json &&
	equal "$(json "$work/out" '"backend" in d["conditions"], d["conditions"]["kernel"]')" \
		"(False, '6.12')" &&
	try 0 ipibench show &&
	has "$out" '^  backend model$'
}

test_show_storm_by_pattern() {
	show_setup &&
	fake_bench "$IPIBENCH_ROOT/storm" call call &&
	fake_result "$IPIBENCH_ROOT/storm" call ring 5000 &&
	put "$IPIBENCH_ROOT/storm/results/call/ring/rate_per_s" 123456 &&
	put "$IPIBENCH_ROOT/storm/results/call/ring/fairness_ratio" 0.987 &&
	printf '%6u %20u %20u %20s\n' 0 64 1 61728.000 1 65 0 61729.000 \
		>"$IPIBENCH_ROOT/storm/results/call/ring/senders" &&
	try 0 ipibench show storm &&
	has "$out" '^  variant  pattern  leg' &&
	has "$out" '^  call +ring +rtt .* 123456 +0.987 ' &&
	try 0 ipibench show storm --json &&
	equal "$(json "$work/out" 'd["benches"][0]["results"][0]["pattern"]')" ring &&
	equal "$(json "$work/out" 'd["benches"][0]["results"][0]["senders"][1]')" \
		"{'cpu': 1, 'count': 65, 'lost': 0, 'rate_per_s': 61729.0}"
}

test_show_says_what_was_lost() {
	show_setup &&
	try 0 ipibench show ipi && has_not "$out" ' lost ' &&
	put "$IPIBENCH_ROOT/ipi/results/call/smt/lost" 17 &&
	try 0 ipibench show ipi && has "$out" ' lost ' && has "$out" ' 17 '
}

test_show_prints_why_a_leg_is_missing() {
	show_setup &&
	put "$IPIBENCH_ROOT/ipi/results/call/smt/deliver_reason" "clocks differ by 2000 ns" &&
	try 0 ipibench show ipi &&
	has "$out" 'deliver_reason: clocks differ by 2000 ns'
}

test_show_starts_over_when_a_file_goes_away() {
	[ -n "$refuse" ] || return 0
	show_setup &&
	try 0 refusing "r:rtt_p99_ns:19:2 r:matrix:19:1" show ipi --json &&
	equal "$(json "$work/out" 'len(d["benches"][0]["results"]), len(d["benches"][0]["matrix"])')" \
		"(4, 22)"
}

test_show_gives_up_when_runs_replace_one_another() {
	[ -n "$refuse" ] || return 0
	show_setup &&
	try 1 refusing "b:id:0:-1" show ipi &&
	has "$err" "replacing one another" &&
	show_setup &&
	try 0 refusing "b:id:0:2" show ipi --json &&
	equal "$(json "$work/out" 'd["benches"][0]["run"]["id"]')" 1001
}

test_show_reads_no_foreign_file() {
	echo '{"schema":2,"benches":[]}' > "$work/new.json"
	echo 'no json' > "$work/bad.json"
	for text in '{"schema":1}' '[]' '{"schema":1,"benches":{}}' '{"schema":1,"benches":[1]}' \
		'{"schema":1,"benches":[{"bench":"a","results":[3]}]}' \
		'{"schema":1,"benches":[{"bench":"a","results":[{"legs":[]}]}]}' \
		'{"schema":1,"benches":[{"bench":"a","run":7}]}' \
		'{"schema":1,"benches":[],"conditions":3}'; do
		echo "$text" > "$work/odd.json"
		try 2 ipibench show "$work/odd.json" && try 2 ipibench matrix "$work/odd.json" ||
			return 1
	done
	echo '{"schema":1,"benches":[{"bench":"a","results":[{"legs":{"rtt":4}}]}]}' > "$work/odd.json"
	try 0 ipibench show "$work/odd.json" && try 0 ipibench compare "$work/odd.json" &&
	try 0 ipibench show --ktap "$work/odd.json" && try 0 ipibench show --csv "$work/odd.json" &&
	try 0 ipibench export --prometheus "$work/odd.json" &&
	try 0 ipibench compare "$work/odd.json" "$work/odd.json" &&
	try 2 ipibench show "$work/new.json" && has "$err" 'schema 1' &&
	try 2 ipibench show "$work/bad.json" && has "$err" 'not a result file'
}

test_refusals_have_words() {
	[ -n "$refuse" ] || return 0
	fake_tree "$IPIBENCH_ROOT" &&
	try 1 refusing "w:control:16:-1" run ipi --samples 640 && has "$err" 'busy' &&
	equal "$(cat "$IPIBENCH_ROOT/ipi/samples")" 2048 &&
	try 1 refusing "w:control:13:-1" run ipi && has "$err" 'needs root' &&
	try 1 refusing "w:control:12:-1" run ipi && has "$err" 'memory' &&
	try 4 refusing "w:control:95:-1" run ipi && has "$err" 'not supported' &&
	try 1 refusing "w:samples:13:-1" run ipi --samples 640 && has "$err" 'needs root' &&
	try 2 refusing "w:samples:22:-1" run ipi --seed 5 --samples 641 &&
	has "$err" 'samples does not take "641"' &&
	equal "$(cat "$IPIBENCH_ROOT/ipi/seed")" 1
}

test_parameters_that_depend_on_another_are_tried_again() {
	[ -n "$refuse" ] || return 0
	fake_tree "$IPIBENCH_ROOT" && engine_start ipi 1 "done"
	try 0 refusing "w:samples:22:1" run ipi --samples 640 --block 16
	_ok=$?
	engine_stop
	[ $_ok = 0 ] && equal "$(tr '\n' ' ' < "$IPIBENCH_ROOT/ipi/seen")" "640 16 "
}
