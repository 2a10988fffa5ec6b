"""Nodes that change their parents: a Child Of constraint for each parent, whose influence is 0 or 1."""

import bpy
import numpy as np

from . import tracks
from .clock import Clock
from .nodes import Nodes
from .pieces import Piece, Source
from .targets import Target


def constrain(nodes: Nodes, targets: list[Target]) -> None:
    """Gives each object that changes its parent a constraint for each parent that it has at any time."""
    for node, target in zip(nodes.shared, targets):
        if not target.is_loose:
            continue
        for parent in sorted(node.parents):
            made = target.owner.constraints.new("CHILD_OF")
            made.name = targets[parent].owner.name
            made.target = targets[parent].owner
            # Without this, Blender leaves the object where it was without the parent.
            made.set_inverse_pending = False
            made.influence = float(parent == node.parent)
            target.parents[id(targets[parent])] = made.name


def influences(clip: Source, index: int, targets: list[Target | None], clock: Clock) -> list[tracks.Track]:
    """The influence of each constraint of a node: 1 while the node has that parent, and the parent exists."""
    target, stated = targets[index], clip.nodes[index].parent
    driven = clip.gathered[index].components("parent").get(0)
    made = []
    for number, parent in enumerate(targets):
        name = target.parents.get(id(parent)) if parent else None
        if name is None:
            continue
        alive = clip.gathered[number].components("alive").get(0)
        times = np.unique(np.concatenate([[0.0], *(piece.times for piece in (driven, alive) if piece)]))
        held = np.full(len(times), stated == number) if driven is None else at(driven, times) == number
        if alive is not None:
            held &= at(alive, times) != 0
        piece = Piece(times, held.astype(float), np.zeros(len(times), np.int32))
        path = f'constraints["{bpy.utils.escape_identifier(name)}"].influence'
        made.append(tracks.of_piece(piece, clock, target.owner, path, 0))
    return made


def at(piece: Piece, times: np.ndarray) -> np.ndarray:
    """The values of a stepped curve at times."""
    return piece.values[(np.searchsorted(piece.times, times, side="right") - 1).clip(0)]
