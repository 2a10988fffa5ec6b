"""What an export contains: everything below the active object and everything selected, with the bones of all armatures."""

from collections.abc import Iterator
from pathlib import Path

import bpy
import build
import numpy as np
import rigs
import scene


def run(fixtures: Path, folder: Path) -> Iterator[str]:
    """Each rule, one after the other."""
    for rule in (below, selected, lit, editing):
        scene.empty()
        rule(fixtures, folder)
        yield f"{rule.__name__}: {rule.__doc__}"


def below(_fixtures: Path, folder: Path) -> None:
    """the bones of armatures below the active object move, and so do objects on bones, in every clip"""
    for is_resting in (False, True):
        scene.empty()
        root = build.item("root")
        build.key(root, "location", 0, {0: 0.0, 24: 2.0})
        made = bent("Rig", root)
        other = bent("a", made)
        other.location.y = 3.0
        # The bone b of one armature is sampled.
        made.pose.bones["b"].constraints.new("LIMIT_SCALE")
        hat = build.item("hat", made)
        hat.parent_type, hat.parent_bone, hat.location.x = "BONE", "b", 0.5
        for item in (made, other):
            item.data.pose_position = "REST" if is_resting else "POSE"
        bpy.context.scene.frame_set(7)
        (clip,) = build.exported(folder / "below.stf", root)
        # A file has no two nodes of one name.
        parents = {node.name: node.parent if node.parent is None else clip.node_names[node.parent] for node in clip.nodes}
        assert parents == {
            "root": None, "Rig": "root", "a.001": "Rig", "b.001": "a.001", "hat": "b.001",
            "a (armature)": "Rig", "a": "a (armature)", "b": "a",
        }  # fmt: skip
        assert made.data.pose_position == other.data.pose_position == ("REST" if is_resting else "POSE")
        made.data.pose_position = other.data.pose_position = "POSE"
        for frame in (0, 12, 24):
            scene.go_to(frame)
            expected = [build.shown(item) for item in (root, made, other, hat)]
            expected += [build.shown(item, name) for item in (made, other) for name in ("a", "b")]
            found = clip.world(frame / 24)
            assert all(np.abs(found - place).max((1, 2)).min() < 1e-5 for place in expected), frame
        moved = {clip.name: {clip.node_names[channel.node] for channel in clip.channels} for clip in actions(folder, root)}
        assert "b.001" in moved["RigAction"] and "root" in moved["rootAction"] and "b" in moved["aAction"], moved


def actions(folder: Path, active: bpy.types.Object) -> list:
    """The clips of all actions of an object and of everything below it."""
    return build.exported(folder / "actions.stf", active, which="ALL")


def bent(name: str, parent: bpy.types.Object) -> bpy.types.Object:
    """An armature with the bones a and b, which turns by 1.5 radians in frames 0 to 24."""
    made = rigs.rig("a", "b")
    made.name, made.parent = name, parent
    made.pose.bones["b"].rotation_mode = "XYZ"
    build.key(made.pose.bones["b"], "rotation_euler", 0, {0: 0.0, 24: 1.5})
    made.animation_data.action.name = f"{name}Action"
    return made


def selected(_fixtures: Path, folder: Path) -> None:
    """the bones of a selected armature move with the active object"""
    body = build.face("body")
    made = bent("Rig", None)
    made.select_set(True)
    body.select_set(True)
    bpy.context.view_layer.objects.active = body
    bpy.ops.export_anim.io_stf(filepath=str(folder / "selected.stf"))
    (clip,) = scene.clips("stf", folder / "selected.stf")
    assert clip.node_names == ["body", "Rig", "a", "b"], clip.node_names
    assert build.differs(clip, [0, 12, 24], made, "b") < 1e-5


def lit(_fixtures: Path, folder: Path) -> None:
    """the report states that the animation of lights and cameras themselves is lost, whatever action it is in"""
    for is_shared in (False, True):
        for path in ("energy", "lens"):
            scene.empty()
            data = bpy.data.lights.new("lamp", "POINT") if path == "energy" else bpy.data.cameras.new("lamp")
            made = build.item("o", data=data)
            build.key(made, "location", 0, {0: 0.0, 24: 1.0})
            if not hasattr(made.animation_data, "action_slot") and is_shared:
                continue
            action = made.animation_data.action if is_shared else bpy.data.actions.new("own")
            data.animation_data_create().action = action
            if is_shared:
                data.animation_data.action_slot = action.slots.new(data.id_type, "lamp")
            build.key(data, path, 0, {0: 30.0, 24: 100.0})
            build.export(folder / "lit.stf", made)
            assert build.told() == [f"dropped: `{path}` is not written" if is_shared else f"dropped: lamp: `{path}` is not written"]


def editing(_fixtures: Path, folder: Path) -> None:
    """an export in Edit Mode has what was edited and moves as in Object Mode; the mode stays, also if the export fails"""
    for is_sampled in (False, True):
        scene.empty()
        made = bent("Rig", None)
        if is_sampled:
            made.pose.bones["b"].constraints.new("LIMIT_SCALE")
        bpy.ops.object.mode_set(mode="EDIT")
        made.data.edit_bones["b"].head.z, made.data.edit_bones["b"].tail.z = 3.0, 4.0
        (clip,) = build.exported(folder / "editing.stf", made)
        assert made.mode == "EDIT" and made.data.edit_bones["b"].head.z == 3.0
        made.data.edit_bones["a"].tail.z = 2.0
        try:
            bpy.ops.export_anim.io_stf(filepath=str(folder / "no/such/folder/editing.stf"))
        except RuntimeError:
            assert made.mode == "EDIT"
        bpy.ops.object.mode_set(mode="OBJECT")
        scene.go_to(24)
        assert build.shown(made, "b")[2, 3] == 3.0
        assert build.differs(clip, [0, 12, 24], made, "b") < 1e-5, is_sampled
