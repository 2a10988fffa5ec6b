"""Every fixture, imported: poses as `Clip.world` computes them, in all frames of all clips."""

from collections.abc import Iterator
from pathlib import Path

import animio
import bpy
import numpy as np
import scene

# The largest allowed distance of a node from its position in animio, relative to the size of the figure.
TOLERANCE = 1e-5


def run(fixtures: Path, _folder: Path) -> Iterator[str]:
    """Imports all, compares all."""
    worst = count = 0
    for form, path in scene.fixtures(fixtures):
        clips = [clip for clip in scene.clips(form, path) if clip.nodes]
        if not clips:
            continue
        scene.empty()
        scene.load(form, path)
        for clip in clips:
            error, frames = compare(clip)
            assert error < TOLERANCE, f"{path.name}, {clip.name}: {error:.2e} of the size"
            worst, count = max(worst, error), count + frames
    yield f"poses: {count} frames, largest difference {worst:.1e} of the size"


def compare(clip: animio.Clip) -> tuple[float, int]:
    """The largest difference of an imported clip, and the number of frames."""
    render = bpy.context.scene.render
    rate = render.fps / render.fps_base
    if clip.channels:
        scene.play(clip.name or "clip")
    first = clip.first_frame if clip.rate else 1
    times = np.asarray(clip.times(None if clip.rate else rate))
    worlds = np.asarray(clip.world(times))
    finite = np.isfinite(worlds).all(axis=(1, 2, 3))
    size = max(np.abs(worlds[finite][..., 3]).max(initial=0), 1e-3)
    worst = 0.0
    for time, expected in zip(times[finite], worlds[finite]):
        scene.go_to(first + time * rate)
        for node, matrix in zip(clip.nodes, expected):
            found = scene.world(node)
            if found is not None:
                difference = np.abs(found - matrix)
                worst = max(worst, difference[:, 3].max() / size, difference[:, :3].max() / max(1, np.abs(matrix[:, :3]).max()))
    return worst, len(times)


