"""Scenes as users have them: armatures that move as objects, that show their rest pose, that are being painted, and names of any length."""

from collections.abc import Iterator
from pathlib import Path

import animio
import bpy
import numpy as np
import scene

# The last frame of the motion of a rig, which begins at frame 1.
LAST = 11
# A BVH that the extension writes.
AXES = {"up": "+y", "forward": "+z", "unit": 0.01}


def run(fixtures: Path, folder: Path) -> Iterator[str]:
    """Each rule, one after the other."""
    for rule in (moved, attached, resting, sawtooth, painted, unkeyed, mapped, typed, named):
        scene.empty()
        rule(fixtures, folder)
        yield f"{rule.__name__}: {rule.__doc__}"


def rig(*names: str) -> bpy.types.Object:
    """A chain of bones that points up, active and selected."""
    made = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
    bpy.context.collection.objects.link(made)
    bpy.context.view_layer.objects.active = made
    bpy.ops.object.mode_set(mode="EDIT")
    above = None
    for number, name in enumerate(names):
        bone = made.data.edit_bones.new(name)
        bone.head, bone.tail, bone.parent = (0, 0, 0.3 * number), (0, 0, 0.3 * number + 0.3), above
        above = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return made


def bent() -> bpy.types.Object:
    """An armature whose second bone turns by 1 radian, in frames 1 to `LAST`."""
    made = rig("root", "middle", "upper", "tip")
    bone = made.pose.bones["middle"]
    bone.rotation_mode = "XYZ"
    for frame, angle in ((1, 0.0), (LAST, 1.0)):
        bone.rotation_euler[0] = angle
        bone.keyframe_insert("rotation_euler", frame=frame)
    return made


def exported(made: bpy.types.Object, folder: Path, last: int = LAST) -> None:
    """The BVH of an armature shows a bone in all frames where Blender shows it."""
    path = folder / "rig.bvh"
    bpy.ops.export_anim.io_bvh(filepath=str(path))
    clip = animio.read(path, **AXES)[0].in_space(up="+z", forward="-y", unit=1.0)
    for frame in range(1, last + 1):
        scene.go_to(frame)
        shown = made.matrix_world @ made.pose.bones["upper"].head
        found = clip.world((frame - 1) / 24)[clip.node("upper"), :, 3]
        assert np.abs(found - shown).max() < 1e-5, (frame, found, shown)


def moved(_fixtures: Path, folder: Path) -> None:
    """an armature that is at the origin while it is exported, and moves as an object in other frames, keeps its path"""
    made = bent()
    for frame, place in ((1, 0.0), (LAST, 5.0)):
        made.location.x = place
        made.keyframe_insert("location", frame=frame)
    scene.go_to(1)
    exported(made, folder)


def attached(_fixtures: Path, folder: Path) -> None:
    """the parent of an armature moves it, too; a parent at the origin is no node of the file"""
    made, parent = bent(), bpy.data.objects.new("Parent", None)
    bpy.context.collection.objects.link(parent)
    made.parent = parent
    exported(made, folder)
    assert animio.read(folder / "rig.bvh")[0].node_names[0] == "root"
    for frame, place in ((1, 0.0), (LAST, 3.0)):
        parent.location.y = place
        parent.keyframe_insert("location", frame=frame)
    scene.go_to(1)
    exported(made, folder)
    assert animio.read(folder / "rig.bvh")[0].node_names[0] == "Rig"


def resting(_fixtures: Path, folder: Path) -> None:
    """an armature that shows its rest pose is exported with its motion, whatever moves it"""
    for is_constrained in (False, True):
        scene.empty()
        made = bent()
        if is_constrained:
            made.pose.bones["upper"].constraints.new("LIMIT_ROTATION")
        made.data.pose_position = "REST"
        bpy.ops.export_anim.io_bvh(filepath=str(folder / "rest.bvh"))
        assert made.data.pose_position == "REST"
        clip = animio.read(folder / "rest.bvh", **AXES)[0]
        # The first joint above the bone that turns: 0.3 m along it.
        place = clip.world(clip.duration)[clip.node("upper"), :, 3]
        assert np.allclose(sorted(np.abs(place)), sorted([0, 30 * np.sin(1), 30 + 30 * np.cos(1)]), atol=1e-3), place


def sawtooth(_fixtures: Path, folder: Path) -> None:
    """a loop whose ends differ is exported as Blender shows it, which is the last value at the end of each cycle"""
    made = bent()
    data = made.animation_data
    data.action.use_frame_range, data.action.frame_start, data.action.frame_end = True, 1, 3 * LAST
    bags = [data.action] if not hasattr(data.action, "layers") else data.action.layers[0].strips[0].channelbags
    for curve in bags[0].fcurves:
        curve.modifiers.new("CYCLES")
    exported(made, folder, 3 * LAST)


def painted(fixtures: Path, _folder: Path) -> None:
    """an import that is cancelled gives the active object its mode back, whatever the mode is"""
    from bl_ext.user_default.anim_io import importer

    for mode in ("WEIGHT_PAINT", "VERTEX_PAINT", "TEXTURE_PAINT", "SCULPT", "EDIT", "OBJECT"):
        scene.empty()
        mesh = bpy.data.meshes.new("mesh")
        mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
        item = bpy.data.objects.new("mesh", mesh)
        bpy.context.collection.objects.link(item)
        bpy.context.view_layer.objects.active = item
        bpy.ops.object.mode_set(mode=mode)
        steps = importer.run(bpy.context, str(fixtures / "tod/valid/walk.tod"), "tod", importer.Options())
        while not bpy.data.armatures:
            next(steps)
        steps.close()
        assert item.mode == mode and bpy.data.objects[:] == [item] and not bpy.data.armatures, (mode, item.mode)


def unkeyed(fixtures: Path, _folder: Path) -> None:
    """an import onto an armature that is cancelled gives back a pose that has no keys"""
    from bl_ext.user_default.anim_io import importer

    path = fixtures / "bvh/valid/walk.bvh"
    scene.load("bvh", path)
    made = bpy.context.view_layer.objects.active
    bpy.ops.object.mode_set(mode="POSE")
    scene.go_to(5)
    made.pose.bones["Hips"].location = (9, 8, 7)
    steps = importer.run(bpy.context, str(path), "bvh", importer.Options("SELECTED"))
    while next(steps) < 0.3:
        pass
    assert tuple(made.pose.bones["Hips"].location) == (0, 0, 0)
    steps.close()
    assert tuple(made.pose.bones["Hips"].location) == (9, 8, 7)


def mapped(fixtures: Path, folder: Path) -> None:
    """a bone map is pairs in the dialog or in a file, with blanks around the equals sign and in names"""
    path, file = fixtures / "bvh/valid/walk.bvh", folder / "bone map.txt"
    file.write_text("# from, to\nHips = pelvis\nSpine=lower back\n")
    expected = animio.read(path, **AXES)[0].local(0.5)
    for bones in (str(file), 'Hips=pelvis "Spine=lower back"', 'Hips = pelvis "Spine = lower back"'):
        scene.empty()
        made = rig("pelvis", "lower back", "x")
        scene.load("bvh", path, kind="SELECTED", bones=bones, set_rate=True)
        scene.go_to(0.5 * 30.00003)
        for node, bone in enumerate(("pelvis", "lower back")):
            # How far a bone is turned does not depend on its axes.
            cosine = (np.trace(expected[node, :, :3]) - 1) / 2
            angle = made.pose.bones[bone].matrix_basis.to_quaternion().angle
            assert abs(np.cos(angle) - cosine) < 1e-4, (bones, bone)
    try:
        scene.load("bvh", path, kind="SELECTED", bones="no/such/file")
    except RuntimeError as error:
        assert "no/such/file" in str(error)
    else:
        raise AssertionError("there is no such bone map")


def typed(fixtures: Path, folder: Path) -> None:
    """paths in options may have backslashes, as those of Windows have, and blanks; that of a bone map an apostrophe"""
    motion = folder / "motion"
    motion.mkdir()
    walk, figure = (fixtures / "mm2-ped/valid" / name for name in ("pedanim_walkerstride.anim", "pedmodel_walker.skel"))
    (motion / walk.name).write_bytes(walk.read_bytes())
    scene.load("mm2-ped", walk)
    expected = [tuple(bone.head_local) for bone in bpy.context.active_object.data.bones]
    for name, quote in (("figures\\man.skel", ""), ("my figures\\man.skel", '"')):
        # Elsewhere than in Windows this is the name of a file.
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(figure.read_bytes())
        scene.empty()
        scene.load("mm2-ped", motion / walk.name, options=f"skel={quote}{folder / name}{quote}")
        assert [tuple(bone.head_local) for bone in bpy.context.active_object.data.bones] == expected, name
    file = folder / "o'neil.txt"
    file.write_text("Hips = pelvis\n")
    scene.empty()
    rig("pelvis", "x")
    scene.load("bvh", fixtures / "bvh/valid/walk.bvh", kind="SELECTED", bones=str(file))


def named(_fixtures: Path, folder: Path) -> None:
    """properties whose names are longer than Blender's get short names of their own, which the report states"""
    names = ["p" * 80, "p" * 80 + "x", "é" * 40]
    channels = [animio.Channel(0, name, [0, 1], [[0.0], [1.0 + number]]) for number, name in enumerate(names)]
    space = animio.Space("+z", "-y", "right", 1.0)
    animio.write(folder / "named.stf", animio.Clip.from_channels("named", 1.0, [animio.Node("one")], channels, 24, space))
    scene.load("stf", folder / "named.stf")
    (item,) = bpy.data.objects
    short = ["p" * 63, "p" * 61 + "~2", "é" * 31]
    scene.go_to(25)
    assert [item[name] for name in short] == [1.0, 2.0, 3.0], list(item.keys())
    report = bpy.data.texts["Animation report"].as_string()
    assert all(f"`{name}` has the name `{cut}`" in report for name, cut in zip(names, short)), report
