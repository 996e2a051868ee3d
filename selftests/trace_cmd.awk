# SPDX-License-Identifier: GPL-2.0-only
#
# awk -F, -f trace_cmd.awk SHOWN.csv TRACED.csv: are they of the same shots? Row
# by row as many of them, and the same least, greatest and mean time, but for
# half of the last place shown and for what rounding leaves of a long time.
# `deliver` may be withheld in sysfs.

function differ(shown, traced,	place, digit, off)
{
	place = 0.5
	if (index(shown, "."))
		for (digit = index(shown, "."); digit < length(shown); digit++)
			place /= 10
	off = shown - traced
	return (off < 0 ? -off : off) > place + 0.002 + shown / 1e8
}

BEGIN {
	split("bench variant class leg count lost min_ns mean_ns max_ns", name, " ")
}

FNR == 1 {
	first = NR == 1
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}

$column["leg"] != "deliver" {
	key = ""
	for (i = 1; i <= 4; i++)
		key = key " " $column[name[i]]
	for (i = 5; i in name; i++) {
		value = $column[name[i]]
		if (first)
			shown[key, i] = value
		else if (!((key, i) in shown) || differ(shown[key, i], value))
			bad = bad key " " name[i] ": " shown[key, i] ", traced " value "\n"
	}
	rows[first]++
}

END {
	printf "%s", bad
	exit bad != "" || !rows[1] || rows[0] != rows[1]
}
