#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
What `make seeds` is to run, from seeds.json. SEED... picks some of them.

seeds_plan.py machines SEED...: the machines needed, as labs have them.
seeds_plan.py plan MACHINE SEED...: what guest/seeds has to run there, a line
each: NAME test PROGRAM, or NAME bench and what ipibench is to run.
"""
import json
import sys
from pathlib import Path

DATA = json.loads(Path(__file__).with_name("seeds.json").read_text(encoding="utf-8"))


def seeds(chosen):
    """Those CHOSEN, in the order of their numbers."""
    known = {s["seed"]: s for s in DATA["seeds"]}
    unknown = [name for name in chosen if name not in known]
    if unknown:
        sys.exit(f"no such seed: {unknown[0]}; there are {' '.join(known)}")
    return [seed for name, seed in known.items() if name in chosen]


def runs(chosen):
    """All runs of those."""
    return [run for seed in seeds(chosen) for run in seed["runs"]]


def plan_line(run):
    """As the guest reads it."""
    if "test" in run:
        return f"{run['name']} test {run['test']}"
    settings = " ".join(f"--set {param}" for param in ["backend=model", *run["params"]])
    return f"{run['name']} bench {run['bench']} {settings}"


def main(what, *args):
    """Prints."""
    if what == "machines":
        found = dict.fromkeys(run["machine"] for run in runs(args))
    else:
        found = [plan_line(run) for run in runs(args[1:]) if run["machine"] == args[0]]
    print("\n".join(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
