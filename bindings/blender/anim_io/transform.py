"""Channels of a node's transform as those of a bone or an object, curve by curve.

Everything here is exact: keys and handles are kept. A conversion that is not possible returns `None`, and `sampled.py` does it.
"""

import numpy as np
from numpy import ndarray as Array

from . import linear
from .arcs import straightened
from .clock import Clock
from .pieces import Gathered, Piece, constant
from .targets import Target

Components = list[Piece]


def location(node: Gathered, rest: Array, target: Target) -> Components | None:
    """The location of a target from translation and displacement; `rest` is that of the node, (3,)."""
    translation, displacement = node.components("translation"), node.components("displacement")
    pieces = [summed(translation.get(k, constant(rest[k])), displacement.get(k)) for k in range(3)]
    if any(piece is None for piece in pieces):
        return None
    matrix = (target.rest[:, :3] @ target.turn).T
    offset = -matrix @ target.rest[:, 3]
    return mapped(pieces, matrix * target.above, offset)


def scale(node: Gathered, rest: Array, target: Target) -> Components:
    """The scale of a target; `rest` is that of the node, (3,)."""
    driven, factor = node.components("scale"), target.above / target.own
    pieces = [driven.get(k, constant(rest[k])) for k in range(3)]
    found = mapped(pieces, np.abs(target.turn.T) * factor, np.zeros(3))
    assert found is not None, "axes are only exchanged"
    return found


def summed(piece: Piece, other: Piece | None) -> Piece | None:
    """The sum of two components if one of them is constant."""
    if other is None or other.is_constant:
        return piece.map(1.0, 0.0 if other is None else other.values[0])
    return other.map(1.0, piece.values[0]) if piece.is_constant else None


def mapped(pieces: Components, matrix: Array, offset: Array) -> Components | None:
    """A matrix (M, N) times N components, plus an offset (M,); `None` if curves with different keys would have to be added."""
    rows = []
    for row, added in zip(matrix, offset):
        used = [k for k in range(len(row)) if abs(row[k]) > 1e-9]
        moving = [k for k in used if not pieces[k].is_constant]
        if not moving:
            rows.append(constant(sum(row[k] * pieces[k].values[0] for k in used) + added))
            continue
        first = pieces[moving[0]]
        if not all(same_keys(first, pieces[k]) for k in moving[1:]):
            return None
        still = sum(row[k] * pieces[k].values[0] for k in used if k not in moving)
        values = sum(row[k] * pieces[k].values for k in moving)
        found = first.map(0.0).map(1.0, still + added + values)
        if first.handles is not None:
            handles = first.handles.copy()
            handles[..., 1] = sum(row[k] * pieces[k].handles[..., 1] for k in moving)
            found = Piece(found.times, found.values, found.eases, handles, found.wraps)
        rows.append(found)
    return rows


def same_keys(one: Piece, other: Piece) -> bool:
    """Whether the sum of two curves can have their keys."""
    if (one.handles is None) != (other.handles is None) or one.wraps != other.wraps:
        return False
    same = np.array_equal(one.times, other.times) and np.array_equal(one.eases, other.eases)
    return same and (one.handles is None or np.array_equal(one.handles[..., 0], other.handles[..., 0]))


def mode(node: Gathered, target: Target) -> str | None:
    """The rotation mode that keeps the curves of a node's rotation unchanged.

    Empty if nothing drives the rotation, `None` if no mode does.
    """
    kinds = {(channel.property, channel.order, axis_of(channel)) for channel in node.turns}
    if node.has("matrix") or len(kinds) > 1:
        return None
    if not kinds:
        return ""
    ((kind, order, axis),) = kinds
    if kind == "rotation":
        return "QUATERNION" if all(channel.width == 4 for channel in node.turns) else None
    if target.is_turned:
        return None
    if kind == "angle":
        return "AXIS_ANGLE" if np.count_nonzero(axis) > 1 else "XYZ"
    inverse = np.abs(target.turn).argmax(1)
    # Blender's names begin with the rotation that is applied first, which is the last factor.
    return "".join("XYZ"[inverse["xyz".index(letter)]] for letter in reversed(order))


def axis_of(channel: object) -> tuple[float, ...] | None:
    """The axis of a channel of angles, for comparison."""
    return None if channel.property != "angle" else tuple(float(x) for x in channel.axis)


def rotation(node: Gathered, rest: Array, target: Target, clock: Clock) -> Components | None:
    """The rotation of a target in its mode; `rest` is that of the node, a quaternion.

    The components are those of the mode: w x y z of a quaternion, the angles about X, Y and Z, or an angle and its axis.
    """
    own = mode(node, target)
    if own == "":
        return still_rotation(rest, target)
    if own != target.mode:
        return None
    kind = node.turns[-1].property
    if kind == "rotation":
        return quaternions(node, target, clock)
    if kind == "euler":
        return angles(node, rest, target)
    channel = node.turns[-1]
    axis = np.asarray(channel.axis, float)
    axis = target.turn.T @ axis / np.linalg.norm(axis)
    (angle,) = node.components("angle").values()
    if own == "AXIS_ANGLE":
        return [angle, *(constant(part) for part in axis)]
    return [angle.map(part) if abs(part) > 0.5 else constant(0) for part in axis]


def still_rotation(rest: Array, target: Target) -> Components:
    """The rotation of a node at rest."""
    turn = target.turn.T @ target.rest[:, :3].T @ linear.rotation_matrix(rest) @ target.turn
    return [constant(value) for value in in_mode(linear.quaternion(turn)[None], target.mode or "QUATERNION")[0]]


def quaternions(node: Gathered, target: Target, clock: Clock) -> Components | None:
    """The components of a quaternion, w first."""
    pieces = [node.components("rotation")[k] for k in range(4)]
    first = pieces[0]
    if any(channel.ease == "slerp" or "slerp" in channel.ease for channel in node.turns):
        channel = node.turns[-1]
        names = np.array([channel.ease] * len(first.times) if isinstance(channel.ease, str) else channel.ease)
        values = np.stack([piece.values for piece in pieces], 1)
        times, values, sources = straightened(first.times, values, names == "slerp", clock)
        pieces = [Piece(times, values[:, k], first.eases[sources], None, first.wraps) for k in range(4)]
    still = np.zeros(4)
    still[3] = 1.0
    rest = linear.left_factor(linear.conjugate(linear.quaternion(target.rest[:, :3])))
    turn = np.eye(4)
    turn[:3, :3] = target.turn.T
    matrix = (turn @ rest)[[3, 0, 1, 2]]
    return mapped(pieces, matrix, np.zeros(4))


def angles(node: Gathered, rest: Array, target: Target) -> Components:
    """The angles about the target's X, Y and Z."""
    order = node.turns[-1].order
    known = node.components("euler")
    still = in_mode(np.asarray(rest, float)[None], order[::-1].upper())[0]
    pieces = [known.get(k, constant(still[k])) for k in range(3)]
    found = mapped(pieces, target.turn.T, np.zeros(3))
    assert found is not None, "axes are only exchanged"
    return found


def in_mode(rotations: Array, kind: str) -> Array:
    """Quaternions x y z w (T, 4) as the components of a rotation mode."""
    from mathutils import Euler, Quaternion

    if kind == "QUATERNION":
        return rotations[:, [3, 0, 1, 2]]
    found, previous = [], Euler((0, 0, 0), "XYZ" if kind == "AXIS_ANGLE" else kind)
    for x, y, z, w in rotations:
        turn = Quaternion((w, x, y, z))
        if kind == "AXIS_ANGLE":
            axis, angle = turn.to_axis_angle()
            found.append((angle, *axis))
        else:
            previous = turn.to_euler(kind, previous)
            found.append(tuple(previous))
    return np.array(found)


