"""What users do: menus, dropped files, cancelling, undoing, strips, reports."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import animio
import bpy
import numpy as np
import scene

KINDS = ("objects", "armatures", "actions", "meshes", "lights", "cameras", "texts")


def run(fixtures: Path, folder: Path) -> Iterator[str]:
    """Each rule, one after the other."""
    rules = (
        dropped, curves, cycles, shapes, undone, cancelled, stopped, interrupted, failed, strips, reported, several, shared, readable,
        returned, kept, shaped, swung, upright, chosen, extended, each_action, unwritable, foreign, huge,
    )  # fmt: skip
    for rule in rules:
        scene.empty()
        rule(fixtures, folder)
        yield f"{rule.__name__}: {rule.__doc__}"


def counts() -> dict[str, int]:
    """The number of datablocks."""
    return {kind: len(getattr(bpy.data, kind)) for kind in KINDS}


def fcurves(clip: str, owner: str) -> object:
    """The F-curves of an object in the action of a clip; before Blender 4.4 each object has an action."""
    actions = bpy.data.actions
    if "slots" not in bpy.types.Action.bl_rna.properties:
        return actions[f"{clip} ({owner})"].fcurves
    action = actions[clip]
    slot = next(slot for slot in action.slots if slot.name_display == owner)
    return action.layers[0].strips[0].channelbag(slot).fcurves


def dropped(_fixtures: Path, _folder: Path) -> None:
    """each format has a file handler for its extensions, and its operators"""
    handlers = {each.bl_import_operator: each for each in bpy.types.FileHandler.__subclasses__()}
    for form, extensions in scene.FORMATS.items():
        name = form.replace("-", "_")
        handler = handlers[f"import_anim.io_{name}"]
        assert set(handler.bl_file_extensions.split(";")) == set(extensions)
        assert hasattr(bpy.types, f"IMPORT_ANIM_OT_io_{name}") and hasattr(bpy.types, f"EXPORT_ANIM_OT_io_{name}")


def curves(fixtures: Path, _folder: Path) -> None:
    """Bézier keys keep their handles, actions their names, ranges and slots"""
    scene.load("stf", fixtures / "stf/valid/slide.stf")
    curve = fcurves("Slide", "Body").find("location", index=0)
    assert tuple(curve.id_data.frame_range) == (1, 13) and bpy.context.scene.render.fps == 24
    first, last = curve.keyframe_points
    # From the file: 2 frames and 0.5 m out, 4 frames and -0.25 m in.
    assert first.interpolation == "BEZIER"
    assert np.allclose(first.handle_right - first.co, (2, 0.5)) and np.allclose(last.handle_left - last.co, (-4, -0.25))
    kinds = [slot.target_id_type for action in bpy.data.actions for slot in getattr(action, "slots", ())]
    assert not kinds or set(kinds) == {"OBJECT", "KEY"} and len(bpy.data.actions) == 1


def cycles(fixtures: Path, _folder: Path) -> None:
    """loops are cycles modifiers"""
    scene.load("stt", fixtures / "stt/valid/wheel.stt")
    for owner, mode in (("wheel", "REPEAT"), ("axle", "REPEAT_OFFSET")):
        modifiers = [curve.modifiers[0] for curve in fcurves("spin", owner) if curve.modifiers]
        assert modifiers and {(each.mode_before, each.mode_after) for each in modifiers} == {(mode, mode)}


def shapes(fixtures: Path, _folder: Path) -> None:
    """weights of morph targets move shape keys"""
    scene.load("stf", fixtures / "stf/valid/slide.stf")
    keys = bpy.data.objects["Face"].data.shape_keys
    assert keys.key_blocks.keys() == ["Basis", "smile", "frown"]
    scene.go_to(13)
    shown = keys.evaluated_get(bpy.context.evaluated_depsgraph_get()).key_blocks
    assert abs(shown["frown"].value - 1) < 1e-6 and shown["smile"].value == 0


def undone(fixtures: Path, _folder: Path) -> None:
    """one undo removes an import"""
    bpy.ops.ed.undo_push(message="before")
    before = counts()
    bpy.ops.import_anim.io_bvh("EXEC_DEFAULT", True, filepath=str(fixtures / "bvh/valid/walk.bvh"))
    assert counts() != before
    bpy.ops.ed.undo()
    assert counts() == before


def cancelled(fixtures: Path, _folder: Path) -> None:
    """an import that stops at any step leaves nothing behind"""
    from bl_ext.user_default.anim_io import importer

    before, stopped = (counts(), bpy.context.scene.render.fps, bpy.context.scene.frame_end), 0
    while True:
        steps = importer.run(bpy.context, str(fixtures / "tod/valid/walk.tod"), "tod", importer.Options())
        for _ in range(stopped + 1):
            last = next(steps)
        if last == 1:
            break
        steps.close()
        stopped += 1
        assert before == (counts(), bpy.context.scene.render.fps, bpy.context.scene.frame_end), f"stopped after step {stopped}"
    assert stopped >= 3


def stopped(fixtures: Path, _folder: Path) -> None:
    """Esc ends an import in a window at once: nothing of that file stays, and the files before it do"""
    from types import SimpleNamespace

    from bl_ext.user_default.anim_io import importer, jobs

    def job(*names: str) -> jobs.Job:
        paths = [str(fixtures / "tod/valid" / name) for name in names]
        return jobs.Job([partial(importer.run, bpy.context, path, "tod", importer.Options()) for path in paths])

    def told(kind: str) -> set[str]:
        return jobs.Running.modal(running, bpy.context, SimpleNamespace(type=kind))

    # Without a window nothing shows that the import runs.
    running = SimpleNamespace(leave=lambda _context: None, tell=lambda _context: None)
    running.end = lambda: running.job.result()
    before = counts()
    running.job = job("walk.tod")
    assert not running.job.advance(0) and 0 < running.job.done < 1
    assert told("MOUSEMOVE") == {"RUNNING_MODAL"}
    assert told("ESC") == {"CANCELLED"} and counts() == before
    running.job = job("spin.tod", "walk.tod")
    while not running.job.finished:
        running.job.advance(0)
    after = counts()
    running.job.advance(0)
    assert told("ESC") == {"FINISHED"} and counts() == after != before
    running.job = job("walk.tod")
    while (result := told("TIMER")) == {"RUNNING_MODAL"}:
        pass
    assert result == {"FINISHED"} and counts() != after


def interrupted(fixtures: Path, _folder: Path) -> None:
    """an undo during an import, or anything else that removes its objects, ends the import with an error"""
    from types import SimpleNamespace

    from bl_ext.user_default.anim_io import importer, jobs

    path = str(fixtures / "tod/valid/walk.tod")
    for end in ("TIMER", "ESC"):
        bpy.ops.ed.undo_push(message="before")
        job = jobs.Job([partial(importer.run, bpy.context, path, "tod", importer.Options())])
        while not bpy.data.objects:
            job.advance(0)
        bpy.ops.ed.undo_push(message="in between")
        bpy.ops.ed.undo()
        assert not bpy.data.objects
        left: list[object] = []
        running = SimpleNamespace(job=job, leave=left.append, tell=lambda _context: None, end=job.result)
        assert jobs.Running.modal(running, bpy.context, SimpleNamespace(type=end)) == {"CANCELLED"}
        assert left and job.errors == ([jobs.REMOVED] if end == "TIMER" else []), job.errors
        assert not any(counts().values()), counts()


def failed(fixtures: Path, folder: Path) -> None:
    """a broken file is an error with its reason, and leaves nothing behind"""
    broken = folder / "broken.tod"
    broken.write_bytes((fixtures / "tod/valid/walk.tod").read_bytes()[:100])
    before = counts()
    try:
        bpy.ops.import_anim.io_tod(filepath=str(broken))
    except RuntimeError as error:
        assert "tod::truncated" in str(error) or "ends" in str(error), error
    else:
        raise AssertionError("half a file was imported")
    assert counts() == before


def strips(fixtures: Path, folder: Path) -> None:
    """states become NLA strips on request, one after the other in the order in which they play, and play there"""
    valid = fixtures / "mm2-ped/valid"
    head, stand, to_walk, walk, to_stand = (valid / "pedmodel_walker.csv").read_text().splitlines()
    for path in valid.glob("ped*"):
        (folder / path.name).write_bytes(path.read_bytes())
    # A transition skips the state that is next in the file.
    (folder / "pedmodel_walker.csv").write_text("\n".join([head, to_walk, to_stand, stand, walk]))
    scene.load("mm2-ped", folder / "pedmodel_walker.csv", strips=True)
    (rig,) = bpy.data.objects
    first_frames = {track.name: track.strips[0].frame_start for track in rig.animation_data.nla_tracks}
    assert sorted(first_frames, key=first_frames.get) == ["STAND_WALK", "WALK", "WALK_STAND", "STAND"], first_frames
    scene.empty()
    # A sequence comes before the states that its keys play, in the order of the keys, not of the file.
    document = json.loads(animio.read(fixtures / "stt/valid/gate.stt").document.to_json())
    document["document"]["states"].reverse()
    animio.build(json.dumps(document)).document.save(folder / "gate.stt")
    scene.load("stt", folder / "gate.stt", strips=True)
    tracks = [track for item in bpy.data.objects for track in item.animation_data.nla_tracks]
    tracks.sort(key=lambda track: track.strips[0].frame_start)
    assert list(dict.fromkeys(track.name for track in tracks)) == ["day", "closed", "open", "in the wind"], tracks
    scene.empty()
    scene.load("mm2-ped", fixtures / "mm2-ped/valid/pedmodel_walker.csv", strips=True)
    (rig,) = bpy.data.objects
    laid = [(track.name, track.strips[0].frame_start, track.strips[0].frame_end) for track in rig.animation_data.nla_tracks]
    assert [name for name, *_ in laid] == ["STAND", "STAND_WALK", "WALK", "WALK_STAND"]
    assert all(end <= start for (_, _, end), (_, start, _) in zip(laid, laid[1:])), laid
    assert bpy.context.scene.frame_end >= laid[-1][2]
    clips = {clip.name: clip for clip in scene.clips("mm2-ped", fixtures / "mm2-ped/valid/pedmodel_walker.csv")}
    for name, start, _ in laid:
        scene.go_to(start + 1)
        for node, expected in zip(clips[name].nodes, clips[name].world([1 / 30])[0]):
            assert np.abs(scene.world(node) - expected).max() < 1e-5, (name, node.name)


def reported(fixtures: Path, folder: Path) -> None:
    """an export writes its losses into a text block, and says where; if nothing is lost, it says nothing"""
    from bl_ext.user_default.anim_io import report

    scene.load("tod", fixtures / "tod/valid/walk.tod")
    bpy.ops.export_anim.io_bvh(filepath=str(folder / "walk.bvh"))
    lines = [line.body for line in bpy.data.texts["Animation report"].lines]
    assert lines[0].startswith("walk.bvh") and any(line.startswith(("dropped", "approximated")) for line in lines[1:]), lines
    # A custom property of 18 bones, one of which has a name that Blender escapes, is reported in one line.
    bpy.data.objects["walk"].data.bones["object 18"].name = 'object "18"'
    bpy.ops.export_anim.io_bvh(filepath=str(folder / "walk.bvh"))
    lines = [line.body for line in bpy.data.texts["Animation report"].lines if "tmd" in line.body]
    assert lines == ['dropped: 18 nodes, such as object 1: `["tmd"]` is not written'], lines
    assert "Animation" in report.hint()
    scene.empty()
    # The file does not record its axes, but is imported with those in which it is exported.
    scene.load("bvh", fixtures / "bvh/valid/walk.bvh")
    for axes, told in (("", False), ("up=+z forward=-y", True)):
        bpy.ops.export_anim.io_bvh(filepath=str(folder / "same.bvh"), options=axes)
        text = bpy.data.texts["Animation report"].as_string()
        assert ("does not record its axes" in text) == told, text
    scene.empty()
    scene.load("stf", fixtures / "stf/valid/bare.stf")
    assert not report.hint(), bpy.data.texts["Animation report"].as_string()


def several(fixtures: Path, _folder: Path) -> None:
    """the report and the frame range of several files are of them all, and those of the next import are its own"""
    folder = fixtures / "bvh/valid"
    names = ("walk.bvh", "six-channels.bvh")
    bpy.ops.import_anim.io_bvh(filepath=str(folder / names[0]), directory=f"{folder}/", files=[{"name": name} for name in names])
    report = bpy.data.texts["Animation report"]
    assert [line.body for line in report.lines if ": 1 clip" in line.body] == [f"{name}: 1 clip" for name in names], report.as_string()
    # The first file is the longer one. Its last frame lasts until the number of frames.
    lines = [line.split() for name in names for line in (folder / name).read_text().splitlines() if line.startswith("Frames")]
    long, short = (int(count) for _, count in lines)
    assert long > short and (bpy.context.scene.frame_start, bpy.context.scene.frame_end) == (0, long)
    scene.load("bvh", folder / names[1])
    assert bpy.context.scene.frame_end == short
    scene.load("bvh", folder / names[0])
    assert [line.body for line in report.lines if ": 1 clip" in line.body] == [f"{names[0]}: 1 clip"], report.as_string()


def shared(fixtures: Path, _folder: Path) -> None:
    """files with the same bones that are imported together are actions of one armature, each as if it were alone"""
    folder = fixtures / "mm2-ped/valid"
    names = ("pedanim_walkeridle.anim", "pedanim_walkerstride.anim")
    clips = [scene.clips("mm2-ped", folder / name)[0] for name in names]

    def load(**options: object) -> bpy.types.Object:
        scene.empty()
        files = [{"name": name} for name in names]
        bpy.ops.import_anim.io_mm2_ped(filepath=str(folder / names[0]), directory=f"{folder}/", files=files, **options)
        rig, = (item for item in bpy.data.objects if item.type == "ARMATURE")
        return rig

    def poses(clip: animio.Clip) -> np.ndarray:
        """The matrices of all bones in all frames, (frames, bones, 4, 4)."""
        rig = next(item for item in bpy.data.objects if item.type == "ARMATURE")
        found = []
        for frame in range(len(clip.times())):
            scene.go_to(clip.first_frame + frame)
            found.append([np.array(bone.matrix) for bone in rig.pose.bones])
        return np.array(found)

    rig = load()
    assert rig.animation_data.action.name == clips[0].name and len(bpy.data.actions) == 2, list(bpy.data.actions)
    together = []
    for clip in clips:
        scene.play(clip.name)
        together.append(poses(clip))
    for clip, name, expected in zip(clips, names, together):
        scene.empty()
        scene.load("mm2-ped", folder / name)
        assert np.abs(poses(clip) - expected).max() < 1e-6, name
    rig = load(strips=True)
    strips = [strip for track in rig.animation_data.nla_tracks for strip in track.strips]
    assert len(strips) == 2 and strips[0].frame_end <= strips[1].frame_start + 1e-3, [(each.frame_start, each.frame_end) for each in strips]


def readable(_fixtures: Path, _folder: Path) -> None:
    """lines of the report that are wider than the panel are wrapped, names of operators fit on buttons, and tooltips list options"""
    from bl_ext.user_default.anim_io import operators, report

    line = "dropped: walk / Hips: the figure has no node like this"
    assert report.rows(line, 25, len) == ["dropped: walk / Hips: the", "figure has no node like", "this"]
    for width in range(1, 60):
        found = report.rows(line, width, len)
        assert " ".join(found) == line and all(len(row) <= width or " " not in row for row in found), (width, found)
    assert report.rows(line, 60, len) == [line]
    reading, writing = (
        [getattr(kind, f"io_{name}").get_rna_type().properties["options"].description for name in ("tod", "bvh")]
        for kind in (bpy.ops.import_anim, bpy.ops.export_anim)
    )
    # The options that the extension changes have its defaults, and those with fields of their own are not repeated.
    assert "\nmode=ideal (hardware, ideal)" in reading[0] and "unit" not in reading[0]
    assert "\nunit=0.01 " in writing[1] and "\norder=auto (auto, xyz, " in writing[1]
    # A button of the file browser has room for about 16 letters.
    assert all(len(kind.bl_label) <= 16 for kind in operators.CLASSES), [kind.bl_label for kind in operators.CLASSES]


def returned(fixtures: Path, folder: Path) -> None:
    """shape keys are exported, and data that cannot be is reported"""
    scene.load("stf", fixtures / "stf/valid/slide.stf")
    for item in bpy.data.objects:
        item.select_set(True)
    bpy.context.view_layer.objects.active = bpy.data.objects["Body"]
    bpy.ops.export_anim.io_stf(filepath=str(folder / "slide.stf"))
    (clip,) = animio.read(str(folder / "slide.stf")).clips
    weights = [channel for channel in clip.channels if channel.property == "weight"]
    assert abs(weights[-1].sample([0.5])[0, -1] - 1) < 1e-6
    report = bpy.data.texts["Animation report"].as_string()
    assert "albedo.color" in report, report


def kept(fixtures: Path, folder: Path) -> None:
    """exported curves have few keys and the same shape between them, unless a constraint moves the object"""
    source, made = fixtures / "stf/valid/slide.stf", folder / "kept.stf"
    scene.load("stf", source)
    body = bpy.data.objects["Body"]
    bpy.context.view_layer.objects.active = body

    def slide(path: Path) -> animio.Channel:
        (clip,) = animio.read(str(path)).clips
        return next(each for each in clip.channels if (each.node, each.property, each.component) == (0, "translation", 0))

    bpy.ops.export_anim.io_stf(filepath=str(made))
    before, after = slide(source), slide(made)
    between = np.linspace(0, 0.5, 101)
    # STF also has a key of Y in between. Samples would be 13 keys with straight lines between them.
    assert len(after.times) <= 3 and "bezier" in after.ease
    assert np.allclose(before.sample(between), after.sample(between), atol=1e-5)
    limit = body.constraints.new("LIMIT_LOCATION")
    limit.use_max_x, limit.max_x = True, 1.0
    bpy.ops.export_anim.io_stf(filepath=str(made))
    assert before.values.max() > 1.5 and slide(made).values[:, 0].max() <= 1 + 1e-6


def shaped(fixtures: Path, folder: Path) -> None:
    """weights of shape keys are exported with their keys, but as Blender shows them where it limits them"""
    scene.load("stf", fixtures / "stf/valid/slide.stf")
    face = bpy.data.objects["Face"]
    bpy.context.view_layer.objects.active = face
    keys = face.data.shape_keys
    action, slot = keys.animation_data.action, getattr(keys.animation_data, "action_slot", None)
    curves = action.layers[0].strips[0].channelbag(slot).fcurves if slot else action.fcurves
    curve = next(curve for curve in curves if "frown" in curve.data_path)
    for point in curve.keyframe_points:
        point.interpolation = "BEZIER"
        point.handle_left_type = point.handle_right_type = "AUTO_CLAMPED"
    curve.update()
    rate = bpy.context.scene.render.fps / bpy.context.scene.render.fps_base

    def exported() -> animio.Channel:
        made = folder / "shaped.stf"
        bpy.ops.export_anim.io_stf(filepath=str(made))
        (clip,) = animio.read(str(made)).clips
        return max((each for each in clip.channels if each.property == "weight"), key=lambda each: each.values.max())

    channel = exported()
    times = np.linspace(0, 0.5, 101)
    shown = [curve.evaluate(1 + time * rate) for time in times]
    assert len(channel.times) == len(curve.keyframe_points), channel
    assert np.ptp(shown) > 0.5 and np.allclose(channel.sample(times)[:, -1], shown, atol=1e-5)
    keys.key_blocks["frown"].slider_max = 0.25
    assert abs(exported().values.max() - 0.25) < 1e-6


def swung(fixtures: Path, folder: Path) -> None:
    """the path of a door about its hinge comes back from HSF as cubic curves, although Blender rounds their handles"""
    source, made = fixtures / "hsf-xml/valid/door.xml", folder / "swung.xml"
    scene.load("hsf-xml", source)
    bpy.context.view_layer.objects.active = bpy.data.objects["MODEL/house/door"]
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.export_anim.io_hsf_xml(filepath=str(made))
    before, after = (next(clip for clip in animio.read(str(path)).clips if clip.name == "swing") for path in (source, made))
    (path,) = [each for each in before.channels if each.property == "translation"]
    (door,) = [index for index, node in enumerate(after.nodes) if node.name.endswith("door")]
    back = [each for each in after.channels if (each.node, each.property) == (door, "translation")]
    assert back and all(len(each.times) == len(path.times) and "bezier" in each.ease for each in back), back
    # The hinge is half a unit from the origin of the door.
    times = np.linspace(0, 1.99, 200)
    angles = np.asarray(before.sample(next(each for each in before.channels if each.property == "angle"), times)).ravel()
    expected = np.stack([0.5 - 0.5 * np.cos(angles), 0 * angles, 0.5 * np.sin(angles)], 1)
    assert np.abs(after.world(times)[:, door, :, 3] - expected).max() < 2e-4


def upright(fixtures: Path, folder: Path) -> None:
    """figures stand along Z in metres and face -Y, whatever the axes and the unit of their files"""
    lines = (fixtures / "bvh/valid/walk.bvh").read_text().split("\n")
    metres = folder / "metres.bvh"
    scene.load("bvh", fixtures / "bvh/valid/walk.bvh", unit=0)
    (rig,) = bpy.data.objects
    bpy.ops.export_anim.io_bvh(filepath=str(metres), options="up=+z forward=-y unit=1")
    assert lines != metres.read_text().split("\n")
    for path in (fixtures / "bvh/valid/walk.bvh", metres):
        scene.empty()
        scene.load("bvh", path, unit=0)
        bones = bpy.data.objects[0].data.bones
        head, foot, toe = (bones[name].head_local for name in ("Head", "LeftFoot", "LeftFoot_end"))
        assert 1 < head.z - foot.z < 2 and toe.y < foot.y, (path, head, foot, toe)


def chosen(fixtures: Path, folder: Path) -> None:
    """what an import makes is selected, so that an export that follows writes it, and not what was active before"""
    made = folder / "chosen.stf"
    for mode in ("OBJECT", "EDIT"):
        scene.empty()
        bpy.context.collection.objects.link(cube := bpy.data.objects.new("Cube", bpy.data.meshes.new("Cube")))
        bpy.context.view_layer.objects.active = cube
        cube.select_set(True)
        bpy.ops.object.mode_set(mode=mode)
        scene.load("stf", fixtures / "stf/valid/slide.stf")
        names = {"Body", "Arm", "Face"}
        assert bpy.context.active_object.name in names and {item.name for item in bpy.context.selected_objects} == names
        bpy.ops.export_anim.io_stf(filepath=str(made))
        (clip,) = animio.read(str(made)).clips
        assert {node.name for node in clip.nodes} == names, clip.nodes


def extended(fixtures: Path, folder: Path) -> None:
    """the file browser leaves a name with any extension in which a format can be written, and appends the usual one to others"""
    from bl_ext.user_default.anim_io import formats, operators

    scene.load("mm2-ped", fixtures / "mm2-ped/valid/pedmodel_walker.csv")
    for form in formats.FORMATS:
        for extension in scene.FORMATS[form.id]:
            for name in (f"take{extension}", f"take{extension.upper()}", "take", "take.txt"):
                dialog = type("Dialog", (operators.Exporting,), {"form": form})()
                dialog.filepath = str(folder / name)
                dialog.check(bpy.context)
                expected = Path(name).suffix.lower() if Path(name).suffix.lower() in form.written else scene.FORMATS[form.id][0]
                assert dialog.filepath == str(folder / f"take{expected}"), (name, dialog.filepath)
        for extension in form.written:
            path = folder / f"extended{extension}"
            # A HOOPS stream file is an existing one with other animations.
            options = f"into='{fixtures / 'hsf-xml/valid/embedded.hsf'}'" if extension == ".hsf" else ""
            getattr(bpy.ops.export_anim, f"io_{form.id.replace('-', '_')}")(filepath=str(path), options=options)
            assert path.stat().st_size, path


def each_action(fixtures: Path, folder: Path) -> None:
    """every action becomes a file where a file holds a single clip"""
    scene.load("bvh", fixtures / "bvh/valid/walk.bvh")
    own = bpy.context.active_object.animation_data.action
    for name in ("to / fro", "to * fro"):
        own.copy().name = name
    bpy.ops.export_anim.io_bvh(filepath=str(folder / "each.bvh"), which="ALL")
    names = {path.name for path in folder.glob("each*.bvh")}
    assert names == {f"each.{own.name}.bvh", "each.to___fro.bvh", "each.to___fro_2.bvh"}, names
    last = {path.name: animio.read(str(path)).clips[0].duration for path in folder.glob("each*.bvh")}
    assert len(set(last.values())) == 1, last
    told = bpy.data.texts["Animation report"].as_string()
    assert all(name in told for name in names), told


def unwritable(fixtures: Path, folder: Path) -> None:
    """a file that cannot be written is an error with its name, without the number of the system"""
    scene.load("bvh", fixtures / "bvh/valid/walk.bvh")
    path = folder / "no/such/folder/walk.bvh"
    try:
        bpy.ops.export_anim.io_bvh(filepath=str(path))
    except RuntimeError as error:
        assert f"{path}: No such file" in str(error) and "Errno" not in str(error), error
        # The panel shows this, and not the losses of the export before.
        lines = [line.body for line in bpy.data.texts["Animation report"].lines]
        assert lines[0].startswith(f"{path.name}: ") and "No such file" in lines[0] and not any(lines[1:]), lines
    else:
        raise AssertionError("written into no folder")


def foreign(_fixtures: Path, folder: Path) -> None:
    """a property of a format that has the name of another moves nothing, and angles without an order are imported as numbers"""
    keys = [{"keyframes": [[True, 0, "linear"], [True, 1, "linear"]]}] * 3
    tracks = [{"target": ["n0", name], "timepoints": [1, 5], "subtracks": keys} for name in ("translation", "r_euler")]
    animation = {"type": "stf.animation", "name": "Own", "loop": "none", "fps": 24, "range": [1, 5], "tracks": tracks}
    node = {"type": "stf.node", "name": "box", "children": [], "trs": [[1, 2, 3], [0, 0, 0, 1], [1, 1, 1]]}
    root = {"type": "stf.prefab", "name": "Root", "root_nodes": [0], "animations": [1], "referenced_resources": ["n0", "a0"]}
    document = {"stf": {"version": [0, 1], "root": "p"}, "resources": {"p": root, "n0": node, "a0": animation}, "buffers": {}}
    path = folder / "own.stf"
    path.write_text(json.dumps(document))
    scene.load("stf", path)
    for frame in (1, 3, 5):
        bpy.context.scene.frame_set(frame)
        place = np.array(bpy.data.objects["box"].matrix_world)
        assert np.abs(place[:3, 3] - (1, -3, 2)).max() < 1e-6, place
        # Blender has Z up: the axes are those of the object, turned.
        assert np.abs(np.abs(place[:3, :3]).sum(0) - 1).max() < 1e-6, place


def huge(_fixtures: Path, folder: Path) -> None:
    """numbers that single precision cannot hold do not become infinite, and the report says so"""
    path = folder / "huge.bvh"
    path.write_text(
        "HIERARCHY\nROOT hip\n{\n OFFSET 0 0 0\n CHANNELS 3 Xposition Yposition Zposition\n End Site\n {\n OFFSET 0 1 0\n }\n}\n"
        "MOTION\nFrames: 2\nFrame Time: 0.1\n1 2 3\n1e42 2 3\n"
    )
    scene.load("bvh", path)
    for action in bpy.data.actions:
        bag = action.layers[0].strips[0].channelbags[0] if hasattr(action, "layers") else action
        for curve in bag.fcurves:
            assert all(np.isfinite(point.co).all() for point in curve.keyframe_points), curve.data_path
    assert any("single precision" in text.as_string() for text in bpy.data.texts), [text.as_string() for text in bpy.data.texts]
