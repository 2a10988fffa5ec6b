"""Reading: sources, errors, options, findings."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import FIXTURES, anim_json

import animio

WALK = FIXTURES / "tod" / "valid" / "walk.tod"


def test_paths_bytes_and_file_objects_give_the_same_clips() -> None:
    clips = animio.read(WALK).clips
    assert animio.read(str(WALK)).clips == clips
    for content in (WALK.read_bytes(), bytearray(WALK.read_bytes()), memoryview(WALK.read_bytes())):
        assert animio.read(content).clips == clips
    with open(WALK, "rb") as file:
        assert (read := animio.read(file)).clips == clips
    assert read.name == "walk.tod"
    assert animio.read(io.BytesIO(WALK.read_bytes()), name="x.tod").name == "x.tod"
    with gzip.open(io.BytesIO(gzip.compress(WALK.read_bytes()))) as packed:
        assert animio.read(packed).clips == clips

    class Reader:
        def read(self) -> bytearray:
            return bytearray(WALK.read_bytes())

    assert animio.read(Reader()).clips == clips


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes")
def test_a_file_object_has_the_folder_of_its_name(tmp_path: Path) -> None:
    folder = FIXTURES / "mm2-ped" / "valid"
    shutil.copy(folder / "pedmodel_walker.skel", tmp_path)
    for name in (b"pedanim_walkerstride.anim", b"pedanim_walker\xe9.anim"):
        path = os.path.join(os.fsencode(tmp_path), name)
        shutil.copy(os.fsencode(folder / "pedanim_walkerstride.anim"), path)
        # The rest pose is that of the skeleton in the same folder.
        expected = animio.read(os.fsdecode(path), skel=tmp_path / "pedmodel_walker.skel")[0].local(0.0)
        for named in (path, os.fsdecode(path)):
            with open(named, "rb") as file:
                read = animio.read(file)
            assert np.array_equal(read[0].local(0.0), expected)
            assert read.name == animio.read(os.fsdecode(path)).name


def test_a_bool_of_numpy_is_an_option() -> None:
    door = FIXTURES / "stt" / "valid" / "gate.stt"
    for switch in (True, False):
        own: Any = np.bool_(switch)
        assert animio.read(door, strict=own).clips == animio.read(door, strict=switch).clips
        with pytest.raises(animio.OptionError):
            animio.read(door, order=own)


def test_a_file_object_of_text_is_refused() -> None:
    with pytest.raises(TypeError, match="binary mode"):
        animio.read(io.StringIO("HIERARCHY"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not int"):
        animio.read(7)  # type: ignore[arg-type]

    class Nothing:
        def read(self) -> None:
            return None

    with pytest.raises(TypeError, match="NoneType, expected bytes"):
        animio.read(Nothing())  # type: ignore[arg-type]


def test_urls_are_read_and_written_with_what_belongs_beside_them() -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    folder = FIXTURES / "mm2-ped" / "valid"
    for path in folder.iterdir():
        if path.is_file():
            memory.pipe_file(f"/ped/{path.name}", path.read_bytes())
    name = "pedanim_walkerstride.anim"
    assert animio.read(f"memory://ped/{name}").clips == animio.read(folder / name).clips
    report = animio.write("memory://out/walk.gltf", animio.read(WALK), container="separate")
    assert sorted(path.lstrip("/") for path in report.files) == ["out/walk.bin", "out/walk.gltf"]
    assert len(animio.read("memory://out/walk.gltf")) == 1
    with pytest.raises(FileNotFoundError):
        animio.read("memory://nothing.tod")
    for beside in ("memory://ped", "memory://ped/", "simplecache::memory://ped"):
        assert animio.read((folder / name).read_bytes(), name=name, beside=beside).clips == animio.read(folder / name).clips


def test_a_file_system_that_fails_is_no_missing_file(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = type(pytest.importorskip("fsspec").filesystem("memory"))
    cat_file = memory.cat_file
    failure: type[BaseException] = TimeoutError

    def failing(self: Any, path: str, *args: Any, **kwargs: Any) -> bytes:
        if path.endswith(".skel"):
            raise failure
        content: bytes = cat_file(self, path, *args, **kwargs)
        return content

    stride = FIXTURES / "mm2-ped" / "valid" / "pedanim_walkerstride.anim"
    for path in stride.parent.iterdir():
        if path.is_file():
            memory().pipe_file(f"/slow/{path.name}", path.read_bytes())
    monkeypatch.setattr(memory, "cat_file", failing)
    for failure in (TimeoutError, KeyboardInterrupt):
        with pytest.raises(failure):
            animio.read(f"memory://slow/{stride.name}")
        with pytest.raises(failure):
            animio.check(f"memory://slow/{stride.name}")
    failure = FileNotFoundError
    assert animio.read(f"memory://slow/{stride.name}").clips != animio.read(stride).clips


def test_files_beside_come_from_a_folder_or_a_dict() -> None:
    folder = FIXTURES / "mm2-ped" / "valid"
    stride = folder / "pedanim_walkerstride.anim"
    expected = animio.read(stride).clips
    assert len(expected[0].nodes) > 1
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    for beside in (folder, str(folder), files):
        assert animio.read(stride.read_bytes(), name=stride.name, beside=beside).clips == expected
    assert animio.read(stride.read_bytes(), name=stride.name).clips != expected
    # Of a number, `bytes` makes zeros.
    for wrong in ({"pedmodel_walker.skel": 3}, {"pedmodel_walker.skel": [1, 2]}):
        with pytest.raises(TypeError, match="pedmodel_walker.skel"):
            animio.read(stride, beside=wrong)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError, match="nowhere"):
        animio.read(stride, beside=folder / "nowhere")
    with pytest.raises(NotADirectoryError):
        animio.read(stride, beside=stride)
    skeleton = folder / "pedmodel_walker.skel"
    assert animio.read(stride.read_bytes(), name="a.anim", skel=skeleton).clips[0].nodes == expected[0].nodes


def test_an_animation_is_a_sequence_of_its_clips() -> None:
    with animio.read(FIXTURES / "stt" / "valid" / "gate.stt") as gate:
        names = [clip.name for clip in gate]
        assert len(gate) == len(names) > 1
        assert gate[0] == gate.clips[0] == gate[names[0]] == gate[-len(names)] == gate[np.int64(0)]
        assert gate[1:] == gate.clips[1:] and gate[::-2] == gate.clips[::-2]
        assert list(reversed(gate)) == gate.clips[::-1]
        for missing, error in (("nothing", KeyError), (len(names), IndexError), (-99, IndexError)):
            with pytest.raises(error):
                gate[missing]
        assert repr(gate).startswith(f'<Animation "gate.stt": stt, {len(names)} clips')


def test_options_have_the_types_and_the_ranges_of_the_formats() -> None:
    hardware, ideal = animio.read(WALK), animio.read(WALK, mode="ideal")
    assert hardware[0] != ideal[0]
    assert "mode=ideal" in ideal[0].metadata["source.options"]
    assert animio.read(WALK, unit=0.001)[0].space.metres_per_unit == 0.001
    for wrong in ({"mode": "perfect"}, {"moed": "ideal"}, {"unit": -1}, {"mode": 3}):
        with pytest.raises(animio.OptionError) as caught:
            animio.read(WALK, **wrong)
        assert isinstance(caught.value, ValueError)
    blocks = FIXTURES / "hsf-xml" / "valid" / "blocks.xml"
    with pytest.raises(animio.OptionError, match="tolerance_angle, .*added_keys"):
        animio.read(blocks, nope=1)  # type: ignore[call-arg]
    with pytest.raises(animio.OptionError, match="did you mean `added_keys`"):
        animio.read(blocks, aded_keys=1)  # type: ignore[call-arg]
    with pytest.raises(animio.OptionError, match="option `added_keys` cannot be `-1`"):
        animio.read(blocks, added_keys=-1)
    with pytest.raises(TypeError):
        animio.read(WALK, mode=[])  # type: ignore[arg-type]
    listed = {format.id: format for format in animio.formats()}
    assert listed["tod"].options["mode"].values == "hardware|ideal"
    assert listed["tod"].options["mode"].default == "hardware"


def test_errors_have_code_path_span_and_line(tmp_path: Path) -> None:
    with pytest.raises(animio.Error) as caught:
        animio.read(b"\x41" + WALK.read_bytes()[1:], format="tod", name="a.tod")
    assert (caught.value.code, caught.value.span, caught.value.file) == ("tod::id", (0, 1), "a.tod")
    assert caught.value.line is None
    text = (FIXTURES / "bvh" / "valid" / "walk.bvh").read_text()
    line = next(number for number, line in enumerate(text.split("\n"), 1) if "Frames:" in line)
    broken = tmp_path / "broken.bvh"
    broken.write_text(text.replace("Frames:", "Frmes:"))
    with pytest.raises(animio.Error) as caught:
        animio.read(broken)
    assert (caught.value.line, caught.value.file) == (line, str(broken))
    assert caught.value.span is not None and caught.value.column is not None
    assert text.encode()[: caught.value.span[0]].count(b"\n") == line - 1
    with pytest.raises(animio.UnknownFormatError):
        animio.read(b"no animation at all")
    with pytest.raises(animio.UnknownFormatError, match="tod"):
        animio.read(WALK, format="todd")
    with pytest.raises(FileNotFoundError) as missing:
        animio.read(tmp_path / "none.tod")
    assert missing.value.filename == str(tmp_path / "none.tod")
    with pytest.raises(IsADirectoryError):
        animio.read(tmp_path)


def test_findings_are_those_of_the_command(invalid: Path) -> None:
    listed = anim_json("check", invalid, "--json", allowed=(0, 1, 4))["files"][0].get("diagnostics", [])
    expected = [
        (one["code"], one["severity"], one["message"], one.get("path") or "", one.get("span"))
        for one in listed
    ]
    found = animio.check(invalid)
    assert [
        (one.code, one.severity, one.message, one.path, one.span and list(one.span)) for one in found
    ] == expected
    assert all(one.file == str(invalid) and one.help for one in found)
    assert [(one.line, one.column) for one in found] == places_by_command(invalid)


def places_by_command(path: Path) -> list[tuple[int | None, int | None]]:
    """The line and the column of each finding in a file."""
    results = anim_json("check", path, "--sarif", allowed=(0, 1, 4))["runs"][0]["results"]
    regions = [result["locations"][0]["physicalLocation"].get("region", {}) for result in results]
    return [(region.get("startLine"), region.get("startColumn")) for region in regions]


def test_empty_files_have_one_line(tmp_path: Path) -> None:
    path = tmp_path / "empty.bvh"
    path.touch()
    (found,) = animio.check(path)
    assert (found.line, found.column) == (1, 1) and found.message.startswith("line 1, column 1: ")
    assert places_by_command(path) == [(1, 1)]
    with pytest.raises(animio.Error) as caught:
        animio.read(path)
    assert (caught.value.line, caught.value.column) == (1, 1)


def test_columns_count_characters(tmp_path: Path) -> None:
    path = tmp_path / "signs.bvh"
    line = "ROOT éé日本 { OFFSET 0 0 0 CHANNELS 1 Bogus }"
    path.write_text(f"HIERARCHY\n{line}\n", encoding="utf-8")
    place = (2, line.index("Bogus") + 1)
    (found,) = animio.check(path)
    assert (found.line, found.column) == place and [place] == places_by_command(path)
    assert str(found).startswith(f"{path}:2:{place[1]}: ")
    with pytest.raises(animio.Error) as caught:
        animio.read(path)
    assert (caught.value.line, caught.value.column) == place
    rows = pytest.importorskip("pyarrow").table(animio.scan(path, "findings")).to_pylist()
    assert [(row["line"], row["column"]) for row in rows] == [place]


def test_a_document_is_data_that_can_be_edited(valid: Path) -> None:
    animation = animio.read(valid)
    json = animation.document.to_json()
    again = animio.build(json)
    assert again.format == animation.format
    assert again.document.to_bytes() == animation.document.to_bytes()
    assert again.document.to_json() == json




def test_a_state_table_has_a_graph() -> None:
    read = animio.read(FIXTURES / "mm2-ped" / "valid" / "pedmodel_walker.csv")
    graph = read.graph
    assert graph is not None and graph == read.graph
    assert [(node.name, node.kind, node.clip) for node in graph.nodes] == [
        (name, "state", name) for name in ("STAND", "STAND_WALK", "WALK", "WALK_STAND")
    ]
    ends = [(edge.source, edge.target, edge.kind, edge.morph) for edge in graph.edges]
    assert ends == [(0, 0, "transition", False), (1, 2, "transition", False), (2, 2, "transition", False), (3, 0, "transition", False)]
    assert [edge.seconds for edge in graph.edges] == pytest.approx([clip.duration for clip in read.clips])
    assert repr(graph) == "<Graph of 4 nodes and 4 edges>"
    assert animio.read(WALK).graph is None


def test_the_keys_of_a_sequence_are_a_group() -> None:
    graph = animio.read(FIXTURES / "stt" / "valid" / "gate.stt").graph
    assert graph is not None
    day = [group.name for group in graph.groups].index("day")
    keys = [node for node in graph.nodes if node.group == day]
    assert [(key.name, key.kind) for key in keys] == [("closed", "key"), ("open", "key"), ("in the wind", "key")]
    assert [key.start for key in keys] == [True, False, False]
    assert {edge.kind for edge in graph.edges} == {"transition", "plays"}
    assert all(edge.word is None for edge in graph.edges)


def test_a_file_object_has_its_folder() -> None:
    path = FIXTURES / "mm2-ped" / "valid" / "pedanim_walkerstride.anim"
    with path.open("rb") as file:
        assert animio.read(file).clips == animio.read(path).clips


@pytest.mark.parametrize("content", [b"", b"garbage"])
def test_what_no_format_recognises_is_said(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(animio.UnknownFormatError) as caught:
        animio.check(content)
    assert (caught.value.code, caught.value.file) == ("anim::unknown-format", None)
    assert animio.check(content, format="bvh")[-1].severity == "error"
    path = tmp_path / "garbage.bin"
    path.write_bytes(content)
    for use in (animio.read, animio.check, lambda path: animio.convert(path, tmp_path / "a.glb")):
        with pytest.raises(animio.UnknownFormatError) as caught:
            use(path)
        assert (caught.value.code, caught.value.file) == ("anim::unknown-format", str(path))
        assert str(caught.value).startswith(f"{path}: no format recognizes the content")
    (row,) = pytest.importorskip("pyarrow").table(animio.scan(path)).to_pylist()
    assert row["error"] == f"UnknownFormatError: {caught.value}"


def test_numbers_beyond_any_index_are_no_index() -> None:
    clip = animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh")[0]
    for far in (2**31, 2**63, 2**200, -(2**63), -(2**200)):
        for find in (animio.read(FIXTURES / "bvh" / "valid" / "walk.bvh").__getitem__, clip.channel, clip.node):
            with pytest.raises(IndexError, match=str(far)):
                find(far)
    for wrong in (1.0, None, [0]):
        with pytest.raises(TypeError, match="index"):
            clip.node(wrong)  # type: ignore[arg-type]
    with pytest.raises(UnicodeEncodeError):
        clip.node("\ud800")
    places, still = np.zeros((1, 3)), np.zeros((1, 1, 3))
    for number in (2**64, 2**200, -2, -(2**200)):
        makers: list[Callable[[], object]] = [
            lambda: animio.Node("a", parent=number),
            lambda: animio.Event(0.0, "a", node=number),
            lambda: animio.Channel(number, "translation", [0.0], places),
            lambda: animio.Channel(0, "translation", [0.0], [1.0], component=number),
            lambda: animio.Channel(0, "weight", [0.0], [1.0], count=number),
            lambda: animio.Clip.from_arrays(["a"], [number], places, None, still),
        ]
        for make in makers:
            with pytest.raises(ValueError, match=f"index, not {number}"):
                make()
    assert clip.world(limit=2**200).shape == clip.world().shape
    with pytest.raises(ValueError, match="not -1"):
        clip.world(limit=-1)


def test_paths_name_themselves(tmp_path: Path) -> None:
    class Path:
        def __init__(self, path: str | bytes | None) -> None:
            self.path = path

        def __fspath__(self) -> str | bytes:
            if self.path is None:
                raise RuntimeError("no path yet")
            return self.path

    walk = str(FIXTURES / "bvh" / "valid" / "walk.bvh")
    read: Any = animio.read
    write: Any = animio.write
    for path in (walk, walk.encode()):
        assert read(Path(path)).name == "walk.bvh"
    with pytest.raises(RuntimeError, match="no path yet"):
        read(Path(None))
    with pytest.raises(RuntimeError, match="no path yet"):
        write(Path(None), read(walk))
    file = str(tmp_path / "walk.glb")
    assert write(Path(file.encode()), read(walk)).files == [file]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes")
def test_reports_and_errors_name_the_file_that_it_is(tmp_path: Path) -> None:
    file = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.stf")
    clips = animio.read(WALK)
    assert animio.write(file, clips).files == animio.convert(WALK, file).files == [file]
    assert len(animio.read(file)) == len(clips)
    os.remove(file)
    with pytest.raises(FileNotFoundError) as caught:
        animio.read(file)
    assert caught.value.filename == file
