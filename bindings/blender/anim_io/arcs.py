"""Rotations between keys: Blender interpolates four numbers linearly, where files have an arc."""

import numpy as np
from numpy import ndarray as Array

from .clock import Clock

# Up to this angle between two quaternions, in radians, the line is within 1e-6 of the arc.
SHORT = 0.04


def straightened(times: Array, values: Array, is_arc: Array, clock: Clock) -> tuple[Array, Array, Array]:
    """Keys of quaternions (K, 4) whose arcs also have a key at every whole frame.

    `is_arc` is whether the segment after each key is one. Returns times, values and for each key the index of the source key that
    it follows. Signs are chosen so that the line between neighbours follows the shorter arc.
    """
    values = values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-300)
    signs = np.where(is_arc[:-1] & ((values[1:] * values[:-1]).sum(1) < 0), -1.0, 1.0)
    values[1:] *= np.cumprod(signs)[:, None]
    angles = np.arccos(np.clip((values[1:] * values[:-1]).sum(1), -1, 1))
    all_times, all_values, sources, begin = [], [], [], 0
    for key in np.flatnonzero(is_arc[:-1] & (angles > SHORT)):
        inner = clock.whole_between(times[key], times[key + 1])
        if not len(inner):
            continue
        part = (inner - times[key]) / (times[key + 1] - times[key])
        first, last = np.sin((1 - part) * angles[key]), np.sin(part * angles[key])
        between = (first[:, None] * values[key] + last[:, None] * values[key + 1]) / np.sin(angles[key])
        all_times += [times[begin : key + 1], inner]
        all_values += [values[begin : key + 1], between]
        sources += [np.arange(begin, key + 1), np.full(len(inner), key)]
        begin = key + 1
    all_times.append(times[begin:])
    all_values.append(values[begin:])
    sources.append(np.arange(begin, len(times)))
    return np.concatenate(all_times), np.concatenate(all_values), np.concatenate(sources)
