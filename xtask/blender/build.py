"""Objects, keys and actions made by hand, and the exports of them."""

from pathlib import Path

import animio
import bpy
import numpy as np
import scene

# Visibility in animio, and in an STF.
SHOWN = ("visible", "enabled")


def item(name: str, parent: bpy.types.Object | None = None, data: bpy.types.ID | None = None) -> bpy.types.Object:
    """A new object."""
    made = bpy.data.objects.new(name, data)
    made.parent = parent
    bpy.context.collection.objects.link(made)
    return made


def face(name: str, *shapes: str) -> bpy.types.Object:
    """A new triangle with shape keys, of which the first is the basis."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    made = item(name, data=mesh)
    for shape in ("Basis", *shapes):
        # Blender 5 would make them integers.
        made.shape_key_add(name=shape).value = 0.0
    return made


def key(owner: object, path: str, index: int, values: dict[float, float]) -> None:
    """Keys of a component of a property by frame, with straight lines between them; the property has its value before."""
    before = value(owner, path, index)
    # A key inserted into a single number has no index.
    part = index if hasattr(getattr(owner, path), "__len__") else -1
    for frame, number in values.items():
        put(owner, path, index, number)
        owner.keyframe_insert(path, index=part, frame=frame)
    put(owner, path, index, before)
    for curve in curves(owner.id_data):
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"


def value(owner: object, path: str, index: int) -> float:
    """A component of a property, or its only number."""
    found = getattr(owner, path)
    return found[index] if hasattr(found, "__len__") else found


def put(owner: object, path: str, index: int, number: float) -> None:
    """Sets a component of a property, or its only number."""
    if hasattr(getattr(owner, path), "__len__"):
        getattr(owner, path)[index] = number
    else:
        setattr(owner, path, type(getattr(owner, path))(number))


def curves(owner: bpy.types.ID) -> list[bpy.types.FCurve]:
    """The F-curves that a datablock plays."""
    data = owner.animation_data
    if not hasattr(data.action, "slots"):
        return list(data.action.fcurves)
    return list(data.action.layers[0].strips[0].channelbag(data.action_slot).fcurves)


def put_away(owner: bpy.types.ID, name: str) -> bpy.types.Action:
    """Names the action that a datablock plays, which then plays none."""
    action = owner.animation_data.action
    action.name, action.use_fake_user = name, True
    owner.animation_data.action = None
    return action


def export(path: Path, active: bpy.types.Object, **options: object) -> None:
    """Exports an object as STF or BVH."""
    bpy.context.view_layer.objects.active = active
    for each in bpy.context.view_layer.objects:
        each.select_set(each == active)
    assert getattr(bpy.ops.export_anim, f"io_{path.suffix[1:]}")(filepath=str(path), **options) == {"FINISHED"}


def exported(path: Path, active: bpy.types.Object, **options: object) -> list[animio.Clip]:
    """The clips of an STF or BVH of an object, in Blender's axes."""
    export(path, active, **options)
    return scene.clips(path.suffix[1:], path)


def told() -> list[str]:
    """The lines of the report after that about the file."""
    return [line.body for line in bpy.data.texts["Animation report"].lines if line.body][1:]


def shown(moved: bpy.types.Object, bone: str = "") -> np.ndarray:
    """The matrix of an object, or of one of its bones, in the world of the current frame, (3, 4)."""
    seen = moved.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return np.array(seen.matrix_world @ seen.pose.bones[bone].matrix if bone else seen.matrix_world)[:3]


def differs(clip: animio.Clip, frames: list[int], moved: bpy.types.Object, bone: str = "") -> float:
    """The largest difference between a clip, which begins at the first of the frames, and what Blender shows in them."""
    worst, node = 0.0, clip.node(bone or moved.name)
    for frame in frames:
        scene.go_to(frame)
        worst = max(worst, np.abs(clip.world((frame - frames[0]) / 24)[node] - shown(moved, bone)).max())
    return float(worst)
