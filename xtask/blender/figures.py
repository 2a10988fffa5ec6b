"""Clips imported onto an existing armature: its bones rotate as the limbs of the source do."""

from collections.abc import Iterator
from pathlib import Path

import animio
import bpy
import numpy as np
import poses
import scene

# Joints of the recording, and bones of the rig.
LIMBS = [
    (f"{side}{top}", f"{side}{end}", f"{bone}.{side[0]}", f"{tip}.{side[0]}")
    for side in ("Left", "Right")
    for top, end, bone, tip in (("Thigh", "Shin", "Thigh", "Shin"), ("Shin", "Foot", "Shin", "Foot"))
]


def run(fixtures: Path, folder: Path) -> Iterator[str]:
    """The same figure again, then another one."""
    yield f"onto itself: {again(fixtures):.1e} of the size"
    yield f"onto itself in centimetres, turned: {scaled(fixtures):.1e} of the size"
    yield f"a face on bones: {face(folder):.1e} of the size"
    yield f"onto another figure: limbs within {another(fixtures):.1f} degrees"


def again(fixtures: Path) -> float:
    """A clip imported onto the armature made from its own file: the poses are the same."""
    walk = fixtures / "bvh/valid/walk.bvh"
    scene.empty()
    scene.load("bvh", walk)
    expected = heads(bpy.data.objects[0])
    for action in list(bpy.data.actions):
        bpy.data.actions.remove(action)
    scene.load("bvh", walk, kind="SELECTED")
    assert len(bpy.data.objects) == 1
    difference = np.abs(heads(bpy.data.objects[0]) - expected).max() / np.abs(expected).max()
    assert difference < 1e-5, difference
    return float(difference)


def scaled(fixtures: Path) -> float:
    """A clip imported onto its armature with Y up and a hundred times as large, in an object that undoes both, as an FBX import has it."""
    walk = fixtures / "bvh/valid/walk.bvh"
    scene.empty()
    scene.load("bvh", walk)
    expected = heads(bpy.data.objects[0])
    scene.empty()
    # The data with Y up is declared as Z up, so that it is not rotated.
    scene.load("bvh", walk, unit=1, up="+z", forward="-y")
    (rig,) = bpy.data.objects
    rig.scale = (0.01, 0.01, 0.01)
    rig.rotation_euler.x = np.pi / 2
    for action in list(bpy.data.actions):
        bpy.data.actions.remove(action)
    bpy.context.view_layer.update()
    scene.load("bvh", walk, kind="SELECTED")
    difference = np.abs(heads(rig) - expected).max() / np.abs(expected).max()
    assert difference < 1e-4, difference
    return float(difference)


def face(folder: Path) -> float:
    """A figure whose root is scaled, with a face that has morph targets: the face is an object on a bone."""
    turn = np.array([0.1, -0.3, 0.2, 1.0])
    names = ["root", "hip", "chest", "neck", "head", "face"]
    nodes = [
        animio.Node(name, number - 1 if number else None, (0.1, 0.3, 0.05 * number), turn / np.linalg.norm(turn), (1, 1, 1) if number else (2, 2, 2),
                    ["smile"] if name == "face" else [])
        for number, name in enumerate(names)
    ]  # fmt: skip
    times = np.arange(10) / 10
    turns = np.stack([0.1 * times, times, -0.5 * times, np.ones(10)], 1)
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    channels = [animio.Channel(number, "rotation", times, turns, "slerp") for number in range(5)]
    channels += [animio.Channel(2, "translation", times, np.stack([times, times, times], 1), "linear")]
    channels += [animio.Channel(5, "weight", times, times[:, None], "linear")]
    space = animio.Space("+y", "+z", "right", 1.0)
    made = animio.Clip.from_channels("nod", 0.9, nodes, channels, rate=10.0, space=space)
    animio.write(str(folder / "nod.stf"), [made])
    scene.empty()
    scene.load("stf", folder / "nod.stf")
    kinds = {item.name: item.type for item in bpy.data.objects}
    assert kinds == {"nod": "ARMATURE", "face": "MESH"}, kinds
    (clip,) = scene.clips("stf", folder / "nod.stf")
    error, _ = poses.compare(clip)
    assert error < poses.TOLERANCE, error
    scene.go_to(bpy.context.scene.frame_end)
    assert abs(bpy.data.objects["face"].data.shape_keys.key_blocks["smile"].value - 0.9) < 1e-6
    bpy.context.view_layer.objects.active = bpy.data.objects["nod"]
    bpy.ops.export_anim.io_stf(filepath=str(folder / "back.stf"))
    (back,) = scene.clips("stf", folder / "back.stf")
    bones = [node.name for node in back.nodes]
    difference = np.abs(back.world(times) - clip.world(times)[:, [names.index(name) for name in bones]]).max()
    assert len(bones) == 5 and difference < 1e-5, (bones, difference)
    return error


def another(fixtures: Path) -> float:
    """A recording imported onto the rig that Blender exported: the legs of both point the same way."""
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


def heads(rig: bpy.types.Object) -> np.ndarray:
    """The positions of the heads of bones in the world in each frame, (T, N, 3)."""
    found = []
    for frame in range(33):
        scene.go_to(frame)
        found.append([(rig.matrix_world @ bone.head)[:] for bone in rig.pose.bones])
    return np.array(found)
