# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

# FILE with a run of ipi for each SHIFT, async.smt.rtt shifted by it
compare_file() { # FILE KERNEL SHIFT...
	_file=$1
	_kernel=$2
	shift 2
	fake_tree "$IPIBENCH_ROOT" && fake_publish "$IPIBENCH_ROOT/ipi" 7 1700000000 0
	put "$IPIBENCH_ROOT/ipi/run/conditions/kernel" "$_kernel"
	"$tool" show ipi -o "$_file" > /dev/null
	python3 - "$_file" "$@" << 'EOP'
import json, sys
d = json.load(open(sys.argv[1]))
one = d["benches"][0]
d["benches"] = []
for shift in sys.argv[2:]:
    run = json.loads(json.dumps(one))
    for row in run["results"]:
        if row["variant"] == "async" and row["class"] == "smt":
            row["legs"]["rtt"]["p50_ns"] += float(shift)
    d["benches"].append(run)
json.dump(d, open(sys.argv[1], "w"))
EOP
}

row_of() { # MEMBER
	json "$work/out" "[r['$1'] for r in d['compare'] if
		(r['variant'], r['class'], r['leg']) == ('async', 'smt', 'rtt')][0]"
}

test_compare_two_files_needs_six_runs() {
	compare_file "$work/a.json" 6.12 0 1 2 3 4 &&
	compare_file "$work/b.json" 6.12 100 101 102 103 104 105 &&
	try 0 ipibench compare "$work/a.json" "$work/b.json" &&
	has "$out" '^  ipi +async +smt +rtt +5, 6 .* unclear: too few runs$' &&
	has "$out" 'are the same in both'
}

test_compare_two_files_gives_interval_and_verdict() {
	compare_file "$work/a.json" 6.12 0 1 2 3 4 5 &&
	compare_file "$work/b.json" 7.3 100 101 102 103 104 105 &&
	try 0 ipibench compare "$work/a.json" "$work/b.json" &&
	has "$out" '^  ipi +async +smt +rtt +6, 6 .*slower$' &&
	has "$out" '^  ipi +call +smt +rtt +6, 6 .*same$' &&
	has "$out" '^    A  6.12$' && has "$out" '^    B  7.3$' &&
	try 0 ipibench compare "$work/b.json" "$work/a.json" --json &&
	equal "$(row_of verdict)" faster &&
	equal "$(row_of p50_delta_ns)" -100.0 &&
	equal "$(row_of a_runs)" 6
}

# Of 36 differences -5 … 5 the rank sum test leaves out five at each end
test_compare_two_files_interval_is_that_of_the_rank_sum_test() {
	compare_file "$work/a.json" 6.12 0 1 2 3 4 5 &&
	try 0 ipibench compare "$work/a.json" "$work/a.json" --json &&
	equal "$(row_of ci_low_ns)" -3.0 &&
	equal "$(row_of ci_high_ns)" 3.0 &&
	equal "$(row_of verdict)" same
}

test_compare_two_files_overlapping_is_unclear() {
	compare_file "$work/a.json" 6.12 0 100 200 300 400 500 &&
	compare_file "$work/b.json" 6.12 50 150 250 350 450 550 &&
	try 0 ipibench compare "$work/a.json" "$work/b.json" --json &&
	equal "$(row_of verdict)" unclear
}

test_compare_two_files_by_bench_and_as_csv() {
	compare_file "$work/a.json" 6.12 0 &&
	try 0 ipibench compare ipi "$work/a.json" "$work/a.json" --csv &&
	equal "$(printf '%s\n' "$out" | wc -l)" 9 &&
	try 2 ipibench compare storm "$work/a.json" "$work/a.json" &&
	try 2 ipibench compare "$work/a.json" "$work/none.json" &&
	try 2 ipibench compare "$work/a.json" "$work/a.json" "$work/a.json"
}
