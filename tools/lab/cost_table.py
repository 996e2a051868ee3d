#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
cost_table.py TAP OUT.json: from the lines that the cost suites print,
"| group | what | unit | value | low | high |", makes the list of rows in OUT.json
and prints the tables.
"""
import json
import re
import sys
from pathlib import Path

LINE = re.compile(r"^\s*# \w+: \|(.*)\|\s*$")
KEYS = ("group", "what", "unit", "value", "low", "high")
SIZE = re.compile(r"(.*), (\d+) CPUs")


def read_rows(text):
    """What the suites printed, in their order."""
    for line in text.splitlines():
        found = LINE.match(line)
        if found:
            row = dict(zip(KEYS, (word.strip() for word in found[1].split("|")), strict=True))
            yield row | {key: float(row[key]) for key in ("value", "low", "high")}


def number(value):
    """Three digits, or all before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def ratio(row):
    """The median and the quartiles."""
    return f"{number(row['value']):>10} [{number(row['low'])} .. {number(row['high'])}]"


def by_size(rows):
    """From "WHAT, N CPUs": {WHAT: {N: row}}."""
    table = {}
    for row in rows:
        what, cpus = SIZE.fullmatch(row["what"]).groups()
        table.setdefault(what, {})[int(cpus)] = row
    return table


def print_windows(rows):
    """The timed window, of each variant."""
    values = {(row["group"], row["what"]): row for row in rows}
    print("\na shot's window beyond a bare loop of the same calls")
    print(f"  {'':34}{'time, in clock reads':>26}   reads counted (at most 2 per leg)")
    for (group, what), row in values.items():
        if group == "window":
            reads, legs = (int(values[key, what]["value"]) for key in ("reads", "legs"))
            print(f"  {what:34}{ratio(row):26}   {reads}, for {legs} leg{'s' * (legs > 1)}")


def print_times(title, rows, shot):
    """One line a row; what is long in shots, too."""
    print(f"\n{title}")
    for row in rows:
        shots = f" {number(row['value'] / shot):>12} shots" if row["group"] == "run" else ""
        print(f"  {row['what']:34}{ratio(row):34}{shots}".rstrip())


def print_memory(rows):
    """One line for each thing, one column for each size."""
    table = by_size(rows)
    sizes = sorted({size for row in table.values() for size in row})
    print("\nmemory in bytes (64 rounds, 3 variants of 3 legs, one with a delay besides)")
    print(f"  {'':38}" + "".join(f"{size:>7,} CPUs" for size in sizes))
    for what, row in table.items():
        cells = (number(row[size]["value"]) if size in row else "" for size in sizes)
        print(f"  {what:38}" + "".join(f"{cell:>12}" for cell in cells))


def main(tap, out):
    """Reads, writes, prints."""
    rows = list(read_rows(Path(tap).read_text(encoding="utf-8")))
    groups = {}
    for row in rows:
        groups.setdefault(row["group"], []).append(row)
    if not {"window", "reads", "legs", "shot", "engine", "run", "memory"} <= set(groups):
        sys.exit(f"{tap}: the cost suites left too little")
    Path(out).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")

    shot = next(row["value"] for row in groups["shot"] if row["what"] == "ipi async")
    print("Times are in reads of the clock, timed in turn with them: median [quartiles].")
    print("Shots go to their own CPU, which is called at once: the shortest there are.")
    print_windows(rows)
    print_times("a whole shot: its calls and its window", groups["shot"], shot)
    print_times("for each shot besides", groups["engine"], shot)
    print_times("for each run (a shot: ipi async)", groups["run"], shot)
    print_memory(groups["memory"])


if __name__ == "__main__":
    main(*sys.argv[1:])
