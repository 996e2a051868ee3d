# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

test_report_has_a_name_of_its_own_and_takes_another() {
	report_setup && mkdir -p "$work/here" && cd "$work/here" &&
	try 0 ipibench report &&
	equal "$out" report.html &&
	try 0 ipibench report "$work/a.json" -o - &&
	equal "$out" "$(cat report.html)" &&
	try 0 ipibench report "$work/a.json" -o "$work/b.html" &&
	cmp report.html "$work/b.html"
}

test_report_fails_as_other_commands_do() {
	report_setup &&
	try 2 ipibench report "$work/none.json" -o - &&
	try 2 ipibench report nosuchbench -o - &&
	try 1 ipibench report "$work/a.json" -o "$work/none/report.html" &&
	has "$err" 'none/report.html: No such file' &&
	try 3 env IPIBENCH_ROOT="$work/none" "$tool" report -o - &&
	if [ -c /dev/full ]; then
		code=0
		ipibench report "$work/a.json" -o - > /dev/full || code=$?
		equal "$code" 1
	fi
}

test_report_misses_no_chart() {
	report_setup && report_changed "" &&
	equal "$(page "$work/b.html" '[len(of(k)) for k in ("interval", "cdf", "heatmap")]')" "[2, 4, 2]" &&
	equal "$(page "$work/b.html" '[len(s.findall("rect")) for s in of("interval")]')" "[2, 2]" &&
	equal "$(page "$work/b.html" \
		'[[p.get("class") for p in s.findall("path") if "curve" in p.get("class")] for s in of("cdf")][0]')" \
		"['curve c0 d0', 'curve c0 d0', 'curve c1 d1', 'curve c1 d1']" &&
	equal "$(page "$work/b.html" '[len(s.findall("rect")) for s in of("heatmap")]')" "[11, 11]"
}

test_report_draws_bars_on_their_side_of_zero() {
	report_setup && report_changed "" &&
	equal "$(page "$work/b.html" '[(c, x + w <= zero, x >= zero)
		for s in of("interval")
		for zero in [float(s.find("path[@class=\"zero\"]").get("d")[1:].split()[0])]
		for e in s.findall("rect")
		for c, x, w in [(e.get("class"), float(e.get("x")), float(e.get("width")))]]')" \
		"[('bar same', False, False), ('bar unclear', False, False), ('bar faster', True, False), ('bar slower', False, True)]" &&
	has "$(page "$work/b.html" '[text(e) for s in of("interval") for e in s.findall("text")]')" \
		"'async, smt', '-100 ns, -10.2 % ◀ faster'"
}

# 1024, 1000 and 24 shots of 2048, from the least one on
test_report_draws_curves_that_rise_to_all_shots() {
	report_setup && report_changed "" &&
	equal "$(page "$work/b.html" '[e.get("d").split("H")[0].split()[1] for e in of("cdf")[0].findall("path")
		if e.get("class") == "curve c0 d0"][0]')" 188.0 &&
	equal "$(page "$work/b.html" '[[float(p.split("V")[1]) for p in e.get("d").split("H")[1:-1]]
		for e in of("cdf")[0].findall("path") if e.get("class") == "curve c0 d0"][0]')" \
		"[98.0, 10.1, 8.0]" &&
	equal "$(page "$work/b.html" '[x == sorted(x) for e in of("cdf")[0].findall("path")
		if e.get("class").startswith("curve") and "V" in e.get("d")
		for x in [[float(p.split("V")[0]) for p in e.get("d").split("H")[1:]]]]')" "[True, True]"
}

test_report_puts_every_figure_of_a_map_in_its_place() {
	report_setup && report_changed "" &&
	equal "$(page "$work/b.html" '[text(e) for e in of("heatmap")[0].findall("text")
		if e.get("class") in ("ink", "paper") or text(e) == "-"]')" \
		"['-', '1010', '1020', '1030', '1100', '-', '1120', '1130', '1200', '1210', '-', '1230', '1300', '-', '1320', '-']" &&
	report_changed 'b["matrix"] = [dict(variant="call", src=s, dst=t, count=1, p50_ns=1 + s, p99_ns=9)
		for s in range(100) for t in range(100) if s != t]' &&
	equal "$(page "$work/b.html" \
		'sum(p.get("d").count("z") for p in of("heatmap")[0].findall("path"))')" $((50 * 50 + 8)) &&
	has "$(page "$work/b.html" 'text(of("heatmap")[0])')" 'a square is 2 x 2 CPUs'
}

test_report_puts_conditions_and_warnings_before_figures() {
	report_setup && report_changed 'd["conditions"]["emulated"] = "yes"' &&
	equal "$(page "$work/b.html" '[e.get("class", e.get("id")) for e in r.iter()
		if "banner" in e.get("class", "") or e.get("id") == "conditions" or e.get("role") == "img"][:3]')" \
		"['banner', 'conditions', 'interval']" &&
	has "$(page "$work/b.html" 'text(r.find("body"))')" 'Conditions that all runs shared.*clock_read_ns 12.5.*tracing off'
}

banners() {
	page "$work/b.html" '[text(e) for e in r.iter("div") if "banner" in e.get("class", "")]'
}

test_report_warns_of_emulation_and_models_only_where_there_is_any() {
	report_setup && report_changed "" && equal "$(banners)" "[]" &&
	report_changed 'd["conditions"]["emulated"] = "yes"' && has "$(banners)" "is EMULATED" &&
	report_changed 'd["conditions"]["emulated"] = "unknown"' && has "$(banners)" "MAY BE EMULATED" &&
	report_changed 'd["conditions"]["emulated"] = "perhaps"' && has "$(banners)" "MAY BE EMULATED" &&
	report_changed 'del d["conditions"]["emulated"]' && has "$(banners)" "MAY BE EMULATED" &&
	report_changed 'b["run"]["conditions"]["emulated"] = "yes"' && has "$(banners)" "is EMULATED" &&
	report_changed 'b["backend"] = "model"' &&
	has "$(banners)" "MODELS. ipi ran" && has_not "$(banners)" "EMULATED"
}

test_report_says_what_is_missing() {
	report_setup && report_changed 'del b["matrix"]' &&
	has "$(page "$work/b.html" 'text(r.find("body"))')" 'No map: this result holds no matrix' &&
	report_changed 'b["matrix"] = [dict(variant="call", src=1, dst=1, count=1, p50_ns=3, p99_ns=9)]' &&
	has "$(page "$work/b.html" 'text(r.find("body"))')" 'No map: no pair of different CPUs' &&
	report_changed '[l.pop("histogram") for w in b["results"] for l in w["legs"].values()]' &&
	has "$(page "$work/b.html" 'text(r.find("body"))')" 'No curves: this result holds no histogram' &&
	equal "$(page "$work/b.html" '[len(of(k)) for k in ("interval", "cdf", "heatmap")]')" "[2, 0, 2]" &&
	report_changed '[w.pop("ci_low_ns") for w in b["compare"]]' &&
	has "$(page "$work/b.html" 'text(r.find("body"))')" 'No bars: this result holds no intervals' &&
	report_changed 'del b["compare"]' &&
	has "$(page "$work/b.html" 'text(r.find("body"))')" 'Nothing to compare' &&
	report_changed 'del b["results"]; d["conditions"] = {}; del d["host"]' &&
	has "$(page "$work/b.html" 'text(r.find("body"))')" 'all runs shared: this result says nothing' &&
	has "$(page "$work/b.html" 'text(r.find("body"))')" 'No results yet' &&
	has "$(page "$work/b.html" 'text(r.find("body"))')" 'Not supported here: not a Hyper-V guest' &&
	report_changed 'd["benches"] = []'
}

test_report_escapes_whatever_a_result_says() {
	report_setup && report_changed "$hostile" &&
	equal "$(page "$work/b.html" '[len(of(k)) for k in ("interval", "cdf", "heatmap")]')" "[2, 4, 2]" &&
	equal "$(page "$work/b.html" '{e.tag for e in r.iter()} & {"script", "img", "iframe", "object", "link"}')" "set()" &&
	equal "$(page "$work/b.html" '[k for e in r.iter() for k in e.attrib if k.startswith("on") or k == "src"]')" "[]" &&
	equal "$(page "$work/b.html" '{e.get("href")[:1] for e in r.iter("a")}')" "{'#'}" &&
	has "$(page "$work/b.html" 'text(r.find("body"))')" '<img src=x onerror=y> & " . � � \]\]>' &&
	equal "$(grep -c '<script' "$work/b.html")" 0 &&
	# a text may be no UTF-8 at all
	printf '{"schema":1,"benches":[{"bench":"a\377b\300\200\355\240\200","results":[{"variant":"\360\237"}]}]}' \
		> "$work/b.json" &&
	try 0 ipibench report "$work/b.json" -o "$work/b.html" &&
	has "$(page "$work/b.html" 'text(r.find(".//section[@class=\"bench\"]/h2"))')" '^a�b��'
}

test_report_draws_no_figure_that_is_none() {
	report_setup &&
	report_changed '
legs = [l for w in b["results"] for l in w["legs"].values()]
odd = [[[5, 1], [3, 1]], [[1e308, 4]], [[float("nan"), 1]], [[-5, 2]], "text", [7], [["a", "b"]], [[1, 1, 1]]]
for leg, bad in zip(legs, odd): leg["histogram"] = bad
for line, bad in zip(b["matrix"], [0, -1, 1e300, float("inf"), float("nan"), "text", None]): line["p50_ns"] = bad
for row, bad in zip(b["compare"], [1e308, float("nan"), "text", None]): row["ci_high_ns"] = bad
b["run"]["finished_epoch_s"] = 1e300' &&
	equal "$(page "$work/b.html" '[len(of(k)) for k in ("interval", "cdf", "heatmap")]')" "[0, 0, 2]" &&
	equal "$(page "$work/b.html" '[v for s in r.iter("svg") for e in s.iter() for k, v in e.attrib.items()
		if k in ("d", "x", "y", "width") and ("nan" in v or "inf" in v or len(v.split("H")[0]) > 400)
		and e.get("class", "")[0] != "h"]')" "[]" &&
	# one shot, no spread, and less than a picosecond
	report_changed '[w["legs"].update(rtt=dict(min_ns=5, histogram=[[5, 1]])) for w in b["results"]]
[row.update(ci_low_ns=0, ci_high_ns=0, p50_delta_ns=0) for row in b["compare"]]' &&
	equal "$(page "$work/b.html" '[len(of(k)) for k in ("interval", "cdf", "heatmap")]')" "[2, 4, 2]" &&
	has_not "$(cat "$work/b.html")" '[" MHV](-?nan|-?inf)'
}

test_report_can_be_read_without_seeing_it() {
	report_setup && fake_publish "$IPIBENCH_ROOT/selftest" 8 1700000000 0 &&
	report_changed 'd["benches"] += [b]' &&
	equal "$(page "$work/b.html" 'r.get("lang")')" en &&
	equal "$(page "$work/b.html" '[s.get("class") for s in r.iter("svg")
		if s.get("role") != "img" and s.get("aria-hidden") != "true"]')" "[]" &&
	equal "$(page "$work/b.html" '{(bool(text(s.find("title"))), bool(text(s.find("desc"))),
		s.get("aria-labelledby") == s.find("title").get("id"),
		s.get("aria-describedby") == s.find("desc").get("id")) for s in r.iter("svg") if s.get("role")}')" \
		"{(True, True, True, True)}" &&
	equal "$(page "$work/b.html" '[i for ids in [[e.get("id") for e in r.iter() if e.get("id")]]
		for i in ids if ids.count(i) > 1]')" "[]" &&
	equal "$(page "$work/b.html" '{bool(text(t.find("caption"))) for t in r.iter("table")}')" "{True}" &&
	equal "$(page "$work/b.html" '{e.get("scope") for e in r.iter("th")}' | tr -d "{' }" | tr , '\n' | sort | xargs)" "col row" &&
	equal "$(page "$work/b.html" '[e.tag for e in r.iter() if e.tag in ("h1", "h2", "h3")][:2]')" "['h1', 'h2']" &&
	has "$(page "$work/b.html" 'text(of("interval")[1].find("desc"))')" \
		'^async, smt: -100 ns, interval -120.5 \.\. -80.5, faster\. async, cross: \+100 ns' &&
	has "$(page "$work/b.html" 'text(of("heatmap")[0].find("desc"))')" \
		'Least: 1.01 µs, from CPU 0 to CPU 1. Most: 1.32 µs, from CPU 3 to CPU 2'
}

test_report_needs_nothing_from_elsewhere() {
	report_setup && report_changed "" &&
	has_not "$(cat "$work/b.html")" '(https?:|src=|@import|<script|<link)|url\([^#]' &&
	has "$(cat "$work/b.html")" "Content-Security-Policy.*default-src 'none'" &&
	has "$(cat "$work/b.html")" 'name="viewport" content="width=device-width' &&
	has "$(cat "$work/b.html")" 'prefers-color-scheme:dark' &&
	has "$(cat "$work/b.html")" '@media print'
}

test_report_sets_published_numbers_beside_ours() {
	report_setup && report_changed '
import copy
m = copy.deepcopy(b)
m.update(bench="mpidr", backend="model", baseline="scan")
m["compare"] = [dict(variant=v, leg="op", p50_delta_ns=-5, ci_low_ns=-6, ci_high_ns=-4, change_pct=c, verdict="faster",
	**{"class": "local"}) for v, c in (("hash", -32.1), ("direct", -40))]
d["benches"] += [m]' &&
	page "$work/b.html" '[[text(c) for c in row] for t in r.iter("table")
		if text(t.find("caption")).startswith("Published") for row in t.iter("tr")]' > "$work/rows" &&
	rows=$(sed 's/\], \[/\n/g' "$work/rows") &&
	has "$rows" "3832 -> 2593 ns, 32 %.*Ampere Altra.*'mpidr', 'op local: -32.1 % \(-6 .. -4 ns\), faster', 'op local: -40.0 %.*no: a model" &&
	has "$rows" "5309 -> 2413 ns, 54 %.*HiSilicon D06" &&
	has "$rows" "850 -> 750 ns, 12 %.*two sockets.*'its', 'not in this result'.*nothing to compare" &&
	has "$rows" "8043 -> 7761 cycles, 3 %.*Windows Server 2019.*not supported here: not a Hyper-V guest" &&
	has "$rows" "4238 -> 3293 cycles, 22.3 %"
}
