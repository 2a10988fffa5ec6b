"""Scenes whose motion is not that of curves alone, exported as Blender shows it."""

from collections.abc import Iterator
from pathlib import Path

import bpy
import build
import rigs
import scene

# Frames that are compared, of clips that begin at frame 0.
FRAMES = [0, 6, 12, 24]


def run(fixtures: Path, folder: Path) -> Iterator[str]:
    """Each rule, one after the other."""
    for rule in (deltas, modes, connected):
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
