"""Jumps: two keys at the same time in files, which Blender needs at different frames."""

from dataclasses import replace

import numpy as np

from .clock import Clock
from .pieces import Piece

# The distance of the keys of a jump, in frames: Blender merges keys that are nearer than a hundredth.
GAP = 2.0**-6
# Blender's values of interpolations.
STEP, LINEAR, BEZIER, SINE = 0, 1, 2, 12


def separated(piece: Piece, clock: Clock) -> Piece:
    """The same curve with the first key of each jump a little earlier, on the curve that ends there.

    If a curve jumps at its repetition, its first value replaces its last one at the end of the period, where Blender would show
    the last one.
    """
    piece = closed(piece) if "repeat" in piece.wraps else piece
    frames = clock.frames(piece.times)
    early = np.flatnonzero(np.diff(frames) < GAP)
    for key in early[::-1]:
        piece = earlier(piece, key, piece.times[key + 1] - GAP / clock.rate, clock)
    return piece


def closed(piece: Piece) -> Piece:
    """A repeating curve whose last value equals its first."""
    if len(piece.times) < 2 or abs(piece.values[-1] - piece.values[0]) < 1e-9:
        return piece
    handles = piece.handles
    if handles is not None:
        handles = np.concatenate([handles, np.zeros((1, 2, 2))])
    eases = np.append(piece.eases, piece.eases[-1])
    eases[-2] = STEP
    times, values = np.append(piece.times, piece.times[-1]), np.append(piece.values, piece.values[0])
    return replace(piece, times=times, values=values, eases=eases, handles=handles)


def earlier(piece: Piece, key: int, time: float, clock: Clock) -> Piece:
    """The curve with a key moved along the segment that ends there."""
    times, values, eases = piece.times.copy(), piece.values.copy(), piece.eases.copy()
    start = key - 1
    if start < 0 or time <= times[start]:
        return piece
    part = (time - times[start]) / (times[key] - times[start])
    rise = values[key] - values[start]
    handles = piece.handles
    if eases[start] == BEZIER and handles is not None:
        handles, value = cut(piece, start, time)
    elif eases[start] == SINE:
        # A part of a half cosine wave is not one: lines from frame to frame replace it.
        inner = clock.whole_between(times[start], time)
        curve = values[start] + rise * (1 - np.cos(np.pi * (inner - times[start]) / (times[key] - times[start]))) / 2
        value = values[start] + rise * (1 - np.cos(np.pi * part)) / 2
        eases[start] = LINEAR
        times, values = np.insert(times, key, inner), np.insert(values, key, curve)
        eases = np.insert(eases, key, np.full(len(inner), LINEAR))
        if handles is not None:
            handles = np.insert(handles, key, np.zeros((len(inner), 2, 2)), axis=0)
        key += len(inner)
    else:
        value = values[start] + (rise * part if eases[start] == LINEAR else 0)
    times[key], values[key] = time, value
    return replace(piece, times=times, values=values, eases=eases, handles=handles)


def cut(piece: Piece, start: int, time: float) -> tuple[np.ndarray, float]:
    """The handles of a curve whose segment after key `start` ends at a time, and the value there."""
    assert piece.handles is not None
    handles = piece.handles.copy()
    first = np.array([piece.times[start], piece.values[start]])
    last = np.array([piece.times[start + 1], piece.values[start + 1]])
    length = last[0] - first[0]
    # As in readers, a handle longer than the segment is shortened.
    out, into = (arm * min(1.0, length / max(abs(arm[0]), 1e-300)) for arm in (handles[start, 1], handles[start + 1, 0]))
    points = np.array([first, first + out, last + into, last])
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if split(points, middle)[3, 0] < time else (low, middle)
    points = split(points, low)
    handles[start, 1], handles[start + 1, 0] = points[1] - points[0], points[2] - points[3]
    return handles, float(points[3, 1])


def split(points: np.ndarray, part: float) -> np.ndarray:
    """The control points of the first part of a cubic, by de Casteljau."""
    found = [points[0]]
    while len(points) > 1:
        points = points[:-1] + part * np.diff(points, axis=0)
        found.append(points[0])
    return np.array(found)
