"""Exports of several actions: each as if it were alone, with all of its parts, and a scene that stays as it was."""

from collections.abc import Iterator
from pathlib import Path

import animio
import bpy
import build
import numpy as np
import rigs
import scene
from mathutils import Matrix


def run(fixtures: Path, folder: Path) -> Iterator[str]:
    """Each rule, one after the other."""
    for rule in (alone, stripped, apart, undriven, faces, renamed, together):
        scene.empty()
        rule(fixtures, folder)
        yield f"{rule.__name__}: {rule.__doc__}"


def alone(_fixtures: Path, folder: Path) -> None:
    """bones that an action does not move rest in its clip, whatever the other actions do, and the scene stays as it was"""
    made = rigs.rig("a", "b", "c")
    for bone in made.pose.bones:
        bone.rotation_mode = "XYZ"
    made.pose.bones["c"].rotation_euler.y = 0.25
    for name, bone in (("A", "b"), ("B", "a")):
        build.key(made.pose.bones[bone], "rotation_euler", 0, {0: 0.0, 24: 1.5})
        build.key(made.pose.bones[bone], "location", 1, {0: 0.5, 24: 0.0})
        action = build.put_away(made, name)
    # Blender shows the last frame of B, in which the user has turned a bone without a key.
    made.animation_data.action = action
    scene.go_to(24)
    made.pose.bones["a"].rotation_euler.x = -0.75
    before = [bone.matrix_basis.copy() for bone in made.pose.bones]
    assert before[0].to_euler().x < -0.7 and not before[1].to_euler().x
    for path in (folder / "alone.stf", folder / "alone.bvh"):
        build.export(path, made, which="ALL")
        assert made.animation_data.action == action
        assert [bone.matrix_basis for bone in made.pose.bones] == before, path
    clips = scene.clips("stf", folder / "alone.stf")
    clips += [scene.clips("bvh", folder / f"alone.{name}.bvh")[0] for name in "AB"]
    for clip, (name, still) in zip(clips, (("A", "a"), ("B", "b")) * 2):
        made.animation_data.action = bpy.data.actions[name]
        # This is how Blender shows an action that is played alone.
        made.pose.bones[still].matrix_basis = Matrix()
        for bone in "abc":
            difference = build.differs(clip, [0, 12, 24], made, bone)
            assert difference < 1e-5, (clip.name, bone, difference)


def stripped(_fixtures: Path, folder: Path) -> None:
    """NLA strips add nothing to the clips of the actions, and are there afterwards"""
    made = rigs.rig("a", "b")
    for name, bone in (("A", "b"), ("B", "a")):
        build.key(made.pose.bones[bone], "location", 0, {0: 0.0, 24: 1.0})
        action = build.put_away(made, name)
    made.animation_data.nla_tracks.new().strips.new("B", 0, action)
    made.animation_data.action = bpy.data.actions["A"]
    scene.go_to(12)
    # Blender shows both at once.
    assert abs(made.pose.bones["a"].location.x - 0.5) < 1e-6 and abs(made.pose.bones["b"].location.x - 0.5) < 1e-6
    clips = build.exported(folder / "stripped.stf", made, which="ALL")
    assert made.animation_data.use_nla and abs(made.pose.bones["a"].location.x - 0.5) < 1e-6
    made.animation_data.use_nla = False
    for clip, still in zip(clips, "ab"):
        made.animation_data.action = bpy.data.actions[clip.name]
        made.pose.bones[still].location.x = 0
        for bone in "ab":
            assert build.differs(clip, [0, 12, 24], made, bone) < 1e-5, (clip.name, bone)


def apart(_fixtures: Path, folder: Path) -> None:
    """objects that an action does not move stay where they are in its clip, whatever the other actions do"""
    made = build.item("o")
    made["dial"] = 0.0
    made.location.y = 2.0
    build.key(made, "location", 0, {0: 0.0, 24: 5.0})
    build.key(made, "hide_render", 0, {0: False, 12: True})
    made.keyframe_insert('["dial"]', frame=0)
    made["dial"] = 3.0
    made.keyframe_insert('["dial"]', frame=24)
    made["dial"] = 1.0
    build.put_away(made, "A")
    build.key(made, "rotation_euler", 2, {0: 0.0, 24: 1.0})
    own = made.animation_data.action
    own.name = "B"
    scene.go_to(0)
    clips = build.exported(folder / "apart.stf", made, which="ALL")
    assert tuple(made.location) == (0, 2, 0) and made["dial"] == 1.0 and not made.hide_render
    # Before Blender 4.4 nothing tells of which object an action is that is not played.
    assert [clip.name for clip in clips] == (["A", "B"] if hasattr(own, "slots") else ["B"])
    assert not [channel for channel in clips[-1].channels if channel.property in build.SHOWN]
    assert build.differs(clips[-1], [0, 12, 24], made) < 1e-5
    if len(clips) == 1:
        return
    made.rotation_euler.z = 0
    made.animation_data.action = bpy.data.actions["A"]
    assert build.differs(clips[0], [0, 12, 24], made) < 1e-5
    assert np.abs(clips[0].world(1.0)[0, 0, 3] - 5) < 1e-5


def undriven(_fixtures: Path, folder: Path) -> None:
    """objects and shape keys that an action does not drive stand still in its clip, whatever they play themselves, and play it afterwards"""
    for way in ("action", "strip"):
        scene.empty()
        face = build.face("f", "smile")
        child, keys, smile = build.item("c", face), face.data.shape_keys, face.data.shape_keys.key_blocks["smile"]
        owners = {"A": face, "B": child, "S": keys}
        for name, moved, path, index in (("A", face, "location", 0), ("B", child, "location", 1), ("S", smile, "value", 0)):
            build.key(moved, path, index, {0: 0.0, 24: 1.0})
            # Otherwise an object and its shape keys would share an action.
            build.put_away(owners[name], name)
        for name, owner in owners.items():
            if way == "strip" and name != "A":
                owner.animation_data.nla_tracks.new().strips.new(name, 0, bpy.data.actions[name])
            else:
                owner.animation_data.action = bpy.data.actions[name]
        scene.go_to(12)

        def state() -> list[object]:
            own = [owner.animation_data for owner in owners.values()]
            return [*face.location, *child.location, smile.value, *((data.action, data.use_nla) for data in own)]

        before = state()
        assert before[:7] == [0.5, 0, 0, 0, 0.5, 0, 0.5]
        clips = build.exported(folder / "undriven.stf", face, which="ALL")
        assert state() == before, way
        # Before Blender 4.4 nothing tells of which object an action is that only a strip plays.
        is_told = way == "action" or hasattr(bpy.data.actions["B"], "slots")
        assert [clip.name for clip in clips] == (["A", "B", "S"] if is_told else ["A", "S"]), clips
        for clip in clips:
            for name, owner in owners.items():
                owner.animation_data.use_nla = False
                owner.animation_data.action = bpy.data.actions[name] if name == clip.name else None
            face.location, child.location, smile.value = (0.5, 0, 0), (0, 0.5, 0), 0.0
            for moved in (face, child):
                assert build.differs(clip, [0, 12, 24], moved) < 1e-5, (way, clip.name, moved.name)
            weights = [channel for channel in clip.channels if channel.property == "weight"]
            for frame in (0, 12, 24):
                scene.go_to(frame)
                weight = weights[0].sample([frame / 24])[0, -1] if weights else 0.0
                assert abs(weight - smile.value) < 1e-6, (way, clip.name, frame, weight)


def faces(_fixtures: Path, folder: Path) -> None:
    """every clip has the weights of its own action, and shape keys alone give a clip its frames"""
    channels = [[animio.Channel(1, "weight", [0, 1], [[0.0], [end]], "linear")] for end in (1.0, 0.25)]
    channels[1] += [animio.Channel(0, "translation", [0, 1], [[0, 0, 0], [0, 0, 1.0]], "linear")]
    nodes = [animio.Node("body"), animio.Node("face", morphs=["smile"])]
    space = animio.Space("+z", "-y", "right", 1.0)
    made = [animio.Clip.from_channels(name, 1.0, nodes, each, 24, space) for name, each in zip(("one", "two"), channels)]
    animio.write(folder / "faces.stf", made)
    scene.load("stf", folder / "faces.stf")
    face = bpy.data.objects["face"]
    clips = build.exported(folder / "faces.stf", face, which="ALL")
    assert [clip.name.split()[0] for clip in clips] == ["one", "two"], clips
    for clip in clips:
        face.data.shape_keys.animation_data.action = bpy.data.actions[clip.name]
        scene.go_to(25)
        (weight,) = [channel for channel in clip.channels if channel.property == "weight"]
        smile = face.data.shape_keys.key_blocks["smile"].value
        assert smile == {"one": 1.0, "two": 0.25}[clip.name.split()[0]]
        assert abs(weight.values[-1, 0] - smile) < 1e-6, (clip.name, weight.values)
    scene.empty()
    made = build.face("o", "smile")
    build.key(made.data.shape_keys.key_blocks["smile"], "value", 0, {10: 0.0, 20: 1.0})
    for which in ("ACTIVE", "ALL"):
        (clip,) = build.exported(folder / "faces.stf", made, which=which)
        assert abs(clip.duration - 10 / 24) < 1e-6 and clip.channels[0].values[-1, 0] == 1.0, (which, clip)


def renamed(_fixtures: Path, folder: Path) -> None:
    """all actions of an armature are found under its new name, and those of another one with the same bones are not"""
    made = rigs.rig("a", "b")
    for name in ("A", "B"):
        build.key(made.pose.bones["a"], "location", 0, {0: 0.0, 24: 1.0})
        build.put_away(made, name)
    made.animation_data.action = bpy.data.actions["B"]
    made.name = "Hero"
    assert [clip.name for clip in build.exported(folder / "renamed.stf", made, which="ALL")] == ["A", "B"]
    if hasattr(bpy.data.actions["A"], "slots"):
        other = rigs.rig("a", "b")
        other.name = "Other"
        build.key(other.pose.bones["a"], "location", 0, {0: 0.0, 24: 1.0})
        build.put_away(other, "C")
        assert [clip.name for clip in build.exported(folder / "renamed.stf", made, which="ALL")] == ["A", "B"]


def together(_fixtures: Path, folder: Path) -> None:
    """a clip of several objects lasts from the first to the last frame of any of their actions"""
    parent = build.item("p")
    child = build.item("c", parent)
    build.key(parent, "location", 0, {12: 0.0, 24: 1.0})
    build.key(child, "location", 1, {0: 0.0, 100: 3.0})
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 3, 7
    (clip,) = build.exported(folder / "together.stf", parent)
    assert abs(clip.duration - 100 / 24) < 1e-6, clip
    chosen = bpy.ops.export_anim.io_stf.get_rna_type().properties["which"].enum_items["ACTIVE"]
    assert "the last frame of their actions" in chosen.description
    for moved in (parent, child):
        assert build.differs(clip, [0, 12, 18, 24, 100], moved) < 1e-5, moved.name
