"""A new armature: heads at the joints, tails as nearly towards the children as the axes of the nodes allow."""

from collections.abc import Iterable

import bpy
import numpy as np
from mathutils import Matrix
from numpy import ndarray as Array

from . import linear
from .nodes import Nodes, Shared
from .targets import AXIS, SCALE, TURNS, Target, nearest_axis

# The length of a bone without a child, relative to that of its parent; the length of all bones in metres if all joints coincide.
LEAF, LONE = 0.5, 0.1
# A bone points to the centre of its children if that is at least this far away, relative to their mean distance.
MIDDLE = 0.5
# Shorter bones vanish in Blender.
SHORTEST = 1e-4


def build(context: bpy.types.Context, name: str, nodes: Nodes, chosen: list[bool]) -> list[Target | None]:
    """Makes an armature with a bone for each chosen node, and returns the targets of the nodes."""
    data = bpy.data.armatures.new(name)
    rig = bpy.data.objects.new(name, data)
    context.collection.objects.link(rig)
    activate(context, rig)
    targets: list[Target | None] = []
    places: list[Array] = []
    names: list[str] = []
    lengths: list[float] = []
    bpy.ops.object.mode_set(mode="EDIT")
    for node, is_bone in zip(nodes.shared, chosen):
        above = targets[node.parent] if node.parent is not None else None
        target = Target(rig, is_bone=True, above=above.own if above else 1.0)
        turn, scale = rigid(node.local)
        target.own = target.above * scale
        target.rest = np.concatenate([turn, node.local[:, 3:] * target.above], 1)
        place = linear.product(places[node.parent], target.rest) if above else target.rest
        target.turn, length = shape(nodes, node, target, lengths[node.parent] if above else 0.0)
        if is_bone:
            bone = data.edit_bones.new(node.name)
            bone.length = 1.0
            bone.matrix = matrix(linear.product(place, np.pad(target.turn, ((0, 0), (0, 1)))))
            bone.length = length
            if above:
                bone.parent = data.edit_bones[names[node.parent]]
            target.group = bone.name
        names.append(target.group)
        places.append(place)
        lengths.append(length)
        targets.append(target if is_bone else None)
    bpy.ops.object.mode_set(mode="OBJECT")
    for target in filter(None, targets):
        target.prefix = f'pose.bones["{bpy.utils.escape_identifier(target.group)}"].'
        if target.own != 1:
            data.bones[target.group][SCALE] = target.own
        data.bones[target.group][AXIS] = next(axis for axis, turn in TURNS.items() if turn is target.turn)
    return targets


def activate(context: bpy.types.Context, active: bpy.types.Object, others: Iterable[bpy.types.Object] = ()) -> None:
    """Makes an object the active one, and selects it and others alone."""
    if context.view_layer.objects.active and context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for other in context.view_layer.objects:
        other.select_set(False)
    context.view_layer.objects.active = active
    for each in (active, *others):
        each.select_set(True)


def rigid(local: Array) -> tuple[Array, float]:
    """The rotation of a rest pose, and its scale if that is the same along all axes, else 1."""
    parts = linear.decompose(local[None])
    scale = parts.scale[0]
    even = scale.min() > 0 and scale.max() - scale.min() <= 1e-6 * scale.max()
    return linear.rotation_matrix(parts.rotation[0]), float(scale.mean()) if even else 1.0


def shape(nodes: Nodes, node: Shared, target: Target, above: float) -> tuple[Array, float]:
    """The rotation of a bone in its node, and its length; `above` is the length of the parent."""
    offsets = {child: nodes.shared[child].local[:, 3] * target.own for child in node.children}
    offsets = {child: offset for child, offset in offsets.items() if np.linalg.norm(offset) > SHORTEST}
    if offsets:
        lengths = [np.linalg.norm(offset) for offset in offsets.values()]
        direction, length = np.mean(list(offsets.values()), 0), float(np.mean(lengths))
        if np.linalg.norm(direction) < MIDDLE * length:
            # Children on all sides, as for hips: the one with the most nodes below it is the spine.
            direction = offsets[max(offsets, key=lambda child: below(nodes, child))]
            length = float(np.linalg.norm(direction))
    else:
        # A bone without children continues in the direction from its parent.
        direction = target.rest[:, :3].T @ target.rest[:, 3] if node.parent is not None else np.zeros(3)
        length = above * LEAF
    length = length if length > SHORTEST else LONE
    return TURNS[nearest_axis(direction)], length


def below(nodes: Nodes, index: int) -> int:
    """The number of nodes below a node, including itself."""
    waiting, count = [index], 0
    while waiting:
        waiting += nodes.shared[waiting.pop()].children
        count += 1
    return count


def matrix(rows: Array) -> Matrix:
    """A Blender matrix from (3, 4)."""
    return Matrix([*rows.tolist(), (0, 0, 0, 1)])
