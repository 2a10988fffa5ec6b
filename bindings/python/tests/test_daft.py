"""Data frames of Daft: what queries give is what Polars gives of the same rows."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conftest import FIXTURES

import animio

daft = pytest.importorskip("daft")
pl = pytest.importorskip("polars")
pytest.importorskip("pyarrow")

from animio.daft import read_anim  # noqa: E402

MOCAP = FIXTURES / "bvh" / "valid" / "walk.bvh"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a", "b"):
        shutil.copy(MOCAP, tmp_path / f"{name}.bvh")
    (tmp_path / "c.bvh").write_text("HIERARCHY")
    return tmp_path


def test_columns_have_their_own_values() -> None:
    rows = pl.DataFrame(animio.scan(MOCAP))
    for own in (None, ["z", "node", "time", "x", "error"]):
        frame = read_anim(MOCAP, columns=own)
        for names in (["z", "x"], ["x", "z"], ["error", "time", "node"]):
            assert frame.select(*names).to_pydict() == rows.select(names).to_dict(as_series=False)
        difference = frame.select((daft.col("z") - daft.col("x")).alias("d")).to_pydict()["d"]
        assert difference == (rows["z"] - rows["x"]).to_list()
        highest = frame.groupby("node").agg(daft.col("z").max()).to_pydict()
        expected = rows.group_by("node").agg(pl.col("z").max()).rows()
        assert dict(zip(highest["node"], highest["z"])) == dict(expected)


def test_filters_and_limits_are_those_of_the_query() -> None:
    frame, rows = read_anim(MOCAP), pl.DataFrame(animio.scan(MOCAP))
    head, one = daft.col("node") == "Head", pl.col("node") == "Head"
    for chosen, expected in ((head, one), (head & (daft.col("time") > 0.5), one & (pl.col("time") > 0.5))):
        wanted = rows.filter(expected)
        assert frame.where(chosen).select("z", "x").to_pydict() == wanted.select("z", "x").to_dict(as_series=False)
        assert frame.where(chosen).limit(3).select("x").to_pydict()["x"] == wanted["x"].head(3).to_list()
        assert frame.limit(400).where(chosen).count_rows() == len(rows.head(400).filter(expected))


def test_rows_of_many_files_are_counted(folder: Path) -> None:
    frame, rows = read_anim(folder), pl.DataFrame(animio.scan(folder))
    assert frame.count_rows() == len(rows)
    assert frame.where(daft.col("node") == "Head").count_rows() == (rows["node"] == "Head").sum()
    assert frame.where(daft.col("error").not_null()).select("path").to_pydict()["path"] == [str(folder / "c.bvh")]
    assert frame.limit(40).count_rows() == 40
