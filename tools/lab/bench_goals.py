# SPDX-License-Identifier: GPL-2.0-only
"""
What the variants of this project have to reach, as ratios, and whether they do.

A goal is a function of the points that yields (point, values, bound, is met),
the values one for each run.
The worst value is shown, whether it is met or not.
"""
from statistics import median

from bench_grid import ITSS, LAYOUTS, VCPUS
from bench_rows import interval

# A difference below this is none: as same_margin_pct has it.
MARGIN = 0.01


def at_most(point, values, bound):
    """A row of a goal that the median of VALUES must not exceed BOUND."""
    return point, values, bound, median(values) <= bound


def no_slower(point, variant, reference):
    """Missed only if the interval says so: it lies above 1 and the margin."""
    ratios = point.ratios(variant, reference)
    return point, ratios, 1, interval(ratios)[0] <= 1 + MARGIN


def has_hash(point):
    """Whether the published table exists, so that `hash` does not walk."""
    return point.conditions["hash_table"].endswith("bytes")


def mpidr(points, layout, nr, target):
    """A point of mpidr."""
    return points[f"mpidr-{layout}-{nr}-{target}"]


def direct_beats_scan(points):
    """mpidr 512, last: direct at most 1/1000 of scan"""
    point = mpidr(points, "kvm", 512, "last")
    yield at_most(point, point.ratios("direct", "scan"), 1 / 1000)


def direct_beats_table(points):
    """mpidr with a hash table, 2..1024, present: direct at most 1/2 of hash"""
    for layout in LAYOUTS:
        for nr in VCPUS:
            for target in ("first", "last", "random"):
                point = mpidr(points, layout, nr, target)
                if 2 <= nr <= 1024 and has_hash(point):
                    yield at_most(point, point.ratios("direct", "hash"), 1 / 2)


def absent_is_cheap(points):
    """mpidr direct: absent within 1.2 of random, set against set"""
    for layout in LAYOUTS:
        for nr in VCPUS:
            absent = mpidr(points, layout, nr, "absent")
            present = mpidr(points, layout, nr, "random")
            pairs = zip(absent.times, present.times)
            values = [a["direct"] / p["direct"] for a, p in pairs]
            yield at_most(absent, values, 1.2)


def direct_has_no_cliff(points):
    """mpidr 4096, last: direct at most 1/5000 of hash"""
    point = mpidr(points, "kvm", 4096, "last")
    yield at_most(point, point.ratios("direct", "hash"), 1 / 5000)


def direct_has_no_cliff_anywhere(points):
    """mpidr 4096, random: direct at most 1/5000 of hash"""
    point = mpidr(points, "kvm", 4096, "random")
    yield at_most(point, point.ratios("direct", "hash"), 1 / 5000)


def direct_takes_any_pattern(points):
    """mpidr 512 spread, last: direct at most 1/1000 of hash"""
    point = mpidr(points, "spread", 512, "last")
    yield at_most(point, point.ratios("direct", "hash"), 1 / 1000)


def direct_takes_any_pattern_anywhere(points):
    """mpidr 512 spread, random: direct at most 1/1000 of hash"""
    point = mpidr(points, "spread", 512, "random")
    yield at_most(point, point.ratios("direct", "hash"), 1 / 1000)


def nearest_is_free(points):
    """its: nearest no slower than local"""
    for nr in ITSS:
        for v40 in (0, 7):
            yield no_slower(points[f"its-{nr}-{v40}"], "nearest", "local")


def choice_costs_little(points):
    """its, v4.1 at the head: local and nearest within 1 ns of first"""
    for nr in ITSS:
        point = points[f"its-{nr}-0"]
        for variant in ("local", "nearest"):
            yield at_most(point, [abs(d) for d in point.differences(variant, "first")], 1)


def walk_is_spared(points):
    """its behind seven v4.0: local and nearest at most 1/1.5 of first"""
    for nr in ITSS:
        point = points[f"its-{nr}-7"]
        for variant in ("local", "nearest"):
            yield at_most(point, point.ratios(variant, "first"), 1 / 1.5)


def compact_is_small(points):
    """hyperv VP 4095: compact's input is 32 bytes where single's is 536"""
    point = points["hyperv-4095"]
    single = int(point.conditions["input_bytes_single"])
    yield at_most(point, [int(point.conditions["input_bytes_compact"]) / single], 32 / 536)


def compact_is_quick(points):
    """hyperv VP 4095: compact at most 1/2.5 of single"""
    point = points["hyperv-4095"]
    yield at_most(point, point.ratios("compact", "single"), 1 / 2.5)


def mask_is_free(points):
    """icr_check: one mask no slower than separate tests"""
    yield no_slower(points["icr_check"], "mask", "fields")


CACHED = "the walk found much of its vCPUs in the cache"
HALF = "a walk to a random vCPU ends half way, and the table shares the cache with other work"

# Why one may be missed without anything being broken.
GOALS = (
    (direct_beats_scan, CACHED),
    (direct_beats_table, "both are a few loads; the table was in the first-level cache"),
    (absent_is_cheap, "points are runs of their own: the machine changed in between"),
    (direct_has_no_cliff, CACHED),
    (direct_has_no_cliff_anywhere, HALF),
    (direct_takes_any_pattern, CACHED),
    (direct_takes_any_pattern_anywhere, HALF),
    (nearest_is_free, "both are one load and differ by less than the machine's noise"),
    (choice_costs_little, "the compiler or the machine made the load dearer than the walk's head"),
    (walk_is_spared, "the eight list entries were in the cache"),
    (compact_is_small, "the dense form is not what it was"),
    (compact_is_quick, "clearing 512 bytes is cheap on this machine"),
    (mask_is_free, "the compiler merges the separate tests into the same mask"),
)


def judge(points):
    """Yields (goal, points that miss it, points, the worst one, reason)."""
    for goal, reason in GOALS:
        try:
            rows = list(goal(points))
        except KeyError as missing:
            yield goal.__doc__, None, 0, missing.args[0], "not measured"
            continue
        missed = [row for row in rows if not row[3]]
        worst = max(missed or rows, key=lambda row: median(row[1]) / row[2])
        yield goal.__doc__, len(missed), len(rows), worst, reason
