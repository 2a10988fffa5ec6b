"""Independent evaluation with numpy alone: BVH from its text, rotations from quaternions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass
class Joint:
    name: str
    parent: int
    offset: Array = field(default_factory=lambda: np.zeros(3))
    channels: list[str] = field(default_factory=list)


@dataclass
class Bvh:
    joints: list[Joint]
    frame_time: float
    frames: Array


def bvh(text: str) -> Bvh:
    """Reads a BVH: end sites are joints named after their parents."""
    head, motion = text.split("MOTION")
    words = head.split()
    joints: list[Joint] = []
    stack: list[int] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word in ("ROOT", "JOINT"):
            joints.append(Joint(words[at + 1], stack[-1] if stack else -1))
            at += 2
        elif word == "End":
            joints.append(Joint(f"{joints[stack[-1]].name} end", stack[-1]))
            at += 2
        elif word == "{":
            stack.append(len(joints) - 1)
            at += 1
        elif word == "}":
            stack.pop()
            at += 1
        elif word == "OFFSET":
            joints[stack[-1]].offset = np.array([float(one) for one in words[at + 1 : at + 4]])
            at += 4
        elif word == "CHANNELS":
            count = int(words[at + 1])
            joints[stack[-1]].channels = words[at + 2 : at + 2 + count]
            at += 2 + count
        else:
            at += 1
    lines = motion.split("\n")
    count = next(int(line.split()[1]) for line in lines if line.strip().startswith("Frames:"))
    time = next(float(line.split()[2]) for line in lines if line.strip().startswith("Frame Time:"))
    numbers = motion.split("Frame Time:")[1].split("\n", 1)[1].split()
    return Bvh(joints, time, np.array(numbers, float).reshape(count, -1))


def about(axis: str, degrees: Array) -> Array:
    """Matrices (T, 3, 3) that turn about an axis."""
    angle = np.radians(degrees)
    c, s, o, i = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    rows = {
        "X": [[i, o, o], [o, c, -s], [o, s, c]],
        "Y": [[c, o, s], [o, i, o], [-s, o, c]],
        "Z": [[c, -s, o], [s, c, o], [o, o, i]],
    }[axis]
    return np.moveaxis(np.array(rows), 2, 0)


def worlds(file: Bvh) -> dict[str, Array]:
    """World matrices (T, 3, 4) of every joint, by name."""
    count = len(file.frames)
    of: list[Array] = []
    column = 0
    for joint in file.joints:
        local = np.tile(np.eye(4), (count, 1, 1))
        local[:, :3, 3] = joint.offset
        for channel in joint.channels:
            values = file.frames[:, column]
            column += 1
            if channel.endswith("position"):
                local[:, "XYZ".index(channel[0]), 3] = values
            else:
                local[:, :3, :3] = local[:, :3, :3] @ about(channel[0], values)
        of.append(local if joint.parent < 0 else of[joint.parent] @ local)
    return {joint.name: matrices[:, :3] for joint, matrices in zip(file.joints, of)}


def matrices(quaternions: Any) -> Array:
    """Rotation matrices (…, 3, 3) of quaternions x, y, z, w (…, 4)."""
    q = np.asarray(quaternions, float)
    x, y, z, w = np.moveaxis(q / np.linalg.norm(q, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def chain(parents: list[int], rotations: Any, places: Any) -> Array:
    """World matrices (T, N, 3, 4) of rotations (T, N, 4) and places (T, N, 3), parents before children."""
    local = np.zeros((*np.shape(rotations)[:2], 4, 4))
    local[..., :3, :3], local[..., :3, 3], local[..., 3, 3] = matrices(rotations), places, 1.0
    world = local.copy()
    for node, parent in enumerate(parents):
        if parent >= 0:
            world[:, node] = world[:, parent] @ local[:, node]
    return world[..., :3, :]
