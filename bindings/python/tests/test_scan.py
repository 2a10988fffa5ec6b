"""Tables of many files: against single clips, and as the libraries read them that take Arrow streams."""

from __future__ import annotations

import csv
import io
import os
import pickle
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from conftest import FIXTURES, VALID, anim

import animio

pa = pytest.importorskip("pyarrow")
MOCAP = FIXTURES / "bvh" / "valid" / "walk.bvh"
# Two keys of which one is at 1e11 seconds.
AGES = """<Animdef TicksPerSecond="4800" FramesPerSecond="30">
  <Animation Name="a">
    <Animation Target="SPATH: a">
      <Timeline>0 480000000000000</Timeline>
      <PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator>
    </Animation>
  </Animation>
</Animdef>"""


def test_poses_are_those_of_the_clips() -> None:
    table = pa.table(animio.scan(VALID, "poses"))
    rows = table.to_pylist()
    expected = []
    for path in VALID:
        for clip in animio.read(path):
            times = clip.times()
            local, world = clip.local(times), clip.world(times)
            alive, parents = clip.hierarchy(times)
            names = clip.node_names
            for t, time in enumerate(times):
                for n, name in enumerate(names):
                    parent = names[parents[t, n]] if parents[t, n] >= 0 else None
                    expected.append(
                        (str(path), clip.name, time, name, parent, bool(alive[t, n]), local[t, n].ravel(), world[t, n].ravel())
                    )
    assert len(rows) == len(expected) > 1000
    for row, (*facts, local, world) in zip(rows, expected):
        assert [row[key] for key in ("path", "clip", "time", "node", "parent", "alive")] == facts
        assert np.array_equal(row["local"], local) and np.array_equal(row["world"], world)
        assert [row["x"], row["y"], row["z"]] == [world[3], world[7], world[11]]
        assert row["error"] is None


def test_samples_are_those_of_the_command() -> None:
    for path in VALID:
        rows = list(csv.DictReader(io.StringIO(anim("sample", path, "--fps", "11"), newline="")))
        table = pa.table(animio.scan(path, "samples", fps=11)).to_pylist()
        key = ("clip", "time", "node", "channel", "component")
        found = sorted((*(str(row[name]) for name in key), row["value"]) for row in table)
        expected = sorted(
            (row["clip"], str(float(row["time"])), row["node"], row["channel"], row["component"], float(row["value"]))
            for row in rows
        )
        assert np.array_equal([row[:5] for row in found], [row[:5] for row in expected])
        assert np.array_equal([row[5] for row in found], [row[5] for row in expected], equal_nan=True)


def test_keys_and_info_are_those_of_the_clips() -> None:
    clip = animio.read(MOCAP)[0]
    keys = pa.table(animio.scan(MOCAP, "keys")).to_pylist()
    assert len(keys) == sum(len(channel) * channel.width for channel in clip.channels)
    first = clip.channels[0]
    own = [row for row in keys if row["node"] == clip.node_names[first.node] and row["channel"] == first.property]
    assert [row["value"] for row in own] == first.values.ravel().tolist()
    assert {row["ease"] for row in own} == {first.ease}
    (info,) = pa.table(animio.scan(MOCAP, "info")).to_pylist()
    assert (info["format"], info["bytes"], info["clip"]) == ("bvh", MOCAP.stat().st_size, clip.name)
    assert (info["duration"], info["nodes"], info["keys"]) == (clip.duration, len(clip.nodes), sum(map(len, clip.channels)))


def test_a_file_that_cannot_be_read_is_a_row(tmp_path: Path) -> None:
    bad, missing = tmp_path / "bad.tod", tmp_path / "missing.bvh"
    bad.write_bytes(b"\x50\x00")
    paths = [MOCAP, bad, missing, MOCAP]
    table = pa.table(animio.scan(paths, "poses", columns=["path", "x", "error"]))
    failed = [row for row in table.to_pylist() if row["error"] is not None]
    assert [row["path"] for row in failed] == [str(bad), str(missing)]
    assert "tod::" in failed[0]["error"] and "No such file" in failed[1]["error"]
    good = table.num_rows - 2
    assert good == 2 * pa.table(animio.scan(MOCAP)).num_rows
    assert pa.table(animio.scan(paths, errors="skip")).num_rows == good
    with pytest.raises(Exception, match="bad.tod"):
        pa.table(animio.scan(paths, errors="raise"))
    findings = pa.table(animio.scan(paths, "findings")).to_pylist()
    assert [row["code"] for row in findings if row["path"] == str(bad)] == [one.code for one in animio.check(bad)]
    assert [row["error"] is None for row in findings if row["path"] == str(missing)] == [False]


def test_ages_between_two_keys_are_no_table(tmp_path: Path) -> None:
    path = tmp_path / "ages.xml"
    path.write_text(AGES)
    clip = animio.read(path)[0]
    assert (clip.duration, clip.rate) == (1e11, 30.0)
    for ask in (clip.times, clip.world, clip.hierarchy, clip.quaternions, lambda: clip.times(fps=1e300), lambda: clip.times(fps=1)):
        with pytest.raises(ValueError, match="frames of 2 keys"):
            ask()
    assert len(clip.times(fps=1e-6)) == 100_001
    for what in ("poses", "samples"):
        rows = pa.table(animio.scan([MOCAP, path, MOCAP], what, columns=["path", "error"])).to_pylist()
        (bad,) = [row for row in rows if row["error"]]
        assert bad["path"] == str(path) and "3000000000001 frames" in bad["error"]
        assert [row for row in rows if row["path"] == str(MOCAP)][0] == {"path": str(MOCAP), "error": None}
        good = len(pa.table(animio.scan([MOCAP, MOCAP], what)))
        assert len(rows) == good + 1
        assert len(pa.table(animio.scan([MOCAP, path, MOCAP], what, errors="skip"))) == good
        with pytest.raises(Exception, match="frames of 2 keys"):
            pa.table(animio.scan(path, what, errors="raise"))
    late = pa.table(animio.scan(path, start=1e10, end=1e10 + 1)).to_pylist()
    assert [row["time"] for row in late] == [(3 * 10**11 + frame) / 30 for frame in range(31)]
    assert [row["x"] for row in late] == clip.world([row["time"] for row in late])[:, 0, 0, 3].tolist()


def test_keys_come_in_batches_in_their_order() -> None:
    values = np.arange(30_000 * 9, dtype=float).reshape(30_000, 3, 3)
    clip = animio.Clip.from_arrays(["a", "b", "c"], [-1, 0, 0], np.zeros((3, 3)), None, values, fps=100.0)
    scan = clip.to_arrow("keys", columns=["node", "channel", "key", "component", "value"])
    found = list(pa.RecordBatchReader.from_stream(scan))
    assert len(found) > 4 and all(len(batch) < (1 << 16) + 4 for batch in found)
    rows = pa.Table.from_batches(found).to_pylist()
    names = clip.node_names
    expected = [
        (names[channel.node], channel.property, key, part, value)
        for channel in clip.channels
        for key, parts in enumerate(channel.values.tolist())
        for part, value in enumerate(parts)
    ]
    assert [tuple(row.values()) for row in rows] == expected


@pytest.mark.parametrize("what", ["keys", "samples", "poses"])
def test_many_nodes_take_the_time_of_their_number(what: Literal["keys", "samples", "poses"]) -> None:
    def seconds(count: int) -> float:
        places = np.zeros((1, count, 3))
        clip = animio.Clip.from_arrays([str(i) for i in range(count)], [-1] + [0] * (count - 1), places[0], None, places)
        scan = clip.to_arrow(what, columns=["time"])
        begin = time.process_time()
        assert pa.table(scan).num_rows >= count
        return time.process_time() - begin

    few, many = min(seconds(2000) for _ in range(3)), min(seconds(32_000) for _ in range(2))
    # Sixteen times the nodes; each node for each channel would take 256 times as long.
    assert many < 64 * few + 0.5, (few, many)


def test_columns_clips_nodes_and_times_are_chosen() -> None:
    names = animio.read(MOCAP)[0].node_names
    scan = animio.scan(MOCAP, columns=["z", "time"], nodes=[names[0], names[-1][:-1] + "?"], start=0.25, end=0.5)
    assert scan.columns == ["z", "time"] == pa.table(scan).schema.names
    table = pa.table(scan)
    clip = animio.read(MOCAP)[0]
    times = clip.times()
    times = times[(times >= 0.25) & (times <= 0.5)]
    assert table["z"].to_pylist() == clip.world(times)[:, [0, -1], 2, 3].ravel().tolist()
    assert pa.table(animio.scan(MOCAP, clips="other")).num_rows == 0
    assert pa.table(animio.scan(MOCAP, columns=[])).num_columns == 0
    for wrong in ({"what": "bones"}, {"columns": ["w"]}, {"fps": 0}, {"errors": "ignore"}, {"moed": "ideal"}):
        with pytest.raises(ValueError):
            animio.scan(MOCAP, **wrong)


def test_no_choice_is_all_and_an_empty_choice_is_nothing() -> None:
    every = pa.table(animio.scan(MOCAP))
    assert pa.table(animio.scan(MOCAP, clips=None, nodes=None)) == every
    for what in ("poses", "samples", "keys"):
        for scan in (animio.scan(MOCAP, what, nodes=[]), animio.scan(MOCAP, what, clips=[])):
            assert pa.table(scan).num_rows == pa.table(pickle.loads(pickle.dumps(scan))).num_rows == 0


def test_values_that_no_file_could_have_are_refused() -> None:
    for nan in (float("nan"), np.timedelta64("NaT", "s")):
        for bounds in ((nan, None), (None, nan)):
            with pytest.raises(ValueError, match="not NaN"):
                animio.scan(MOCAP, start=bounds[0], end=bounds[1])
    wrong: list[dict[str, Any]] = [{"mode": "idael"}, {"interpolate": "cubic"}, {"unit": -1.0}, {"strict": "yes"}]
    for options in wrong:
        with pytest.raises(animio.OptionError, match=next(iter(options))):
            animio.scan(MOCAP, errors="skip", **options)
    # Values of formats other than those of the files.
    assert pa.table(animio.scan(MOCAP, interpolate="hold", mode="ideal", strict=True)).num_rows


def test_options_reach_the_files_whose_formats_have_them() -> None:
    walk = FIXTURES / "tod" / "valid" / "walk.tod"
    table = pa.table(animio.scan([walk, MOCAP], columns=["path", "x"], mode="ideal"))
    own = [row["x"] for row in table.to_pylist() if row["path"] == str(walk)]
    assert own == animio.read(walk, mode="ideal")[0].world()[:, :, 0, 3].ravel().tolist()
    nothing: Any = None
    assert pa.table(animio.scan(MOCAP, up=nothing)).equals(pa.table(animio.scan(MOCAP)))


def test_folders_patterns_and_urls_are_searched(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for name in ("b.bvh", "a/c.BVH", "a/d.txt"):
        shutil.copy(MOCAP, tmp_path / name)
    both = [str(tmp_path / "a" / "c.BVH"), str(tmp_path / "b.bvh")]
    assert animio.scan(tmp_path).paths == both
    assert animio.scan(str(tmp_path / "**" / "*.bvh")).paths == both[1:]
    assert animio.scan([tmp_path / "b.bvh", tmp_path / "a"]).paths == [both[1], both[0]]
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").pipe_file("/scanned/x.bvh", MOCAP.read_bytes())
    table = pa.table(animio.scan("memory://scanned/*.bvh", "info"))
    assert [Path(path).name for path in table["path"].to_pylist()] == ["x.bvh"]


def test_a_url_may_have_brackets_and_folders_are_no_files() -> None:
    system = pytest.importorskip("fsspec").filesystem("memory")
    for name in ("b[1].bvh", "b1.bvh", "c.bvh/d.bvh"):
        system.pipe_file(f"/brackets/{name}", MOCAP.read_bytes())
    assert animio.scan("memory://brackets/b[1].bvh").paths == ["memory://brackets/b[1].bvh"]
    found = animio.scan("memory://brackets/*.bvh")
    assert [path.rsplit("/", 1)[1] for path in found.paths] == ["b1.bvh", "b[1].bvh"]
    assert pa.table(found).num_rows == 2 * pa.table(animio.scan(MOCAP)).num_rows
    assert [path.rsplit("/", 1)[1] for path in animio.scan("memory://brackets/b[12].bvh").paths] == ["b1.bvh"]


def test_a_clip_is_a_table() -> None:
    clip = animio.read(MOCAP)[0].speed(2.0)
    table = pa.table(clip.to_arrow(columns=["time", "x"]))
    assert table["x"].to_pylist() == clip.world()[:, :, 0, 3].ravel().tolist()
    assert pa.table(clip.to_arrow("keys")).num_rows > 0
    assert "Scan of clip" in repr(clip.to_arrow())


def test_polars_duckdb_and_pandas_read_the_stream() -> None:
    clip = animio.read(MOCAP)[0]
    expected = clip.world()[..., 0, 3].sum()
    scan = animio.scan(MOCAP, columns=["x"])
    pl = pytest.importorskip("polars")
    assert np.isclose(pl.DataFrame(scan)["x"].sum(), expected)
    duckdb = pytest.importorskip("duckdb")
    stream = pa.RecordBatchReader.from_stream(scan)
    assert stream is not None
    assert np.isclose(duckdb.sql("select sum(x) from stream").fetchall()[0][0], expected)


def test_memory_stays_while_many_files_are_read(tmp_path: Path) -> None:
    text = MOCAP.read_text()
    head, rows = text.split("Frame Time:")[0], text.split("Frame Time:")[1].split("\n", 1)
    count = int(head.split("Frames:")[1])
    long = head.replace(f"Frames: {count}", f"Frames: {count * 60}") + "Frame Time:" + rows[0] + "\n" + rows[1].strip("\n") + ("\n" + rows[1].strip("\n")) * 59 + "\n"
    (tmp_path / "long.bvh").write_text(long)
    script = f"""
import resource, pyarrow, animio
def run(count):
    rows = 0
    for batch in pyarrow.RecordBatchReader.from_stream(animio.scan([{str(tmp_path / "long.bvh")!r}] * count)):
        rows += batch.num_rows
        assert batch.num_rows < 70_000
    return rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
(few, before), (many, after) = run(4), run(40)
assert many == 10 * few, (few, many)
print(after - before)
"""
    grown = int(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)
    # In KiB. All batches together would take some 500 MB.
    assert grown < 60_000

def test_chains_of_urls_are_followed(tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in ("walks/a.bvh", "walks/b.bvh", "walks/c.txt"):
            file.write(MOCAP, name)
    expected = animio.read(MOCAP)[0]
    for url in (
        f"zip://walks/a.bvh::{archive}",
        f"zip://walks/a.bvh::file://{archive}",
        f"simplecache::zip://walks/a.bvh::file://{archive}",
        f"simplecache::{MOCAP}",
    ):
        assert np.array_equal(animio.read(url)[0].world(), expected.world())
        assert [row["error"] for row in pa.table(animio.scan(url, "info")).to_pylist()] == [None]
    for before in ("", "simplecache::"):
        found = animio.scan(f"{before}zip://walks/*.bvh::{archive}")
        assert found.paths == [f"{before}zip://walks/{name}.bvh::{archive}" for name in "ab"]
        assert pa.table(found).num_rows == 2 * pa.table(animio.scan(MOCAP)).num_rows
    assert pa.table(animio.scan(f"simplecache::{MOCAP.parent}/wal?.bvh", "info")).num_rows == 1
    report = animio.write("simplecache::memory://chains/walk.stf", expected)
    assert len(animio.read("memory://chains/walk.stf")) == 1, report.files
    # A file is a file, whatever its name.
    named = tmp_path / "simplecache::walk.bvh"
    shutil.copy(MOCAP, named)
    assert animio.read(str(named))[0].channels == expected.channels


def test_one_column_needs_no_list() -> None:
    assert animio.scan(MOCAP, columns="time").columns == ["time"]
    assert animio.read(MOCAP)[0].to_arrow(columns="time").columns == ["time"]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes")
def test_names_of_files_that_are_no_text_are_found_and_read(tmp_path: Path) -> None:
    pl = pytest.importorskip("polars")
    from animio.polars import scan_anim

    # Names of an old Japanese system, Shift-JIS, and one that is text.
    names = ["\u6b69\u304f.bvh".encode("shift-jis"), b"walk.bvh"]
    for name in names:
        shutil.copyfile(os.fsencode(MOCAP), os.path.join(os.fsencode(tmp_path), name))
    files = sorted(os.path.join(str(tmp_path), os.fsdecode(name)) for name in names)
    expected = [os.fsencode(file).decode(errors="replace") for file in files]
    as_bytes: Any = [os.fsencode(file) for file in files]
    for scan in (animio.scan(tmp_path, "info"), animio.scan(as_bytes, "info")):
        for one in (scan, pickle.loads(pickle.dumps(scan))):
            assert one.paths == files
            assert [(row["path"], row["error"]) for row in pa.table(one).to_pylist()] == [(path, None) for path in expected]
    frame = scan_anim(tmp_path, "info").filter(pl.col("path").str.contains("walk")).collect()
    assert frame["path"].to_list() == [str(tmp_path / "walk.bvh")]
    assert scan_anim(tmp_path, "info").collect()["path"].to_list() == expected


def test_threads_share_a_stream() -> None:
    # The consumer does not keep threads apart, so that an error here ends the interpreter.
    script = f"""
import threading
import pyarrow, animio
scan = animio.scan([{str(MOCAP)!r}] * 400, columns=["path", "x"])
reader, counts = pyarrow.RecordBatchReader.from_stream(scan), []
def drain():
    rows = 0
    for batch in reader:
        rows += batch.num_rows
    counts.append(rows)
threads = [threading.Thread(target=drain) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(counts), sum(counts))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    clip = animio.read(MOCAP)[0]
    assert (done.returncode, done.stdout) == (0, f"4 {400 * len(clip.times()) * len(clip.nodes)}\n"), done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
def test_a_signal_ends_a_long_scan() -> None:
    script = f"""
import os, signal, threading
import pyarrow, animio
scan = animio.scan([{str(MOCAP)!r}] * 300_000, "info")
threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    try:
        pyarrow.table(scan)
    except pyarrow.ArrowException:
        # Ctrl-C comes with the next instruction.
        pass
    print("not interrupted")
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
