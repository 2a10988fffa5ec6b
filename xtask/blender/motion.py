"""Motion that is not in the keys of an object's own F-curves, exported as Blender shows it."""

from collections.abc import Iterator
from pathlib import Path

import bpy
import build
import numpy as np
import rigs
import scene

# Frames that are compared, of clips that begin at frame 0.
FRAMES = [0, 6, 12, 24]


def run(fixtures: Path, folder: Path) -> Iterator[str]:
    """Each rule, one after the other."""
    for rule in (generated, weighed, muted, followed, simulated, remapped, edited, ended):
        scene.empty()
        rule(fixtures, folder)
        yield f"{rule.__name__}: {rule.__doc__}"


def generate(curve: bpy.types.FCurve, kind: str) -> None:
    """Replaces the keys of a curve: by samples, or by a modifier that rises from 0 to 1 in 24 frames, or is a sine."""
    if kind == "SAMPLES":
        curve.convert_to_samples(0, 24)
        return
    curve.keyframe_points.clear()
    made = curve.modifiers.new(kind)
    if kind == "GENERATOR":
        made.coefficients = (0.0, 1 / 24)


def generated(_fixtures: Path, folder: Path) -> None:
    """F-curves without keys move objects and bones: samples, and modifiers that generate values"""
    for kind in ("SAMPLES", "GENERATOR", "FNGENERATOR"):
        for owner in ("o", "b"):
            scene.empty()
            made = rigs.rig("a", "b") if owner == "b" else build.item(owner)
            moved = made.pose.bones["b"] if owner == "b" else made
            moved.rotation_mode = "XYZ"
            for path, index in (("location", 1), ("rotation_euler", 0)):
                build.key(moved, path, index, {0: 0.0, 12: 1.0, 24: 0.0})
            made.animation_data.action.use_frame_range = True
            made.animation_data.action.frame_start, made.animation_data.action.frame_end = 0, 24
            generate(build.curves(made)[0], kind)
            (clip,) = build.exported(folder / "generated.stf", made)
            assert build.differs(clip, FRAMES, made, "b" if owner == "b" else "") < 1e-5, (kind, owner)


def weighed(_fixtures: Path, folder: Path) -> None:
    """F-curves without keys move shape keys"""
    for kind in ("SAMPLES", "GENERATOR", "FNGENERATOR"):
        scene.empty()
        made, smile = smiling()
        build.key(made, "location", 0, {0: 0.0, 24: 1.0})
        build.key(smile, "value", 0, {0: 0.0, 12: 0.5, 24: 1.0})
        generate(build.curves(made.data.shape_keys)[0], kind)
        compare(folder, made)


def smiling() -> tuple[bpy.types.Object, bpy.types.ShapeKey]:
    """A triangle whose second corner is as far from its place as the weight of `smile` and three times that of `frown` say."""
    made = build.face("face", "smile", "frown")
    keys = made.data.shape_keys.key_blocks
    keys["smile"].data[1].co, keys["frown"].data[1].co = (2, 0, 0), (4, 0, 0)
    return made, keys["smile"]


def compare(folder: Path, made: bpy.types.Object) -> None:
    """The weights of an export of `smiling` move the corner to where it is in Blender's mesh."""
    (clip,) = build.exported(folder / "weighed.stf", made)
    weights = [channel for channel in clip.channels if channel.property == "weight"]
    for frame in FRAMES:
        scene.go_to(frame)
        seen = made.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
        values = np.zeros(2)
        for channel in weights:
            driven = channel.sample(frame / 24)
            values[channel.component :][: len(driven)] = driven
        assert abs(seen.vertices[1].co.x - 1 - values @ (1, 3)) < 1e-5, (frame, seen.vertices[1].co.x, values)


def muted(_fixtures: Path, folder: Path) -> None:
    """shape keys that are muted do not show, and one that is shown alone shows completely, unless it is muted"""
    for mute in ("smile", "frown", ""):
        for alone in (None, 0, 1, 2):
            scene.empty()
            made, smile = smiling()
            keys = made.data.shape_keys.key_blocks
            keys["frown"].value = 0.25
            build.key(smile, "value", 0, {0: 0.0, 12: 0.5, 24: 1.0})
            if mute:
                keys[mute].mute = True
            if alone is not None:
                made.show_only_shape_key, made.active_shape_key_index = True, alone
            compare(folder, made)
    scene.empty()
    made, smile = smiling()
    build.key(smile, "value", 0, {0: 0.5, 24: 1.0})
    build.key(smile, "mute", 0, {0: False, 12: True})
    compare(folder, made)


def followed(_fixtures: Path, folder: Path) -> None:
    """a child that a curve carries along itself moves, though nothing but the curve's time has keys"""
    bpy.ops.curve.primitive_nurbs_path_add()
    path = bpy.context.object
    path.data.use_path = path.data.use_path_follow = True
    made = build.item("o", path)
    build.key(made, "location", 0, {0: 1.0, 24: 1.5})
    build.key(path.data, "eval_time", 0, {0: 0.0, 24: 100.0})
    (clip,) = build.exported(folder / "followed.stf", path)
    scene.go_to(0)
    assert np.abs(build.shown(made)[0, 3] - clip.world(1.0)[clip.node("o"), 0, 3]) > 1
    assert build.differs(clip, FRAMES, made) < 1e-5


def simulated(_fixtures: Path, folder: Path) -> None:
    """a body that a simulation moves falls, whatever keys it has"""
    bpy.ops.mesh.primitive_cube_add(location=(0, 0, 10))
    made = bpy.context.object
    bpy.ops.rigidbody.world_add()
    bpy.ops.rigidbody.object_add()
    build.key(made, "location", 0, {1: 0.0, 24: 0.0})
    for frame in range(1, 25):
        scene.go_to(frame)
    (clip,) = build.exported(folder / "simulated.stf", made)
    scene.go_to(24)
    assert made.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world.translation.z < 8
    for frame in range(1, 25):
        scene.go_to(frame)
        assert np.abs(clip.world((frame - 1) / 24)[0] - build.shown(made)).max() < 1e-4, frame


def remapped(_fixtures: Path, folder: Path) -> None:
    """time that the scene remaps passes in the file as in Blender"""
    bpy.context.scene.render.frame_map_new = 200
    made, rig = build.item("o"), rigs.rig("a", "b")
    build.key(made, "location", 0, {0: 0.0, 24: 2.0})
    build.key(rig.pose.bones["b"], "location", 0, {0: 0.0, 24: 1.0})
    for moved, bone in ((made, ""), (rig, "b")):
        (clip,) = build.exported(folder / "remapped.stf", moved)
        assert build.differs(clip, FRAMES, moved, bone) < 1e-5, bone


def edited(_fixtures: Path, folder: Path) -> None:
    """the action of an NLA strip that is being edited is exported as the strip plays it, and all actions as they are"""
    for which in ("ACTIVE", "ALL"):
        scene.empty()
        made = rigs.rig("a", "b")
        build.key(made.pose.bones["b"], "location", 0, {0: 0.0, 24: 2.0})
        action = build.put_away(made, "A")
        data = made.animation_data
        track = data.nla_tracks.new()
        strip = track.strips.new("A", 100, action)
        strip.scale = 2.0
        build.key(made.pose.bones["a"], "location", 0, {0: 0.0, 12: 1.0})
        data.action.name = "B"
        track.select = strip.select = True
        data.nla_tracks.active = track
        data.use_tweak_mode = True
        assert data.use_tweak_mode and data.action == action and strip.frame_end == 148
        clips = build.exported(folder / "edited.stf", made, which=which)
        assert data.use_tweak_mode and data.action == action and data.use_nla and tuple(data.action.frame_range) == (0, 24)
        if which == "ACTIVE":
            assert build.differs(clips[0], [100, 112, 124, 148], made, "b") < 1e-5
        data.use_tweak_mode = False
        assert data.action.name == "B" and (strip.frame_start, strip.frame_end) == (100, 148)
        data.use_nla = False
        for clip, bone in zip(clips if which == "ALL" else (), "ba"):
            data.action = bpy.data.actions[clip.name]
            assert build.differs(clip, [0, 6, 12], made, bone) < 1e-5, clip.name


def ended(_fixtures: Path, folder: Path) -> None:
    """actions that begin and end between frames are exported completely"""
    for first, last in ((0.0, 10.4), (0.5, 10.6), (1.4, 10.4), (2.0, 11.0)):
        scene.empty()
        made = build.item("o")
        build.key(made, "location", 0, {first: 0.0, last: 2.0})
        (clip,) = build.exported(folder / "ended.stf", made)
        start, end = np.floor(first), np.ceil(last)
        assert abs(clip.duration - (end - start) / 24) < 1e-6, (first, last, clip)
        for frame in (start, first, 5, last, end):
            scene.go_to(frame)
            assert np.abs(clip.world((frame - start) / 24)[0] - build.shown(made)).max() < 1e-5, (first, last, frame)
