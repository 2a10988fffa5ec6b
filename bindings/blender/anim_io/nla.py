"""Clips as NLA strips, on one track after the other."""

import animio
import numpy as np


def in_order(names: list[str], graph: animio.Graph | None) -> list[int]:
    """The indices of clips of these names in the order in which a state machine plays them.

    The order follows the edges from the start of the machine: first the state that a key plays, then the next key. Then it continues
    at the next state of the file that was not reached. Clips without a state come last, in the order of the file.
    """
    if graph is None:
        return list(range(len(names)))
    nodes, groups = graph.nodes, graph.groups
    ahead: list[list[int]] = [[] for _ in nodes]
    for edge in sorted(graph.edges, key=lambda edge: (edge.kind == "transition", not edge.active)):
        ahead[edge.source].append(edge.target)
    places: dict[str, int] = {}
    seen = set()
    for first in sorted(range(len(nodes)), key=lambda index: not nodes[index].start):
        waiting = [first]
        while waiting:
            index = waiting.pop()
            if index not in seen:
                seen.add(index)
                node = nodes[index]
                for clip in (None if node.group is None else groups[node.group].clip, node.clip):
                    if clip is not None:
                        places.setdefault(clip, len(places))
                waiting += reversed(ahead[index])
    return sorted(range(len(names)), key=lambda index: places.get(names[index], len(places)))


def lay(made: list, graph: animio.Graph | None, begin: float | None = None) -> float:
    """Puts the clips of a file one after the other in playing order, each on its own track of everything that it moves.

    Returns the frame at which the last one ends. The first one begins at the frame `begin`, or at its own first frame. A track has
    the name of its clip, such as that of a state. A clip that repeats lasts as long as its action.
    """
    order = in_order([clip.name for _, clip, _ in made], graph)
    for clip_made, clip, at in (made[index] for index in order):
        start, end = at.frames(np.array([0.0, clip.duration]))
        begin = start if begin is None else begin
        for owner, (action, slot) in clip_made.played.items():
            data = owner.animation_data_create()
            track = data.nla_tracks.new()
            track.name = clip.name
            strip = track.strips.new(clip.name, round(begin), action)
            # A strip may begin between two frames.
            strip.frame_start_ui = begin
            if slot is not None:
                strip.action_slot = slot
            strip.extrapolation = "NOTHING"
            data.action = None
        begin += max(end - start, 1.0)
    return begin or 0.0
