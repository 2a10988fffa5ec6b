"""The bones and objects that the nodes of a clip drive in Blender."""

from dataclasses import dataclass, field

import bpy
import numpy as np
from numpy import ndarray as Array

from . import linear

# The orientation of a bone in its node: column k is the bone's axis k. Bones point along +Y; the first with the nearest Y column is used.
TURNS = {
    "+y": np.eye(3),
    "-y": np.array([[1.0, 0, 0], [0, -1, 0], [0, 0, -1]]),
    "+z": np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]),
    "-z": np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]),
    "+x": np.array([[0.0, 1, 0], [-1, 0, 0], [0, 0, 1]]),
    "-x": np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]),
}

# The custom property of a bone for the axis of its node along which it points.
AXIS = "anim_axis"
# The custom property of a bone for the scale of its node's rest pose, if that is not 1.
SCALE = "anim_scale"


def nearest_axis(direction: Array) -> str:
    """The name of the axis that is nearest to a direction; `+y` for none."""
    return max(TURNS, key=lambda name: float(direction @ TURNS[name][:, 1]) + (1e-9 if name == "+y" else 0))


# Owners and data paths, by the name of a property, and the index of a component if each has a path.
Places = dict[tuple[str, int | None], tuple[bpy.types.ID, str]]


@dataclass
class Target:
    """An object or a pose bone, and the conversion of a node's channels to its own.

    A bone's channels are relative to its rest pose, in axes of which Y points along the bone: `basis = C⁻¹ R⁻¹ L C` for a node
    with the local matrix L at rest at R. C is one of `TURNS`, so that a curve of one component remains a curve of one component.
    """

    owner: bpy.types.ID
    """The object that plays the action."""
    prefix: str = ""
    """The prefix of data paths: `pose.bones["…"].`, or nothing for an object."""
    group: str = ""
    """The name of the group of F-curves."""
    rest: Array = field(default_factory=lambda: np.eye(3, 4))
    """R: rotation and translation of the rest pose relative to the parent's node."""
    turn: Array = field(default_factory=lambda: np.eye(3))
    """C."""
    above: float = 1.0
    """The factor by which the rest pose of the parent scales its children."""
    own: float = 1.0
    """The factor by which the rest pose scales the children of this node, which bones cannot do."""
    mode: str = ""
    """The rotation mode; empty until the clips decide."""
    keeps_mode: bool = False
    """Whether the rotation mode belongs to an existing rig."""
    is_loose: bool = False
    """Whether the node changes its parent."""
    parents: dict[int, str] = field(default_factory=dict)
    """The names of the constraints for the parents of a node that changes its parent, by the identity of their targets."""
    is_bone: bool = False
    driven: set[str] = field(default_factory=set)
    """The properties that any clip of the file drives."""
    places: Places = field(default_factory=dict)
    """The data paths of properties outside the transform."""

    @property
    def channels(self) -> "bpy.types.Object | bpy.types.PoseBone":
        """The owner of `location`, `rotation_mode` and so on."""
        return self.owner.pose.bones[self.group] if self.is_bone else self.owner

    @property
    def is_turned(self) -> bool:
        """Whether the rest pose has a rotation."""
        return bool(np.abs(self.rest[:, :3] - np.eye(3)).max() > 1e-9)

    @property
    def local(self) -> Array:
        """The node's rest pose relative to its parent, (3, 4)."""
        return np.concatenate([self.rest[:, :3] * (self.own / self.above), self.rest[:, 3:] / self.above], 1)

    def basis(self, local: Array) -> Array:
        """The channels' matrices for local matrices (T, 3, 4) of the node."""
        scaled = local * (self.above / self.own)
        scaled[..., 3] = local[..., 3] * self.above
        turn = self.rest[:, :3].T
        moved = linear.product(np.concatenate([turn, -turn @ self.rest[:, 3:]], 1), scaled)
        return np.concatenate([self.turn.T @ moved[..., :3] @ self.turn, self.turn.T @ moved[..., 3:]], -1)
