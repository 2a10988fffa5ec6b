"""Recorded matrices and values as channels with a key at each frame."""

import animio
import numpy as np
from numpy import ndarray as Array

from . import linear
from .report import Note
from .sampled import SHEAR

# Channels that differ less than this from the rest pose are left out.
STILL = 1e-7
# A matrix is flat, and has no inverse, if one of its axes is this short relative to another.
FLAT = 1e-6
PERPENDICULAR = "axes that are not perpendicular: the matrices differ by up to {:.3g} times the length of the longest axis"


def relative(worlds: Array, index: int, parent: int | None) -> tuple[Array, Array]:
    """The matrices of a node relative to its parent, (T, 3, 4), of worlds (T, N, 3, 4), and where they are unknown because the parent
    is flat, (T,)."""
    local = np.array(worlds[:, index], float)
    if parent is None:
        return local, np.zeros(len(local), bool)
    above = np.array(worlds[:, parent], float)
    sizes = np.linalg.svd(above[..., :3], compute_uv=False)
    flat = sizes[:, 2] <= FLAT * sizes[:, 0]
    local[~flat] = linear.product(linear.inverse(above[~flat]), local[~flat])
    return local, flat


def rest_of(node: animio.Node) -> Array:
    """The matrix of the rest pose, (3, 4)."""
    return linear.composed(*(np.asarray(part, float) for part in (node.rest_translation, node.rest_rotation, node.rest_scale)))


def held(local: Array, unknown: Array, rest: Array) -> Array:
    """Matrices, of which those that are unknown are the last one before, else the first one after, else the rest pose."""
    known = np.flatnonzero(~unknown)
    if not len(known):
        return np.broadcast_to(rest, local.shape)
    return local[known[(np.searchsorted(known, np.arange(len(local)), side="right") - 1).clip(0)]]


def differs(worlds: Array, index: int, parent: int | None, local: Array, most: float = 10 * STILL) -> bool:
    """Whether local matrices (T, 3, 4) move a node to anywhere else than worlds (T, N, 3, 4), by more than this part of its distance
    from the origin."""
    shown = local if parent is None else linear.product(worlds[:, parent], local)
    return bool(np.abs(shown - worlds[:, index]).max() > most * max(1.0, np.abs(worlds[:, index]).max()))


def spatial(index: int, node: animio.Node, local: Array, times: Array) -> tuple[list[animio.Channel], float]:
    """The channels of local matrices (T, 3, 4) that differ from the rest pose, and the error of matrices with shear, relative to
    the longest axis."""
    found = []
    parts = linear.decompose(local)
    near = linear.rotation_matrix(parts.rotation) - linear.rotation_matrix(node.rest_rotation)
    if np.abs(near).max() > STILL:
        found.append(animio.Channel(index, "rotation", times, parts.rotation, "slerp"))
    for name, values, rest in (
        ("translation", parts.translation, node.rest_translation),
        ("scale", parts.scale, node.rest_scale),
    ):
        if np.abs(values - rest).max() > 10 * STILL:
            found.append(animio.Channel(index, name, times, values, "linear"))
    error = np.abs(linear.composed(*parts[:3]) - local).max(axis=(1, 2))
    longest = np.maximum(np.abs(parts.scale).max(axis=1), np.finfo(float).tiny)
    return found, float((error / longest).max())


def notes_of(clip: str, node: str, shear: float, unknown: Array, start: int) -> list[Note]:
    """What sampled matrices lose; `start` is the first frame."""
    notes = []
    if shear > SHEAR:
        notes.append(Note("dropped", clip, node, PERPENDICULAR.format(shear)))
    if unknown.any():
        frames = start + np.flatnonzero(unknown)
        others = f" and {len(frames) - 1} more" if len(frames) > 1 else ""
        pose = "its rest pose" if unknown.all() else "the last transform relative to the parent"
        message = f"the parent has a scale of 0 in frame {frames[0]}{others}: {pose} is held"
        notes.append(Note("approximated", clip, node, message))
    return notes


def visible(index: int, unrendered: Array, unviewed: Array, times: Array) -> list[animio.Channel]:
    """The channel of an object that is hidden in renders in some frames, (T,), or else hidden in viewports at times."""
    hides = unrendered if unrendered.any() or unviewed.all() else unviewed
    return [animio.Channel(index, "visible", times, 1.0 - hides[:, None], "step")] if hides.any() else []


def notes_of_visible(clip: str, node: str, unrendered: Array, unviewed: Array) -> list[Note]:
    """Reports frames in which an object is hidden in viewports and shown in renders, or the reverse."""
    both = unrendered.any() and unviewed.any() and not unviewed.all()
    message = "`hide_viewport` is not written where it differs from `hide_render`"
    return [Note("dropped", clip, node, message)] if both and (unrendered != unviewed).any() else []


def weights(index: int, values: Array, times: Array) -> list[animio.Channel]:
    """The channel of weights (T, N): one key if they do not change."""
    count = len(times) if np.ptp(values, axis=0).any() else 1
    return [animio.Channel(index, "weight", times[:count], values[:count], "linear")]


def weighs(channels: list[animio.Channel], times: Array, values: Array) -> float:
    """The largest difference between channels of weights and values (T, N)."""
    found = np.zeros_like(values)
    for channel in channels:
        found[:, channel.component] = channel.sample(times)[:, 0]
    return float(np.abs(found - values).max(initial=0.0))
