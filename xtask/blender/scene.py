"""Importing into an empty scene, and the transforms at which Blender shows the nodes of a clip."""

from pathlib import Path

import animio
import bpy
import numpy as np

# The folders of fixtures, and the files in them that are imported.
FORMATS = {
    "bvh": [".bvh"], "hsf-xml": [".xml", ".hsf"], "mm2-ped": [".anim", ".csv", ".skel"], "stf": [".stf"], "stt": [".stt"], "tod": [".tod"],
}  # fmt: skip
# Bones point along an axis of their node. By this axis: the directions of the node's X, Y and Z in the bone.
AXES = {
    "+y": ((1, 0, 0), (0, 1, 0), (0, 0, 1)), "-y": ((1, 0, 0), (0, -1, 0), (0, 0, -1)), "+z": ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "-z": ((1, 0, 0), (0, 0, -1), (0, 1, 0)), "+x": ((0, -1, 0), (1, 0, 0), (0, 0, 1)), "-x": ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
}  # fmt: skip


def fixtures(folder: Path) -> list[tuple[str, Path]]:
    """The valid fixtures with clips, and their formats."""
    found = []
    for form, extensions in FORMATS.items():
        files = sorted(path for path in (folder / form / "valid").rglob("*") if path.suffix in extensions)
        found += [(form, path) for path in files]
    return found


def empty() -> None:
    """Removes everything. Extensions stay."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=False)


def load(form: str, path: Path, **options: object) -> None:
    """Imports a file as users do, a BVH in centimetres."""
    options = {"unit": 0.01} | options if form == "bvh" else options
    operator = getattr(bpy.ops.import_anim, f"io_{form.replace('-', '_')}")
    assert operator(filepath=str(path), **options) == {"FINISHED"}


def play(name: str) -> None:
    """Makes every datablock play its part of the action of a clip."""
    kinds = {"OBJECT": bpy.data.objects, "LIGHT": bpy.data.lights, "KEY": bpy.data.shape_keys}
    for action in bpy.data.actions:
        if not hasattr(action, "slots"):
            # Before Blender 4.4, a clip that moves several datablocks has an action for each: `clip (datablock)`.
            owners = [owner for kind in kinds.values() for owner in kind if action.name == f"{name} ({owner.name})"]
            if action.name == name:
                owners = [owner for owner in bpy.data.objects if owner.type in ("ARMATURE", "EMPTY")]
            for owner in owners:
                owner.animation_data_create().action = action
        for slot in action.slots if hasattr(action, "slots") and action.name == name else ():
            data = kinds[slot.target_id_type].get(slot.name_display).animation_data_create()
            data.action, data.action_slot = action, slot


def go_to(frame: float) -> None:
    """Shows a frame, which may lie between two."""
    near = round(frame)
    frame = near if abs(near - frame) < 1e-3 else frame
    whole = int(np.floor(frame))
    bpy.context.scene.frame_set(whole, subframe=frame - whole)


def world(node: animio.Node) -> np.ndarray | None:
    """The world matrix of a node, (3, 4); `None` if it is hidden or aims at something, which animio does not compute."""
    for rig in bpy.data.objects:
        if rig.type == "ARMATURE" and node.name in rig.pose.bones:
            bone = rig.pose.bones[node.name]
            matrix = np.array(rig.matrix_world @ bone.matrix)[:3]
            matrix[:, :3] = matrix[:, :3] @ np.array(AXES[bone.bone["anim_axis"]]) * bone.bone.get("anim_scale", 1)
            return matrix
    shown = bpy.data.objects[node.name or "node"]
    if shown.hide_viewport or shown.type in ("LIGHT", "CAMERA"):
        return None
    return np.array(shown.matrix_world)[:3]


def clips(form: str, path: Path) -> list[animio.Clip]:
    """The clips of a file in Blender's axes: +Y up and +Z forward unless the file defines them, and a BVH in centimetres."""
    read = animio.read(str(path), format=form, **({"mode": "ideal"} if form == "tod" else {}))
    if any(clip.space.up is None for clip in read.clips):
        stated = {"up": "+y", "forward": "+z"} | ({"unit": 0.01} if form == "bvh" else {})
        read = animio.read(str(path), format=form, **stated)
    return [clip.in_space(**blender(clip.space)) for clip in read.clips]


def blender(space: animio.Space) -> dict[str, object]:
    """Blender's axes and unit, for those that a clip defines."""
    facts = {"up": "+z", "forward": "-y"}
    wanted: dict[str, object] = {name: axis for name, axis in facts.items() if getattr(space, name) is not None}
    return wanted | ({"unit": 1.0} if space.metres_per_unit is not None else {})
