#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""How often the instrument was right about delays it put in itself.

Reads a folder with runs.json (ipibench run selftest --repeat N --json) and
clock_read_ns; prints one line per variant.
"""
import json
import pathlib
import sys


def row(rows, variant):
    """The rtt across sockets of one variant."""
    return next(r for r in rows if r["variant"] == variant and r["class"] == "cross"
                and r.get("leg", "rtt") == "rtt")


def covers(run, variant, slack):
    """Does the interval hold the delay that was really spent?"""
    found = row(run["compare"], variant)
    spent = row(run["results"], variant)["legs"]["inject"]["p50_ns"]
    return found["ci_low_ns"] - slack <= spent <= found["ci_high_ns"] + slack


def main(folder):
    runs = json.loads((folder / "runs.json").read_text())["benches"]
    read_ns = float((folder / "clock_read_ns").read_text())
    quiet = sum(row(r["compare"], "base_again")["verdict"] not in ("faster", "slower")
                for r in runs)
    print(f"{len(runs)} runs of selftest, rtt across sockets; a clock read costs {read_ns} ns")
    print(f"base_again neither faster nor slower: {quiet} of {len(runs)} (goal 19 of 20)")
    for variant in ("plus100ns", "plus1us"):
        hits = sum(covers(r, variant, 2 * read_ns) for r in runs)
        print(f"{variant} interval covers the delay spent: {hits} of {len(runs)} (goal 17 of 20)")


main(pathlib.Path(sys.argv[1]))
