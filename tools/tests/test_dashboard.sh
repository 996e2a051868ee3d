# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154
#
# From files in sysfs to what a dashboard asks for, through real programs:
# node_exporter and Prometheus, from PATH or from IPIBENCH_PROMETHEUS.

dashboard=$here/../dashboard
PATH=$PATH${IPIBENCH_PROMETHEUS:+:$IPIBENCH_PROMETHEUS}

# What the units run, one command a line
unit_commands() {
	sed -n 's/^ExecStart=//p' "$dashboard/ipibench.service"
}

# Results of every kind that there is: storm has patterns instead of classes
dashboard_tree() {
	fake_tree "$IPIBENCH_ROOT" &&
	fake_publish "$IPIBENCH_ROOT/ipi" 7 "$(date +%s)" 0 &&
	fake_bench "$IPIBENCH_ROOT/storm" call call &&
	fake_leg "$IPIBENCH_ROOT/storm/results/call/ring" rtt 5000 &&
	put "$IPIBENCH_ROOT/storm/results/call/ring/count" 2048 &&
	put "$IPIBENCH_ROOT/storm/results/call/ring/rate_per_s" 123456.5 &&
	put "$IPIBENCH_ROOT/storm/results/call/ring/fairness_ratio" 0.987 &&
	fake_run "$IPIBENCH_ROOT/storm" 9 "$(date +%s)"
}

server_start() { # LOG COMMAND...
	_log=$1
	shift
	"$@" > "$_log" 2>&1 &
	echo $! >> "$work/servers"
}

free_ports() { # N
	python3 -c '
import socket, sys
socks = [socket.socket() for _ in range(int(sys.argv[1]))]
for s in socks:
    s.bind(("127.0.0.1", 0))
print(*[s.getsockname()[1] for s in socks])' "$1"
}

query() { # EXPRESSION
	curl -sS --max-time 10 --data-urlencode "query=$1" \
		"http://127.0.0.1:$(cat "$work/port")/api/v1/query"
}

# Until Prometheus has scraped what it was to scrape; 30 s at most
wait_for_scrape() {
	for _i in $(seq 150); do
		case $(query ipibench_run_id 2> /dev/null) in
		*'"metric"'*) return 0 ;;
		esac
		sleep 0.2
	done
	echo "nothing was scraped in 30 s"
	tail -n 20 "$work/node.log" "$work/prometheus.log"
	return 1
}

# The chain is started once; false, with a reason, where it cannot be
chain_start() {
	[ ! -e "$work/port" ] || return 0
	for _p in prometheus prometheus-node-exporter promtool curl python3; do
		command -v "$_p" > /dev/null && continue
		skip "there is no $_p"
		return
	done
	dashboard_tree || return
	mkdir "$work/textfile" "$work/tsdb" || return
	ipibench export --prometheus -o "$work/textfile/ipibench.prom" || return
	# shellcheck disable=SC2046
	set -- $(free_ports 2)
	printf '%s\n' 'global: { scrape_interval: 1s }' 'scrape_configs:' \
		"- { job_name: node, static_configs: [ { targets: ['127.0.0.1:$1'] } ] }" \
		> "$work/prometheus.yml"
	server_start "$work/node.log" prometheus-node-exporter --collector.disable-defaults \
		--collector.textfile "--collector.textfile.directory=$work/textfile" \
		"--web.listen-address=127.0.0.1:$1"
	server_start "$work/prometheus.log" prometheus "--config.file=$work/prometheus.yml" \
		"--storage.tsdb.path=$work/tsdb" "--web.listen-address=127.0.0.1:$2"
	echo "$2" > "$work/port"
	wait_for_scrape
}

test_dashboard_promtool_finds_no_fault() {
	chain_start || return
	try 0 promtool check metrics < "$work/textfile/ipibench.prom" &&
	equal "$out$err" ""
}

# Every file of results and comparisons is one series of its value in seconds,
# and there is no series without a file.
test_dashboard_prometheus_has_the_values_of_sysfs() {
	chain_start || return
	for _n in latency delta; do
		query "ipibench_${_n}_seconds" > "$work/$_n.json" || return
	done
	python3 - "$IPIBENCH_ROOT" "$work" << 'EOP'
import json, pathlib, sys
root, work = map(pathlib.Path, sys.argv[1:])
bounds = {"p50_delta": "median", "ci_low": "low", "ci_high": "high"}

def series(name, last):
    for r in json.load(open(work / f"{name}.json"))["data"]["result"]:
        m = r["metric"]
        place = m.get("class") or m["pattern"]
        yield (m["bench"], m["variant"], place, m["leg"], m[last]), float(r["value"][1])

def files(kind, wanted):
    for f in root.glob(f"*/{kind}/*/*/*_ns"):
        leg, what = f.name[:-len("_ns")].split("_", 1)
        if what in wanted:
            bench, _, variant, place = f.relative_to(root).parts[:4]
            yield (bench, variant, place, leg, wanted[what]), float(f.read_text()) / 1e9

stats = {s: s for s in "min mean stddev p50 p90 p99 p999 max".split()}
for have, want in ((series("latency", "stat"), files("results", stats)),
                   (series("delta", "bound"), files("compare", bounds))):
    have, want = dict(have), dict(want)
    assert want and have.keys() == want.keys(), have.keys() ^ want.keys()
    for key in want:
        assert abs(have[key] - want[key]) <= 1e-12 * abs(want[key]), (key, have[key], want[key])
EOP
}

test_dashboard_shows_id_age_and_no_pair() {
	chain_start || return
	query 'ipibench_run_id{bench="ipi"}' > "$work/id.json" &&
	equal "$(json "$work/id.json" 'd["data"]["result"][0]["value"][1]')" 7 &&
	query 'time() - ipibench_run_finished_timestamp_seconds{bench="ipi"} < 600' \
		> "$work/age.json" &&
	equal "$(json "$work/age.json" 'len(d["data"]["result"])')" 1 &&
	query '{__name__=~"ipibench_.+",src=~".+"} or {__name__=~"ipibench_.+",dst=~".+"}' \
		> "$work/pair.json" &&
	equal "$(json "$work/pair.json" 'd["data"]["result"]')" "[]" &&
	query 'node_textfile_scrape_error' > "$work/error.json" &&
	equal "$(json "$work/error.json" 'd["data"]["result"][0]["value"][1]')" 0
}

# What Grafana would send, with every variable at "All"
dashboard_queries() {
	python3 - "$dashboard/grafana.json" << 'EOP'
import json, re, sys
d = json.load(open(sys.argv[1]))
wanted = [t["expr"] for p in d["panels"] for t in p["targets"]]
for v in d["templating"]["list"]:
    if v["type"] == "query":
        wanted.append(re.fullmatch(r"label_values\((.*), \w+\)", v["query"]["query"])[1])
for expr in wanted:
    print(re.sub(r"\$\w+", ".*", expr))
EOP
}

test_dashboard_every_query_of_grafana_has_an_answer() {
	chain_start || return
	dashboard_queries > "$work/queries" && [ -s "$work/queries" ] || return
	while read -r _expr; do
		query "$_expr" > "$work/answer.json" &&
		grep -q '^{"status":"success",.*"result":\[{"metric"' "$work/answer.json" &&
		continue
		echo "no answer: $_expr"
		cat "$work/answer.json"
		return 1
	done < "$work/queries"
}

test_dashboard_units_are_right() {
	if ! command -v systemd-analyze > /dev/null; then
		skip "there is no systemd-analyze"
		return
	fi
	mkdir -p "$work/units" &&
	sed "s|^ExecStart=ipibench|ExecStart=$tool|" "$dashboard/ipibench.service" \
		> "$work/units/ipibench.service" &&
	cp "$dashboard/ipibench.timer" "$work/units/" &&
	try 0 systemd-analyze verify --man=no "$work/units/ipibench.service" \
		"$work/units/ipibench.timer" &&
	equal "$err" ""
}

# The commands of the unit, on a tree that answers
test_dashboard_unit_measures_and_exports() {
	fake_tree "$IPIBENCH_ROOT" &&
	equal "$(unit_commands | cut -d' ' -f1,2)" "ipibench run
ipibench export" || return
	engine_start ipi 2 "done"
	fake_engine "$IPIBENCH_ROOT/selftest" 2 "done" > "$work/selftest.log" 2>&1 &
	_selftest=$!
	unit_commands | sed "s|/var/lib/prometheus/node-exporter|$work|" > "$work/commands"
	while read -r _line; do
		# shellcheck disable=SC2086
		set -- $_line
		try 0 "$@" || break
	done < "$work/commands"
	engine_stop
	kill "$_selftest"
	equal "$code" 0 &&
	has "$(cat "$work/ipibench.prom")" '^ipibench_run_id\{bench="ipi",backend="real"\} 1$'
}
