"""Documents that play, against their own clips."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import FIXTURES

import animio

GATE = FIXTURES / "stt" / "valid" / "gate.stt"


def test_a_state_plays_as_its_clip() -> None:
    gate = animio.read(GATE)
    player = animio.Player(gate)
    assert player.states == [clip.name for clip in gate]
    for name in ("closed", "open", "in the wind"):
        player.start(name)
        assert player.state == name and player.active == [name]
        clip = gate[name]
        for step in range(1, 20):
            player.advance(0.05)
            local, world = player.pose()
            expected = clip.world(0.05 * step)
            # The clip has the nodes that its state moves; the player has all.
            assert min(np.abs(world[:, None] - expected[None]).max((-1, -2)).min(0)) < 1e-6
            assert np.array_equal(local, world)
    assert np.isclose(player.time, 3 * 19 * 0.05)
    with pytest.raises(KeyError):
        player.start("nothing")
    with pytest.raises(ValueError):
        player.advance(-1.0)
    with pytest.raises(TypeError):
        player.input("left-click", "x")


@pytest.mark.parametrize(
    "name", ["stt/valid/gate.stt", "stt/valid/nested.stt", "stt/valid/wheel.stt", "mm2-ped/valid/pedmodel_walker.csv"]
)
def test_the_nodes_of_a_pose_have_the_names_of_the_clips(name: str) -> None:
    animation = animio.read(FIXTURES / name)
    compared = 0
    for clip in animation:
        player = animio.Player(animation)
        if clip.name not in player.states:
            continue
        player.start(clip.name)
        for time in (0.0, 0.13, 0.29):
            if time >= clip.duration:
                continue
            player.advance(time - player.time)
            local, world = player.pose()
            at = [player.node_names.index(node) for node in clip.node_names]
            assert len(world) == len(player.node_names)
            assert np.abs(world[at] - clip.world(time)).max() < 1e-6
            assert np.abs(local[at] - clip.local(time)).max() < 1e-6
            compared += len(at)
    assert compared


@pytest.mark.parametrize("name", ["blocks", "followed", "turns"])
def test_the_nodes_of_a_scene_are_those_of_its_clip_of_everything(name: str) -> None:
    animation = animio.read(FIXTURES / "hsf-xml" / "valid" / f"{name}.xml")
    player, clip = animio.Player(animation), animation["*"]
    at = [player.node_names.index(node) for node in clip.node_names]
    for time in (0.0, 0.4, 1.1):
        player.advance(time - player.time)
        assert len(player.pose()[1]) == len(player.node_names)
        assert np.abs(player.pose()[1][at] - clip.world(time)).max() < 1e-6


def test_the_table_of_a_pedestrian_plays_its_clips() -> None:
    table = animio.read(FIXTURES / "mm2-ped" / "valid" / "pedmodel_walker.csv")
    player = animio.Player(table)
    first = player.states[0]
    assert player.state == first
    player.request(player.states[-1])
    before = player.pose()[1]
    seen = set()
    for _ in range(200):
        player.advance(1 / 30)
        seen.add(player.state)
    assert player.states[-1] in seen
    assert before.shape == player.pose()[1].shape and before.shape[1:] == (3, 4)


def test_a_click_sets_an_animation_in_motion() -> None:
    for path in sorted((FIXTURES / "hsf-xml" / "valid").glob("*.xml")):
        player = animio.Player(animio.read(path))
        clickable = [target for target, inputs in player.targets if "left-click" in inputs]
        if not clickable:
            continue
        player.advance(0.0)
        before = player.active
        player.input("left-click", clickable[0])
        player.advance(1e-3)
        assert player.active != before
        with pytest.raises(KeyError):
            player.input("left-click", "nothing at all")
        with pytest.raises(ValueError):
            player.input("kick", clickable[0])  # type: ignore[arg-type]
        return
    pytest.fail("no fixture has something to click")


def test_documents_without_states_do_not_play() -> None:
    with pytest.raises(TypeError, match="tod"):
        animio.Player(animio.read(FIXTURES / "tod" / "valid" / "walk.tod"))


def test_states_begin_by_the_names_that_are_listed() -> None:
    player = animio.Player(animio.read(FIXTURES / "stt" / "valid" / "layout.stt"))
    assert any("\\x" in name for name in player.states)
    for name in player.states:
        player.start(name)
        assert player.state == name
        player.request(name)


def test_threads_share_a_player() -> None:
    player = animio.Player(animio.read(GATE))

    def play(_: int) -> None:
        for _ in range(200):
            player.advance(0.25)
            player.pose()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(play, range(4)))
    assert player.time == 4 * 200 * 0.25
