# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034
#
# What every script of the lab shares: where things are, how to speak, how to
# try again. Results go to standard output, all else to standard error.

set -euo pipefail

lab=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$lab/../.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/ipibench
build=$top/build
# Two checkouts share downloads and kernels, but never what is built from them.
work=$cache/checkout/$(printf '%s' "$top" | cksum | cut -d' ' -f1)
jobs=${JOBS:-$(nproc)}

say() { printf 'lab: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# retry COMMAND...: three tries, for the network only.
retry()
{
	local try

	for try in 1 2 3; do
		"$@" && return 0
		say "try $try of 3 failed: $*"
		sleep $((try * 3))
	done
	return 1
}

# quietly LOG COMMAND...: the command's output is shown only if it fails.
quietly()
{
	local log=$1

	shift
	mkdir -p "$(dirname "$log")"
	if ! "$@" </dev/null >"$log" 2>&1; then
		tail -n "${LOG_LINES:-60}" "$log" >&2
		say "failed: $* (whole log: $log)"
		return 1
	fi
}

# lock NAME: held until the calling script ends.
lock()
{
	mkdir -p "$cache/locks"
	exec 9>"$cache/locks/$1"
	flock -w 3600 9 || die "another run has held the lock '$1' for an hour"
}

deb_arch()
{
	case $1 in
	x86_64) echo amd64 ;;
	arm64) echo arm64 ;;
	*) die "unknown ARCH=$1: x86_64 or arm64" ;;
	esac
}

# lab_purposes LAB.ARCH: what packages.list is to bring for it, by line.
lab_purposes()
(
	arch=${1##*.} packages=()
	# shellcheck source=labs/plain.x86_64
	. "$lab/labs/$1"
	printf '%s\n' module fetch cli kernel "${emulator:-vm-$arch}" "${packages[@]}"
	[[ -z $(cross_prefix "$arch") ]] || echo "$arch"
)

# The prefix of the compiler for ARCH, nothing for this machine's own.
cross_prefix()
{
	case $1:$(uname -m) in
	x86_64:x86_64 | arm64:aarch64) ;;
	arm64:*) echo aarch64-linux-gnu- ;;
	*) die "no compiler known for ARCH=$1 on $(uname -m)" ;;
	esac
}

# kunit_args ARCH: how kunit.py is to configure and build its kernel, by line.
kunit_args()
{
	printf '%s\n' "--build_dir=$cache/kunit/$1" "--arch=$1" "--jobs=$jobs" \
		--kunitconfig=drivers/misc/ipibench/kunit \
		"--kunitconfig=$lab/configs/kunit.config" \
		"--kunitconfig=$lab/configs/kunit-$1.config"
}

# sync_to DIR PATH...: copies by content. Times are not carried over, so make
# rebuilds exactly what differs, whichever checkout it came from.
sync_to()
{
	local dir=$1

	shift
	mkdir -p "$dir"
	(cd "$top" && rsync -rlpcR --delete "$@" "$dir/")
}

# splats CONSOLE-LOG: true if the kernel complained there; shows the first one.
splats()
{
	local marks='BUG:|WARNING:|KASAN:|KCSAN:|UBSAN:|ODEBUG:|Oops|Kernel panic'

	marks+='|INFO: (rcu|task|trying)|rcu: .*(stall|self-detected)'
	marks+='|possible (recursive|circular|irq lock)|unreferenced object'
	marks+='|general protection|Unable to handle|(soft|hard) ?(lockup|LOCKUP)'
	grep -aEn -A 40 -m 1 "$marks" "$1" | tr -d '\r' >&2
}

# tally PART PASSED FAILED SKIPPED: leaves the count for `make check`, prints it
# and ends the script.
tally()
{
	mkdir -p "$build/check"
	echo "$2 $3 $4" >"$build/check/$1.count"
	printf '%s: %d passed, %d failed, %d skipped\n' "$@"
	exit $(($3 > 0))
}
