"""What becomes clips: the actions of objects and of their shape keys."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, floor

import bpy

from . import curves

# The ends of data paths that an export reads. The effect of constraints is in the matrices.
WRITTEN = (
    "location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle", "rotation_mode", "scale", "hide_render",
    "hide_viewport", "influence", "value",
)  # fmt: skip
# Actions that end this close to a frame, in frames, end there: single precision places no key more exactly near frame 10,000.
SLACK = 1e-3
# An action, and one of its slots, which it has since Blender 4.4.
Part = tuple[bpy.types.Action | None, object | None]


@dataclass
class Take:
    """The motion of a clip."""

    name: str
    """The name of its first action; that of the active object if there is none."""
    actions: list[bpy.types.Action]
    """The actions that it plays."""
    start: int
    """The first frame."""
    end: int
    """The last frame."""
    parts: dict[bpy.types.ID, Part]
    """What each owner plays instead of its own action."""


def owners_of(members: list[bpy.types.Object]) -> list[bpy.types.ID]:
    """Objects and their shape keys: whatever has an action of its own."""
    keys = (getattr(member.data, "shape_keys", None) for member in members)
    return list(dict.fromkeys([*members, *filter(None, keys)]))


def current(owners: list[bpy.types.ID], name: str, scene: bpy.types.Scene) -> Take:
    """What the owners play, from the first to the last frame of all their actions; of the scene if they have none."""
    moved = [owner.animation_data for owner in owners if curves.played(owner)]
    actions = list(dict.fromkeys(data.action for data in moved))
    if not actions:
        return Take(name, [], scene.frame_start, scene.frame_end, {})
    return Take(actions[0].name, actions, *frames([span(data) for data in moved]), {})


def span(data: bpy.types.AnimData) -> tuple[float, float]:
    """The first and the last frame of an action that is played: those of its strip while Blender shows it there to be edited."""
    track = data.nla_tracks.active if data.use_tweak_mode and data.use_nla else None
    strips = [strip for strip in (track.strips if track else ()) if strip.action == data.action]
    if not strips:
        return tuple(data.action.frame_range)
    # An active strip is one on which the user has clicked.
    strip = max(strips, key=lambda strip: (strip.active, strip.select))
    return strip.frame_start, strip.frame_end


def each(owners: list[bpy.types.ID]) -> list[Take]:
    """Every action with a part for one of the owners. The others play nothing."""
    none: dict[bpy.types.ID, Part] = {owner: (None, None) for owner in owners if owner.animation_data}
    found = []
    for action in bpy.data.actions:
        parts = {owner: own for owner in owners if (own := part(action, owner))}
        if parts:
            found.append(Take(action.name, [action], *frames([tuple(action.frame_range)]), none | parts))
    return found


def part(action: bpy.types.Action, owner: bpy.types.ID) -> Part | None:
    """The part of an action for an owner: the slot that it uses, the one with its name, or an unused one that moves its bones or shape
    keys.

    Before Blender 4.4 an action has only one part.
    """
    own = playing(owner)
    if own and own[0] == action and (own[1] or not curves.is_layered(action)):
        return own
    if not curves.is_layered(action):
        return (action, None) if moves(curves.of_action(action), owner) else None
    slots = [slot for slot in action.slots if slot.target_id_type == owner.id_type]
    named = [slot for slot in slots if slot.name_display == owner.name or owner in slot.users()]
    others = bpy.data.objects if owner.id_type == "OBJECT" else bpy.data.shape_keys
    left = [slot for slot in slots if slot.name_display not in others and not slot.users()]
    slot = next((slot for slot in named + left if slot in named or moves(curves.of_part(action, slot), owner)), None)
    return slot and (action, slot)


def moves(found: list[bpy.types.FCurve], owner: bpy.types.ID) -> bool:
    """Whether any of the F-curves belongs to a bone or a shape key of the owner."""
    paths = [curve.data_path for curve in found]
    if isinstance(owner, bpy.types.Key):
        return any(path.startswith("key_blocks") and curves.entry(path)[0] in owner.key_blocks for path in paths)
    bones = owner.pose.bones if owner.pose else ()
    return any(path.startswith("pose") and curves.entry(path)[0] in bones for path in paths)


def frames(spans: list[tuple[float, float]]) -> tuple[int, int]:
    """The whole frames of all spans, which may begin and end between two."""
    starts, ends = zip(*spans)
    start = floor(min(starts) + SLACK)
    return start, max(ceil(max(ends) - SLACK), start)


def markers(take: Take) -> list[tuple[int, str]]:
    """The frames and names of the markers of the actions of a clip. Several may have the same frame and name."""
    found: Counter[tuple[int, str]] = Counter()
    for action in take.actions:
        found |= Counter((marker.frame, marker.name) for marker in action.pose_markers)
    return sorted(found.elements(), key=lambda marker: marker[0])


def unwritten(takes: list[Take], members: list[bpy.types.Object]) -> list[tuple[str, str]]:
    """What an export does not read of the actions, and of those of objects' data, such as lights: bones, shape keys or data (empty for
    none) and their data paths."""
    actions = dict.fromkeys(action for take in takes for action in take.actions)
    paths = dict.fromkeys(curve.data_path for action in actions for curve in curves.of_action(action))
    found = [curves.entry(path) for path in paths if not path.endswith(WRITTEN)]
    others = dict.fromkeys(member.data for member in members if member.data and playing(member.data))
    for data in others:
        own = [] if data.animation_data.action in actions else curves.played(data)
        # Objects that follow a curve move with its time.
        found += [(data.name, curve.data_path) for curve in own if curve.data_path != "eval_time"]
    return list(dict.fromkeys(found))


def playing(owner: bpy.types.ID) -> Part | None:
    """What an owner plays; `None` if nothing ever animated it."""
    data = owner.animation_data
    return data and (data.action, getattr(data, "action_slot", None))


def play(owner: bpy.types.ID, own: Part | None) -> None:
    """Lets an owner play a part of an action, or takes its animation away."""
    if own is None:
        owner.animation_data_clear()
        return
    data = owner.animation_data_create()
    data.action = own[0]
    if own[0] and hasattr(data, "action_slot"):
        # Blender has chosen a slot by its name.
        data.action_slot = own[1]


@contextmanager
def exchanged(parts: dict[bpy.types.ID, Part]) -> Iterator[None]:
    """Lets owners play other parts of actions in the meantime, and no NLA strips, of which none is edited then."""
    edited = [owner.animation_data for owner in parts if owner.animation_data and owner.animation_data.use_tweak_mode]
    for data in edited:
        data.use_tweak_mode = False
    before = {owner: playing(owner) for owner in parts}
    mixed = [owner.animation_data for owner, own in before.items() if own and owner.animation_data.use_nla]
    try:
        for owner, own in parts.items():
            play(owner, own)
            owner.animation_data.use_nla = False
        yield
    finally:
        for owner, own in before.items():
            play(owner, own)
        for data in mixed:
            data.use_nla = True
        for data in edited:
            data.use_tweak_mode = True
