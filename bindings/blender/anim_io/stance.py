"""The rest pose of the figure of a clip."""

import numpy as np
from numpy import ndarray as Array

from . import linear
from .pieces import Source


def local(clip: Source) -> Array:
    """The local matrix of each node at rest, (N, 3, 4).

    Some formats have no rest pose, so that all joints coincide. Their joints rest at their positions in the first pose, with the
    rotations of the rest pose, to which curves of angles are relative.
    """
    rest = rests(clip)
    children = [node.parent is not None for node in clip.nodes]
    if any(children) and not np.abs(rest[children, :, 3]).max() > 0:
        rest[..., 3] = clip.clip.local([0.0])[0, :, :, 3]
    return rest


def rests(clip: Source) -> Array:
    """The local matrices that the file states for the rest pose, (N, 3, 4)."""
    parts = [(node.rest_translation, node.rest_rotation, node.rest_scale) for node in clip.nodes]
    if not parts:
        return np.zeros((0, 3, 4))
    return linear.composed(*(np.array(part, float) for part in zip(*parts)))


def world(clip: Source, local_matrices: Array) -> Array:
    """The world matrices of all nodes, (N, 3, 4)."""
    found = local_matrices.copy()
    for index in parents_first(clip):
        parent = clip.nodes[index].parent
        if parent is not None:
            found[index] = linear.product(found[parent], local_matrices[index])
    return found


def parents_first(clip: Source) -> list[int]:
    """All nodes, each after its parent. Nodes of a cycle come last."""
    order, ready = [], set()
    waiting = list(range(len(clip.nodes)))
    while waiting:
        now = [index for index in waiting if clip.nodes[index].parent in ready | {None}]
        order += now or waiting
        ready.update(now or waiting)
        waiting = [index for index in waiting if index not in ready]
    return order
