# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154
#
# What `vm` and `bochs` share: their arguments LAB ARCH IMAGE-DIR OUT-DIR
# SECONDS, and the verdict. Either one boots the image as the lab says and ends
# as the guest script ended. In OUT-DIR: console.log, out.log (what the script
# said; LIVE=1 shows it as it comes) and what the guest left in /out. Fails too
# when the VM hangs (it is killed and its console shown), when the kernel
# complained, or when it is tainted beyond out-of-tree, unsigned, test.

name=$1 arch=$2 image=$3 out=$4 limit=$5
# shellcheck source=labs/plain.x86_64
. "$lab/labs/$name.$arch"
allowed_taint=$((1 << 12 | 1 << 13 | 1 << 18))

# follow COMMAND...: boots by that command; leaves its status in `code`.
follow()
{
	local tail=

	if [[ ${LIVE:-} == 1 ]]; then
		tail -q -n +1 -f "$out/out.log" &
		tail=$!
	fi
	# In the foreground: who interrupts us interrupts the machine, too.
	timeout --foreground -k 10 "$limit" "$@" </dev/null >"$out/emulator.log" 2>&1 &&
		code=0 || code=$?
	if [[ -n $tail ]]; then
		sleep 0.3
		kill "$tail"
		wait "$tail" 2>/dev/null || true
	fi
}

fresh_out()
{
	rm -rf "$out"
	mkdir -p "$out"
	: >"$out/console.log"
	: >"$out/out.log"
}

# The last mark NAME of the guest, without carriage returns.
mark()
{
	tr -d '\r' <"$out/console.log" | grep -ao "IPIBENCH-LAB $1.*" | tail -n 1
}

fail()
{
	say "$name.$arch: $1; the end of $out/console.log:"
	tail -n "${LOG_LINES:-60}" "$out/console.log" | tr -d '\r' >&2
	tail -n "${LOG_LINES:-60}" "$out/emulator.log" >&2
	exit 1
}

# What an emulator may do wrong without a fault of ours, in words, or nothing.
mishap() { :; }

# Boots by the function `boot`, again after a mishap or where nothing came up,
# three times at most; and ends.
boot_and_judge()
{
	local end taint status why try

	for try in 1 2 3; do
		boot
		why=$(mishap)
		if [[ -z $(mark BOOTED) && $code != 124 && $code != 137 ]]; then
			why="did not come up (emulator: $code)"
		fi
		[[ -n $why && $try != 3 ]] || break
		say "$name.$arch: $why; once more"
	done
	if [[ -s $out/results.tar ]]; then
		tar -C "$out" --no-same-owner -xf "$out/results.tar" || true
	fi
	rm -f "$out/results.tar"

	case $code in
	124 | 137) fail "hung, killed after $limit s" ;;
	esac
	end=$(mark END || true)
	[[ -n $end ]] || fail "died without an end mark"
	if splats "$out/console.log"; then
		die "$name.$arch: the kernel complained (whole log: $out/console.log)"
	fi
	taint=${end##*taint=}
	if ((taint & ~allowed_taint)); then
		die "$name.$arch: kernel taint $taint, beyond out-of-tree, unsigned, test"
	fi
	status=${end##*status=}
	exit "${status%% *}"
}
