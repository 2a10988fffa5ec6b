"""Axes and units: Blender has Z up, faces -Y, and measures in metres."""

import animio
import numpy as np

from . import stance
from .pieces import Source

UP, FORWARD, METRE = "+z", "-y", 1.0
# The heights in metres that a figure without a unit may have: the power of ten that brings it there is its unit.
SMALLEST, LARGEST = 0.4, 4.0
# From how many nodes on a clip without a unit is measured as a figure.
FIGURE = 5


def blender(clip: animio.Clip) -> animio.Clip:
    """The clip in Blender's axes and metres, as far as it states its own."""
    space, wanted = clip.space, {}
    if space.up is not None:
        wanted["up"] = UP
    if space.forward is not None:
        wanted["forward"] = FORWARD
    if space.metres_per_unit is not None:
        wanted["unit"] = METRE
    return clip.in_space(**wanted) if wanted else clip


def assumed(clip: Source) -> dict[str, object]:
    """The options of reading that state what the file does not: nothing if it states all."""
    space, found = clip.clip.space, {}
    if space.up is None:
        heights = np.ptp(places(clip), axis=0) if clip.nodes else np.zeros(3)
        # Most files are Y up. A figure is taller than it is deep.
        found["up"] = "+z" if is_figure(clip) and heights[2] > 1.5 * heights[1] else "+y"
        if space.forward is None:
            found["forward"] = "-y" if found["up"] == "+z" else "+z"
    if space.metres_per_unit is None and is_figure(clip):
        height = float(np.ptp(places(clip), axis=0).max())
        unit = 1.0
        while height * unit > LARGEST and unit > 1e-4:
            unit /= 10
        found["unit"] = round(unit, 4)
    return found


def is_figure(clip: Source) -> bool:
    """Whether the clip has a hierarchy as bones have."""
    return len(clip.nodes) >= FIGURE and any(node.parent is not None for node in clip.nodes)


def places(clip: Source) -> np.ndarray:
    """Where the nodes are at rest, (N, 3)."""
    return stance.world(clip, stance.local(clip))[:, :, 3]
