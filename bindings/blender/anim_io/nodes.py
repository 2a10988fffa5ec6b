"""The nodes that the clips of a file share."""

from dataclasses import dataclass, field

import animio
import numpy as np
from numpy import ndarray as Array

from . import stance
from .pieces import Source, kind

# Properties that only objects have in Blender.
OBJECT_ONLY = ("visible", "color", "weight", "direction", "reference", "alive", "parent")
# Properties that change the parent of a node.
LOOSE = ("alive", "parent")


@dataclass
class Shared:
    """A node of one or more clips."""

    name: str
    parent: int | None
    local: Array
    """The rest matrix, (3, 4)."""
    node: animio.Node
    driven: dict[str, int] = field(default_factory=dict)
    """The properties that any clip drives, and their number of components."""
    children: list[int] = field(default_factory=list)
    parents: set[int] = field(default_factory=set)
    """The parents that it has at any time."""


@dataclass
class Nodes:
    """All nodes, parents first, and for each clip the index of each of its nodes."""

    shared: list[Shared]
    of_clips: list[list[int]]

    @property
    def is_loose(self) -> bool:
        """Whether any node changes its parent, or has one that vanishes at times."""
        return any(name in node.driven for node in self.shared for name in LOOSE)

    def changes_parent(self, node: Shared) -> bool:
        """Whether the node sometimes has another parent, or none."""
        above = node.parent is not None and "alive" in self.shared[node.parent].driven
        return "parent" in node.driven or above


def are_same(a: Nodes, b: Nodes) -> bool:
    """Whether nodes have the same names, parents and rest poses."""
    if [(node.name, node.parent) for node in a.shared] != [(node.name, node.parent) for node in b.shared]:
        return False
    size = max((np.abs(node.local[:, 3]).max() for node in a.shared), default=0.0)
    return all(np.abs(one.local - other.local).max() <= 1e-6 * max(size, 1.0) for one, other in zip(a.shared, b.shared))


def gather(clips: list[Source]) -> Nodes:
    """The nodes of all clips. Nodes of different clips are the same if their names and those of all their parents are."""
    known: dict[tuple, int] = {}
    shared: list[Shared] = []
    of_clips = []
    for clip in clips:
        local, numbers, used = stance.local(clip), [0] * len(clip.nodes), set()
        for index in stance.parents_first(clip):
            node = clip.nodes[index]
            parent = None if node.parent is None or node.parent == index else numbers[node.parent]
            twin = 0
            while (parent, node.name, twin) in used:
                twin += 1
            key = (parent, node.name, twin)
            used.add(key)
            if key not in known:
                known[key] = len(shared)
                shared.append(Shared(node.name or "node", parent, local[index], node))
                shared[-1].parents |= set() if parent is None else {parent}
                if parent is not None:
                    shared[parent].children.append(known[key])
            numbers[index] = known[key]
        for number, gathered in zip(numbers, clip.gathered):
            for value in gathered.components("parent")[0].values if gathered.has("parent") else ():
                if 0 <= value < len(numbers):
                    shared[number].parents.add(numbers[int(value)])
            for channel in gathered.channels:
                width = channel.component + np.asarray(channel.values).shape[1]
                driven = shared[number].driven
                driven[kind(channel)] = max(width, driven.get(kind(channel), 0))
        of_clips.append(numbers)
    return Nodes(shared, of_clips)
