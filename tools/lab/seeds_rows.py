# SPDX-License-Identifier: GPL-2.0-only
"""
From what one machine's boots left to instructions by variant.
"""
import json
import re


class Missing(Exception):
    """Why there is no number, in words for the table."""


def read_tap(path):
    """Medians by table and variant: lines of selftests/ticks.c."""
    tables, rows = {}, None
    text = path.read_text(encoding="utf-8", errors="replace")
    for line in text.splitlines():
        head = re.match(r"\| (.*?)  +ticks  ", line)
        row = re.match(r"\| (\w+) +(\d+)  \(\d+ \.\. \d+\)", line)
        if head:
            rows = tables.setdefault(head[1], {})
        elif row and rows is not None:
            rows[row[1]] = int(row[2])
    skip = re.search(r"^ok .*# SKIP *(.*)$", text, re.MULTILINE)
    if skip:
        raise Missing(skip[1])
    if not re.search(r"^ok ", text, re.MULTILINE) or re.search(r"^not ok ", text, re.MULTILINE):
        raise Missing(f"the program failed, see {path}")
    return tables


def counted(run, part, folder):
    """One boot, a program. What the detour takes is taken off whoever took it."""
    tables = read_tap(folder / f"{run['name']}.tap")
    ticks = tables.get(part["table"])
    if not ticks:
        raise Missing(f"no such table in {folder}: {part['table']}")
    with_detour, without = run["detour"]
    detour = ticks[with_detour] - ticks[without]
    return {
        row["variant"]: ticks[row["variant"]] - (detour if row["code"] == "live" else 0)
        for row in part["rows"]
    }


def modelled(run, folder):
    """
    One boot, a bench. A clock that counts instructions tells a nanosecond for
    each. The fastest batch is the one no interrupt came into; reading the clock
    is part of each batch, and not of what is asked.
    """
    document = json.loads((folder / f"{run['name']}.json").read_text(encoding="utf-8"))
    bench, read_ns = document["benches"][0], document["conditions"]["clock_read_ns"]
    if bench["supported"] != "yes":
        raise Missing(bench["supported"].removeprefix("no: "))
    return {
        row["variant"]: round(row["legs"]["op"]["min_ns"] - read_ns / row["ops_per_shot"])
        for row in bench["results"]
    }


def read_part(run, part, folders):
    """Instructions by variant, one for each of the boots in FOLDERS."""
    boots = []
    for folder in folders:
        try:
            boots.append(counted(run, part, folder) if "test" in run else modelled(run, folder))
        except FileNotFoundError as error:
            raise Missing(f"the machine left no {error.filename}") from error
        except (KeyError, IndexError, ValueError) as error:
            raise Missing(f"{folder} has no {error}") from error
    return {row["variant"]: [boot[row["variant"]] for boot in boots] for row in part["rows"]}
