"""One process, which the engines are compared with."""

from __future__ import annotations

import polars as pl
from conftest import Many

import animio


def test_one_process(many: Many, clock) -> None:  # type: ignore[no-untyped-def]
    poses = pl.DataFrame(animio.scan(many.folder, columns=["path", "x", "error"]))
    clock("one process, 5,000 files")
    good = poses.filter(pl.col("error").is_null())
    assert len(good) == many.rows
    assert sorted(poses.filter(pl.col("error").is_not_null())["path"]) == sorted(many.bad)
    assert abs(good["x"].sum() - many.sum_of_x) < 1e-6 * many.rows
