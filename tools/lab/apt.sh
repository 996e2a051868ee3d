# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
#
# Packages as files, without touching this machine's own package state: a
# private apt state per architecture, in the cache. Needs no root.

# apt_private DEBARCH COMMAND ARGS...: apt-get or apt-cache on that state.
apt_private()
{
	local arch=$1 tool=$2 state=$cache/apt/$1

	shift 2
	mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
	[[ -e $state/status ]] || : >"$state/status"
	"$tool" -o Dir::State="$state" -o Dir::State::lists="$state/lists" \
		-o Dir::State::status="$state/status" \
		-o Dir::Cache="$state/cache" -o APT::Architecture="$arch" \
		-o APT::Architectures="$arch" -o APT::Sandbox::User=root \
		-o Acquire::Languages=none -o Acquire::Retries=3 "$@"
}

# apt_refresh DEBARCH: brings the lists, at most once an hour.
apt_refresh()
{
	local stamp=$cache/apt/$1/refreshed

	[[ -n $(find "$stamp" -mmin -60 2>/dev/null) ]] && return
	say "fetching the package lists for $1"
	retry quietly "$work/log/apt-$1.log" apt_private "$1" apt-get update
	touch "$stamp"
}

# apt_newest DEBARCH PATTERN: the newest package name that matches the anchored
# regular expression.
apt_newest()
{
	apt_private "$1" apt-cache search --names-only "$2" |
		cut -d' ' -f1 | sort -V | tail -n 1
}

# apt_unpack DEBARCH DIR PACKAGE...: downloads packages and unpacks them in DIR.
apt_unpack()
{
	local arch=$1 dir=$2 debs deb

	shift 2
	debs=$(mktemp -d "$cache/debs.XXXXXX")
	for deb in "$@"; do
		say "fetching $deb ($arch)"
	done
	(cd "$debs" && retry quietly "$work/log/download.log" \
		apt_private "$arch" apt-get download "$@")
	mkdir -p "$dir"
	for deb in "$debs"/*.deb; do
		dpkg-deb -x "$deb" "$dir"
	done
	rm -rf "$debs"
}
