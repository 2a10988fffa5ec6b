"""F-curves as an action: slots, layers and channel bags, or one action for each datablock before Blender 4.4."""

from itertools import groupby

import bpy
import numpy as np

from .clock import Clock
from .pieces import Source
from .tracks import Track

# The values of Blender's enumerations.
BEZIER, FREE, EASE_IN_OUT = 2, 0, 3


class Made:
    """The actions of a clip, one part for each datablock."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.actions: list[bpy.types.Action] = []
        self.played: dict[bpy.types.ID, tuple[bpy.types.Action, object]] = {}

    def play(self) -> None:
        """Assigns to every datablock its part."""
        for owner, (action, slot) in self.played.items():
            data = owner.animation_data_create()
            data.action = action
            if slot is not None:
                data.action_slot = slot


def make(clip: Source, all_tracks: list[Track], clock: Clock) -> Made:
    """An action with the F-curves of a clip, its frame range, and a marker for each event."""
    made = Made(clip.name)
    owners = list(dict.fromkeys(track.owner for track in all_tracks))
    by_owner = {owner: [track for track in all_tracks if track.owner == owner] for owner in owners}
    layered = hasattr(bpy.types.Action, "slots") or "slots" in bpy.types.Action.bl_rna.properties
    action = bag = None
    for owner, own in by_owner.items():
        slot = None
        if action is None or not layered:
            name = clip.name or "clip"
            action = bpy.data.actions.new(name if layered or len(owners) == 1 else f"{name} ({owner.name})")
            made.actions.append(action)
        if layered:
            strip = action.layers[0].strips[0] if action.layers else action.layers.new("Layer").strips.new(type="KEYFRAME")
            slot = action.slots.new(id_type=owner.id_type, name=owner.name)
            bag = strip.channelbag(slot, ensure=True)
        made.played[owner] = (action, slot)
        fill(bag if layered else action, own)
    for action in made.actions:
        finish(action, clip, clock, all(track.after for track in all_tracks))
    return made


def finish(action: bpy.types.Action, clip: Source, clock: Clock, repeats: bool) -> None:
    """The frame range, the markers, and a user so that the action is saved."""
    action.use_fake_user = True
    action.use_frame_range = True
    action.frame_start, action.frame_end = (float(frame) for frame in clock.frames(np.array([0.0, clip.duration])))
    action.use_cyclic = repeats
    for event in clip.events:
        action.pose_markers.new(event.name).frame = round(float(clock.frames(np.array(event.time))))


def fill(holder: object, own: list[Track]) -> None:
    """Writes F-curves into a channel bag or an action."""
    groups: dict[str, object] = {}
    for name, of_group in groupby(own, key=lambda track: track.group):
        for track in of_group:
            curve = holder.fcurves.new(track.path, index=track.index)
            if name and name not in groups:
                groups[name] = holder.groups.new(name)
            if name:
                curve.group = groups[name]
            write(curve, track)


def write(curve: bpy.types.FCurve, track: Track) -> None:
    """Writes the keys of an F-curve, all at once."""
    count = len(track.frames)
    points = curve.keyframe_points
    points.add(count)
    places = np.empty((count, 2), np.float32)
    places[:, 0], places[:, 1] = track.frames, track.values
    points.foreach_set("co", places.ravel())
    points.foreach_set("interpolation", np.ascontiguousarray(track.eases, np.int32))
    if track.handles is not None:
        points.foreach_set("handle_left", track.handles[:, 0].astype(np.float32).ravel())
        points.foreach_set("handle_right", track.handles[:, 1].astype(np.float32).ravel())
        for side in ("handle_left_type", "handle_right_type"):
            points.foreach_set(side, np.full(count, FREE, np.int32))
    if track.eases.max() > BEZIER:
        points.foreach_set("easing", np.full(count, EASE_IN_OUT, np.int32))
    if track.before or track.after:
        cycles = curve.modifiers.new("CYCLES")
        cycles.mode_before, cycles.mode_after = track.before or "NONE", track.after or "NONE"
    curve.update()
