# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154,SC2034
#
# KTAP for shell tests. Sourced, not run. A test is a function that fails by
# returning non-zero; what it says goes out as diagnostics.

ktap_count=0
ktap_failed=0

ktap_header() {
	echo "KTAP version 1"
}

# The command's exit code in $code, what it said in $out and $err
try() { # EXPECTED-CODE COMMAND...
	_want=$1
	shift
	code=0
	"$@" > "$work/out" 2> "$work/err" || code=$?
	out=$(cat "$work/out")
	err=$(cat "$work/err")
	[ "$code" = "$_want" ] && return 0
	echo "exit code $code, not $_want, of: $*"
	cat "$work/out" "$work/err"
	return 1
}

has() { # TEXT PATTERN
	printf '%s\n' "$1" | grep -qE -e "$2" && return 0
	echo "no line matches: $2"
	printf '%s\n' "$1"
	return 1
}

has_not() { # TEXT PATTERN
	printf '%s\n' "$1" | grep -qE -e "$2" || return 0
	echo "a line matches: $2"
	printf '%s\n' "$1"
	return 1
}

equal() { # HAVE WANT
	[ "$1" = "$2" ] && return 0
	echo "have: $1"
	echo "want: $2"
	return 1
}

# What a Python expression says of the JSON document d
json() { # FILE EXPRESSION
	python3 -c '
import json, sys
d = json.load(open(sys.argv[1]))
print(eval(sys.argv[2]))' "$1" "$2"
}

# What a Python expression says of a page, read as strictly as XML: r is its
# root, text() an element's words, of() the pictures of a class
page() { # FILE EXPRESSION
	python3 -c '
import sys, xml.etree.ElementTree as E
r = E.parse(sys.argv[1]).getroot()
def text(e): return " ".join(" ".join(e.itertext()).split())
def of(kind): return [e for e in r.iter("svg") if e.get("class") == kind]
print(eval(sys.argv[2], globals()))' "$1" "$2"
}

# For a test that cannot be made here: it returns what this does
skip() { # REASON
	echo "$1"
	return 4
}

# A function that returns 4 is skipped, for the reason that it says
ktap_test() { # FUNCTION
	ktap_count=$((ktap_count + 1))
	_code=0
	_said=$("$1" 2>&1) || _code=$?
	case $_code in
	0)
		echo "ok $ktap_count $1"
		;;
	4)
		echo "ok $ktap_count $1 # SKIP $_said"
		;;
	*)
		ktap_failed=$((ktap_failed + 1))
		printf '%s\n' "$_said" | sed 's/^/# /'
		echo "not ok $ktap_count $1"
		;;
	esac
}

# Every function of a sourced file whose name starts with test_
ktap_run() { # FILE
	# shellcheck disable=SC2013
	for _t in $(sed -n 's/^\(test_[a-z0-9_]*\)().*/\1/p' "$1"); do
		ktap_test "$_t"
	done
}

ktap_end() {
	echo "1..$ktap_count"
	echo "# $((ktap_count - ktap_failed)) passed, $ktap_failed failed"
	[ "$ktap_failed" = 0 ]
}
