"""Pickling, copies, representations, and the types that editors show."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from conftest import FIXTURES, VALID

import animio


def test_what_is_pickled_gives_the_same_clips_and_poses(valid: Path) -> None:
    animation = animio.read(valid)
    again = pickle.loads(pickle.dumps(animation))
    assert (again.format, again.name, again.clips) == (animation.format, animation.name, animation.clips)
    for clip in animation:
        back = pickle.loads(pickle.dumps(clip))
        assert back == clip
        assert np.array_equal(back.world(), clip.world(), equal_nan=True)
        edited = clip.with_name("other")
        assert pickle.loads(pickle.dumps(edited)) == edited
        keys = animio.Clip.from_json(clip.to_json())
        assert (keys.to_json(), keys.nodes, keys.channels) == (clip.to_json(), clip.nodes, clip.channels)


def test_copies_are_equal() -> None:
    animation = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh", unit=0.01)
    clip = animation[0]
    assert copy.copy(clip) == copy.deepcopy(clip) == clip
    assert copy.deepcopy(animation) is animation
    channel = clip.channels[0]
    assert [repr(one(channel)) for one in (copy.copy, copy.deepcopy)] == [repr(channel)] * 2
    assert clip != clip.with_name("other")


def test_a_document_is_pickled_with_its_file(valid: Path) -> None:
    document = animio.read(valid).document
    again = pickle.loads(pickle.dumps(document))
    assert (again.format, again.to_bytes()) == (document.format, document.to_bytes())
    assert copy.copy(document) is copy.deepcopy(document) is document


@pytest.mark.parametrize("what", ["samples", "poses", "keys", "findings", "info"])
def test_a_pickled_table_has_the_same_rows(what: Any) -> None:
    paths = [FIXTURES / "bvh" / "valid" / "walk.bvh", FIXTURES / "tod" / "valid" / "walk.tod", Path("none.bvh")]
    columns = None if what == "findings" else ["clip", "path", "error"]
    scan = animio.scan(paths, what, fps=7.5, columns=columns, clips="w*", start=0.2, end=0.9, mode="ideal")
    assert pa.table(scan).num_rows >= (1 if what in ("findings", "info") else 4)
    for again in (pickle.loads(pickle.dumps(scan)), copy.copy(scan), copy.deepcopy(scan)):
        assert pa.table(again) == pa.table(scan) and repr(again) == repr(scan)
    strict = pickle.loads(pickle.dumps(animio.scan("none.bvh", what, errors="raise")))
    with pytest.raises(Exception, match="none.bvh"):
        pa.table(strict)


def test_a_pickled_table_of_a_clip_has_its_values() -> None:
    table = animio.read(FIXTURES / "gltf" / "valid" / "swing.glb")[0].to_arrow("samples", 100.0, ["time", "value"])
    assert pa.table(pickle.loads(pickle.dumps(table))) == pa.table(table)


def test_a_player_says_what_to_pickle_in_its_place() -> None:
    player = animio.Player(animio.read(FIXTURES / "stt" / "valid" / "gate.stt"))
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="pickle its animation"):
            copied(player)


def test_small_objects_are_pickled_too() -> None:
    clip = animio.read(FIXTURES / "gltf" / "valid" / "swing.glb")[0]
    node = clip.nodes[-1]
    assert pickle.loads(pickle.dumps(node)) == node
    assert pickle.loads(pickle.dumps(clip.space)) == clip.space
    error = animio.Error("m", code="c", span=(1, 2))
    back = pickle.loads(pickle.dumps(error))
    assert (str(back), back.code, back.span) == ("m", "c", (1, 2))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_pickles_graphs_formats_and_parts_of_clips(protocol: int) -> None:
    def again(one: Any) -> Any:
        return pickle.loads(pickle.dumps(one, protocol))

    for name in ("stt/valid/gate.stt", "hsf-xml/valid/door.xml"):
        animation = animio.read(FIXTURES / name)
        graph = animation.graph
        assert graph is not None and graph.nodes and graph.edges
        for one in (graph, *graph.nodes, *graph.edges, *graph.groups, *animation[0].nodes, animation[0].space):
            assert again(one) == copy.copy(one) == copy.deepcopy(one) == one
            assert repr(again(one)) == repr(one)

    def facts(one: Any) -> Any:
        if isinstance(one, dict):
            return {key: facts(value) for key, value in one.items()}
        shown = [name for name in dir(one) if not name.startswith("_")]
        return {name: facts(getattr(one, name)) for name in shown} if isinstance(one, (animio.Format, animio.Option)) else one

    for format in animio.formats():
        assert facts(again(format)) == facts(copy.deepcopy(format)) == facts(format)


def test_representations_show_what_there_is() -> None:
    animation = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")
    clip = animation[0]
    assert repr(clip).startswith(f'<Clip "{clip.name}": {clip.duration} s, ')
    assert repr(clip.nodes[0]) == f'<Node "{clip.node_names[0]}", parent None>'
    assert repr(clip.channels[0]).startswith(f'<Channel {clip.channels[0].property} of node "')
    assert eval(repr(clip.space), {"Space": animio.Space}) == clip.space
    assert "dropped>" in repr(animation.report)
    finding = animio.check(FIXTURES / "tod" / "invalid" / "empty-packet.tod")[0]
    assert str(finding).endswith(f"error[{finding.code}]: {finding.message} ({finding.path})")


@pytest.mark.parametrize("name", animio.__all__)
def test_everything_public_is_documented(name: str) -> None:
    thing = getattr(animio, name)
    if name == "__version__":
        return
    assert thing.__doc__
    if isinstance(thing, type):
        undocumented = [
            member
            for member in vars(thing)
            if not member.startswith("_") and not getattr(getattr(thing, member), "__doc__", None)
        ]
        assert undocumented == []


def test_the_types_of_options_are_those_of_the_formats() -> None:
    tools = Path(__file__).parents[1] / "tools"
    printed = subprocess.run([sys.executable, tools / "options.py"], capture_output=True, text=True, check=True)
    assert Path(animio.__file__).with_name("_options.py").read_text() == printed.stdout


def test_a_pickled_file_has_what_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = FIXTURES / "mm2-ped" / "valid"
    for name in ("pedanim_walkerstride.anim", "pedmodel_walker.skel"):
        (tmp_path / name).write_bytes((source / name).read_bytes())
    expected = animio.read(source / "pedanim_walkerstride.anim")[0]
    monkeypatch.chdir(tmp_path)
    animation, other = animio.read("pedanim_walkerstride.anim"), animio.read("pedanim_walkerstride.anim")
    clip = animation[0]
    monkeypatch.chdir("/")
    # Clips that are made later find the folder, too.
    assert pickle.loads(pickle.dumps(other))[0] == expected
    (tmp_path / "pedmodel_walker.skel").unlink()
    for again in (pickle.loads(pickle.dumps(clip)), pickle.loads(pickle.dumps(animation))[0]):
        assert again == expected and np.array_equal(again.world(), expected.world())


def test_reports_and_what_is_in_them_are_pickled() -> None:
    walk = animio.read(FIXTURES / "tod" / "valid" / "walk.tod")
    with pytest.raises(animio.LossError) as caught:
        animio.encode(walk, "bvh", strict=True)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (str(error), error.code) == (str(caught.value), caught.value.code)
    assert error.report.losses == caught.value.report.losses
    report = animio.Report()
    animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0].trim(0.1, report=report)
    again = pickle.loads(pickle.dumps(report))
    assert again.changes == report.changes and str(again) == str(report)
    findings = animio.check(FIXTURES / "tod" / "invalid" / "empty-packet.tod")
    assert findings and pickle.loads(pickle.dumps(findings)) == findings


def test_pickling_keeps_what_reading_and_operations_lost() -> None:
    bent = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0].resample(7.0)
    parts = bent.split(0.2)
    for clips in ([bent], parts, [part.with_name(f"part {part.name}") for part in parts]):
        together = pickle.loads(pickle.dumps(clips))
        alone = [pickle.loads(pickle.dumps(clip)) for clip in clips]
        expected = animio.encode(clips, "stf")[1]
        assert max(loss.error or 0.0 for loss in expected.approximated) > 1e-3
        for again in (together, alone):
            assert again == clips and animio.encode(again, "stf")[1].losses == expected.losses
            with pytest.raises(animio.LossError):
                animio.encode(again, "stf", strict=True)


def test_an_operation_on_a_pickled_clip_tells_the_same(valid: Path) -> None:
    for clip in animio.read(valid):
        edited = clip.speed(2.0)
        for one in (clip, edited):
            own, again = animio.Report(), animio.Report()
            one.speed(3.0, report=own)
            pickle.loads(pickle.dumps(one)).speed(3.0, report=again)
            assert (str(again), again.losses) == (str(own), own.losses)


def test_pickled_clips_and_channels_do_not_repeat_the_file() -> None:
    turns = np.random.default_rng(3).normal(size=(40, 8, 4))
    names, parents = [f"joint {node}" for node in range(8)], [-1, *range(7)]
    made = [animio.Clip.from_arrays(names, parents, np.ones((8, 3)), turns, name=f"clip {index}") for index in range(30)]
    many = animio.read(animio.encode(made, "glb")[0][0][1])
    one = animio.read(animio.encode(made[:1], "bvh")[0][0][1])
    computing = animio.read(FIXTURES / "hsf-xml" / "valid" / "turns.xml")
    for animation in (many, one, computing):
        size = len(pickle.dumps(animation))
        apart = [len(pickle.dumps(clip)) for clip in animation]
        assert sum(apart) < 6 * size and len(pickle.dumps(animation.clips)) < 6 * size
        channels = animation[0].channels
        assert len(pickle.dumps(channels)) < 6 * size + 500 * len(channels)
        again = pickle.loads(pickle.dumps((animation.clips, channels)))
        assert again == (animation.clips, channels)
        times = np.linspace(-1.0, 2.0, 50)
        for channel, own in zip(again[1], channels):
            assert np.array_equal(channel.sample(times), own.sample(times))
            assert animation[0].channel(channel) == own
    table = many[3].to_arrow("info")
    assert pa.table(pickle.loads(pickle.dumps(table))) == pa.table(table)


def test_a_file_contains_its_clips_and_their_names() -> None:
    gate = animio.read(FIXTURES / "stt" / "valid" / "gate.stt")
    walk = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    names = [clip.name for clip in gate]
    assert [name in gate for name in [*names, "walk", "day "]] == [True] * len(names) + [False, False]
    assert [clip in gate for clip in [*gate, walk, gate[0].with_name("x")]] == [True] * len(gate) + [False, False]
    nothing: list[Any] = [0, None, gate]
    assert [one in gate for one in nothing] == [False, False, False]


def test_channels_and_events_are_pickled(valid: Path) -> None:
    for clip in animio.read(valid):
        assert pickle.loads(pickle.dumps(clip.events)) == clip.events
        for channel in clip.channels[:3]:
            again = pickle.loads(pickle.dumps(channel))
            assert again == channel and np.array_equal(again.sample(0.3), channel.sample(0.3), equal_nan=True)
    handles = np.ones((2, 3, 2, 2))
    own = animio.Channel(2, "euler", [0, 1], [[0, 1, 2], [1, 2, 3]], ["step", "bezier"], handles, "zxy", before="repeat")
    assert pickle.loads(pickle.dumps(own)) == own
    event = animio.Event(1.0, "e", [1.0], 3)
    assert pickle.loads(pickle.dumps(event)) == event

def test_keys_alone_are_not_equal_to_what_a_document_computes() -> None:
    computed = 0
    for path in VALID:
        for clip, same in zip(animio.read(path), animio.read(path)):
            report = animio.Report()
            keys = animio.Clip.from_json(clip.to_json(report=report))
            assert clip == same and pickle.loads(pickle.dumps(clip)) == clip and keys.to_json() == clip.to_json()
            times = np.linspace(-1.0, clip.duration + 1.0, 300)
            moves_alike = np.array_equal(keys.world(times), clip.world(times), equal_nan=True)
            assert moves_alike or keys != clip
            computed += keys != clip
            # What the curves approximate is told.
            assert keys == clip or report.losses
            told = {str(loss) for loss in animio.read(path).report.losses if loss.clip in (None, clip.name)}
            # A delay that is only in the clip `*` is lost with it.
            alone = {str(loss) for loss in report.losses if "is only in the clip `*`" in loss.message}
            assert {str(loss) for loss in report.losses} == told | alone and not alone & told
            assert not alone or "*" in {each.name for each in animio.read(path)}
    assert computed


@pytest.mark.parametrize("raised", [KeyboardInterrupt, MemoryError, RuntimeError])
def test_exceptions_of_arrays_are_passed_on(raised: type[BaseException]) -> None:
    class Stopped:
        def __array__(self, *_: Any, **__: Any) -> Any:
            raise raised

    with pytest.raises(raised):
        animio.Channel(0, "translation", [0.0], Stopped())
    with pytest.raises(raised):
        animio.Node("hip", scale=Stopped())


def test_an_array_that_repeats_one_number_takes_no_memory_to_refuse() -> None:
    endless = np.broadcast_to(0.0, (2**58,))
    with pytest.raises(MemoryError, match="values"):
        animio.Channel(0, "translation", [0.0], endless)
    turned = np.asarray([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]).T
    channel = animio.Channel(0, "translation", [0.0, 1.0], turned)
    assert channel.values.tolist() == [[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]
