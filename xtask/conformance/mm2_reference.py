#!/usr/bin/env python3
"""Poses of a Midtown Madness 2 pedestrian clip, from the rules of the format alone.

    mm2_reference.py CLIP.anim SKELETON.skel --list all|between
    mm2_reference.py CLIP.anim SKELETON.skel --interpolate hold|linear --times TIME,TIME,...

Prints one JSON object a line for each time, in the shape of `anim pose --json`. The matrices are the engine's own, of row
vectors, multiplied in its order; only the printed ones are converted to column vectors.
"""

import argparse
import json
import math
import struct
import sys

RATE = 30


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clip")
    parser.add_argument("skeleton")
    parser.add_argument("--list", choices=["all", "between"])
    parser.add_argument("--interpolate", choices=["hold", "linear"], default="hold")
    parser.add_argument("--times")
    options = parser.parse_args()
    with open(options.clip, "rb") as file:
        frames = read_clip(file.read())
    if options.list:
        after = {"all": (0.0, 0.125, 0.75), "between": (0.125, 0.75)}[options.list]
        print(",".join(repr((i + part) / RATE) for i in range(len(frames)) for part in after))
        return
    with open(options.skeleton, encoding="ascii") as file:
        bones = read_skeleton(file.read())
    for time in map(float, options.times.split(",")):
        nodes = pose(bones, sample(frames, time, options.interpolate))
        print(json.dumps({"schema": 1, "time": time, "nodes": nodes}))


def read_clip(data):
    """The frames of the first channel: lists of floats."""
    first, second, third = struct.unpack_from("<III", data)
    if first == 0:
        start, count, width = 17, second, third
    elif len(data) == 13 + 4 * first * (3 * second + 3):
        start, count, width = 13, first, 3 * second + 3
    else:
        start, count, width = 17, second, third
    return [struct.unpack_from(f"<{width}f", data, start + 4 * width * i) for i in range(count)]


def read_skeleton(text):
    """The bones depth first: name, index of the parent or None, offset."""
    words = iter(text.split())
    bones, open_bones = [], []
    for word in words:
        if word == "NumBones":
            next(words)
        elif word == "bone":
            bones.append([next(words), open_bones[-1] if open_bones else None, (0.0, 0.0, 0.0)])
            assert next(words) == "{"
            open_bones.append(len(bones) - 1)
        elif word == "}":
            open_bones.pop()
        elif word in ("offset", "rotmin", "rotmax"):
            # The reader keeps single precision, as the game does.
            numbers = tuple(struct.unpack("<f", struct.pack("<f", float(next(words))))[0] for _ in range(3))
            if word == "offset":
                bones[open_bones[-1]][2] = numbers
        else:
            sys.exit(f"{word!r} is not known")
    return bones


def sample(frames, time, interpolate):
    """The floats at a time: of the whole frame, or interpolated between it and the next; the first frame follows the last."""
    at = time * RATE
    # A time that is a frame's own but for rounding gives that frame.
    whole = math.floor(at + 1e-6)
    part = max(at - whole, 0.0) if interpolate == "linear" else 0.0
    if whole >= len(frames):
        return frames[0] if interpolate == "linear" else frames[-1]
    here, there = frames[whole], frames[(whole + 1) % len(frames)]
    return [a + (b - a) * part for a, b in zip(here, there)]


def pose(bones, floats):
    nodes, worlds = [], []
    for i, (name, parent, offset) in enumerate(bones):
        place = floats[0:3] if i == 0 else offset
        local = [*rotation(*floats[3 + 3 * i : 6 + 3 * i]), list(place)]
        world = local if parent is None else product(local, worlds[parent])
        worlds.append(world)
        nodes.append({"name": name, "parent": parent, "alive": True, "local": columns(local), "world": columns(world)})
    return nodes


def rotation(x, y, z):
    """The engine's three rows for angles about X, Y and Z."""
    (sx, cx), (sy, cy), (sz, cz) = ((math.sin(a), math.cos(a)) for a in (x, y, z))
    return [
        [cz * cy, sz, -cz * sy],
        [sy * sx - sz * cy * cx, cz * cx, sz * sy * cx + cy * sx],
        [sz * cy * sx + sy * cx, -cz * sx, cy * cx - sz * sy * sx],
    ]


def product(a, b):
    """Of two maps of row vectors, four rows of three each: first a, then b."""
    rows = [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(4)]
    rows[3] = [n + m for n, m in zip(rows[3], b[3])]
    return rows


def columns(rows):
    """Twelve numbers of a map of column vectors, row by row, the translation last in each."""
    return [rows[k][i] for i in range(3) for k in range(4)]


if __name__ == "__main__":
    main()
