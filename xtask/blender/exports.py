"""Scenes whose motion is not that of curves alone, exported as Blender shows it."""

from collections.abc import Iterator
from pathlib import Path

import animio
import bpy
import build
import numpy as np
import rigs
import scene

# Frames that are compared, of clips that begin at frame 0.
FRAMES = [0, 6, 12, 24]


def run(fixtures: Path, folder: Path) -> Iterator[str]:
    """Each rule, one after the other."""
    for rule in (deltas, modes, connected, sheared, flat, vanished, flattened, marked, smiling, hidden, asleep):
        scene.empty()
        rule(fixtures, folder)
        yield f"{rule.__name__}: {rule.__doc__}"


def deltas(_fixtures: Path, folder: Path) -> None:
    """delta transforms move an object as its transform does"""
    for paths in (("delta_location",), ("delta_rotation_euler",), ("delta_scale", "location")):
        scene.empty()
        made = build.item("o")
        for path in paths:
            still = float(path.endswith("scale"))
            build.key(made, path, 0, {0: still, 12: still + 1, 24: still})
        (clip,) = build.exported(folder / "deltas.stf", made)
        assert clip.channels and build.differs(clip, FRAMES, made) < 1e-5, paths


def modes(_fixtures: Path, folder: Path) -> None:
    """an object whose rotation mode changes turns as it does in Blender"""
    made = build.item("o")
    made.rotation_mode = "XYZ"
    build.key(made, "rotation_euler", 0, {0: 0.0, 24: 1.0})
    made.rotation_quaternion = (0.8, 0, 0.6, 0)
    made.keyframe_insert("rotation_quaternion", frame=0)
    for frame, mode in ((0, "QUATERNION"), (12, "XYZ")):
        made.rotation_mode = mode
        made.keyframe_insert("rotation_mode", frame=frame)
    (clip,) = build.exported(folder / "modes.stf", made)
    assert build.differs(clip, FRAMES, made) < 1e-5


def connected(_fixtures: Path, folder: Path) -> None:
    """a bone that is connected to its parent stays at its tail, whatever its location is"""
    for keys in ({0: 0.0, 24: 1.0}, {0: 0.5}):
        scene.empty()
        made = rigs.rig("a", "b")
        bpy.ops.object.mode_set(mode="EDIT")
        made.data.edit_bones["b"].use_connect = True
        bpy.ops.object.mode_set(mode="OBJECT")
        bone = made.pose.bones["b"]
        bone.location.x = 0.5
        build.key(bone, "rotation_quaternion", 1, {0: 0.0, 24: 1.0})
        build.key(bone, "location", 0, keys)
        for path in (folder / "connected.stf", folder / "connected.bvh"):
            (clip,) = build.exported(path, made)
            assert build.differs(clip, FRAMES if path.suffix == ".stf" else [0, 24], made, "b") < 1e-5, (path.name, keys)


def sheared(_fixtures: Path, folder: Path) -> None:
    """the report states the shear of an object, which no file can hold, and it states none for an object without"""
    parent = build.item("p")
    parent.rotation_euler.x = 0.6
    child = build.item("c", parent)
    for size in (1.0, 3.0):
        parent.scale.z = size
        bpy.context.view_layer.update()
        # The child of an object that was turned before keeps its place.
        child.matrix_parent_inverse = parent.matrix_world.inverted()
        child.animation_data_clear()
        build.key(child, "rotation_euler", 0, {0: 0.0, 24: 0.8})
        (clip,) = build.exported(folder / "sheared.stf", parent)
        lines = [line for line in build.told() if "perpendicular" in line]
        assert build.differs(clip, FRAMES, parent) < 1e-5
        if size == 1.0:
            assert not lines and build.differs(clip, FRAMES, child) < 1e-5, lines
            continue
        lost = 0.0
        for frame in range(25):
            scene.go_to(frame)
            local = np.array(parent.matrix_world.inverted() @ child.matrix_world)[:3]
            error = np.abs(clip.local(frame / 24)[clip.node("c")] - local).max()
            lost = max(lost, error / np.linalg.norm(local[:, :3], axis=0).max())
        message = f"axes that are not perpendicular: the matrices differ by up to {lost:.3g} times the length of the longest axis"
        assert lost > 0.05 and lines == [f"dropped: {clip.name} / c: {message}"], (lost, lines)


def flat(_fixtures: Path, folder: Path) -> None:
    """a parent whose scale is 0 in a frame is exported; an object below it whose motion is sampled keeps its transform in that frame"""
    parent, goal = build.item("p"), build.item("goal")
    plain, followed = build.item("plain", parent), build.item("followed", parent)
    goal.parent = plain
    plain.location.x = 1.0
    followed.constraints.new("COPY_LOCATION").target = goal
    build.key(plain, "location", 1, {0: 0.0, 24: 2.0})
    build.key(parent, "scale", 0, {0: 1.0, 12: 0.0, 24: 1.0})
    for frame in (0, 12):
        # The rest pose is that of the current frame.
        scene.go_to(frame)
        (clip,) = build.exported(folder / "flat.stf", parent)
        for moved in (parent, plain, goal, followed):
            assert build.differs(clip, [0, 6, 18, 24] if moved == followed else FRAMES, moved) < 1e-5, (frame, moved.name)
        message = "the parent has a scale of 0 in frame 12: the last transform relative to the parent is held"
        assert f"approximated: {clip.name} / followed: {message}" in build.told(), build.told()
    scene.empty()
    made = rigs.rig("a", "b")
    for axis in range(3):
        build.key(made.pose.bones["a"], "scale", axis, {0: 1.0, 12: 0.0, 24: 1.0})
    build.key(made.pose.bones["b"], "rotation_quaternion", 1, {0: 0.0, 24: 1.0})
    for path in (folder / "flat.bvh", folder / "flat.stf"):
        (clip,) = build.exported(path, made)
        assert path.suffix == ".bvh" or build.differs(clip, FRAMES, made, "b") < 1e-5


def vanished(_fixtures: Path, folder: Path) -> None:
    """the report states which objects move while the scale of their parent is 0, in all frames or in some, and no others"""
    held = "the last transform relative to the parent is held"
    cases = [
        ({0: 0.0, 24: 0.0}, "frame 0 and 24 more: its rest pose is held"),
        ({0: 1.0, 6: 0.0, 18: 0.0, 24: 1.0}, f"frame 6 and 12 more: {held}"),
        ({0: 1.0, 12: 0.0, 24: 1.0}, f"frame 12: {held}"),
    ]
    for keys, message in cases:
        scene.empty()
        parent, goal = build.item("p"), build.item("goal")
        still, followed, strips = (build.item(name, parent) for name in ("still", "followed", "strips"))
        still.location.x = 1.0
        followed.constraints.new("COPY_LOCATION").target = goal
        # The goal is away from its place only in frames in which the parent may have no scale.
        build.key(goal, "location", 1, {0: 0.0, 8: 0.0, 12: 2.0, 16: 0.0, 24: 0.0})
        for axis in range(3):
            build.key(parent, "scale", axis, keys)
        build.key(strips, "location", 0, {0: 0.0, 24: 1.0})
        action = build.put_away(strips, "A")
        strips.animation_data.nla_tracks.new().strips.new("A", 0, action)
        (clip,) = build.exported(folder / "vanished.stf", parent)
        lines = [line for line in build.told() if "scale of 0" in line]
        # A parent whose scale is 0 in all frames hides what the strips move.
        names = "followed" if keys[0] == 0 else "2 nodes, such as followed"
        assert lines == [f"approximated: {clip.name} / {names}: the parent has a scale of 0 in {message}"], lines
        assert max(build.differs(clip, FRAMES, moved) for moved in (still, strips)) < 1e-5, keys
        # Blender shows the object at the goal, the file at its parent.
        assert abs(build.differs(clip, [0, 12], followed) - 2) < 1e-5, keys


def flattened(_fixtures: Path, folder: Path) -> None:
    """an object that is sampled keeps its rotation while its scale along one or two axes is 0"""
    for axes in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2)):
        scene.empty()
        made = build.item("o")
        made.constraints.new("LIMIT_SCALE")
        made.rotation_euler = (0.3, -0.5, 0.7)
        build.key(made, "rotation_euler", 2, {0: 0.7, 24: 1.5})
        for axis in range(3):
            made.scale[axis] = 0.0 if axis in axes else -1.0
        (clip,) = build.exported(folder / "flattened.stf", made)
        assert build.differs(clip, [0, 24], made) < 1e-5 and not any("perpendicular" in line for line in build.told()), axes


def marked(fixtures: Path, folder: Path) -> None:
    """the markers of an action are events of its clip"""
    written: list[animio.Clip] = []

    def note(file: str, clips: list[animio.Clip], **options: object) -> object:
        written[:] = clips
        return write(file, clips, **options)

    write, animio.write = animio.write, note
    try:
        scene.load("tod", fixtures / "tod/valid/parts.tod")
        (before,) = scene.clips("tod", fixtures / "tod/valid/parts.tod")
        bpy.ops.export_anim.io_stf(filepath=str(folder / "marked.stf"))
        rate = bpy.context.scene.render.fps / bpy.context.scene.render.fps_base
        events = [[(event.name, round(event.time * rate)) for event in clip.events] for clip in (before, *written)]
        assert len(events[0]) == 6 and events[0] == events[1], events
        assert any("6 events" in line for line in build.told()), build.told()
        scene.empty()
        made = build.item("o")
        build.key(made, "location", 0, {4: 0.0, 24: 1.0})
        for name, place in (("step", 12), ("late", 30), ("step", 12), ("first", 4)):
            made.animation_data.action.pose_markers.new(name).frame = place
        build.export(folder / "marked.stf", made)
        events = [(event.name, round(event.time * 24)) for event in written[0].events]
        assert events == [("first", 0), ("step", 8), ("step", 8)], events
        assert any("1 marker outside of the frames" in line for line in build.told()), build.told()
    finally:
        animio.write = write


def smiling(_fixtures: Path, folder: Path) -> None:
    """weights that do not change are exported, whether they have keys or not"""
    for keys in ({0: 0.7, 24: 0.7}, {}):
        scene.empty()
        made = build.face("face", "frown", "smile")
        build.key(made, "location", 0, {0: 0.0, 24: 1.0})
        smile = made.data.shape_keys.key_blocks["smile"]
        smile.value = 0.7
        if keys:
            build.key(smile, "value", 0, keys)
        (clip,) = build.exported(folder / "smiling.stf", made)
        (weight,) = [channel for channel in clip.channels if channel.property == "weight" and channel.values.any()]
        shown = np.asarray(weight.sample([0.0, 0.5, 1.0]))[:, -1]
        assert np.abs(shown - smile.value).max() < 1e-6 and len(weight.times) <= 2, (keys, weight)


def hidden(_fixtures: Path, folder: Path) -> None:
    """an object is hidden in the file as in renders, or as in viewports if only these hide it at times"""
    always, late = [(0, True), (12, True)], [(0, False), (12, True)]
    cases = [
        ({"hide_viewport": late}, [True, True, False], False), ({"hide_render": late}, [True, True, False], False),
        ({"hide_viewport": late, "hide_render": late}, [True, True, False], False), ({"hide_viewport": always}, [True] * 3, False),
        ({"hide_viewport": late, "hide_render": always}, [False] * 3, True),
    ]  # fmt: skip
    for hides, expected, differs in cases:
        scene.empty()
        made = build.item("o")
        build.key(made, "location", 0, {0: 0.0, 24: 1.0})
        for path, keys in hides.items():
            build.key(made, path, 0, dict(keys))
        bpy.context.scene.frame_set(0)
        (clip,) = build.exported(folder / "hidden.stf", made)
        assert made.select_get() or made.hide_viewport, hides
        channels = [channel for channel in clip.channels if channel.property in build.SHOWN]
        found = np.asarray(channels[0].sample([0.0, 11 / 24, 12 / 24])).ravel().tolist() if channels else [1.0] * 3
        assert found == expected and any("differs from `hide_render`" in line for line in build.told()) == differs, (hides, found, build.told())


def asleep(_fixtures: Path, folder: Path) -> None:
    """objects that are hidden move in the file as they do when they are shown, and nothing else is in the scene afterwards"""
    for way in ("object", "keys", "collection"):
        scene.empty()
        bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, 24
        goal, parent, made = build.item("goal"), build.item("p"), rigs.rig("a", "b")
        moved, face = build.item("moved", parent), build.face("face", "smile")
        face.parent = parent
        build.key(goal, "location", 0, {0: 0.0, 24: 0.75})
        build.key(parent, "location", 1, {0: 0.0, 24: 1.0})
        smile = face.data.shape_keys.key_blocks["smile"]
        driver = smile.driver_add("value").driver
        variable = driver.variables.new()
        variable.type, variable.targets[0].id, variable.targets[0].transform_type = "TRANSFORMS", goal, "LOC_X"
        driver.type = "SUM"
        for owner in (moved, made.pose.bones["b"]):
            owner.constraints.new("COPY_LOCATION").target = goal
        expected = []
        for frame in FRAMES:
            scene.go_to(frame)
            expected.append((build.shown(moved), build.shown(made, "b"), smile.value))
        assert expected[-1][2] == 0.75
        scene.go_to(0)
        for owner in (moved, made, face):
            hide(owner, way)
        clip, bones = (build.exported(folder / "asleep.stf", owner)[0] for owner in (parent, made))
        (weights,) = [channel for channel in clip.channels if channel.property == "weight"]
        for frame, (place, bone, weight) in zip(FRAMES, expected):
            assert np.abs(clip.world(frame / 24)[clip.node("moved")] - place).max() < 1e-5, (way, frame)
            assert np.abs(bones.world(frame / 24)[bones.node("b")] - bone).max() < 1e-5, (way, frame)
            assert abs(weights.sample([frame / 24])[0, -1] - weight) < 1e-6, (way, frame)
        assert len(bpy.data.objects) == 5 and moved.hide_viewport == (way != "collection")


def hide(owner: bpy.types.Object, way: str) -> None:
    """Hides an object in viewports: itself, by a key, or by a collection."""
    if way == "collection":
        made = bpy.data.collections.new("hidden")
        bpy.context.scene.collection.children.link(made)
        bpy.context.collection.objects.unlink(owner)
        made.objects.link(owner)
        made.hide_viewport = True
        return
    owner.hide_viewport = True
    if way == "keys":
        build.key(owner, "hide_viewport", 0, {0: True, 24: True})
