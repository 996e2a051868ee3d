# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

export_setup() {
	fake_tree "$IPIBENCH_ROOT" && fake_publish "$IPIBENCH_ROOT/ipi" 7 1700000000 0
}

test_export_is_in_seconds_with_id_and_age() {
	export_setup &&
	try 0 ipibench export --prometheus &&
	has "$out" '^ipibench_run_id\{bench="ipi",backend="real"\} 7$' &&
	has "$out" '^ipibench_run_age_seconds\{bench="ipi",backend="real"\} [0-9]+$' &&
	has "$out" 'variant="call",class="smt",leg="rtt",stat="p50"\} 1.00025e-06$' &&
	has "$out" 'variant="async",class="smt",leg="rtt",bound="low"\} -1.205e-07$' &&
	has "$out" 'leg="rtt",verdict="faster"\} 1$' &&
	has "$out" '^ipibench_supported\{bench="hyperv",backend="real"\} 0$' &&
	has "$out" '^ipibench_emulated\{state="no"\} 1$' &&
	has_not "$out" 'src='
}

test_export_declares_each_family_once_before_its_samples() {
	export_setup &&
	try 0 ipibench export --prometheus &&
	printf '%s\n' "$out" | awk '
		/^# TYPE/ { if (seen[$3]++) bad = 1; now = $3; next }
		/^#/ { next }
		{ name = $0; sub(/[{].*/, "", name); if (name != now) bad = 1 }
		{ line = $0; sub(/ [^ ]*$/, "", line); if (lines[line]++) bad = 1 }
		END { exit bad }'
}

test_export_keeps_to_the_last_of_repeated_runs() {
	export_setup &&
	try 0 ipibench show ipi -o "$work/one.json" &&
	python3 - "$work/one.json" << 'EOP' &&
import json, sys
d = json.load(open(sys.argv[1]))
again = json.loads(json.dumps(d["benches"][0]))
again["run"]["id"] = 8
d["benches"].append(again)
json.dump(d, open(sys.argv[1], "w"))
EOP
	try 0 ipibench export --prometheus "$work/one.json" &&
	equal "$(printf '%s\n' "$out" | grep '^ipibench_run_id')" \
		'ipibench_run_id{bench="ipi",backend="real"} 8'
}

test_export_writes_whole_or_not_at_all() {
	export_setup &&
	try 0 ipibench export --prometheus -o "$work/ipibench.prom" &&
	equal "$out" "" &&
	has "$(cat "$work/ipibench.prom")" '^ipibench_run_id' &&
	equal "$(find "$work" -maxdepth 1 -name '.ipibench*')" "" &&
	mkdir -p "$work/dir.prom" &&
	try 1 ipibench export --prometheus -o "$work/dir.prom" &&
	equal "$(find "$work" -maxdepth 1 -name '.dir*')" "" &&
	try 2 ipibench export
}
