"""The exported nodes: an armature, or an object with its descendants and all selected objects; and the bones of all armatures."""

from collections.abc import Iterator
from contextlib import contextmanager

import animio
import bpy
import numpy as np
from numpy import ndarray as Array

from . import clock, figure, keyed, linear, samples
from .played import Take
from .report import Note
from .targets import Target

# F-curves that show another motion than Blender, by more than this, are not its only source.
CLOSE = 1e-4


class Stage:
    """Nodes, those of objects before those of bones, and their matrices in every frame."""

    def __init__(self, context: bpy.types.Context, active: bpy.types.Object, members: list[bpy.types.Object]) -> None:
        self.rig, self.members = active if active.type == "ARMATURE" else None, members
        self.is_at_home = bool(self.rig) and figure.is_at_home(self.rig)
        # The targets of the bones of each armature, by its number.
        self.rigs = {number: figure.targets_of(rig) for number, rig in enumerate(members) if rig.type == "ARMATURE"}
        self.worlds: list[Array] = []
        self.hidden: list[list[tuple[bool, bool]]] = []
        self.weights: list[list[list[float]]] = []
        # An object whose parent is not exported keeps its world transform.
        there = {None, *members}
        self.targets = [Target(member, is_loose=member.parent not in there) for member in members]
        self.targets += [target for targets in self.rigs.values() for target in targets]
        index = {(target.owner, target.group): number for number, target in enumerate(self.targets)}
        bones: list[animio.Node] = []
        for number, targets in self.rigs.items():
            bones += figure.bones_of(members[number], targets, len(members) + len(bones), number)
        worlds = self.shown(context)[None]
        self.nodes = []
        for number, member in enumerate(members):
            parent = index.get((member.parent, member.parent_bone if member.parent_type == "BONE" else ""))
            own = np.array(member.matrix_parent_inverse @ member.matrix_basis)[:3]
            local = samples.held(*samples.relative(worlds, number, parent), own)
            self.nodes.append(figure.node(figure.name_of(member), parent, local[0], morphs(member)))
        self.nodes += bones
        self.parents = [node.parent for node in self.nodes]

    @contextmanager
    def posed(self) -> Iterator[None]:
        """Shows the poses of armatures in the meantime, even if the user looks at their rest poses."""
        resting = [data for data in dict.fromkeys(self.members[number].data for number in self.rigs) if data.pose_position == "REST"]
        for data in resting:
            data.pose_position = "POSE"
        try:
            yield
        finally:
            for data in resting:
                data.pose_position = "REST"

    def record(self, context: bpy.types.Context, take: Take) -> Iterator[float]:
        """Records every frame; yields the progress, 0 to 1."""
        self.worlds, self.hidden, self.weights = [], [], []
        rate, start, end = clock.of_scene(context.scene), take.start, take.end
        self.keyed = {member.name: keyed.Keyed(member, start, rate) for member in self.members}
        shaped = [member for member in self.members if shapes(member)]
        self.shaped = {member.name: keyed.Keyed(member.data.shape_keys, start, rate) for member in shaped}
        for frame in range(start, end + 1):
            context.scene.frame_set(frame)
            self.worlds.append(self.shown(context))
            self.hidden.append([(member.hide_render, member.hide_viewport) for member in self.members])
            self.weights.append([weights(member) for member in self.members])
            if frame % 16 == 0:
                yield (frame - start) / (end - start + 1)

    def shown(self, context: bpy.types.Context) -> Array:
        """The world matrices of all nodes in the current frame, (N, 3, 4)."""
        graph = context.evaluated_depsgraph_get()
        worlds = np.array([member.evaluated_get(graph).matrix_world for member in self.members])[:, :3]
        bones = [linear.product(worlds[[rig]], poses(self.members[rig], targets)) for rig, targets in self.rigs.items()]
        return np.concatenate([worlds, *bones])

    def channels(self, take: Take, rate: float, notes: list[Note]) -> list[animio.Channel]:
        """The channels: with the keys of the F-curves, or with a key at each frame if there are other sources of motion."""
        times = np.arange(len(self.worlds)) / rate
        worlds = np.array(self.worlds)
        found = []
        for index, curves in enumerate(self.of_curves(worlds, times)):
            node, parent = self.nodes[index], self.parents[index]
            if curves is None:
                local, unknown = samples.relative(worlds, index, parent)
                local = samples.held(local, unknown, samples.rest_of(node))
                curves, shear = samples.spatial(index, node, local, times)
                # A node that rests in the known frames, and that its parent alone moves in the others, loses nothing.
                unknown &= bool(curves) or samples.differs(worlds, index, parent, local)
                notes += samples.notes_of(take.name, node.name, shear, unknown, take.start)
            found += curves
        hidden = np.array(self.hidden)
        for index, member in enumerate(() if self.rig else self.members):
            found += samples.visible(index, *hidden[:, index].T, times)
            notes += samples.notes_of_visible(take.name, member.name, *hidden[:, index].T)
        for index, member in enumerate(self.members):
            values = np.array([each[index] for each in self.weights])
            curves = self.shaped[member.name].weights(shapes(member), index) if member.name in self.shaped else None
            if curves is None or samples.weighs(curves, times, values) > CLOSE:
                curves = samples.weights(index, values, times) if values.any() else []
            found += curves
        return found

    def of_curves(self, worlds: Array, times: Array) -> list[list[animio.Channel] | None]:
        """The channels of each node with the keys of its F-curves; `None` if these do not move it as Blender shows it, (T, N, 3, 4)."""
        found: list[list[animio.Channel] | None] = []
        for index, (target, node) in enumerate(zip(self.targets, self.nodes)):
            # The active armature is sampled.
            is_sampled = target.owner == self.rig and not target.is_bone
            found.append(None if is_sampled else self.keyed[target.owner.name].channels(target, index, node))
        clip = animio.Clip.from_channels("", times[-1], self.nodes, [channel for curves in found for channel in curves or ()])
        local = clip.local(times)
        away = (samples.differs(worlds, index, parent, local[:, index], CLOSE) for index, parent in enumerate(self.parents))
        return [None if curves is None or is_away else curves for curves, is_away in zip(found, away)]

    def without_home(self, takes: list[list[animio.Channel]]) -> tuple[list[animio.Node], list[list[animio.Channel]]]:
        """The nodes, and the channels of each action. An armature that is always at the origin is not a node."""
        if not (self.rig and self.is_at_home) or any(channel.node == 0 for channels in takes for channel in channels):
            return self.nodes, takes
        nodes = figure.nodes_of(self.rig, self.rigs[0], placed=False)
        return nodes, [[of_node(channel, channel.node - 1) for channel in channels] for channels in takes]


def members_of(active: bpy.types.Object) -> list[bpy.types.Object]:
    """The objects that are exported: an armature, or an object with its descendants and all selected objects."""
    if active.type == "ARMATURE":
        return [active]
    return list(dict.fromkeys([active, *active.children_recursive, *bpy.context.selected_objects]))


def poses(rig: bpy.types.Object, targets: list[Target]) -> Array:
    """The matrices of the nodes of an armature's bones relative to the armature in the current frame, (N, 3, 4)."""
    bones = rig.pose.bones
    flat = np.empty(16 * len(bones), np.float32)
    bones.foreach_get("matrix", flat)
    # Blender returns columns.
    matrices = flat.reshape(-1, 4, 4).swapaxes(1, 2)[:, :3].astype(float)
    order = {bone.name: number for number, bone in enumerate(bones)}
    matrices = matrices[[order[target.group] for target in targets]]
    for matrix, target in zip(matrices, targets):
        matrix[:, :3] = matrix[:, :3] @ target.turn.T * target.own
    return matrices


def of_node(channel: animio.Channel, node: int) -> animio.Channel:
    """A channel for another node."""
    return animio.Channel(
        node, channel.property, channel.times, channel.values, channel.ease, channel.handles, channel.order, channel.axis,
        channel.component, channel.before, channel.after, channel.count,
    )  # fmt: skip


def shapes(member: bpy.types.Object) -> list[bpy.types.ShapeKey]:
    """An object's shape keys, without the basis."""
    keys = getattr(member.data, "shape_keys", None)
    return list(keys.key_blocks[1:]) if keys else []


def morphs(member: bpy.types.Object) -> list[str]:
    """The names of an object's shape keys."""
    return [key.name for key in shapes(member)]


def weights(member: bpy.types.Object) -> list[float]:
    """The weights with which an object shows its shape keys: 0 for muted ones; if it shows one alone, 1 for that one."""
    alone = member.active_shape_key if member.show_only_shape_key else None
    return [0.0 if key.mute else float(key == alone) if alone else key.value for key in shapes(member)]
