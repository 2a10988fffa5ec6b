"""Code as users write it, for type checkers: what they accept, and at the end what they refuse.

`mypy --strict` and pyright also report a `type: ignore` that hides no error. Nothing runs this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import animio
from animio import Animation, Clip, Finding, Report

Doubles = NDArray[np.float64]
Singles = NDArray[np.float32]


def opened(path: Path) -> Animation:
    with path.open("rb") as file, animio.read(file, format="tod", mode="ideal") as animation:
        return animation


def posed(clip: Clip) -> None:
    quarter, moments = timedelta(milliseconds=250), np.linspace(0.0, clip.duration, 5)
    assert_type(clip.world(), Doubles)
    assert_type(clip.world(moments)[..., 3], NDArray[np.float64])
    assert_type(clip.local(0.5, dtype=np.float32), Singles)
    assert_type(clip.local([0.25, 0.5], "f4"), Singles)
    assert_type(clip.quaternions(quarter), Doubles)
    assert_type(clip.world([quarter, 2 * quarter], dtype="f4"), Singles)
    assert_type(clip.world(np.timedelta64(500, "ms")), Doubles)
    alive, parents = clip.hierarchy(quarter)
    assert_type(alive, NDArray[np.bool_])
    assert_type(parents, NDArray[np.int64])
    assert_type(clip.sample(("Hips", "rotation"), quarter), Doubles)
    assert_type(clip.channel(0).sample([quarter], "f4"), Singles)
    assert_type(clip.keys(np.int64(0)), tuple[Doubles, Doubles])


def edited(paths: Iterable[Path]) -> list[Clip]:
    report, found = Report(), list[Clip]()
    for path in paths:
        try:
            animation = animio.read(path, unit=0.01, up="+y")
        except animio.Error as error:
            assert_type(error.span, tuple[int, int] | None)
            continue
        found += [clip.trim(0.1, "30f", report=report).speed(2).mirror("x") for clip in animation]
        found += animation[1:]
        moved, losses = animation["walk"].onto(animation, {"Hips": "pelvis"}, travel="all")
        assert_type(losses.dropped[0].error, float | None)
        found += [moved, animio.join(animation, crossfade=timedelta(seconds=0.1))]
        assert_type(animio.check(path), list[Finding])
    return found


def written(animation: Animation, path: Path) -> None:
    files, report = animio.encode(animation, "glb", tolerance=1e-3)
    assert_type(files, list[tuple[str, bytes]])
    assert_type(report.losses, list[animio.Loss])
    animio.convert(path, "memory://walk.bvh", clip=0, order="zxy", strict=True, tolerance_time=timedelta(milliseconds=1))
    animio.write(path, [clip for clip in animation])
    animio.scan([path, "s3://bucket/*.bvh"], "samples", fps=60, columns=["time", "value"], nodes="Hips", end=timedelta(seconds=1))


def made() -> Clip:
    turns = np.zeros((10, 2, 4), np.float32)
    clip = Clip.from_arrays(["a", "b"], [None, 0], [[0, 0, 0], [0, 1, 0]], turns, fps=30, space=animio.Space("+y", "z"))
    ease: list[animio.Channel] = [animio.Channel(0, "scale", [timedelta(0), timedelta(seconds=1)], np.ones((2, 3)), ["step", "linear"])]
    return Clip.from_channels(clip.name, timedelta(seconds=1), clip.nodes, ease + clip.channels, events=[animio.Event(0.5, "step")])


def wrong(clip: Clip) -> None:
    animio.read("walk.tod", mode="idael")  # type: ignore[arg-type]
    animio.read("walk.tod", moed="ideal")  # type: ignore[call-arg]
    animio.read(5)  # type: ignore[arg-type]
    animio.scan("walk.tod", "pose")  # type: ignore[arg-type]
    animio.Space("y+")  # type: ignore[arg-type]
    animio.Channel(0, "translation", [0], [0], ease="cubic")  # type: ignore[arg-type]
    clip.world(dtype="f2")  # type: ignore[call-overload]
    clip.trim(report=[])  # type: ignore[arg-type]
    clip.mirror("w")  # type: ignore[arg-type]
    clip.name = "x"  # type: ignore[misc]
    clip.duration.items()  # type: ignore[attr-defined]
