"""Axes and units: Blender has Z up, faces -Y, and uses metres."""

import animio
import numpy as np

from . import stance
from .pieces import Source

UP, FORWARD, METRE = "+z", "-y", 1.0
# The largest size of a figure without a unit, in metres: its unit is the power of ten that keeps it below this.
LARGEST = 4.0
# The number of nodes from which a clip without a unit is measured as a figure.
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


def is_z_up(clip: Source) -> bool:
    """Whether a figure that is assumed to have Y up stands along Z: figures are taller than they are deep."""
    return is_figure(clip) and extent(clip)[2] > 1.5 * extent(clip)[1]


def unit(clip: Source) -> float | None:
    """The unit in metres of a figure whose file states none: the power of ten that gives it the height of a person."""
    if clip.clip.space.metres_per_unit is not None or not is_figure(clip):
        return None
    height, found = float(extent(clip).max()), 1.0
    while height * found > LARGEST and found > 1e-4:
        found /= 10
    return round(found, 4)


def is_figure(clip: Source) -> bool:
    """Whether the clip has a hierarchy like that of bones."""
    return len(clip.nodes) >= FIGURE and any(node.parent is not None for node in clip.nodes)


def extent(clip: Source) -> np.ndarray:
    """The extent of the nodes at rest along each axis, (3,)."""
    return np.ptp(stance.world(clip, stance.local(clip))[:, :, 3], axis=0)
