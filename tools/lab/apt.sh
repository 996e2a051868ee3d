# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
#
# Packages as files, without touching this machine's own package state: a
# private apt state per architecture, in the cache. Needs no root. They come from
# where this machine's own come from or, with `apt_suite` set, from that suite of
# the same mirror.

apt_suite=

# apt_state DEBARCH: its folder.
apt_state()
{
	echo "$cache/apt/$1${apt_suite:+-$apt_suite}"
}

# apt_mirror: where this machine's Debian comes from.
apt_mirror()
{
	local uri

	# The whole answer is read: apt minds a closed pipe.
	# shellcheck disable=SC2016
	uri=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' \
		'Created-By: Packages' | awk '$1 " " $2 == "Debian Debian" { uri = $3 } END { print uri }')
	[[ -n $uri ]] || die "this machine's apt knows no Debian: run apt-get update"
	echo "$uri"
}

# apt_lines: what a sources.list of apt_suite says. Backports need what they
# were built upon.
apt_lines()
{
	local keys=/usr/share/keyrings/debian-archive-keyring.gpg mirror suite

	mirror=$(apt_mirror)
	for suite in "${apt_suite%-backports}" "$apt_suite"; do
		echo "deb [signed-by=$keys] $mirror $suite main"
	done | sort -u
}

# apt_private DEBARCH COMMAND ARGS...: apt-get or apt-cache on that state, one at
# a time.
apt_private()
{
	local arch=$1 tool=$2 state options=()

	state=$(apt_state "$arch")
	shift 2
	mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
	[[ -e $state/status ]] || : >"$state/status"
	if [[ -n $apt_suite ]]; then
		[[ -s $state/sources.list ]] || apt_lines >"$state/sources.list"
		options=(-o Dir::Etc::SourceList="$state/sources.list"
			-o Dir::Etc::SourceParts=/dev/null)
	fi
	flock "$state/lock" "$tool" -o Dir::State="$state" -o Dir::State::lists="$state/lists" \
		-o Dir::State::status="$state/status" \
		-o Dir::Cache="$state/cache" -o APT::Architecture="$arch" \
		-o APT::Architectures="$arch" -o APT::Sandbox::User=root \
		-o Acquire::Languages=none -o Acquire::Retries=3 "${options[@]}" "$@"
}

# apt_refresh DEBARCH: brings the lists, at most once an hour.
apt_refresh()
{
	local stamp

	stamp=$(apt_state "$1")/refreshed
	[[ -n $(find "$stamp" -mmin -60 2>/dev/null) ]] && return
	say "fetching the package lists for $1${apt_suite:+ of $apt_suite}"
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

# apt_depends DEBARCH PACKAGE PATTERN: the package names among its dependencies
# that match the regular expression, each on a line; of alternatives all.
apt_depends()
{
	apt_private "$1" apt-cache show --no-all-versions "$2" |
		sed -n 's/^Depends: //p' | tr ',|' '\n' |
		sed -E 's/^ *([^ (]+).*/\1/' | { grep -oE "^$3" || true; }
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
