# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154
#
# The report in a real browser: on a phone and on a desk, in the light and in
# the dark, and on paper.

browser_setup() {
	if ! command -v "${CHROMIUM:-chromium}" > /dev/null; then
		echo "there is no chromium; install it, or name one in CHROMIUM"
		return 4
	fi
	report_setup && fake_publish "$IPIBENCH_ROOT/selftest" 8 1700000000 0 &&
	try 0 ipibench show --json -o "$work/a.json"
}

browser() {
	timeout 300 python3 "$here/browser.py" "$@"
}

test_browser_shows_every_chart_everywhere() {
	browser_setup || return
	report_changed 'd["conditions"]["emulated"] = "yes"
b["matrix"] += [dict(variant="wide", src=s, dst=t, count=1, p50_ns=1 + s, p99_ns=9)
	for s in range(90) for t in range(90) if s != t]' &&
	try 0 browser check "$work/b.html" && equal "$out" ""
}

test_browser_shows_long_and_hostile_names() {
	browser_setup || return
	report_changed "$hostile" && try 0 browser check "$work/b.html" && equal "$out" ""
}

# Whoever finds nothing wrong must be able to
test_browser_would_see_what_is_wrong() {
	browser_setup || return
	report_changed "" &&
	sed -e 's|<main>|<main><p style="width:80rem">wide</p><img src="none.png"/><script>1</script>|' \
		-e 's|--soft:#565d66|--soft:#ccd0d5|' -e 's|prefers-color-scheme:dark|width:1px|' \
		-e 's|viewBox="0 0 380 [0-9]*" aria-labelledby="title1"|viewBox="0 0 190 60"|' \
		"$work/b.html" > "$work/c.html" &&
	try 1 browser check "$work/c.html" &&
	has "$out" '390 wide, light: the page is [0-9]+ wide on a screen of 390' &&
	has "$out" ': faint' && has "$out" 'sticks out' && has "$out" 'the page has scripts' &&
	has "$out" 'said: .*Content Security Policy' &&
	has "$out" '390 wide, dark: the ground has a luminance of 1'
}
