#!/usr/bin/env python3
"""Writes what readers.py measured into the tables of docs/fidelity.md, or says where they differ.

    fidelity.py RESULTS.json docs/fidelity.md --write
    fidelity.py RESULTS.json docs/fidelity.md --check

Files of others count only for the comparison, not for the page. Errors are rounded up to one digit. A stated error holds if
the measured one is about as large, so that another machine's rounding does not matter. Rows of formats and programs that
were not run stay as they are.
"""

import json
import math
import re
import sys
from collections import Counter

# Errors below this are those of single precision.
FLOOR = 1e-6
# How much larger and smaller than the stated error the measured one may be.
ABOVE, BELOW = 1.5, 0.25

HEAD = ["From", "Read by", "Files", "Node states", "Position", "Of the pose's size", "Axes", "Left out"]
ERRORS = HEAD[4:7]
CODES = ["From", "Dropped", "Approximated", "Kept for this program"]
FORMATS = ["tod", "mm2-ped", "stt", "stf", "hsf-xml", "bvh", "gltf"]
PROGRAMS = ["three.js", "Babylon.js", "Blender", "bvhio", "Assimp"]


def main():
    results, page, mode = sys.argv[1:]
    with open(results, encoding="utf-8") as file:
        own = [one for one in json.load(file) if not one["fine"] and not one["corpus"]]
    with open(page, encoding="utf-8") as file:
        text = file.read()
    wrong = []
    for target in ("glb", "bvh"):
        here = [one for one in own if one["target"] == target]
        for name, head, rows in ((target, HEAD, measured(here)), (f"{target} losses", CODES, codes(here))):
            marked = re.compile(f"(<!-- {name} -->\n)(.*?)(\n<!-- end -->)", re.DOTALL)
            stated = parsed(marked.search(text)[2])
            wrong += [f"{name}: {difference}" for difference in differences(stated, rows)]
            kept = {key: row for key, row in stated.items() if is_left(key, own)}
            table = lines(head, kept | rows)
            text = marked.sub(lambda match: match[1] + table + match[3], text)
    if mode == "--write":
        with open(page, "w", encoding="utf-8") as file:
            file.write(text)
    elif wrong:
        sys.exit("\n".join([*wrong, f"{page} is out of date: run `cargo xtask conformance --write`"]))


def measured(results):
    """A row for each format and program: what was compared, and the largest errors."""
    groups = {}
    for one in results:
        groups.setdefault((one["source"], one["reader"]), []).append(one)
    rows = {}
    for key, group in groups.items():
        left = sum((Counter(one["left"]) for one in group), Counter())
        errors = [max(one[which] for one in group) for which in ("position", "relative", "axes")]
        counts = [len(group), sum(one["nodes"] for one in group)]
        rows[key] = [*key, *map(str, counts), *map(rounded, errors), "; ".join(f"{left[why]} {why}" for why in sorted(left))]
    return rows


def codes(results):
    """A row for each format: the codes in the reports of its conversions, by what became of it."""
    found = {}
    for one in results:
        for loss, code in one["codes"]:
            found.setdefault((one["source"],), {}).setdefault(loss, set()).add(f"`{code}`")
    kinds = ("dropped", "approximated", "kept")
    return {key: [*key, *(", ".join(sorted(losses.get(kind, []))) for kind in kinds)] for key, losses in found.items()}


def rounded(error):
    """One digit, upward."""
    if error <= FLOOR:
        return f"{FLOOR:g}"
    digit = 10 ** math.floor(math.log10(error))
    return f"{math.ceil(error / digit - 1e-9) * digit:g}"


def parsed(table):
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return {tuple(row[: 2 if len(row) == len(HEAD) else 1]): row for row in rows}


def is_left(key, results):
    """Whether the format or the program of a row was not run."""
    programs = {one["reader"] for one in results}
    return key[0] not in {one["source"] for one in results} or (len(key) > 1 and key[1] not in programs)


def differences(stated, rows):
    for key, row in rows.items():
        if key not in stated:
            yield f"{' in '.join(key)} is not in the table"
        elif not all(map(same, stated[key], row, HEAD if len(row) == len(HEAD) else CODES)):
            yield f"{' in '.join(key)}: {' | '.join(row)}, not {' | '.join(stated[key])}"


def same(stated, found, column):
    if column not in ERRORS:
        return stated == found
    return float(stated) * BELOW <= float(found) <= float(stated) * ABOVE


def lines(head, rows):
    def order(item):
        source, *program = item[0]
        return FORMATS.index(source), [PROGRAMS.index(name) for name in program]

    cells = [head, ["---"] * len(head), *(row for _, row in sorted(rows.items(), key=order))]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


if __name__ == "__main__":
    main()
