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
    for rule in (rated, laid):
        scene.empty()
        rule(fixtures, folder)
        yield f"{rule.__name__}: {rule.__doc__}"


def rated(_fixtures: Path, folder: Path) -> None:
    """of files with different rates that are imported together, the first determines the rate, and all last as long as they state"""
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


def laid(_fixtures: Path, folder: Path) -> None:
    """strips of clips that end between two frames begin exactly where the clip before ends"""
    axes, node = animio.Space("+z", "-y", "right", 1.0), animio.Node("n")
    made = []
    for name, frames in (("a", 10.5), ("b", 10.25), ("c", 24.0)):
        channel = animio.Channel(0, "translation", [0, frames / 24], [[0, 0, 0], [frames, 0, 0]], "linear")
        made.append(animio.Clip.from_channels(name, frames / 24, [node], [channel], 24, axes))
    animio.write(folder / "laid.stf", made)
    scene.load("stf", folder / "laid.stf", strips=True)
    (item,) = bpy.data.objects
    strips = [track.strips[0] for track in item.animation_data.nla_tracks]
    first = strips[0].frame_start
    found = [(strip.frame_start - first, strip.frame_end - first) for strip in strips]
    assert np.abs(np.array(found) - [(0, 10.5), (10.5, 20.75), (20.75, 44.75)]).max() < 1e-4, found
    assert all((strip.scale, strip.repeat) == (1.0, 1.0) for strip in strips)
    for frame, place in ((0, 0), (10, 10), (11, 0.5), (20, 9.5), (21, 0.25), (44, 23.25)):
        scene.go_to(first + frame)
        assert abs(item.matrix_world.translation.x - place) < 1e-4, (frame, item.matrix_world.translation.x)
