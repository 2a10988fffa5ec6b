"""Lazy frames of Polars, and how files are split among workers."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import FIXTURES

import animio

pl = pytest.importorskip("polars")
pytest.importorskip("pyarrow")

from animio._parts import batches, parts_of, schema_of  # noqa: E402
from animio.polars import bounds_of, conjuncts, scan_anim  # noqa: E402

MOCAP = FIXTURES / "bvh" / "valid" / "walk.bvh"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a", "b", "c"):
        shutil.copy(MOCAP, tmp_path / f"{name}.bvh")
    (tmp_path / "d.bvh").write_text("HIERARCHY")
    return tmp_path


def test_queries_give_what_eager_frames_give(folder: Path) -> None:
    lazy, eager = scan_anim(folder), pl.DataFrame(animio.scan(folder))
    assert lazy.collect_schema() == eager.schema
    path, time, node, clip = (pl.col(name) for name in ("path", "time", "node", "clip"))
    for predicate in (
        path.str.contains("b.bvh"),
        (time >= 0.3) & (time < 0.6),
        (pl.lit(0.3) < time) & (node == "Head") & path.str.contains("[ac].bvh"),
        (time == 0.0) | (node == "Head"),
        clip == "a",
        (clip != "a") & (time <= 0.1),
        pl.col("error").is_not_null(),
        pl.col("error").is_null() & (path != "x"),
        (time > 99.0),
    ):
        found, expected = lazy.filter(predicate).collect(), eager.filter(predicate)
        assert found.equals(expected), predicate
        picked = lazy.filter(predicate).select("x", "node").collect()
        assert picked.equals(expected.select("x", "node")), predicate
    assert lazy.head(10).collect().equals(eager.head(10))
    grouped = lazy.group_by("path").agg(pl.col("y").max()).sort("path").collect()
    assert grouped.equals(eager.group_by("path").agg(pl.col("y").max()).sort("path"))


def test_a_limit_comes_before_a_filter(folder: Path) -> None:
    lazy, eager = scan_anim(folder), pl.DataFrame(animio.scan(folder))
    path, time, node = (pl.col(name) for name in ("path", "time", "node"))
    for predicate in (node == "Head", time > 0.2, path.str.contains("b.bvh")):
        for rows in (40, len(eager) // 2):
            found, expected = lazy.head(rows).filter(predicate), eager.head(rows).filter(predicate)
            assert found.collect().equals(expected), (predicate, rows)
            assert found.select("x").collect().equals(expected.select("x")), (predicate, rows)
            assert found.head(2).collect().equals(expected.head(2)), (predicate, rows)
            assert lazy.filter(predicate).head(rows).collect().equals(eager.filter(predicate).head(rows))


def test_a_filter_is_of_what_the_caller_chose(folder: Path) -> None:
    own: dict[str, Any] = {"start": 0.3, "end": 0.7, "clips": ["a", "b"]}
    durations: dict[str, Any] = {"start": timedelta(milliseconds=300), "end": np.timedelta64(700_000_000, "ns"), "clips": ["a", "b"]}
    lazy, eager = scan_anim(folder, **durations), pl.DataFrame(animio.scan(folder, **own))
    assert pl.DataFrame(animio.scan(folder, **durations)).equals(eager)
    time, clip = pl.col("time"), pl.col("clip")
    assert eager["clip"].drop_nulls().n_unique() == 2
    for predicate in (time > 0.1, time < 0.9, (time > 0.4) & (time < 0.6), clip == "a", time < float("nan"), time > float("nan")):
        assert lazy.filter(predicate).collect().equals(eager.filter(predicate)), predicate
    assert scan_anim(folder, clips="b").filter(clip == "a").collect().is_empty()


def test_filters_decide_what_is_read(folder: Path) -> None:
    time, clip = pl.col("time"), pl.col("clip")
    whole = (time >= 0.25) & (pl.lit(0.75) > time) & (clip == "walk") & (pl.col("x") > 0)
    assert bounds_of(conjuncts(whole)) == {"start": 0.25, "end": 0.75, "clips": "walk"}
    assert bounds_of(conjuncts((time > 0.1) | (time < 0.0))) == {}
    assert bounds_of(conjuncts(clip == "w*")) == {}
    raised = scan_anim(folder, errors="raise")
    good = raised.filter(~pl.col("path").str.contains("d.bvh")).collect()
    assert good["path"].n_unique() == 3
    with pytest.raises(Exception, match="d.bvh"):
        raised.collect()


def test_files_are_split_by_their_size(tmp_path: Path) -> None:
    files = []
    for index, size in enumerate([100_000, 10, 10, 10, 50_000, 50_000]):
        files.append(str(tmp_path / f"{index}"))
        Path(files[-1]).write_bytes(bytes(size))
    for count in (1, 2, 3, 6, 50):
        parts = parts_of(files, count)
        assert sum(parts, []) == files and 1 <= len(parts) <= count
        sizes = [sum(Path(file).stat().st_size + 1 for file in part) for part in parts]
        assert max(sizes) <= sum(sizes) / count + 100_001
    assert parts_of([], 4) == []


def test_batches_have_the_schema_that_is_promised() -> None:
    schema = schema_of("poses", {})
    for batch in batches([str(MOCAP)], "poses", {}):
        assert batch.schema == schema
        assert batch.column("world").to_pylist()[0] == animio.read(MOCAP)[0].world(0.0)[0].ravel().tolist()
