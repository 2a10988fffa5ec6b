"""Poses and values: against the command, and against numpy that computes them from the files."""

from __future__ import annotations

import csv
import io
import json
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import pytest
import reference
from conftest import FIXTURES, anim
from numpy.typing import NDArray

import animio


def test_poses_are_those_of_the_command(valid: Path) -> None:
    lines = [json.loads(line) for line in anim("pose", valid, "--json").splitlines()]
    for clip in animio.read(valid):
        own = [line for line in lines if line["clip"] == clip.name]
        times = np.array([line["time"] for line in own])
        assert np.array_equal(clip.times(), times)
        for key, found in (("local", clip.local()), ("world", clip.world())):
            expected = [[node[key] for node in line["nodes"]] for line in own]
            assert found.shape == (len(times), len(clip.nodes), 3, 4) and found.dtype == np.float64
            assert np.array_equal(found.reshape(len(times), -1, 12), np.reshape(expected, (len(times), -1, 12)))
        alive, parents = clip.hierarchy()
        assert alive.tolist() == [[node["alive"] for node in line["nodes"]] for line in own]
        nowhere = -1
        assert parents.tolist() == [
            [nowhere if node["parent"] is None else node["parent"] for node in line["nodes"]] for line in own
        ]


def test_samples_are_those_of_the_command(valid: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(anim("sample", valid, "--fps", "17"), newline="")))
    for clip in animio.read(valid):
        own = [row for row in rows if row["clip"] == clip.name]
        values = sorted(
            (float(row["time"]), float(row["value"]), row["node"]) for row in own if row["value"] != "nan"
        )
        found = sorted(
            (time, value, clip.nodes[channel.node].name)
            for channel in clip.channels
            for time, row in zip(clip.times(17), clip.sample(channel, clip.times(17)))
            for value in row
            if not np.isnan(value)
        )
        assert found == values


@pytest.mark.parametrize("name", ["walk", "six-channels", "tabs-and-crlf"])
def test_world_matrices_of_a_bvh_are_those_of_numpy(name: str) -> None:
    path = FIXTURES / "bvh" / "valid" / f"{name}.bvh"
    file = reference.bvh(path.read_text())
    clip = animio.read(path)[0]
    times = np.arange(len(file.frames)) * file.frame_time
    found = dict(zip(clip.node_names, np.moveaxis(clip.world(times), 1, 0)))
    compared = 0
    for joint, expected in reference.worlds(file).items():
        if joint in found:
            size = max(1.0, np.abs(expected).max())
            assert np.abs(found[joint] - expected).max() < 1e-9 * size
            compared += 1
    assert compared >= sum(1 for joint in file.joints if joint.channels)


def test_single_precision_is_double_precision_rounded() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    for double, single in (
        (clip.world(), clip.world(dtype="f4")),
        (clip.local(), clip.local(None, np.float32)),
        (clip.quaternions(), clip.quaternions(dtype="float32")),
        (clip.sample(0), clip.sample(0, dtype="f4")),
    ):
        assert single.dtype == np.float32
        assert np.array_equal(double.astype(np.float32), single)
    with pytest.raises(TypeError, match="float64 or float32"):
        clip.world(dtype="i4")  # type: ignore[call-overload]


def test_types_of_arrays_are_known() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    assert_type(clip.world(), NDArray[np.float64])
    singles: list[NDArray[np.float32]] = [
        clip.world(dtype=np.float32),
        clip.world(dtype=np.dtype(np.float32)),
        clip.world(dtype="single"),
        clip.world(None, "<f4"),
    ]
    doubles: list[NDArray[np.float64]] = [clip.world(0.0), clip.world(dtype=clip.times().dtype), clip.world(None, "double")]
    assert {array.dtype for array in singles} == {np.dtype("f4")}
    assert {array.dtype for array in doubles} == {np.dtype("f8")}
    parents = np.array(clip.parents)
    again = animio.Clip.from_arrays(np.array(clip.node_names), parents, clip.local(0.0), clip.quaternions(), space=clip.space)
    assert again.parents == clip.parents and again.node_names == clip.node_names
    assert animio.Space(again.space.up, again.space.forward, again.space.handedness) == again.space
    assert again.node(np.int64(1)) == 1 and again.channel(np.int32(0)) == again.channels[0]


def test_times_are_one_or_many() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    nodes = len(clip.nodes)
    assert clip.world(0.1).shape == (nodes, 3, 4)
    assert np.array_equal(clip.world(0.1), clip.world([0.1])[0])
    assert np.array_equal(clip.world(np.float32(0.5)), clip.world(np.array([0.5], np.float32))[0])
    assert clip.world([]).shape == (0, nodes, 3, 4)
    assert clip.quaternions([0, 1]).shape == (2, nodes, 4)
    assert clip.sample(0, 0.25).shape == (clip.channels[0].width,)
    for wrong in (np.zeros((2, 2)), [np.nan], np.inf):
        with pytest.raises(ValueError):
            clip.world(wrong)
    with pytest.raises(TypeError):
        clip.world("now")


def test_quaternions_turn_as_local_matrices_do() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    assert np.abs(reference.matrices(clip.quaternions()) - clip.local()[..., :3]).max() < 1e-12


def test_arrays_are_owned_and_writable() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    world = clip.world()
    assert world.flags.c_contiguous and world.flags.writeable
    before = world.copy()
    world[:] = 0.0
    assert np.array_equal(clip.world(), before)


def test_other_threads_run_while_poses_are_computed() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    times = np.linspace(0.0, clip.duration, 20_000)
    results: list[np.ndarray] = []
    threads = [threading.Thread(target=lambda: results.append(clip.world(times))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all(np.array_equal(one, results[0]) for one in results)


def test_channels_are_found_by_index_by_name_and_by_themselves() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    channel = clip.channels[1]
    name = clip.nodes[channel.node].name
    assert clip.channel(1) == channel == clip.channel((name, channel.property))
    assert np.array_equal(clip.sample(channel), clip.sample((channel.node, channel.property)))
    times, values = clip.keys(channel)
    assert times.shape == (len(channel),) and values.shape == (len(channel), channel.width)
    assert np.abs(clip.sample(channel, times) - values).max() < 1e-12
    with pytest.raises(KeyError, match="did you mean"):
        clip.channel((name + "x", channel.property))
    with pytest.raises(IndexError):
        clip.channel(999)

def test_durations_of_numpy_are_times() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    expected = clip.world([0.25, 0.5])
    for unit, per_second in (("ms", 10**3), ("us", 10**6), ("ns", 10**9)):
        times = np.array([per_second // 4, per_second // 2], f"timedelta64[{unit}]")
        assert np.array_equal(clip.world(times), expected)
    assert np.array_equal(clip.world(np.timedelta64(500, "ms")), expected[1])
    assert np.array_equal(clip.sample(0, times), clip.sample(0, [0.25, 0.5]))
    moved = animio.Channel(0, "translation", np.array([0, 1500], "timedelta64[ms]"), np.zeros((2, 3)))
    assert moved.times.tolist() == [0.0, 1.5]
    with pytest.raises(ValueError, match="finite"):
        clip.world(np.array(["NaT"], "timedelta64[s]"))
    for wrong in (["2020-01-01"], "0.5", ["0.5"], [1j]):
        kind = "datetime64[s]" if wrong == ["2020-01-01"] else None
        with pytest.raises(TypeError, match="must be numbers"):
            clip.world(np.array(wrong, kind))
    with pytest.raises(TypeError, match="must be numbers"):
        animio.Channel(0, "translation", [0.0], np.array([[1, 2, 3]], "timedelta64[s]"))


DURATIONS = [timedelta(milliseconds=250), np.timedelta64(250, "ms"), np.timedelta64(250_000_000, "ns"), np.array(250, "m8[ms]")]


@pytest.mark.parametrize("quarter", DURATIONS, ids=repr)
def test_durations_are_times_wherever_seconds_are(quarter: Any) -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    assert np.array_equal(clip.world(quarter), clip.world(0.25))
    assert np.array_equal(clip.world([quarter, quarter * 2]), clip.world([0.25, 0.5]))
    assert np.array_equal(clip.sample(0, quarter), clip.sample(0, 0.25))
    assert clip.trim(quarter, quarter * 2) == clip.trim(0.25, 0.5)
    assert clip.split(quarter) == clip.split(0.25)
    assert clip.loop(quarter) == clip.loop(0.25)
    assert clip.additive(quarter) == clip.additive(0.25)
    assert animio.join([clip, clip], quarter) == animio.join([clip, clip], 0.25)
    assert animio.Event(quarter, "step").time == 0.25
    assert animio.Channel(0, "visible", [quarter], [1.0]).times.tolist() == [0.25]
    assert animio.Clip.from_channels("still", quarter, [], []).duration == 0.25
    player = animio.Player(animio.read(FIXTURES / "stt" / "valid" / "gate.stt"))
    player.advance(quarter)
    assert player.time == 0.25
    made = [animio.encode(clip, "tod", tolerance_time=time)[0] for time in (quarter, 0.25)]
    assert made[0] == made[1]


def test_what_is_no_time_is_refused() -> None:
    for wrong in ("0.25", [0.25], 1j, np.datetime64(5, "ns"), None):
        with pytest.raises(TypeError):
            animio.Event(wrong, "step")  # type: ignore[arg-type]


def test_arrays_with_a_mask_are_refused() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    masked = np.ma.masked_array([0.25, 0.5], [False, True])
    with pytest.raises(TypeError, match="without a mask"):
        clip.world(masked)
    with pytest.raises(TypeError, match="without a mask"):
        animio.Channel(0, "translation", masked, np.zeros((2, 3)))
    # Where it hides nothing, it is an array as any other.
    assert np.array_equal(clip.world(np.ma.masked_array([0.25, 0.5])), clip.world([0.25, 0.5]))


def test_arrays_of_any_layout_are_numbers() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    times = np.array([0.0, 0.25, 0.5, 0.75])
    expected = clip.world(times)
    frozen = times.copy()
    frozen.flags.writeable = False
    spread = np.stack([times, -times], axis=1)[:, 0]
    for same in (times.astype(">f8"), times.astype("f2"), np.longdouble(times), frozen, spread, times.astype(object), list(times)):
        assert np.array_equal(clip.world(same), expected)
    assert np.array_equal(clip.world(times[::-1]), expected[::-1])
    assert np.array_equal(clip.world(np.array([True, False])), clip.world([1.0, 0.0]))


def test_all_frames_have_a_limit_that_the_caller_sets() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    frames, nodes = len(clip.times()), len(clip.nodes)
    width = clip.channels[0].width
    for ask, count in (
        (clip.world, frames * nodes * 12),
        (clip.local, frames * nodes * 12),
        (clip.quaternions, frames * nodes * 4),
        (clip.hierarchy, frames * nodes),
        (lambda *times, limit: clip.sample(0, *times, limit=limit), frames * width),
    ):
        for limit in (count, None):
            assert len(ask(limit=limit)) in (frames, 2)
        with pytest.raises(ValueError, match=f"{count} numbers, more than the limit of {count - 1}: give `times`"):
            ask(limit=count - 1)
        ask(clip.times(), limit=count - 1)
    many = animio.Clip.from_arrays([str(i) for i in range(12_000)], [-1] * 12_000, np.zeros((12_000, 3)), None, fps=1.0)
    key = animio.Channel(0, "translation", [0.0, 4000.0], np.zeros((2, 3)))
    long = animio.Clip.from_channels("long", 4000.0, many.nodes, [key], rate=1.0)
    with pytest.raises(ValueError, match="limit of 268435456"):
        long.world()
    assert long.world(4000.0).shape == (12_000, 3, 4)
