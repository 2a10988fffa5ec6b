"""Nodes whose channels cannot become F-curves: they are sampled at every frame and at their keys."""

import numpy as np
from numpy import ndarray as Array

from . import linear, transform
from .clock import Clock
from .pieces import Gathered, Piece, Source
from .targets import Target

# Matrices whose axes are this far from perpendicular are reported.
SHEAR = 1e-4


class Sampler:
    """Matrices of a clip at every frame and all keys, computed once."""

    def __init__(self, clip: Source, clock: Clock) -> None:
        frames = clock.whole_between(-0.5 / clock.rate, clip.duration + 0.5 / clock.rate)
        keys = [np.asarray(channel.times, float) for node in clip.gathered for channel in node.spatial]
        times = np.concatenate([[0.0, clip.duration], frames, *keys])
        self.times = np.unique(times[(times >= 0) & (times <= clip.duration)])
        # Of frames and keys that differ only by rounding, the last one is kept, which is after a jump.
        self.times = self.times[np.append(np.diff(clock.frames(self.times)) > 1e-3, True)]
        self.local = clip.clip.local(self.times)


def components(
    sampler: Sampler, node: int, gathered: Gathered, target: Target
) -> tuple[list[Piece], list[Piece], list[Piece], float]:
    """Location, rotation in the target's mode, and scale; and the shear, which is lost."""
    times, matrices = sampler.times, sampler.local[:, node]
    steps = gathered.is_stepped
    if steps:
        keys = np.unique(np.concatenate([[0.0], *(np.asarray(each.times, float) for each in gathered.spatial)]))
        chosen = np.unique(np.searchsorted(times, keys + 1e-9, side="right").clip(1) - 1)
        times, matrices = times[chosen], matrices[chosen]
    parts = linear.decompose(target.basis(matrices.copy()))
    rotation = transform.in_mode(parts.rotation, target.mode)
    eases = np.full(len(times), 0 if steps else 1, np.int32)

    def columns(values: Array) -> list[Piece]:
        return [Piece(times, column, eases) for column in values.T]

    return columns(parts.translation), columns(rotation), columns(parts.scale), parts.shear
