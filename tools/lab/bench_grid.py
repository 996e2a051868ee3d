#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
bench_grid.py: prints the grid of `make bench`, a point a line:

    ID BENCH NAME=VALUE...

A point is one run of one bench. What all points share is in COMMON.
"""
from itertools import product

COMMON = {"samples": 1024, "block": 16}

VCPUS = (1, 2, 8, 16, 64, 128, 512, 1024, 4096)
LAYOUTS = ("kvm", "spread")
TARGETS = ("first", "last", "random", "absent")
ITSS = range(1, 17)
# None, and as many as make a walk hurt.
ITSS_V40 = (0, 7)
VPS = (0, 63, 64, 200, 1023, 4095)

# Bench: (the un-optimised variant, the published one).
REFERENCES = {
    "mpidr": ("scan", "hash"),
    "its": ("first", "local"),
    "hyperv": ("mask", "single"),
    "icr": ("exit", "ultra"),
    "icr_check": ("fields", None),
}


def points():
    """Yields (id, bench, the parameters that make the point)."""
    for layout, nr, target in product(LAYOUTS, VCPUS, TARGETS):
        yield (
            f"mpidr-{layout}-{nr}-{target}",
            "mpidr",
            {"nr_vcpus": nr, "mpidr_layout": layout, "target_vcpu": target},
        )
    for v40, nr in product(ITSS_V40, ITSS):
        yield f"its-{nr}-{v40}", "its", {"nr_its": nr, "nr_its_v40": v40}
    for vp in VPS:
        yield f"hyperv-{vp}", "hyperv", {"target_vp": vp}
    yield "icr", "icr", {}
    yield "icr_check", "icr_check", {}


if __name__ == "__main__":
    for name, bench, params in points():
        settings = (f"{key}={value}" for key, value in {**params, **COMMON}.items())
        print(name, bench, *settings)
