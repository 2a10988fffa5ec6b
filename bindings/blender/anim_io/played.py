"""The actions that objects play."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import bpy

# The ends of data paths that an export reads. The effect of constraints is in the matrices.
WRITTEN = (
    "location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle", "scale", "hide_render", "hide_viewport",
    "influence", "value",
)  # fmt: skip
BONE = re.compile(r'pose\.bones\["((?:[^"\\]|\\.)*)"\]\.?(.+)')


def active(members: list[bpy.types.Object]) -> bpy.types.Action | None:
    """The action of the first object that has one."""
    found = (member.animation_data.action for member in members if member.animation_data)
    return next((action for action in found if action), None)


def all_of(members: list[bpy.types.Object]) -> list[bpy.types.Action]:
    """Every action with a part for one of the objects."""
    return [action for action in bpy.data.actions if any(part(action, member) is not None for member in members)]


def part(action: bpy.types.Action, member: bpy.types.Object) -> object | None:
    """The slot of an object in an action: the one with its name, or the one that it uses. Before Blender 4.4, the action."""
    if not hasattr(action, "slots"):
        curves = [curve.data_path for curve in action.fcurves]
        bones = member.pose.bones if member.type == "ARMATURE" else ()
        moved = any(of_bone(curve)[0] in bones for curve in curves)
        return action if moved or member.animation_data and member.animation_data.action == action else None
    data = member.animation_data
    if data and data.action == action:
        return data.action_slot
    for slot in action.slots:
        if slot.target_id_type == "OBJECT" and (slot.name_display == member.name or member in slot.users()):
            return slot
    return None


def frames(action: bpy.types.Action | None, scene: bpy.types.Scene) -> tuple[int, int]:
    """The first and the last frame: of the action, or of the scene if there is none."""
    if action is None:
        return scene.frame_start, scene.frame_end
    start, end = action.frame_range
    return round(start), max(round(end), round(start))


def unwritten(actions: list[bpy.types.Action | None], members: list[bpy.types.Object]) -> list[tuple[str, str]]:
    """What an export does not read of these actions and of those that the objects play: bones (empty for none) and their data paths."""
    own = [data.action for data in map(animated, members) if data]
    bags: list[object] = []
    for action in dict.fromkeys(filter(None, actions + own)):
        layers = getattr(action, "layers", None)
        bags += [action] if layers is None else [bag for layer in layers for strip in layer.strips for bag in strip.channelbags]
    paths = dict.fromkeys(curve.data_path for bag in bags for curve in bag.fcurves)
    return [of_bone(path) for path in paths if not path.endswith(WRITTEN)]


def of_bone(path: str) -> tuple[str, str]:
    """A data path as the name of the bone to which it belongs, and the rest."""
    found = BONE.fullmatch(path)
    return (bpy.utils.unescape_identifier(found[1]), found[2]) if found else ("", path)


@contextmanager
def playing(action: bpy.types.Action | None, members: list[bpy.types.Object]) -> Iterator[None]:
    """Lets objects play an action in the meantime; without one, their current animation."""
    before = [(data, data.action, getattr(data, "action_slot", None)) for data in map(animated, members) if data]
    for member in members if action else ():
        slot = part(action, member)
        if slot is not None:
            data = member.animation_data_create()
            data.action = action
            if slot != action:
                data.action_slot = slot
    try:
        yield
    finally:
        for data, kept, slot in before if action else ():
            data.action = kept
            if slot is not None:
                data.action_slot = slot


def animated(member: bpy.types.Object) -> bpy.types.AnimData | None:
    """The animation data of an object."""
    return member.animation_data
