# SPDX-License-Identifier: GPL-2.0-only
"""
From the runs of a grid to one row for each point and variant.

Every point was run several times, with all its variants interleaved. A run
gives one ratio for each pair of variants; what is reported is the median of
the runs' ratios, and as its interval two of those ratios, counted from both
ends. That presumes nothing but that the runs are alike and independent.
"""
import json
from math import comb
from statistics import median

from bench_grid import REFERENCES, points


def interval_ranks(count, level=0.95):
    """How many values to leave out at either end: the most that keeps LEVEL."""
    out = 0
    tail = 2 / 2**count
    while tail + 2 * comb(count, out + 1) / 2**count <= 1 - level:
        out += 1
        tail += 2 * comb(count, out) / 2**count
    return out, 1 - tail


def interval(values):
    """Bounds that hold the median of what VALUES are a sample of."""
    out, _ = interval_ranks(len(values))
    ordered = sorted(values)
    return ordered[out], ordered[-1 - out]


def op_times(bench):
    """
    Nanoseconds of one operation by variant, in one run.

    A median is only as fine as the histogram, to 1/64. Where a variant is of
    the baseline's size, the paired difference says it better.
    """
    times = {r["variant"]: r["legs"]["op"]["p50_ns"] for r in bench["results"]}
    base = times[bench["baseline"]]
    for found in bench["compare"]:
        if abs(found["p50_delta_ns"]) < base / 2:
            times[found["variant"]] = base + found["p50_delta_ns"]
    return times


class Point:
    """One point of the grid: what its runs said."""

    def __init__(self, name, bench, params, runs):
        self.name, self.bench, self.params = name, bench, params
        self.baseline, self.seed = REFERENCES[bench]
        self.conditions = runs[0]["run"]["conditions"]
        self.lost = sum(r["lost"] for run in runs for r in run["results"])
        self.variants = [r["variant"] for r in runs[0]["results"]]
        self.times = [op_times(run) for run in runs]

    def time(self, variant):
        """Nanoseconds of one operation."""
        return median(times[variant] for times in self.times)

    def ratios(self, variant, reference):
        """Of each run."""
        return [times[variant] / times[reference] for times in self.times]

    def differences(self, variant, reference):
        """Of each run, in nanoseconds."""
        return [times[variant] - times[reference] for times in self.times]

    def row(self, variant):
        """As build/bench.json has it."""
        to_base = self.ratios(variant, self.baseline)
        low, high = interval(to_base)
        row = {
            "bench": self.bench,
            "variant": variant,
            "params": self.params,
            "p50_ns": round(self.time(variant), 3),
            "ratio_to_baseline": significant(median(to_base)),
            "ratio_to_seed": None,
            "ci_low": significant(low),
            "ci_high": significant(high),
            "seed_ci_low": None,
            "seed_ci_high": None,
        }
        if self.seed:
            to_seed = self.ratios(variant, self.seed)
            low, high = interval(to_seed)
            row["ratio_to_seed"] = significant(median(to_seed))
            row["seed_ci_low"] = significant(low)
            row["seed_ci_high"] = significant(high)
        return row


def significant(value):
    """Four digits are more than any of these numbers has."""
    return float(f"{value:.4g}")


def read_points(folder):
    """The points all of whose files are in FOLDER, and the names of the rest."""
    found, missing = {}, []
    for name, bench, params in points():
        files = sorted(folder.glob(f"{name}.*.json"))
        runs = [json.loads(file.read_text())["benches"][0] for file in files]
        if runs:
            found[name] = Point(name, bench, params, runs)
        else:
            missing.append(name)
    return found, missing
