"""The contents of F-curves: keys in frames, for a property of a datablock."""

from dataclasses import dataclass

import bpy
import numpy as np
from numpy import ndarray as Array

from .clock import Clock
from .jumps import separated
from .pieces import Piece

# The modes of the cycles modifier, by the wraps of animio.
CYCLES = {"repeat": "REPEAT", "ping-pong": "MIRROR", "repeat-with-offset": "REPEAT_OFFSET"}


@dataclass
class Track:
    """The data of an F-curve to be made."""

    owner: bpy.types.ID
    path: str
    index: int
    frames: Array
    """(K,)."""
    values: Array
    """(K,)."""
    eases: Array
    """Blender's value of the interpolation after each key, (K,)."""
    handles: Array | None = None
    """(K, 2, 2): the positions of the left and the right handle, frame and value."""
    before: str | None = None
    """The mode of the cycles modifier before the first key."""
    after: str | None = None
    group: str = ""


def of_piece(piece: Piece, clock: Clock, owner: bpy.types.ID, path: str, index: int, group: str = "") -> Track:
    """The F-curve of a component."""
    piece = separated(piece, clock)
    frames, handles = clock.frames(piece.times), None
    if piece.handles is not None and (piece.eases == 2).any():
        handles = piece.handles * (clock.rate, 1.0)
        handles += np.stack([frames, piece.values], 1)[:, None, :]
    before, after = (CYCLES.get(wrap) if len(frames) > 1 else None for wrap in piece.wraps)
    return Track(owner, path, index, frames, piece.values, piece.eases, handles, before, after, group)


def repaired(track: Track) -> bool:
    """Gives keys that are not finite in single precision the previous value, and flattens such handles; returns whether there are any."""
    broken = ~fits(track.values)
    loose = np.zeros((len(broken), 2), bool) if track.handles is None else ~fits(track.handles).all(2) | broken[:, None]
    if not broken.any() and not loose.any():
        return False
    last = np.maximum.accumulate(np.where(broken, -1, np.arange(len(broken))))
    track.values = np.where(last < 0, 0.0, track.values[last.clip(0)])
    track.values[~fits(track.values)] = 0.0
    if track.handles is not None:
        keys = np.stack([track.frames, track.values], 1)
        track.handles = np.where(loose[..., None], keys[:, None], track.handles)
    return True


def fits(numbers: Array) -> Array:
    """Whether Blender can hold each number: its curves are in single precision."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.isfinite(np.asarray(numbers).astype(np.float32))
