#!/usr/bin/env python3
"""Draws a figure and its clips at random, always the same for a seed.

    mm2_random.py SEED FOLDER

Writes FOLDER/figure.skel and a clip of the figure in each layout: retail.anim, old.anim, wiki.anim. The seed also decides
the number of bones, and whether angles stay small or exceed several full rotations.
"""

import os
import random
import struct
import sys

# The figures, and their largest angles in radians.
BONES = [1, 19, 67]
REACHES = [0.6, 3.1, 9.0]


def main():
    seed, folder = int(sys.argv[1]), sys.argv[2]
    draw = random.Random(seed)
    os.makedirs(folder, exist_ok=True)
    bones = BONES[seed % len(BONES)]
    reach = REACHES[seed % len(REACHES)]
    with open(os.path.join(folder, "figure.skel"), "w", encoding="ascii", newline="\r\n") as file:
        file.write(f"NumBones {bones}\n")
        skeleton(draw, file, bones)
    for layout in ("retail", "old", "wiki"):
        with open(os.path.join(folder, f"{layout}.anim"), "wb") as file:
            file.write(clip(draw, layout, bones, reach))


def skeleton(draw, file, bones):
    """Bones in depth-first order: the parent of each is one of those that are still open."""
    depth = 0
    for i in range(bones):
        if i > 0:
            closing = draw.randrange(depth) if depth > 1 and draw.random() < 0.5 else 0
            for _ in range(closing):
                depth -= 1
                file.write("\t" * depth + "}\n")
        tabs = "\t" * depth
        offset = " ".join(f"{draw.uniform(-0.5, 0.5):.6f}" for _ in range(3))
        file.write(f"{tabs}bone bone{i} {{\n{tabs}\toffset {offset}\n")
        depth += 1
    while depth > 0:
        depth -= 1
        file.write("\t" * depth + "}\n")


def clip(draw, layout, bones, reach):
    frames, width = draw.randint(2, 12), 3 * bones + 3
    header = {
        "retail": struct.pack("<IIIfB", 0, frames, width, 1.5, 1),
        "old": struct.pack("<IIfB", frames, bones, 1.5, 1),
        "wiki": struct.pack("<IIIfB", 1, frames, width, 1.5, 1),
    }[layout]
    floats = []
    for _ in range(frames):
        floats += [draw.uniform(-2, 2) for _ in range(3)]
        floats += [draw.uniform(-reach, reach) for _ in range(3 * bones)]
    return header + struct.pack(f"<{len(floats)}f", *floats)


if __name__ == "__main__":
    main()
