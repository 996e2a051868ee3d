# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154,SC2034
#
# Results for reports to be made of. Sourced, not run.

report_setup() {
	fake_tree "$IPIBENCH_ROOT" && fake_publish "$IPIBENCH_ROOT/ipi" 7 1700000000 0 &&
	try 0 ipibench show --json -o "$work/a.json"
}

# The report of a.json after Python changed it: d is the result, b its bench ipi
report_changed() { # STATEMENTS
	python3 -c '
import json, sys
d = json.load(open(sys.argv[1]))
b = next(b for b in d["benches"] if b["bench"] == "ipi")
exec(sys.argv[2])
json.dump(d, open(sys.argv[3], "w"))' "$work/a.json" "$1" "$work/b.json" &&
	try 0 ipibench report "$work/b.json" -o "$work/b.html"
}

# Statements for it: every text and many a name become what no page should believe
hostile='
evil = "</title></svg><script>alert(1)</script><img src=x onerror=y> & \" \x27 \x01 \u202e ]]>"
def spoil(v, deep=0):
	if isinstance(v, dict):
		return {k + (evil if k not in known else ""): spoil(w, deep + 1) for k, w in v.items()}
	return [spoil(w, deep + 1) for w in v] if isinstance(v, list) else evil + v if isinstance(v, str) else v
known = set("""schema host conditions benches bench run results compare matrix legs rtt histogram p50_ns
	p99_ns min_ns variant class leg verdict ci_low_ns ci_high_ns p50_delta_ns count src dst backend""".split())
b["results"][0]["legs_withheld"] = "why"
d = spoil(d)'
