"""Operations on clips, against numpy on the poses of the source, and against the command."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from conftest import FIXTURES, anim

import animio

MOCAP = FIXTURES / "bvh" / "valid" / "walk.bvh"
CLIP = animio.read(MOCAP)[0]
# The curves end a frame before the clip does.
LAST = CLIP.times()[-1]


def world(clip: animio.Clip, times: np.ndarray) -> np.ndarray:
    return clip.world(times)


def test_times_change_as_they_are_asked_to() -> None:
    end = CLIP.duration
    inner = np.linspace(0.1, 0.3, 9) * end
    size = np.abs(CLIP.world()).max()
    for edited, times in (
        (CLIP.trim(0.1 * end, 0.5 * end), inner - 0.1 * end),
        (CLIP.trim("1f"), inner - CLIP.times()[1]),
        (CLIP.speed(2.0), inner / 2),
        (CLIP.reverse(), LAST - inner),
    ):
        assert np.abs(world(edited, times) - world(CLIP, inner)).max() < 1e-9 * size
    assert CLIP.speed(2.0).duration == end / 2
    first, second = CLIP.split(0.4 * end)
    assert np.isclose(first.duration + second.duration, end)
    both = animio.join([first, second])
    assert np.abs(world(both, inner) - world(CLIP, inner)).max() < 1e-9 * size


def test_what_says_nothing_is_refused() -> None:
    for crossfade in (float("nan"), float("inf"), -1.0):
        with pytest.raises(ValueError, match="cross-fade"):
            animio.join([CLIP, CLIP], crossfade)
    with pytest.raises(ValueError, match="not both"):
        CLIP.split(0.1, event="step*")


def test_spaces_change_as_they_are_asked_to() -> None:
    times = CLIP.times()
    twice = CLIP.scale(2.0).world(times)
    assert np.abs(twice[..., 3] - 2 * CLIP.world(times)[..., 3]).max() < 1e-9 * np.abs(twice).max()
    space = animio.Space(up="+y", forward="+z", handedness="right", metres_per_unit=0.01)
    parts = animio.Clip.from_channels("c", CLIP.duration, CLIP.nodes, CLIP.channels, CLIP.rate, space)
    turned = parts.in_space("+z", "-y", 1.0)
    assert turned.space.up == "+z" and turned.space.forward == "-y" and turned.space.metres_per_unit == 1.0
    # x stays, y becomes z, z becomes -y, and a unit is a metre.
    places = parts.world(times)[..., 3] * 0.01
    expected = np.stack([places[..., 0], -places[..., 2], places[..., 1]], axis=-1)
    assert np.abs(turned.world(times)[..., 3] - expected).max() < 1e-12


def test_nodes_change_as_they_are_asked_to() -> None:
    times = CLIP.times()
    names = CLIP.node_names
    last = names[-1]
    renamed = CLIP.rename({last: "other"})
    assert renamed.node_names == [*names[:-1], "other"]
    assert np.array_equal(renamed.world(times), CLIP.world(times))
    alone = CLIP.select(names[0])
    assert alone.node_names == [names[0]]
    assert np.abs(alone.world(times)[:, 0] - CLIP.world(times)[:, 0]).max() < 1e-9
    dropped = CLIP.drop(last)
    assert dropped.node_names == names[:-1]
    with pytest.raises(ValueError, match="nothing"):
        CLIP.select("nothing")


@pytest.mark.parametrize(
    ("flags", "edit"),
    [
        (["--from", "0.1", "--to", "0.5"], lambda clip, report: clip.trim(0.1, 0.5, report=report)),
        (["--speed", "3"], lambda clip, report: clip.speed(3, report=report)),
        (["--reverse"], lambda clip, report: clip.reverse(report=report)),
        (["--fps", "12"], lambda clip, report: clip.resample(12, report=report)),
        (["--loop=0.1"], lambda clip, report: clip.loop(0.1, report=report)),
        (["--mirror=x"], lambda clip, report: clip.mirror("x", report=report)),
        (["--scale", "0.01"], lambda clip, report: clip.scale(0.01, report=report)),
        (["--reduce", "0.01"], lambda clip, report: clip.reduce(0.01, report=report)),
        (["--additive=0"], lambda clip, report: clip.additive(0, report=report)),
        (["--drop-constants"], lambda clip, report: clip.drop_constants(report=report)),
        (["--hemisphere"], lambda clip, report: clip.hemisphere(report=report)),
        (["--euler-filter"], lambda clip, report: clip.euler_filter(report=report)),
        (["--reroot", CLIP.node_names[1]], lambda clip, report: clip.reroot(CLIP.node_names[1], report=report)),
    ],
)
def test_operations_are_those_of_the_command(flags, edit, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    anim("convert", MOCAP, "-o", tmp_path / "a.stf", *flags)
    report = animio.Report()
    edited = edit(CLIP, report)
    animio.write(tmp_path / "b.stf", edited)
    expected = animio.read(tmp_path / "a.stf")[0]
    found = animio.read(tmp_path / "b.stf")[0]
    assert found.channels == expected.channels and found.nodes == expected.nodes
    silent = {"--hemisphere", "--euler-filter", "--drop-constants"}
    assert report.changes or silent.issuperset(flags)
    assert not report.changes or str(report).startswith(str(report.changes[0]))


def test_a_clip_on_another_figure_has_its_nodes_and_turns_as_the_source() -> None:
    names = CLIP.node_names
    rest = np.array([node.rest for node in CLIP.nodes])
    rest[..., 3] *= 2.0
    parents: list[int | None] = list(CLIP.parents)
    figure = animio.Clip.from_arrays([f"bone {name}" for name in names], parents, rest, None)
    moved, report = CLIP.onto(figure, {name: f"bone {name}" for name in names})
    assert moved.node_names == figure.node_names and "18 by the map" in str(report)
    times = CLIP.times()
    assert np.abs(moved.world(times)[..., :3] - CLIP.world(times)[..., :3]).max() < 1e-6
    as_text, _ = CLIP.onto(figure, "\n".join(f"{name} = bone {name}" for name in names))
    assert as_text == moved
    with pytest.raises(ValueError, match="hips, all"):
        CLIP.onto(figure, travel="legs")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "path", ["stt/valid/nested.stt", "hsf-xml/valid/turns.xml", "mm2-ped/valid/pedanim_walkerstride.anim"]
)
def test_a_clip_moves_the_same_by_any_name(path: str) -> None:
    animation = animio.read(FIXTURES / path)
    names = [clip.name for clip in animation]
    for clip in animation:
        times = np.linspace(0.0, 2 * clip.duration, 50)
        for name in [*names, "other"]:
            named = clip.with_name(name)
            for one in (named, pickle.loads(pickle.dumps(named))):
                assert one.name == name and np.array_equal(one.world(times), clip.world(times))
            for index in range(len(clip.channels)):
                assert np.array_equal(named.sample(index, times), clip.sample(index, times))


def test_a_figure_shows_what_stays_behind(tmp_path: Path) -> None:
    figure = animio.Clip.from_arrays(["Hips", "else"], [-1, 0], np.zeros((2, 3)), None)
    _, report = CLIP.onto(figure)
    # The nodes that move and have no name of the figure, by hand.
    moving = {CLIP.node_names[channel.node] for channel in CLIP.channels}
    assert {loss.node for loss in report.dropped} == moving - {"Hips"}
    _, report = CLIP.onto(figure, {"Hpis": "Hips"})
    assert any("no node `Hpis`" in finding.message for finding in report.findings)
    animio.write(tmp_path / "figure.glb", figure)
    into = animio.convert(MOCAP, tmp_path / "on.glb", into=str(tmp_path / "figure.glb"))
    _, report = CLIP.onto(animio.read(tmp_path / "figure.glb"))
    unmatched = [loss for loss in into.losses if loss.code == "retarget::unmatched"]
    assert [loss.node for loss in report.dropped] == [loss.node for loss in unmatched]


def test_a_figure_needs_no_clip() -> None:
    path = FIXTURES / "gltf" / "valid" / "mannequin.gltf"
    figure = animio.read(path)
    assert len(figure) == 0
    moved, report = CLIP.onto(figure)
    assert moved.node_names == [node["name"] for node in json.loads(path.read_text())["nodes"]]
    assert moved.channels and "human bones" in str(report)

def test_what_operations_lost_is_lost_of_the_clip() -> None:
    report = animio.Report()
    bent = CLIP.resample(7.0, report=report)
    lost = [str(loss) for loss in report.losses]
    assert lost and max(loss.error or 0.0 for loss in report.losses) > 1e-3
    _, written = animio.encode(bent, "bvh")
    assert set(lost) <= {str(loss) for loss in written.losses}
    with pytest.raises(animio.LossError):
        animio.encode(bent, "stf", strict=True)
    animio.encode(CLIP, "stf", strict=True)
    # Later operations keep it, and each part of a clip has it once, under its own name.
    parts = bent.speed(2.0).split(0.2)
    _, both = animio.encode(parts, "stf")
    for part in parts:
        found = [str(loss) for loss in both.losses if loss.code.startswith("edit::") and loss.clip == part.name]
        assert found == [text.replace(f" {bent.name}: ", f" {part.name}: ") for text in lost]
    large = animio.encode(bent.scale(100.0), "stf")[1]
    [length] = [loss.error for loss in report.losses if loss.unit == "length" and loss.code == "edit::curve"][:1]
    assert length and any(loss.error == 100.0 * length for loss in large.losses)


def test_what_stays_behind_on_another_figure_is_lost_of_the_clip() -> None:
    moved, report = CLIP.onto(CLIP.select(*CLIP.node_names[:4]))
    lost = {str(loss) for loss in report.losses}
    assert report.dropped and lost <= {str(loss) for loss in animio.encode(moved, "stf")[1].losses}
    with pytest.raises(animio.LossError):
        animio.encode(moved, "stf", strict=True)
