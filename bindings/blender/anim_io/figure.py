"""An existing armature as the figure of a clip."""

import re
from collections.abc import Sequence
from pathlib import Path

import animio
import bpy
import numpy as np
from mathutils import Matrix
from numpy import ndarray as Array

from . import linear, space, words
from .pieces import Source
from .report import Note, of_losses
from .targets import AXIS, SCALE, TURNS, Target

IDENTITY = np.eye(3, 4)


def targets_of(rig: bpy.types.Object) -> list[Target]:
    """The bones of an armature, parents first. Bones from an import keep the axes of their nodes."""
    targets, index = [], {}
    for bone in rig.data.bones:
        turn = TURNS.get(bone.get(AXIS, "+y"), TURNS["+y"])
        above = index.get(bone.parent.name) if bone.parent else None
        local = relative(bone)
        local[:, :3] = local[:, :3] @ turn.T
        if above is not None:
            turned = targets[above].turn
            local = np.concatenate([turned @ local[:, :3], turned @ local[:, 3:]], 1)
        index[bone.name] = len(targets)
        prefix = f'pose.bones["{bpy.utils.escape_identifier(bone.name)}"].'
        scales = targets[above].own if above is not None else 1.0, bone.get(SCALE, 1.0)
        targets.append(Target(rig, prefix, bone.name, local, turn, *scales, keeps_mode=True, is_bone=True))
    return targets


def relative(bone: bpy.types.Bone) -> Array:
    """The rest pose of a bone relative to its parent, (3, 4)."""
    matrix = bone.matrix_local
    if bone.parent:
        matrix = bone.parent.matrix_local.inverted() @ matrix
    return np.array(matrix)[:3]


def nodes_of(rig: bpy.types.Object, targets: list[Target], placed: bool) -> list[animio.Node]:
    """The nodes of an armature's bones. If `placed`, the first node is the armature itself."""
    found = [node(name_of(rig), None, np.array(rig.matrix_world)[:3])] * placed
    return found + bones_of(rig, targets, len(found), 0 if placed else None)


def bones_of(rig: bpy.types.Object, targets: list[Target], first: int, root: int | None) -> list[animio.Node]:
    """The nodes of an armature's bones: the first one has this number, and the parent of those without one is `root`."""
    index = {target.group: number for number, target in enumerate(targets, first)}
    parents = (rig.data.bones[target.group].parent for target in targets)
    return [node(target.group, index[parent.name] if parent else root, target.local) for target, parent in zip(targets, parents)]


def name_of(owner: bpy.types.Object) -> str:
    """The name of the node of an object, which is not that of one of its bones."""
    is_taken = owner.type == "ARMATURE" and owner.name in owner.data.bones
    return f"{owner.name} (armature)" if is_taken else owner.name


def node(name: str, parent: int | None, local: Array, morphs: Sequence[str] = ()) -> animio.Node:
    """A node with the rest matrix (3, 4)."""
    parts = linear.decompose(local[None])
    return animio.Node(name, parent, parts.translation[0], parts.rotation[0], parts.scale[0], list(morphs))


def is_at_home(rig: bpy.types.Object) -> bool:
    """Whether the armature's axes are those of the world in the current frame."""
    return bool(np.abs(np.array(rig.matrix_world)[:3] - IDENTITY).max() < 1e-7)


def active(context: bpy.types.Context) -> bpy.types.Object:
    """The active armature. `ValueError` if the active object is not an armature."""
    rig = context.view_layer.objects.active
    if rig is None or rig.type != "ARMATURE":
        raise ValueError("there is no active armature to import onto")
    return rig


def rest(rig: bpy.types.Object) -> None:
    """Resets the pose of an armature, for bones that no clip moves."""
    for bone in rig.pose.bones:
        bone.matrix_basis = Matrix()


def bone_map(text: str) -> str | None:
    """Pairs of nodes and bones, one on a line, from `node=bone "node=bone"` or from a file; `None` for none.

    `OSError` if there is no such file.
    """
    # The path of a file may have a single quote.
    pairs = words.split(re.sub(r"\s*=\s*", "=", text)) if "=" in text else []
    if pairs:
        return "\n".join(pairs)
    return Path(bpy.path.abspath(text)).read_text("utf-8") if text.strip() else None


def onto(
    rig: bpy.types.Object, clips: list[animio.Clip], bones: str, notes: list[Note]
) -> tuple[list[Source], list[list[Target | None]]]:
    """The clips on an armature, and the targets of their nodes."""
    targets = targets_of(rig)
    figure = animio.Clip.from_channels(
        rig.name, 0.0, nodes_of(rig, targets, not is_at_home(rig)), [], space=animio.Space(space.UP, space.FORWARD, "right", space.METRE)
    )
    pairs = bone_map(bones)
    by_name = {target.group: target for target in targets}
    by_name[rig.name] = by_name.get(rig.name, Target(rig, keeps_mode=True))
    moved, of_clips = [], []
    for clip in clips:
        made, losses = clip.onto(figure, bones=pairs)
        notes += of_losses(losses.losses, clip.name)
        moved.append(Source(made))
        of_clips.append([by_name.get(each.name) for each in moved[-1].nodes])
    return moved, of_clips
