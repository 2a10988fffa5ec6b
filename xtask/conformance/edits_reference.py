#!/usr/bin/env python3
"""Compares poses after operations on clips with what numpy makes of the poses before them.

    edits_reference.py ANIM FILE…

The first clip of each file is posed at times between keys, unchanged and after each operation. A difference counts
relative to the size of the numbers, or to 1 where they are smaller. Prints the largest difference of each operation; one beyond
its tolerance fails.
"""

import json
import subprocess
import sys

import numpy as np

# Rearranged curves are off by rounding, down a chain of nodes; baked ones by the tolerance of the command as well.
ROUNDING = 1e-9
# A cosine that is cut becomes cubic curves.
CUT = 1e-7
BAKED = 5e-3
# The part of a clip and the factor that are tried.
SPAN = (0.27, 0.81)
SPEED = 2.5
UNIT = 0.01
PLACES = [0.0113, 0.2039, 0.4177, 0.6371, 0.8353, 0.9719]
AXES = {"+x": [1, 0, 0], "+y": [0, 1, 0], "+z": [0, 0, 1], "-x": [-1, 0, 0], "-y": [0, -1, 0], "-z": [0, 0, -1]}


def main():
    anim, files = sys.argv[1], sys.argv[2:]
    worst = {}
    for path in files:
        for operation, difference, tolerance in compared(Source(anim, path)):
            if not difference <= tolerance:
                sys.exit(f"{path}: {operation} is {difference:.1e} off")
            most, count = worst.get(operation, (0.0, 0))
            worst[operation] = (max(most, difference), count + 1)
    if len(worst) < 6:
        sys.exit(f"only {', '.join(worst)} were compared")
    print("; ".join(f"{name}: {count} files within {most:.1e}" for name, (most, count) in worst.items()))


class Source:
    """A file, its first clip, and the poses that the command gives for it."""

    def __init__(self, anim, path):
        self.anim, self.path = anim, path
        clips = json.loads(self.said("info", "--json"))["files"][0]["clips"]
        self.clip = clips[0] if clips else None

    def said(self, verb, *arguments):
        command = [self.anim, verb, self.path, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def poses(self, times, *edits):
        # Operations act on curves. An operation that does nothing uses these instead of the values that the document computes.
        edits = edits or ["--speed=1"]
        numbers = ",".join(repr(float(time)) for time in times)
        lines = self.said("pose", "--json", "--quiet", "--clip", "0", f"--times={numbers}", *edits).splitlines()
        return [json.loads(line)["nodes"] for line in lines]


def compared(source):
    """The operations that the clip allows, the largest error of each, and its tolerance."""
    duration = source.clip["duration"] if source.clip else 0
    if not duration > 0.2:
        return
    times = np.array(PLACES) * duration
    before = source.poses(times)
    if not before or not all(finite(node) for nodes in before for node in nodes):
        return

    begin, end = (part * duration for part in SPAN)
    inside = np.array(PLACES) * (end - begin)
    trimmed = source.poses(inside, f"--from={begin!r}", f"--to={end!r}")
    yield "trim", largest(source.poses(begin + inside), trimmed, same), CUT

    yield "speed", largest(before, source.poses(times / SPEED, f"--speed={SPEED}"), same), ROUNDING

    for axis, letter in enumerate("xyz"):
        pairs = counterparts([node["name"] for node in before[0]])
        sides = [[nodes[pair] for pair in pairs] for nodes in before]
        flip = np.diag([-1.0 if place == axis else 1.0 for place in range(3)])
        mirrored = source.poses(times, f"--mirror={letter}")
        yield "mirror", largest(sides, mirrored, lambda world: conjugated(world, flip, 1.0)), ROUNDING

    names = [node["name"] for node in before[0]]
    children = [node["name"] for node in before[0] if node["parent"] is not None and names.count(node["name"]) == 1]
    if children:
        rooted = source.poses(times, f"--reroot={children[-1]}")
        root = names.index(children[-1])
        if any(nodes[root]["parent"] is not None for nodes in rooted):
            sys.exit(f"{source.path}: {children[-1]} hangs on a node")
        yield "re-root", largest(before, rooted, same), BAKED

    if source.clip["up"]:
        for name, up in AXES.items():
            turn = smallest_turn(np.array(AXES[source.clip["up"]], float), np.array(up, float))
            turned = source.poses(times, f"--up={name.lstrip('+')}")
            if source.clip["forward"]:
                # The direction that figures face is not fixed: the rotation is any that maps up to up, the same for all nodes.
                turn = found_turn(before, turned, AXES[source.clip["up"]], up)
            yield "axes", largest(before, turned, lambda world: conjugated(world, turn, 1.0)), ROUNDING
    if source.clip["unit"]:
        factor = source.clip["unit"] / UNIT
        measured = source.poses(times, f"--unit={UNIT}")
        yield "unit", largest(before, measured, lambda world: conjugated(world, np.eye(3), factor)), ROUNDING


def finite(node):
    return all(isinstance(number, (int, float)) for number in node["world"] + node["local"])


def matrix(node):
    return np.vstack([np.array(node["world"], float).reshape(3, 4), [0, 0, 0, 1]])


def same(world):
    return world


def conjugated(world, change, factor):
    """C·W·C⁻¹, with translations times a factor."""
    new = np.eye(4)
    new[:3, :3] = change @ world[:3, :3] @ change.T
    new[:3, 3] = factor * (change @ world[:3, 3])
    return new


def largest(before, after, expected):
    """The largest difference of world matrices from those expected, of the nodes that exist."""
    most = 0.0
    if len(before) != len(after):
        return float("inf")
    for old, new in zip(before, after):
        # What an operation adds comes last.
        for one, other in zip(old, new):
            if one["alive"] and other["alive"]:
                wanted = expected(matrix(one))
                size = max(1.0, np.abs(wanted).max())
                most = max(most, np.abs(wanted - matrix(other)).max() / size)
    return most


def counterparts(names):
    """For each node the index of the one on the other side, by its name."""
    sides = [("Left", "Right"), ("left", "right"), ("_l", "_r"), (".L", ".R"), ("_L", "_R")]
    places = []
    for place, name in enumerate(names):
        others = [name.replace(a, b) for pair in sides for a, b in (pair, pair[::-1]) if a in name]
        places.append(next((names.index(other) for other in others if other != name and other in names), place))
    return places


def smallest_turn(up, new):
    """The smallest rotation from one axis to another; about X, or Z, for 180°."""
    across, along = np.cross(up, new), up @ new
    if along < -0.5:
        about = np.array([1.0, 0, 0]) if up[0] == 0 else np.array([0, 0, 1.0])
        return 2 * np.outer(about, about) - np.eye(3)
    k = np.array([[0, -across[2], across[1]], [across[2], 0, -across[0]], [-across[1], across[0], 0]])
    return np.eye(3) + k + k @ k / (1 + along)


def found_turn(before, after, up, new):
    """The rotation by multiples of 90° that maps up to up and fits a pose best."""
    best = None
    for signs in np.ndindex(2, 2, 2):
        for order in ([0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]):
            turn = np.zeros((3, 3))
            for row, column in enumerate(order):
                turn[row, column] = 1.0 if signs[row] else -1.0
            if np.linalg.det(turn) > 0 and np.allclose(turn @ np.array(up, float), new):
                off = largest(before, after, lambda world: conjugated(world, turn, 1.0))
                if best is None or off < best[0]:
                    best = (off, turn)
    return best[1]


if __name__ == "__main__":
    main()
