"""F-curves as channels with the same keys and handles, if a node depends only on its curves."""

import animio
import bpy
import numpy as np
from mathutils import Matrix
from numpy import ndarray as Array

from . import curves, linear
from .pieces import Piece, constant
from .targets import Target
from .tracks import CYCLES
from .transform import Components, mapped, same_keys

NAMES = {0: "step", 1: "linear", 2: "bezier", 12: "sine"}
WRAPS = {mode: wrap for wrap, mode in CYCLES.items()} | {"NONE": "hold"}
EASE_IN_OUT = 3


class Keyed:
    """The F-curves that an object or its shape keys play, by data path and index."""

    def __init__(self, owner: bpy.types.Object | bpy.types.Key, start: int, rate: float) -> None:
        self.start, self.rate = start, rate
        self.curves: dict[tuple[str, int], bpy.types.FCurve] = {}
        data = owner.animation_data
        # Other sources of motion for the object or its bones are visible only in samples.
        others = constraints(owner) if isinstance(owner, bpy.types.Object) else []
        others += [*data.drivers, *(data.nla_tracks if data.use_nla else ())] if data else []
        self.is_alone = bool(data and data.action and not others)
        if self.is_alone:
            self.curves = {(curve.data_path, curve.array_index): curve for curve in curves.played(owner)}

    def channels(self, target: Target, index: int, node: animio.Node) -> list[animio.Channel] | None:
        """The channels of a node, by its index; `None` if Blender's curves move it in a way that channels cannot."""
        if not self.is_alone or not is_plain(target) or not self.is_direct(target):
            return None
        location = self.pieces(target, "location", 3)
        scale = self.pieces(target, "scale", 3)
        rotation = self.rotation(target)
        if location is None or scale is None or rotation is None:
            return None
        matrix = target.rest[:, :3] @ target.turn / target.above
        moved = mapped(location, matrix, target.rest[:, 3] / target.above)
        grown = mapped(scale, np.abs(target.turn) * (target.own / target.above), np.zeros(3))
        if moved is None or grown is None:
            return None
        found = parts(index, "translation", moved, node.rest_translation)
        return found + rotation_channels(index, rotation, node) + parts(index, "scale", grown, node.rest_scale)

    def is_direct(self, target: Target) -> bool:
        """Whether no curve of the target adds to its channels, or changes what they mean."""
        others = (target.prefix + "delta_", target.prefix + "rotation_mode")
        return not any(path.startswith(others) for path, _ in self.curves)

    def weights(self, shapes: list[bpy.types.ShapeKey], index: int) -> list[animio.Channel] | None:
        """The channels of the weights of a node's shape keys; `None` if Blender's curves move them in a way that channels cannot."""
        found: list[animio.Channel] = []
        for part, shape in enumerate(shapes if self.is_alone else ()):
            curve = self.curves.get((f'key_blocks["{bpy.utils.escape_identifier(shape.name)}"].value', 0))
            piece = constant(shape.value) if curve is None or is_empty(curve) else self.piece(curve)
            if piece is None or "repeat-with-offset" in piece.wraps:
                return None
            # Blender limits the value, not the curve.
            if piece.lowest < shape.slider_min or piece.highest > shape.slider_max:
                return None
            found += parts(index, "weight", [piece], np.zeros(1), component=part, count=len(shapes))
        return found if self.is_alone else None

    def pieces(self, target: Target, path: str, width: int) -> Components | None:
        """The components of a property, in Blender's axes; `None` if channels cannot have one of the curves."""
        values = getattr(target.channels, path)
        if path == "location" and target.is_bone and target.owner.data.bones[target.group].use_connect:
            # It stays at the tail of its parent.
            return [constant(0.0)] * width
        found = []
        for part in range(width):
            curve = self.curves.get((target.prefix + path, part))
            piece = constant(values[part]) if curve is None or is_empty(curve) else self.piece(curve)
            if piece is None:
                return None
            found.append(piece)
        return found

    def rotation(self, target: Target) -> tuple[str, Components] | None:
        """The rotation in the axes of the node: x y z w, or the angles in an order."""
        mode = target.channels.rotation_mode
        if mode == "QUATERNION":
            pieces = self.pieces(target, "rotation_quaternion", 4)
            turn = np.eye(4)
            turn[:3, :3] = target.turn
            matrix = linear.left_factor(linear.quaternion(target.rest[:, :3])) @ turn
            found = pieces and mapped(pieces, matrix[:, [3, 0, 1, 2]], np.zeros(4))
            moving = [piece for piece in found or () if not piece.is_constant]
            # All components of a quaternion share their keys.
            if not found or not all(same_keys(moving[0], piece) for piece in moving):
                return None
            return "", found
        if mode == "AXIS_ANGLE" or target.is_turned:
            return None
        pieces = self.pieces(target, "rotation_euler", 3)
        if pieces is None:
            return None
        axes = np.abs(target.turn).argmax(0)
        order = "".join("xyz"[axes["XYZ".index(letter)]] for letter in reversed(mode))
        found = mapped(pieces, target.turn, np.zeros(3))
        return None if found is None else (order, found)

    def piece(self, curve: bpy.types.FCurve) -> Piece | None:
        """The keys of a curve; `None` if a channel cannot have them."""
        points = curve.keyframe_points
        if not len(points):
            return None
        eases, easings = (self.read(points, name, 1, np.int32) for name in ("interpolation", "easing"))
        odd = set(eases.tolist()) - set(NAMES) or ((eases == 12) & (easings != EASE_IN_OUT)).any()
        modifiers = list(curve.modifiers)
        cycles = [each for each in modifiers if each.type == "CYCLES" and not each.cycles_before and not each.cycles_after]
        bound = any(each.use_restricted_range or each.mute or each.use_influence for each in cycles)
        if odd or curve.extrapolation != "CONSTANT" or curve.mute or len(cycles) != len(modifiers) or len(cycles) > 1 or bound:
            return None
        places = self.read(points, "co", 2, np.float32)
        times = (places[:, 0] - self.start) / self.rate
        if times[0] < -1e-9 or (np.diff(times) <= 0).any():
            return None
        arms = [self.read(points, name, 2, np.float32) - places for name in ("handle_left", "handle_right")]
        handles = at_thirds(places[:, 0], np.stack(arms, 1)) * (1 / self.rate, 1) if (eases == 2).any() else None
        modes = (cycles[0].mode_before, cycles[0].mode_after) if cycles else ("NONE", "NONE")
        if "REPEAT" in modes and not np.isclose(*places[[0, -1], 1], atol=1e-5):
            # Blender shows the last value at the end of each cycle, channels show the first.
            return None
        return Piece(times, places[:, 1], eases.ravel(), handles, (WRAPS[modes[0]], WRAPS[modes[1]]))

    @staticmethod
    def read(points: object, name: str, width: int, kind: type) -> Array:
        """A field of all keys, (K, width), or (K,) if the width is 1."""
        flat = np.empty(width * len(points), kind)
        points.foreach_get(name, flat)
        return flat if width == 1 else flat.reshape(-1, width).astype(float)


def is_empty(curve: bpy.types.FCurve) -> bool:
    """Whether a curve moves nothing: it has no keys, no samples, and nothing that generates values."""
    return not (len(curve.keyframe_points) or len(curve.sampled_points) or len(curve.modifiers))


def at_thirds(frames: Array, handles: Array) -> Array:
    """Handles (K, 2, 2), of which those that Blender's single precision moved off the thirds of their segments are back there.

    Formats with cubic curves have no other handles.
    """
    thirds = np.diff(frames) / 3
    rounding = 2 * np.spacing(np.abs(frames).max().astype(np.float32))
    for arms, wanted in ((handles[:-1, 1, 0], thirds), (handles[1:, 0, 0], -thirds)):
        near = np.abs(arms - wanted) <= rounding
        arms[near] = wanted[near]
    return handles


def constraints(owner: bpy.types.Object) -> list[bpy.types.Constraint]:
    """The constraints of an object and its bones."""
    bones = owner.pose.bones if owner.pose else ()
    return [*owner.constraints, *(constraint for bone in bones for constraint in bone.constraints)]


def is_plain(target: Target) -> bool:
    """Whether the local transform of a bone or an object depends only on its channels."""
    if target.is_bone:
        bone = target.owner.data.bones[target.group]
        return bone.use_inherit_rotation and bone.use_local_location and bone.inherit_scale == "FULL"
    owner = target.owner
    deltas = np.array(owner.delta_location).any() or np.array(owner.delta_rotation_euler).any()
    scaled = (np.array(owner.delta_scale) != 1).any() or tuple(owner.delta_rotation_quaternion) != (1, 0, 0, 0)
    return not target.is_loose and owner.parent_type == "OBJECT" and owner.matrix_parent_inverse == Matrix() and not deltas and not scaled


def parts(
    index: int, name: str, pieces: Components, rest: Array, component: int = 0, **more: object
) -> list[animio.Channel]:
    """A channel for each component, from a first one on, that differs from the rest pose."""
    found = []
    for component, (piece, still) in enumerate(zip(pieces, rest), component):
        if piece.is_constant and abs(piece.values[0] - still) < 1e-6:
            continue
        found.append(channel(index, name, [piece], component, **more))
    return found


def rotation_channels(index: int, rotation: tuple[str, Components], node: animio.Node) -> list[animio.Channel]:
    """The channels of a rotation: one of quaternions, or one for each angle."""
    order, pieces = rotation
    if order:
        still = not np.abs(linear.rotation_matrix(node.rest_rotation) - np.eye(3)).max() > 1e-6
        return parts(index, "euler", pieces, np.zeros(3) if still else np.full(3, np.inf), order=order)
    moving = [piece for piece in pieces if not piece.is_constant]
    values = np.array([piece.values[0] for piece in pieces])
    if not moving:
        away = min(np.abs(values - node.rest_rotation).max(), np.abs(values + node.rest_rotation).max())
        return [] if away < 1e-6 else [channel(index, "rotation", [constant(value) for value in values], 0)]
    like = moving[0]
    full = [piece if not piece.is_constant else like.map(0.0, piece.values[0]) for piece in pieces]
    return [channel(index, "rotation", full, 0)]


def channel(index: int, name: str, pieces: Components, component: int, **more: object) -> animio.Channel:
    """A channel of components with the same keys."""
    like = pieces[0]
    handles = None if like.handles is None else np.stack([piece.handles for piece in pieces], 1)
    return animio.Channel(
        index, name, like.times, np.stack([piece.values for piece in pieces], 1), [NAMES[int(ease)] for ease in like.eases],
        handles, component=component, before=like.wraps[0], after=like.wraps[1], **more,
    )  # fmt: skip
