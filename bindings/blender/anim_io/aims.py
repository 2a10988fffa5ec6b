"""Lights that shine in a direction, and cameras that look at a point: both along their own -Z, with +Y up."""

import numpy as np
from numpy import ndarray as Array

from . import linear
from .clock import Clock
from .pieces import Gathered, Piece, Source, kind
from .transform import in_mode

UP = np.array([0.0, 0.0, 1.0])


def rotation(clip: Source, index: int, clock: Clock, mode: str) -> list[Piece] | None:
    """The rotation of a light or a camera in a mode; `None` if the node is neither, or has its own rotation."""
    node = clip.gathered[index]
    if node.turns or node.has("matrix") or not node.has("direction", "reference"):
        return None
    steps = all(set([channel.ease] if isinstance(channel.ease, str) else channel.ease) == {"step"} for channel in node.channels)
    times = np.unique(np.concatenate([[0.0], *(np.asarray(channel.times, float) for channel in node.channels)]))
    if not steps:
        times = np.unique(np.concatenate([times, clock.whole_between(0.0, clip.duration)]))
    roll = values(node, "roll", times, 1, np.zeros(1))[:, 0]
    if node.has("direction"):
        towards = values(node, "direction", times, 3, np.zeros(3))
    else:
        eye = values(node, "translation", times, 3, np.asarray(clip.nodes[index].rest_translation))
        towards = values(node, "reference", times, 3, np.zeros(3)) - eye
    turns = linear.continuous(linear.quaternion(looking(towards, roll)))
    eases = np.full(len(times), 0 if steps else 1, np.int32)
    return [Piece(times, column, eases) for column in in_mode(turns, mode).T]


def values(node: Gathered, name: str, times: Array, width: int, rest: Array) -> Array:
    """A property at times, (T, width)."""
    found = np.tile(np.asarray(rest, float), (len(times), 1))
    for channel in node.channels:
        if kind(channel) == name:
            part = np.asarray(channel.sample(times)).reshape(len(times), -1)
            found[:, channel.component : channel.component + part.shape[1]] = part
    return found[:, :width]


def looking(towards: Array, roll: Array) -> Array:
    """Rotations (T, 3, 3) whose -Z points along `towards`, rolled about it by angles in radians."""
    length = np.linalg.norm(towards, axis=1, keepdims=True)
    back = np.where(length > 1e-12, -towards / np.maximum(length, 1e-12), UP)
    side = np.cross(UP, back)
    # For a view straight up or down, +X is to the right.
    width = np.linalg.norm(side, axis=1, keepdims=True)
    side = np.where(width > 1e-6, side / np.maximum(width, 1e-12), (1.0, 0.0, 0.0))
    above = np.cross(back, side)
    cosine, sine = np.cos(roll)[:, None], np.sin(roll)[:, None]
    return np.stack([cosine * side + sine * above, cosine * above - sine * side, back], -1)
