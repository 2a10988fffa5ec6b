"""Imported keys per second, next to those of Blender's own importers of BVH and glTF in the same run."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import animio
import bpy
import numpy as np
import scene

JOINTS, FRAMES = 67, 3000


def run(_fixtures: Path, folder: Path) -> Iterator[str]:
    """A figure of 67 joints with 3,000 frames, through each importer."""
    times = np.arange(FRAMES) / 30
    parents = [None, *range(JOINTS - 1)]
    rest = np.tile(np.eye(3, 4), (JOINTS, 1, 1))
    rest[1:, 1, 3] = 0.05
    angles = 0.3 * np.sin(times[:, None] + np.arange(JOINTS))
    # Every component of every joint moves.
    rotations = np.stack([np.sin(angles), 0.1 * np.cos(2 * angles), 0.2 * np.sin(3 * angles), np.ones_like(angles)], -1)
    rotations /= np.linalg.norm(rotations, axis=-1, keepdims=True)
    space = animio.Space("+y", "+z", "right", 1.0)
    names = [f"joint {number}" for number in range(JOINTS)]
    clip = animio.Clip.from_arrays(names, parents, rest, rotations, fps=30.0, name="wave", space=space)
    bvh, glb, tod = (str(folder / f"speed.{extension}") for extension in ("bvh", "glb", "tod"))
    for path in (bvh, glb, tod):
        animio.write(path, [clip])
    yield measured("this extension, BVH", lambda: bpy.ops.import_anim.io_bvh(filepath=bvh))
    yield measured("this extension, TOD", lambda: bpy.ops.import_anim.io_tod(filepath=tod))
    yield measured("Blender's BVH", lambda: bpy.ops.import_anim.bvh(filepath=bvh))
    yield measured("Blender's glTF", lambda: bpy.ops.import_scene.gltf(filepath=glb))
    yield keys_alone()


def measured(name: str, load: Callable[[], object]) -> str:
    """The keys of all curves divided by the processor time of the whole import, which other programs do not affect."""
    scene.empty()
    start = time.process_time()
    load()
    seconds = time.process_time() - start
    count = sum(len(curve.keyframe_points) for curve in curves())
    return f"{name}: {count:,} keys in {seconds:.2f} s, {count / seconds / 1e6:.2f} million a second"


def keys_alone() -> str:
    """Keys given as arrays, made into an action."""
    from bl_ext.user_default.anim_io import action, clock, pieces, tracks

    scene.empty()
    owner = bpy.data.objects.new("one", None)
    at = clock.Clock(30.0)
    times, values = np.arange(FRAMES) / 30, np.sin(np.arange(FRAMES) / 10)
    piece = pieces.Piece(times, values, np.full(FRAMES, 1, np.int32))
    made = [tracks.of_piece(piece, at, owner, f'["{number}"]', 0) for number in range(4 * JOINTS)]
    clip = animio.Clip.from_channels("keys", times[-1], [animio.Node("one")], [], rate=30.0)
    start = time.process_time()
    action.make(clip, made, at)
    seconds = time.process_time() - start
    rate = FRAMES * len(made) / seconds / 1e6
    assert rate > 2, f"{rate:.2f} million keys a second"
    return f"this extension, arrays to an action: {rate:.1f} million keys a second"


def curves() -> list[bpy.types.FCurve]:
    """All F-curves."""
    found: list[bpy.types.FCurve] = []
    for action in bpy.data.actions:
        if not hasattr(action, "layers"):
            found += action.fcurves
            continue
        for layer in action.layers:
            found += [curve for strip in layer.strips for bag in strip.channelbags for curve in bag.fcurves]
    return found


