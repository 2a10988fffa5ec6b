"""Imports of several files and clips: one after the other, and on one scale of time."""

from collections.abc import Iterator
from pathlib import Path

import animio
import bpy
import numpy as np
import scene

# The head of a BVH of two joints.
HEAD = (
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT Head\n{\nOFFSET 0 100 0\nCHANNELS 1 Zrotation\n"
    "End Site\n{\nOFFSET 0 20 0\n}\n}\n}\nMOTION\n"
)


def run(fixtures: Path, folder: Path) -> Iterator[str]:
    """Each rule, one after the other."""
    for rule in (rated,):
        scene.empty()
        rule(fixtures, folder)
        yield f"{rule.__name__}: {rule.__doc__}"


def rated(_fixtures: Path, folder: Path) -> None:
    """of files with different rates that are imported together, the first one determines the rate; all of them last as long as they state"""
    rates = {"slow.bvh": 30, "fast.bvh": 60}
    for name, rate in rates.items():
        lines = "".join(f"{100 * frame / rate:.6f} 0 0 0\n" for frame in range(rate + 1))
        (folder / name).write_text(f"{HEAD}Frames: {rate + 1}\nFrame Time: {1 / rate:.9f}\n{lines}")
    for names in (["slow.bvh", "fast.bvh"], ["fast.bvh", "slow.bvh"]):
        for strips in (False, True):
            scene.empty()
            files = [{"name": name} for name in names]
            bpy.ops.import_anim.io_bvh(directory=str(folder), files=files, unit=0.01, strips=strips)
            render, first = bpy.context.scene.render, rates[names[0]]
            assert abs(render.fps / render.fps_base - first) < 1e-4, render.fps
            (rig,) = bpy.data.objects
            for number, name in enumerate(names):
                if not strips:
                    scene.play(Path(name).stem)
                # Each frame lasts as long as the others, the last one too.
                start = number * (first + 1) * strips
                for second in (0.25, 0.5, 1.0 - 1 / first):
                    scene.go_to(bpy.context.scene.frame_start + start + second * first)
                    assert abs(rig.pose.bones["Hips"].head.x - second) < 1e-5, (names, strips, name, second)
