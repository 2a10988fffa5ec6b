"""The F-curves of actions, which have slots and layers since Blender 4.4."""

import re

import bpy

# A data path of a bone or of a shape key: the name, and the rest.
ENTRY = re.compile(r'(?:pose\.bones|key_blocks)\["((?:[^"\\]|\\.)*)"\]\.?(.+)')


def of_action(action: bpy.types.Action) -> list[bpy.types.FCurve]:
    """All F-curves of an action."""
    return [curve for bag in bags(action) for curve in bag.fcurves]


def of_part(action: bpy.types.Action | None, slot: object | None) -> list[bpy.types.FCurve]:
    """The F-curves of a slot; before Blender 4.4 those of the action."""
    if action is None:
        return []
    return [curve for bag in bags(action) if not is_layered(action) or bag.slot == slot for curve in bag.fcurves]


def played(owner: bpy.types.ID) -> list[bpy.types.FCurve]:
    """The F-curves that an object or its shape keys play."""
    data = owner.animation_data
    return of_part(data.action, getattr(data, "action_slot", None)) if data else []


def bags(action: bpy.types.Action) -> list[object]:
    """What has the F-curves of an action: the bags of its strips, or itself."""
    if not is_layered(action):
        return [action]
    return [bag for layer in action.layers for strip in layer.strips for bag in strip.channelbags]


def is_layered(action: bpy.types.Action) -> bool:
    """Whether the action has slots and layers."""
    return hasattr(action, "slots")


def entry(path: str) -> tuple[str, str]:
    """A data path as the name of the bone or shape key to which it belongs, or nothing, and the rest."""
    found = ENTRY.fullmatch(path)
    return (bpy.utils.unescape_identifier(found[1]), found[2]) if found else ("", path)
