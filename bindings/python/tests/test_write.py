"""Writing: clips from arrays and parts, conversions as the command's, losses as data."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import reference
from conftest import FIXTURES, anim, anim_json

import animio

WALK = FIXTURES / "tod" / "valid" / "walk.tod"
MOCAP = FIXTURES / "bvh" / "valid" / "walk.bvh"


@pytest.mark.parametrize("extension", ["glb", "bvh", "tod"])
def test_conversions_are_those_of_the_command(valid: Path, extension: str, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "a" / f"x.{extension}", tmp_path / "b" / f"x.{extension}"
    ours.parent.mkdir()
    theirs.parent.mkdir()
    clips = len(animio.read(valid))
    arguments = ["--clip", "0"] if clips > 1 else []
    listed = anim_json("convert", valid, "-o", theirs, "--json", *arguments, allowed=(0, 1))["files"][0]
    try:
        report = animio.convert(valid, ours, clip=0 if clips > 1 else None)
    except animio.Error:
        assert not theirs.exists() and not ours.exists()
        return
    assert ours.read_bytes() == theirs.read_bytes()
    assert sorted(path.name for path in ours.parent.iterdir()) == sorted(
        path.name for path in theirs.parent.iterdir()
    )
    expected = [*listed["losses"], *(loss for made in listed["outputs"] for loss in made["losses"])]
    names = ["loss", "code", "severity", "clip", "node", "property", "unit"]
    # JSON has an infinite error as text.
    keys = [
        (*(one[name] for name in names), None if one["error"] is None else float(one["error"]))
        for one in expected
    ]
    assert [
        (one.kind, one.code, one.severity, one.clip, one.node, one.property, one.unit, one.error)
        for one in report.losses
    ] == keys
    assert len(report.kept) + len(report.approximated) + len(report.dropped) == len(report.losses)
    assert [Path(file) for file in report.files][0] == ours


def test_a_strict_conversion_that_loses_something_writes_nothing(tmp_path: Path) -> None:
    target = tmp_path / "x.bvh"
    with pytest.raises(animio.LossError) as caught:
        animio.convert(WALK, target, strict=True)
    assert caught.value.report.losses and caught.value.code is not None
    assert not target.exists()
    copy = animio.convert(WALK, tmp_path / "y.tod", strict=True)
    assert copy.losses == [] and (tmp_path / "y.tod").read_bytes() == WALK.read_bytes()
    with pytest.raises(animio.LossError):
        animio.encode(animio.read(WALK), "bvh", strict=True)


def test_errors_of_conversions_have_a_code_and_the_file(tmp_path: Path) -> None:
    gate = FIXTURES / "stt" / "valid" / "gate.stt"
    empty, target = tmp_path / "empty.gltf", tmp_path / "y.bvh"
    empty.write_text('{"asset": {"version": "2.0"}}')
    cases: list[tuple[Path, type[animio.Error], str, dict[str, Any]]] = [
        (gate, animio.Error, "anim::too-many-clips", {}),
        (empty, animio.Error, "bvh::encode", {}),
        (WALK, animio.LossError, animio.convert(WALK, target).losses[0].code, {"strict": True}),
    ]
    target.unlink()
    for path, kind, code, options in cases:
        with pytest.raises(kind) as caught:
            animio.convert(path, target, **options)
        error = caught.value
        assert (type(error), error.code, error.file) == (kind, code, str(path))
        assert str(error).startswith(f"{path}: ") and not target.exists()
    with pytest.raises(animio.Error) as caught:
        animio.encode(animio.read(gate), "bvh")
    assert (caught.value.code, caught.value.file) == ("anim::too-many-clips", None)
    for name in ("y.nothing", "y"):
        with pytest.raises(animio.UnknownFormatError) as caught:
            animio.convert(gate, tmp_path / name)
        assert caught.value.code == "anim::unknown-target"
    with pytest.raises(animio.OptionError) as caught:
        animio.convert(gate, target, moed="ideal")  # type: ignore[call-arg]
    assert caught.value.code == "anim::option"


def test_options_name_files_wherever_the_result_goes(tmp_path: Path) -> None:
    figure = FIXTURES / "gltf" / "valid" / "rig.glb"
    clip = animio.read(MOCAP)[0]
    animio.write(tmp_path / "a.glb", clip, into=figure)
    made, _ = animio.encode(clip, "glb", into=figure)
    assert made[0][1] == (tmp_path / "a.glb").read_bytes()
    animio.write("memory://into/a.glb", clip, into=str(figure))
    assert animio.read("memory://into/a.glb").clips == animio.read(tmp_path / "a.glb").clips
    with pytest.raises(animio.OptionError, match="cannot be read"):
        animio.encode(clip, "glb", into=tmp_path / "none.glb")


def test_a_document_is_saved_as_what_it_is(tmp_path: Path) -> None:
    document = animio.read(WALK).document
    for name in ("walk.tod", "walk.TOD", "walk.dat", "walk"):
        document.save(tmp_path / name)
        assert (tmp_path / name).read_bytes() == WALK.read_bytes()
    with pytest.raises(ValueError, match="the document is tod, and `.glb` is gltf"):
        document.save(tmp_path / "walk.glb")
    assert not (tmp_path / "walk.glb").exists()


def test_options_of_source_and_target_are_told_apart(tmp_path: Path) -> None:
    animio.convert(WALK, tmp_path / "a.gltf", mode="ideal", container="separate")
    assert (tmp_path / "a.bin").exists()
    assert "mode=ideal" in (tmp_path / "a.gltf").read_text()
    animio.convert(
        WALK, tmp_path / "b.gltf", from_options={"mode": "ideal"}, to_options={"container": "separate", "buffer": "a.bin"}
    )
    assert (tmp_path / "b.gltf").read_bytes() == (tmp_path / "a.gltf").read_bytes()
    with pytest.raises(IndexError, match="there is no clip `9`: expected 0"):
        animio.convert(WALK, tmp_path / "c.gltf", clip=9)
    with pytest.raises(KeyError):
        animio.convert(WALK, tmp_path / "c.gltf", clip="9 lives")
    for wrong in ({"containr": "separate"}, {"to_options": {"mode": "ideal"}}):
        with pytest.raises(animio.OptionError):
            animio.convert(WALK, tmp_path / "c.gltf", **wrong)
    for name in ("c.nothing", "c"):
        with pytest.raises(animio.UnknownFormatError):
            animio.convert(WALK, tmp_path / name)
    with pytest.raises(FileNotFoundError):
        animio.convert(WALK, tmp_path / "none" / "c.glb")


def test_files_in_memory_are_those_on_disk(tmp_path: Path) -> None:
    clips = animio.read(MOCAP)
    report = animio.write(tmp_path / "x.gltf", clips, container="separate")
    files, told = animio.encode(clips, "gltf", name="x.gltf", container="separate")
    assert [name for name, _ in files] == told.files == ["x.gltf", "x.bin"]
    for name, content in files:
        assert (tmp_path / name).read_bytes() == content
    assert told.losses == report.losses
    assert animio.encode(clips[0], "glb")[0] == animio.encode(iter([clips[0]]), "glb")[0]
    with pytest.raises(animio.Error, match="1 clip"):
        animio.encode([clips[0], clips[0].with_name("other")], "bvh")
    with pytest.raises(TypeError):
        animio.encode(["x"], "bvh")  # type: ignore[list-item]


@pytest.mark.parametrize("make", ["encode", "write", "url"])
def test_other_threads_run_while_files_are_made(make: str, tmp_path: Path) -> None:
    draw = np.random.default_rng(5)
    names, parents = [str(node) for node in range(60)], [-1, *range(59)]
    clip = animio.Clip.from_arrays(names, parents, np.ones((60, 3)), draw.normal(size=(600, 60, 4)))
    moments = [time.perf_counter()]
    is_made = threading.Event()

    def count() -> None:
        while not is_made.is_set():
            moments.append(time.perf_counter())

    other = threading.Thread(target=count)
    other.start()
    start = time.perf_counter()
    if make == "encode":
        animio.encode(clip, "glb")
    elif make == "write":
        animio.write(tmp_path / "x.glb", clip)
    else:
        pytest.importorskip("fsspec")
        animio.write("memory://made/x.glb", clip)
    end = time.perf_counter()
    is_made.set()
    other.join()
    within = [moment for moment in moments if start <= moment <= end]
    assert np.diff([start, *within, end]).max() < (end - start) / 2


def random_motion(seed: int, frames: int, nodes: int) -> tuple[list[int], np.ndarray, np.ndarray, np.ndarray]:
    """Parents, offsets, rotations and places of a figure whose root moves."""
    draw = np.random.default_rng(seed)
    parents = [-1] + [int(draw.integers(0, node)) for node in range(1, nodes)]
    offsets = draw.normal(size=(nodes, 3))
    turns = np.cumsum(draw.normal(scale=0.1, size=(frames, nodes, 4)), axis=0) + [0, 0, 0, 2]
    rotations = turns / np.linalg.norm(turns, axis=-1, keepdims=True)
    places = np.tile(offsets, (frames, 1, 1))
    places[:, 0] += np.cumsum(draw.normal(scale=0.05, size=(frames, 3)), axis=0)
    return parents, offsets, rotations, places


@pytest.mark.parametrize("seed", range(5))
def test_arrays_become_clips_with_the_poses_of_numpy(seed: int) -> None:
    parents, offsets, rotations, places = random_motion(seed, 40, 12)
    names = [f"joint {node}" for node in range(12)]
    clip = animio.Clip.from_arrays(names, parents, offsets, rotations, places, fps=24)
    assert (clip.rate, len(clip.times()), clip.node_names) == (24.0, 40, names)
    assert clip.parents == parents and clip.duration == 40 / 24
    expected = reference.chain(parents, rotations, places)
    assert np.abs(clip.world() - expected).max() < 1e-12
    # At rest where nothing moves.
    still = animio.Clip.from_arrays(names, parents, offsets, rotations[:1] * 0 + [0, 0, 0, 1])
    rest = reference.chain(parents, rotations[:1] * 0 + [0, 0, 0, 1], places[:1] * 0 + offsets)
    assert np.abs(still.world() - rest).max() < 1e-12


@pytest.mark.parametrize("parents, node", [([0], 0), ([-1, 2, 3, 1], 1), ([3, None, 1, 0], 0)])
def test_a_node_is_not_its_own_ancestor(parents: list[int | None], node: int) -> None:
    names = [f"j{node}" for node in range(len(parents))]
    with pytest.raises(ValueError, match=f"node {node} is its own ancestor"):
        animio.Clip.from_arrays(names, parents, np.zeros((len(parents), 3)), None)
    nodes = [animio.Node(name, None if parent == -1 else parent) for name, parent in zip(names, parents, strict=True)]
    with pytest.raises(ValueError, match=f"node {node} is its own ancestor"):
        animio.Clip.from_channels("x", 1.0, nodes, [])


def test_arrays_reach_a_bvh_that_numpy_reads(tmp_path: Path) -> None:
    parents, offsets, rotations, places = random_motion(7, 30, 9)
    names = [f"j{node}" for node in range(9)]
    clip = animio.Clip.from_arrays(names, parents, offsets, rotations, places, fps=30)
    animio.write(tmp_path / "model.bvh", clip)
    file = reference.bvh((tmp_path / "model.bvh").read_text())
    assert np.isclose(file.frame_time, 1 / 30) and len(file.frames) == 30
    worlds = reference.worlds(file)
    expected = reference.chain(parents, rotations, places)
    for node, name in enumerate(names):
        assert np.abs(worlds[name] - expected[:, node]).max() < 1e-4


@pytest.mark.parametrize("extension", ["glb", "stf", "xml", "tod"])
def test_arrays_reach_every_format_with_a_hierarchy(extension: str, tmp_path: Path) -> None:
    parents, offsets, rotations, places = random_motion(3, 30, 6)
    names = [f"j{node}" for node in range(6)]
    space = animio.Space(up="+y", forward="+z", handedness="right", metres_per_unit=1.0)
    clip = animio.Clip.from_arrays(names, parents, offsets, rotations, places, fps=30, space=space)
    # Files of these formats do not state their axes.
    stated = {"up": "+y", "forward": "+z", "unit": 1.0} if extension in ("xml", "tod") else {}
    if extension == "tod":
        stated["unit"] = 0.001
    report = animio.write(tmp_path / f"m.{extension}", clip, **stated)  # type: ignore[arg-type]
    back = animio.read(tmp_path / f"m.{extension}", **stated)[0]  # type: ignore[arg-type]
    back = back.in_space("+y", "+z", 1.0)
    assert {str(loss.unit) for loss in report.approximated} <= {"length", "radians", "ratio"}
    times = clip.times()
    # HSF has paths for names.
    world = dict(zip((name.split("/")[-1] for name in back.node_names), np.moveaxis(back.world(times), 1, 0)))
    expected = reference.chain(parents, rotations, places)
    for node, name in enumerate(names):
        found = world.get(name, world.get(f"object {node + 1}"))
        assert found is not None, (name, back.node_names)
        assert np.abs(found - expected[:, node]).max() < 0.03, name


def test_rest_matrices_are_decomposed() -> None:
    draw = np.random.default_rng(1)
    rotation = reference.matrices(draw.normal(size=(2, 4)))
    scale = np.array([[2.0, 0.5, 1.0], [1.0, 1.0, 3.0]])
    rest = np.concatenate([rotation * scale[:, None, :], draw.normal(size=(2, 3, 1))], axis=2)
    clip = animio.Clip.from_arrays(["a", "b"], [None, 0], rest, None)
    assert np.abs(clip.local(0.0) - rest).max() < 1e-12
    sheared = rest.copy()
    sheared[1, 0, 1] += 1.0
    with pytest.raises(ValueError, match="node 1 is not a translation"):
        animio.Clip.from_arrays(["a", "b"], [None, 0], sheared, None)


def test_arrays_without_frames_are_a_clip_without_keys() -> None:
    turns, places = np.ones((4, 2, 4)), np.ones((4, 2, 3))
    # A part of an array has the strides of all of it.
    for none in (turns[:0], turns[4:], turns.transpose(1, 0, 2)[:, :0].transpose(1, 0, 2), np.empty((0, 2, 4))):
        clip = animio.Clip.from_arrays(["a", "b"], [-1, 0], places[0], none, places[:0])
        assert (clip.duration, clip.channels) == (0.0, [])
        assert np.array_equal(clip.world(0.0)[:, :, 3], [[1, 1, 1], [2, 2, 2]])
    assert animio.Clip.from_arrays([], [], np.ones((3, 3))[:0], turns[:, :0]).nodes == []
    assert clip.world(np.ones((5, 2))[:0, 0]).shape == (0, 2, 3, 4)


def test_arrays_that_do_not_fit_are_refused() -> None:
    parents, offsets, rotations, places = random_motion(3, 5, 4)
    names = list("abcd")
    make = animio.Clip.from_arrays
    for wrong in (
        lambda: make(names[:3], parents, offsets, rotations),
        lambda: make(names, parents, offsets[:3], rotations),
        lambda: make(names, parents, offsets[0], rotations),
        lambda: make(names, parents, offsets, rotations[:, :3]),
        lambda: make(names, parents, offsets, rotations[..., :3]),
        lambda: make(names, parents, offsets, rotations, places[:4]),
        lambda: make(names, [-1, 0, 1, 9], offsets, rotations),
        lambda: make(names, [-1, 0, 1, -2], offsets, rotations),
        lambda: make(names, parents, offsets, rotations * np.nan),
        lambda: make(names, parents, offsets, rotations, fps=0),
    ):
        with pytest.raises(ValueError):
            wrong()  # type: ignore[no-untyped-call]


def bezier(times: np.ndarray, keys: np.ndarray, values: np.ndarray, handles: np.ndarray) -> np.ndarray:
    """A Bézier curve of one component at times, by bisection of its parameter."""
    found = []
    for time in times:
        key = min(max(int(np.searchsorted(keys, time, side="right")) - 1, 0), len(keys) - 2)
        p = np.array([keys[key], values[key]]), np.array([keys[key + 1], values[key + 1]])
        points = p[0], p[0] + handles[key, 1], p[1] + handles[key + 1, 0], p[1]
        low, high = 0.0, 1.0
        for _ in range(80):
            u = (low + high) / 2
            x, y = sum(
                c * point for c, point in zip([(1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u * u * (1 - u), u**3], points)
            )
            low, high = (u, high) if x < time else (low, u)
        found.append(y)
    return np.array(found)


def test_channels_of_keys_with_handles_are_curves() -> None:
    keys = np.array([0.0, 1.0, 2.5])
    values = np.array([[1.0], [4.0], [-2.0]])
    handles = np.array([[[[0, 0], [0.3, 2.0]]], [[[-0.2, 1.0], [0.5, -1.0]]], [[[-0.6, 0.5], [0, 0]]]])
    lift = animio.Channel(0, "translation", keys, values, handles=handles, component=1, after="ping-pong")
    assert lift.ease == "bezier" and lift.component == 1 and lift.count == 3
    assert lift.handles is not None and np.array_equal(lift.handles, handles)
    turn = animio.Channel(1, "euler", [0.0, 1.0], [[0.0, 0.0, 0.0], [0.5, 1.0, -0.5]], order="zxy", ease=["linear", "step"])
    assert turn.order == "zxy" and turn.ease == ["linear", "step"]
    nodes = [animio.Node("a", translation=[1, 2, 3]), animio.Node("b", 0, scale=[2, 2, 2], morphs=["smile"], bone="head", id="b0")]
    smile = animio.Channel(1, "weight", [0.0, 1.0], [0.0, 1.0])
    event = animio.Event(0.5, "step", [1.0], node=1)
    clip = animio.Clip.from_channels("made", 2.5, nodes, [lift, turn, smile], rate=24, events=[event])
    assert clip.channels == [lift, turn, smile] and clip.nodes == nodes and clip.events == [event]
    assert [(node.bone, node.id) for node in clip.nodes] == [(None, None), ("head", "b0")]
    assert np.array_equal(clip.sample(("b0", "weight"), 0.5), clip.sample(("b", "weight"), 0.5))
    times = np.linspace(0, 2.5, 41)
    expected = bezier(times, keys, values[:, 0], handles[:, 0])
    assert np.abs(clip.local(times)[:, 0, 1, 3] - expected).max() < 1e-9
    assert np.abs(lift.sample(5.0 - times)[:, 0] - lift.sample(times)[:, 0]).max() < 1e-9
    angles = np.degrees(turn.sample(0.7))
    turned = reference.about("Z", angles[2:]) @ reference.about("X", angles[:1]) @ reference.about("Y", angles[1:2])
    assert np.abs(clip.local(0.7)[1, :, :3] - 2 * turned[0]).max() < 1e-12


def test_parts_that_do_not_fit_are_refused() -> None:
    node = animio.Node("a")
    make = animio.Channel
    for wrong in (
        lambda: make(0, "translation", [0, 1], [[0, 0]]),
        lambda: make(0, "translation", [1, 0], np.zeros((2, 3))),
        lambda: make(0, "translation", [0], np.zeros((1, 4))),
        lambda: make(0, "rotation", [0, 1], np.zeros((2, 4)), ease="smooth"),  # type: ignore[arg-type]
        lambda: make(0, "scale", [0, 1], np.zeros((2, 3)), ease="slerp"),
        lambda: make(0, "scale", [0], np.zeros((1, 3)), after="forever"),  # type: ignore[arg-type]
        lambda: make(0, "euler", [0], np.zeros((1, 3))),
        lambda: make(0, "angle", [0], [0.0]),
        lambda: make(0, "scale", [0], np.zeros((1, 3)), handles=np.zeros((1, 3, 2))),
        lambda: animio.Clip.from_channels("x", 1.0, [node], [make(1, "scale", [0], np.zeros((1, 3)))]),
        lambda: animio.Clip.from_channels("x", np.inf, [node], []),
        lambda: animio.Space(up="+y", forward="-y"),
        lambda: animio.Space(up="north"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError):
            wrong()


def test_what_the_command_reads_is_what_was_written(tmp_path: Path) -> None:
    clip = animio.read(MOCAP)[0]
    path = tmp_path / "walk.glb"
    animio.write(path, clip)
    assert anim("check", path) == anim("check", path)
    info = anim_json("info", path, "--json")["files"][0]["clips"][0]
    assert (info["name"], info["nodes"] >= len(clip.nodes)) == (clip.name, True)
    assert json.loads(clip.to_json())["schema"] == 1


def test_a_number_is_no_name(tmp_path: Path) -> None:
    clip = animio.read(WALK)[0]
    animio.write(tmp_path / "a.glb", [clip.with_name(name) for name in ("1", "0")])

    def taken(wanted: int | str) -> str:
        animio.convert(tmp_path / "a.glb", tmp_path / "b.glb", clip=wanted)
        return animio.read(tmp_path / "b.glb")[0].name

    assert [taken(wanted) for wanted in (0, 1, "0", "1")] == ["1", "0", "0", "1"]
    with pytest.raises(IndexError):
        taken(2)
    with pytest.raises(KeyError):
        taken("2")


@pytest.mark.parametrize("extension", ["glb", "bvh"])
def test_writing_a_clip_loses_what_reading_it_lost(valid: Path, extension: str, tmp_path: Path) -> None:
    if valid.suffix in {".bvh", ".glb", ".gltf"}:
        pytest.skip("the document would be copied")
    animation = animio.read(valid)
    clips = animation.clips
    if not clips:
        assert animio.encode(animation, "glb")[1].losses == animio.convert(valid, tmp_path / "x.glb").losses
        return
    chosen = 0 if len(clips) > 1 else None
    try:
        expected = animio.convert(valid, tmp_path / f"x.{extension}", clip=chosen)
    except animio.Error:
        return
    _, report = animio.encode(clips[0], extension)
    assert sorted(map(str, report.losses)) == sorted(map(str, expected.losses))
    every = {str(loss) for loss in animation.report.losses}
    assert every <= {str(loss) for loss in animio.encode(animation, "glb")[1].losses}


def test_an_edited_clip_tells_once_and_keeps_what_reading_lost() -> None:
    clip = animio.read(FIXTURES / "stf" / "valid" / "easing.stf")[0]
    lost = animio.encode(clip, "glb")[1].dropped
    assert lost
    report = animio.Report()
    slow = clip.trim(0, clip.duration, report=report).speed(0.5, report=report).with_name("slow")
    assert [loss.message for loss in report.dropped] == [loss.message for loss in lost]
    with pytest.raises(animio.LossError) as caught:
        animio.encode(slow, "glb", strict=True)
    assert [(loss.clip, loss.message) for loss in caught.value.report.dropped] == [
        ("slow" if loss.clip else None, loss.message) for loss in lost
    ]


def test_what_reading_lost_grows_with_the_clip() -> None:
    door = animio.read(FIXTURES / "hsf-xml" / "valid" / "door.xml")["swing"]

    def baked(clip: animio.Clip) -> list[tuple[float | None, str | None]]:
        losses = animio.encode(clip, "stf")[1].approximated
        return [(loss.error, loss.unit) for loss in losses if loss.code == "hsf-xml::baked"]

    [(length, unit)] = [loss for loss in baked(door) if loss[1] == "length"]
    assert length and (1000 * length, unit) in baked(door.scale(1000.0))


def test_numbers_that_are_not_finite_are_refused() -> None:
    nan, make = np.nan, animio.Channel
    one = [animio.Node("a")]
    bent = make(0, "translation", [0, 1], np.zeros((2, 3)), handles=np.full((2, 3, 2, 2), np.inf))
    for wrong in (
        lambda: animio.Clip.from_arrays(["a"], [-1], [[nan, 0, 0]], None),
        lambda: animio.Clip.from_channels("a", 1, [animio.Node("a", scale=[1, np.inf, 1])], []),
        lambda: animio.Clip.from_channels("a", 1, one, [make(0, "translation", [0], [[0, nan, 0]])]),
        lambda: animio.Clip.from_channels("a", 1, one, [bent]),
        lambda: animio.Clip.from_channels("a", 1, one, [], events=[animio.Event(0.5, "e", [nan])]),
        lambda: make(0, "weight", [0.0], [[0.0] * 5], component=2**64 - 1),
        lambda: make(0, "weight", [0.0], [[0.0] * 5], count=2**62),
    ):
        with pytest.raises(ValueError):
            wrong()


def test_a_file_without_clips_tells_what_it_loses(tmp_path: Path) -> None:
    mannequin = FIXTURES / "gltf" / "valid" / "mannequin.gltf"
    expected = animio.convert(mannequin, tmp_path / "expected.stf").losses
    assert [loss.code for loss in expected] == ["gltf::scene"]
    assert animio.write(tmp_path / "made.stf", animio.read(mannequin)).losses == expected
    with pytest.raises(animio.LossError):
        animio.encode(animio.read(mannequin), "stf", strict=True)


def test_arguments_of_another_property_are_refused() -> None:
    def make(name: str, **of: Any) -> animio.Channel:
        return animio.Channel(0, name, [0.0], [[0.0, 0.0, 0.0]], **of)

    assert make("translation", count=3).count == 3
    assert make("own", count=4).count == 4
    axis = [1.0, 0.0, 0.0]
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("translation", {"order": "xyz"}),
        ("scale", {"axis": axis}),
        ("euler", {"order": "xyz", "axis": axis}),
        ("translation", {"count": 4}),
    ]
    for name, of in wrong:
        with pytest.raises(ValueError):
            make(name, **of)


def test_none_is_no_number() -> None:
    with pytest.raises(TypeError, match="not None"):
        animio.Channel(0, "translation", [0.0], [[None, 0.0, 0.0]])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        animio.Clip.from_arrays(["a"], [-1], [[0.0, 0.0, 0.0]], None).local([0.0, None])  # type: ignore[arg-type]


def test_a_clip_is_chosen_by_any_integer(tmp_path: Path) -> None:
    def held(name: str, x: float) -> animio.Clip:
        channel = animio.Channel(0, "translation", [0.0], [[x, 0.0, 0.0]])
        return animio.Clip.from_channels(name, 1.0, [animio.Node("a")], [channel], rate=10.0)

    digits = tmp_path / "digits.glb"
    animio.write(digits, [held("1", 11.0), held("0", 22.0)])
    for number in (0, np.int64(0), np.uint8(0)):
        animio.convert(digits, tmp_path / "chosen.bvh", clip=number)
        assert animio.read(tmp_path / "chosen.bvh")[0].world(0.0)[0, 0, 3] == 11.0
    for wrong in (1.0, b"1"):
        with pytest.raises(TypeError):
            animio.convert(digits, tmp_path / "chosen.bvh", clip=wrong)  # type: ignore[arg-type]


def test_parts_of_a_clip_have_their_own_losses() -> None:
    day = animio.read(FIXTURES / "stt" / "valid" / "gate.stt")["day"]
    lost = [(loss.code, loss.kind) for loss in animio.encode(day, "glb")[1].losses if loss.code.startswith("stt::")]
    for clip in (day, day.speed(1.0)):
        parts = clip.split(2.0, 4.0)
        for part in parts:
            losses = [loss for loss in animio.encode(part, "glb")[1].losses if loss.code.startswith("stt::")]
            assert [(loss.code, loss.kind) for loss in losses] == lost
            assert {loss.clip for loss in losses} <= {part.name, None}


def test_clips_of_one_name_have_their_own_losses() -> None:
    gate = (FIXTURES / "stt" / "valid" / "gate.stt").read_bytes()
    one, two = (animio.read(gate, name=name)["day"] for name in ("a.stt", "b.stt"))
    report = animio.encode([one, two.scale(10.0).with_name("day")], "glb")[1]
    counts: dict[str | None, int] = {}
    for loss in report.losses:
        if loss.code.startswith("stt::"):
            counts[loss.clip] = counts.get(loss.clip, 0) + 1
    assert len(counts) == 2 and len(set(counts.values())) == 1, counts
    assert "day" not in counts


def test_parents_that_change_exist() -> None:
    def held(node: int, parent: float) -> animio.Clip:
        channel = animio.Channel(node, "parent", [0.0], [[parent]])
        return animio.Clip.from_channels("c", 1.0, [animio.Node("a"), animio.Node("b")], [channel])

    assert held(1, 0.0).hierarchy(0.0)[1].tolist() == [-1, 0]
    assert held(1, -1.0).hierarchy(0.0)[1].tolist() == [-1, -1]
    for node, parent in ((0, 7.0), (1, 0.5), (1, 1.0), (1, -2.0)):
        with pytest.raises(ValueError, match="expected -1 or the index of another node"):
            held(node, parent)
    with pytest.raises(ValueError, match="`tolerance_angle` is 0"):
        animio.encode(held(1, 0.0), "glb", tolerance_angle=0.0)
