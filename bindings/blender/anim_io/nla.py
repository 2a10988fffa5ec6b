"""Clips as strips of the NLA, on one track after the other."""

import numpy as np


def lay(made: list) -> float:
    """Lays the clips of a file one after the other, each on its own track of everything that it moves.

    Gives the frame at which the last one ends. A track has the name of its clip, such as a state of a state machine. What repeats
    lasts as its action does.
    """
    begin: float | None = None
    for clip_made, clip, at in made:
        start, end = at.frames(np.array([0.0, clip.duration]))
        begin = start if begin is None else begin
        for owner, (action, slot) in clip_made.played.items():
            data = owner.animation_data_create()
            track = data.nla_tracks.new()
            track.name = clip.name
            strip = track.strips.new(clip.name, round(begin), action)
            if slot is not None:
                strip.action_slot = slot
            strip.extrapolation = "NOTHING"
            data.action = None
        begin += max(end - start, 1.0)
    return begin or 0.0
