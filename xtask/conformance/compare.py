#!/usr/bin/env python3
"""Compares two files of poses, as `anim pose --json` prints them, node by node and by name.

    compare.py EXPECTED FOUND --local TOLERANCE --world TOLERANCE [--fixed-parents] [--loss FILE]

A difference counts relative to the size of the numbers: of the pose's largest translation for translations, of the
matrix's largest element for the rest, of 1 where they are smaller. Nodes that do not exist at a time are left out, and
so is what EXPECTED gives as null. Prints the largest differences; one beyond its tolerance fails.
"""

import argparse
import json
import math
import sys

# The allowed errors of translation, rotation and scale for a map whose axes are perpendicular but for the rounding of its
# elements to 1/4096, and the largest deviation of such axes from a right angle (as a cosine).
ROUNDED = 5e-3
RIGHT_ANGLE = 5e-3


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("expected")
    parser.add_argument("found")
    parser.add_argument("--local", type=float, default=0.0, help="the tolerance of local maps")
    parser.add_argument("--world", type=float, default=0.0, help="the tolerance of world maps")
    parser.add_argument(
        "--fixed-parents",
        action="store_true",
        help="FOUND cannot change parents: world maps of nodes whose ancestors change may be left out",
    )
    parser.add_argument("--loss", help="the report of `anim convert --json`: what it grants to nodes by name")
    options = parser.parse_args()
    expected, found = poses(options.expected), poses(options.found)
    comparison = Comparison(options, granted(options.loss) if options.loss else {}, expected)
    if len(expected) != len(found) or not expected:
        sys.exit(f"{len(expected)} poses expected, {len(found)} found")
    for one, other in zip(expected, found):
        comparison.pose(one, other)
    comparison.finish()


def poses(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def granted(path):
    """The largest error that a conversion reports for each node."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    errors = {}
    for made in report["files"]:
        for loss in made["losses"] + [loss for output in made["outputs"] for loss in output["losses"]]:
            if loss["error"] is not None and loss["node"] is not None and loss["unit"] != "seconds":
                errors[loss["node"]] = max(errors.get(loss["node"], 0.0), float(loss["error"]))
    return errors


class Comparison:
    """The largest differences so far."""

    def __init__(self, options, granted, expected):
        self.options = options
        self.granted = granted
        self.changing = changing(expected) if options.fixed_parents else set()
        self.nodes = self.skipped = 0
        self.largest = {"local": (0.0, ""), "world": (0.0, "")}
        self.wrong = []

    def pose(self, expected, found):
        time = expected["time"]
        if abs(time - found["time"]) > 1e-9 * max(1.0, time):
            sys.exit(f"a pose at {time} s expected, one at {found['time']} s found")
        others = {node["name"]: node for node in found["nodes"]}
        alive = [node for node in expected["nodes"] if node["alive"]]
        size = max([1.0] + [abs(n) for node in alive for n in translations(node)])
        for node in alive:
            self.nodes += 1
            place = f"{node['name']} at {time:.6g} s"
            other = others.get(node["name"])
            if other is None or not other["alive"]:
                self.wrong.append(f"{place} is missing")
                continue
            self.maps("local", node, other, size, place, self.options.local + self.grant(node))
            if node["world"] is None:
                continue
            above = ancestors(expected, node)
            if names(above) == names(ancestors(found, other)):
                # An error of an ancestor moves everything below it: between a matrix of unit axes on its left and one on
                # its right it enters nine products, whose factors add up to 3 at most.
                stretch = 3 * max([1.0] + [largest_element(n["world"]) for n in above if n["world"]])
                grants = sum(self.grant(n) for n in [node, *above])
                self.maps("world", node, other, size, place, self.options.world + stretch * grants)
            elif node["name"] in self.changing:
                self.skipped += 1
            else:
                self.wrong.append(f"{place} has another parent")
        for name in others.keys() - {node["name"] for node in alive}:
            if others[name]["alive"] and name.startswith("object ") and not self.options.fixed_parents:
                self.wrong.append(f"{name} at {time:.6g} s should not be there")

    def grant(self, node):
        """The error of this node that a conversion reports, within what is sensible for its map."""
        stated = self.granted.get(node["name"], 0.0)
        return min(stated, ROUNDED * max(1.0, largest_element(node["local"]))) if is_right(node["local"]) else stated

    def maps(self, which, node, other, size, place, tolerance):
        linear = max(1.0, largest_element(node[which]))
        worst = max(
            abs(a - b) / (size if i % 4 == 3 else linear)
            for i, (a, b) in enumerate(zip(node[which], other[which], strict=True))
        )
        if worst > self.largest[which][0]:
            self.largest[which] = (worst, place)
        if not worst <= tolerance:
            text = f"{place}: {which} differs by {worst:.3g}, beyond {tolerance:.3g}"
            self.wrong.append(f"{text}\n    {node[which]}\n    {other[which]}")

    def finish(self):
        facts = [f"{self.nodes} node states"]
        for which, (worst, place) in self.largest.items():
            facts.append(f"{which} within {worst:.2g} ({place})" if worst else f"{which} equal")
        if self.skipped:
            facts.append(f"{self.skipped} world maps left out: the parent changes")
        print(", ".join(facts))
        if self.wrong:
            print(*self.wrong[:5], f"{len(self.wrong)} findings in {self.nodes} node states", sep="\n")
            sys.exit(1)


def translations(node):
    return [n for which in ("local", "world") if node[which] for n in node[which][3::4]]


def largest_element(rows):
    """The matrix without its translation."""
    return max(abs(n) for i, n in enumerate(rows) if i % 4 < 3)


def is_right(rows):
    """Whether the axes are at right angles, nearly, and none has length 0."""
    axes = [rows[axis::4] for axis in range(3)]
    pairs = [(axes[0], axes[1]), (axes[1], axes[2]), (axes[2], axes[0])]
    lengths = [math.hypot(*a) * math.hypot(*b) for a, b in pairs]
    return all(length > 0 for length in lengths) and all(
        abs(sum(p * q for p, q in zip(a, b))) <= RIGHT_ANGLE * length for (a, b), length in zip(pairs, lengths)
    )


def changing(poses):
    """The names of nodes whose ancestors change."""
    chains = {}
    for pose in poses:
        for node in pose["nodes"]:
            if node["alive"]:
                chains.setdefault(node["name"], set()).add(names(ancestors(pose, node)))
    return {name for name, different in chains.items() if len(different) > 1}


def names(nodes):
    return tuple(node["name"] for node in nodes)


def ancestors(pose, node):
    found = []
    while (parent := node["parent"]) is not None and len(found) <= len(pose["nodes"]):
        node = pose["nodes"][parent]
        found.append(node)
    return found


if __name__ == "__main__":
    main()
