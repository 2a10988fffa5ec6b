"""Times in seconds as frames of the scene."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import bpy
import numpy as np
from numpy import ndarray as Array

# Frames this close to a whole number count as that number.
SLACK = 2e-5
# Clips without a rate have that of the scene. Blender has whole rates with a divisor.
MOST = 32767


@dataclass(frozen=True)
class Clock:
    """Frame `first` is at 0 s, and a second has `rate` frames."""

    rate: float
    first: float = 0.0

    def frames(self, times: Array) -> Array:
        """Times in seconds as frames."""
        frames = self.first + np.asarray(times, float) * self.rate
        whole = np.rint(frames)
        return np.where(np.abs(frames - whole) < SLACK, whole, frames)

    def whole_between(self, start: float, end: float) -> Array:
        """The times of all whole frames after `start` and before `end`, in seconds."""
        low, high = self.frames(np.array([start, end]))
        frames = np.arange(np.floor(low) + 1, np.ceil(high))
        return (frames - self.first) / self.rate


def of_scene(scene: bpy.types.Scene) -> float:
    """The frame rate of the scene in frames a second."""
    return scene.render.fps / scene.render.fps_base


def set_rate(scene: bpy.types.Scene, rate: float) -> None:
    """Sets the rate of the scene: 29.97 is 30 divided by 1.001."""
    fps = min(max(round(rate), 1), MOST)
    scene.render.fps = fps
    scene.render.fps_base = fps / rate


@contextmanager
def frame_kept(scene: bpy.types.Scene) -> Iterator[None]:
    """Returns to the current frame of the scene in the end."""
    frame, subframe = scene.frame_current, scene.frame_subframe
    try:
        yield
    finally:
        scene.frame_set(frame, subframe=subframe)
