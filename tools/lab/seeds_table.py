#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
seeds_table.py FOLDER OUT.json REPEATS SEED...: from what the boots left in
FOLDER makes the list of rows in OUT.json and prints each seed's published
figures beside the instructions that were counted. Fails where a row is missing
or two boots disagree by more than BOUND.
"""
import json
import sys
import textwrap
from pathlib import Path

from seeds_plan import DATA, seeds
from seeds_rows import Missing, read_part

BOUND = 0.01


def percent(before, after):
    """The change from one to the other."""
    return 100 * (after - before) / before


def signed(value):
    """With a sign, a tie without."""
    return f"{value:+.1f} %" if abs(value) >= 0.05 else "0 %"


def paragraph(head, text):
    """HEAD, and beside it TEXT in as many lines as it takes."""
    print(textwrap.fill(text, 86, initial_indent=f"  {head:11}", subsequent_indent=" " * 13))


def published_of(seed, part, variant):
    """What was published of the change to VARIANT."""
    if part.get("unpublished"):
        return []
    return [
        percent(pair["from"], pair["to"])
        for pair in seed["published"]
        if variant in pair["after"]
    ]


def spread(values):
    """How far the boots are apart."""
    return (max(values) - min(values)) / min(values) if min(values) > 0 else float("inf")


def make_rows(seed, part, counts):
    """As build/seeds.json has them; COUNTS are instructions by variant, a boot each."""
    rows = []
    for row in part["rows"]:
        values = counts[row["variant"]]
        base = counts[row["base"]] if "base" in row else None
        rows.append({
            "seed": seed["seed"],
            "part": part["part"],
            "variant": row["variant"],
            "code": row["code"],
            "base": row.get("base"),
            "instructions": values,
            "change_pct": round(percent(base[0], values[0]), 2) if base else None,
            "published_pct": [round(p, 1) for p in published_of(seed, part, row["variant"])],
            "spread_pct": round(100 * spread(values), 3),
        })
    return rows


def print_rows(rows):
    """The table of one part."""
    print(f"    {'variant':13}{'code':8}{'instructions':>13}{'change':>10}  {'to':10}published")
    for row in rows:
        change = signed(row["change_pct"]) if row["base"] else ""
        told = ", ".join(signed(p) for p in row["published_pct"])
        print(f"    {row['variant']:13}{row['code']:8}{row['instructions'][0]:>13,}{change:>10}"
              f"  {row['base'] or '':10}{told}".rstrip())


def print_seed(seed, folders):
    """One seed's table. Returns its rows and how many parts are missing."""
    rows, missing = [], 0
    print(f"\nseed {seed['seed']}: {seed['path']}")
    for pair in seed["published"]:
        change = signed(percent(pair["from"], pair["to"]))
        paragraph("published", f"{pair['from']} -> {pair['to']} {pair['unit']}, {change}: {pair['on']}")
    paragraph("in", seed["source"])
    for run in seed["runs"]:
        for part in run["parts"]:
            paragraph("part", part["part"])
            try:
                found = make_rows(seed, part, read_part(run, part, folders(run["machine"])))
            except Missing as reason:
                print(f"    no: {reason}")
                missing += 1
                continue
            print_rows(found)
            rows += found
    return rows, missing


def print_end(rows, missing, repeats):
    """What agrees and what is missing. Returns whether that is bad."""
    print()
    for row in rows:
        if row["spread_pct"] > 100 * BOUND:
            print(f"DISAGREE: seed {row['seed']}, {row['variant']}: {row['instructions']}")
    worst = max((row["spread_pct"] for row in rows), default=0)
    agree = worst <= 100 * BOUND
    print(f"{len(rows)} rows, each counted in {repeats} boots, which {'agree' if agree else 'DISAGREE'}: "
          f"at most {worst:.2f} % apart (bound {BOUND:.0%}); {missing} parts missing")
    return not agree or missing


def main(folder, out, repeats, *chosen):
    """Reads, writes, prints."""
    def folders(machine):
        return [Path(folder) / f"{machine}.{i + 1}" for i in range(int(repeats))]

    print("Executed instructions, counted by emulators; the published times are their authors'.")
    print("An instruction is no time: compare the signs and sizes of changes, no more. In code:")
    for name, text in DATA["code"].items():
        paragraph(name, text)
    rows, missing = [], 0
    for seed in seeds(chosen):
        found, lost = print_seed(seed, folders)
        rows += found
        missing += lost
    Path(out).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    sys.exit(bool(print_end(rows, missing, repeats)))


if __name__ == "__main__":
    main(*sys.argv[1:])
