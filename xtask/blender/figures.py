"""Clips onto an armature that is there: its bones turn as the limbs of the source do."""

from collections.abc import Iterator
from pathlib import Path

import bpy
import numpy as np
import scene

# Joints of the recording, and bones of the rig.
LIMBS = [
    (f"{side}{top}", f"{side}{end}", f"{bone}.{side[0]}", f"{tip}.{side[0]}")
    for side in ("Left", "Right")
    for top, end, bone, tip in (("Thigh", "Shin", "Thigh", "Shin"), ("Shin", "Foot", "Shin", "Foot"))
]


def run(fixtures: Path, _folder: Path) -> Iterator[str]:
    """The same figure again, then another one."""
    yield f"onto itself: {again(fixtures):.1e} of the size"
    yield f"onto another figure: limbs within {another(fixtures):.1f} degrees"


def again(fixtures: Path) -> float:
    """A clip onto the armature that its own file made: the same poses."""
    walk = fixtures / "bvh/valid/walk.bvh"
    scene.empty()
    scene.load("bvh", walk)
    bones = bpy.data.objects[0].pose.bones
    expected = heads(bones)
    for action in list(bpy.data.actions):
        bpy.data.actions.remove(action)
    scene.load("bvh", walk, kind="SELECTED")
    assert len(bpy.data.objects) == 1
    difference = np.abs(heads(bones) - expected).max() / np.abs(expected).max()
    assert difference < 1e-5, difference
    return float(difference)


def another(fixtures: Path) -> float:
    """A recording onto the rig that Blender exported: the legs of both point the same way."""
    scene.empty()
    bpy.ops.import_scene.gltf(filepath=str(fixtures / "gltf/valid/rig.glb"))
    rig = next(item for item in bpy.data.objects if item.type == "ARMATURE")
    for action in list(bpy.data.actions):
        bpy.data.actions.remove(action)
    bpy.context.view_layer.objects.active = rig
    walk = fixtures / "bvh/valid/walk.bvh"
    scene.load("bvh", walk, kind="SELECTED")
    (clip,) = scene.clips("bvh", walk)
    index = {node.name: number for number, node in enumerate(clip.nodes)}
    worst = 0.0
    for frame in range(0, 33, 8):
        scene.go_to(frame)
        world = np.asarray(clip.world([frame / clip.rate]))[0, :, :, 3]
        for top, end, bone, tip in LIMBS:
            limb = world[index[end]] - world[index[top]]
            found = rig.matrix_world.to_3x3() @ (rig.pose.bones[tip].head - rig.pose.bones[bone].head)
            cosine = limb @ np.array(found) / np.linalg.norm(limb) / found.length
            worst = max(worst, float(np.degrees(np.arccos(min(cosine, 1)))))
    assert worst < 15, worst
    return worst


def heads(bones: object) -> np.ndarray:
    """Where the heads of bones are in each frame, (T, N, 3)."""
    found = []
    for frame in range(33):
        scene.go_to(frame)
        found.append([bone.head[:] for bone in bones])
    return np.array(found)
