#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
bench_table.py FOLDER OUT.json: from what the grid's runs left in FOLDER makes
the list of rows in OUT.json and prints the tables and the goals.
"""
import json
import sys
from pathlib import Path
from statistics import median

from bench_goals import judge
from bench_grid import REFERENCES
from bench_rows import interval, interval_ranks, read_points

KVM_VCPUS = 512


def number(value, digits=4):
    """That many digits, and no exponent where a person would use none."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.{digits}g}" if value >= 1e-4 else f"{value:.{digits - 1}e}"


def ratio_text(row, key, low, high):
    """A ratio and its interval."""
    if row[key] is None:
        return ""
    if row[key] == row[low] == row[high] == 1:
        return "1"
    return f"{number(row[key], 3)} [{number(row[low], 3)} .. {number(row[high], 3)}]"


def labels(point):
    """What a reader must know about a point's numbers."""
    found = []
    if point.bench == "mpidr":
        table = point.conditions["hash_table"]
        if point.params["nr_vcpus"] > KVM_VCPUS:
            found.append(f"extrapolation, KVM ends at {KVM_VCPUS}")
        if table.startswith("none"):
            found.append("hash walks")
    if point.conditions.get("kernel_smp") == "no":
        found.append("up")
    if point.lost:
        found.append(f"{point.lost} LOST")
    return "; ".join(found)


def print_bench(bench, points):
    """The table of one bench."""
    baseline, seed = REFERENCES[bench]
    published = f", published: {seed}" if seed else ""
    print(f"\n{bench} (model; baseline: {baseline}{published})")
    heads = (f"/ {baseline} [95 %]", f"/ {seed} [95 %]" if seed else "")
    print(f"  {'':28}{'ns/op':>20}  {heads[0]:34}{heads[1]}".rstrip())
    for point in points:
        params = " ".join(f"{k}={v}" for k, v in point.params.items()) or "as is"
        note = labels(point)
        print(f"  {params}{'  (' + note + ')' if note else ''}")
        for variant in point.variants:
            row = point.row(variant)
            to_base = ratio_text(row, "ratio_to_baseline", "ci_low", "ci_high")
            to_seed = ratio_text(row, "ratio_to_seed", "seed_ci_low", "seed_ci_high")
            print(f"    {variant:26}{number(row['p50_ns']):>20}  {to_base:34}{to_seed}".rstrip())


def print_goals(points):
    """Met or missed, and why; returns how many were missed."""
    failed = 0
    print("\ngoals (worst point)")
    for text, missed, count, worst, reason in judge(points):
        if missed is None:
            print(f"  UNKNOWN  {text}: {worst} was not measured")
            failed += 1
            continue
        point, values, bound, _ = worst
        low, high = interval(values)
        print(f"  {'missed' if missed else 'met':8} {text}")
        value = f"{number(median(values), 3)} [{number(low, 3)} .. {number(high, 3)}]"
        print(f"           {value}, bound {number(bound, 3)}, at {point.name}")
        if missed:
            unsure = "; its interval holds the bound" if low <= bound <= high else ""
            print(f"           {missed} of {count} points{unsure}; likely: {reason}")
            failed += 1
    return failed


def main(folder, out):
    """Reads, writes, prints."""
    points, missing = read_points(Path(folder))
    if not points:
        sys.exit("no run left a result")
    rows = [p.row(variant) for p in points.values() for variant in p.variants]
    Path(out).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")

    passes = len(next(iter(points.values())).times)
    _, level = interval_ranks(passes)
    print(f"Ratios below 1 are faster. Each is the median of {passes} runs' ratios, its interval")
    print(f"({level:.1%}, distribution-free) counted from their ends. All rows are models run on")
    print("one CPU: they say what the choice, the look-up or the encoding costs, not what a")
    print("guest gains.")
    for bench in REFERENCES:
        print_bench(bench, [p for p in points.values() if p.bench == bench])
    failed = print_goals(points)
    for name in missing:
        print(f"not measured: {name}")
    lost = sum(point.lost for point in points.values())
    print(f"\n{len(rows)} rows; {failed} goals missed; {len(missing)} points not measured; {lost} shots lost")
    sys.exit(bool(missing or lost))


if __name__ == "__main__":
    main(*sys.argv[1:])
