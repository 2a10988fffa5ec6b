"""Data frames of Spark: their rows are those of the same scan, whichever worker made them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import FIXTURES

import animio

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")
if "JAVA_HOME" not in os.environ and shutil.which("java") is None:
    pytest.skip("there is no Java", allow_module_level=True)

from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as f  # noqa: E402

from animio.spark import AnimDataSource  # noqa: E402

MOCAP = FIXTURES / "bvh" / "valid" / "walk.bvh"


@pytest.fixture(scope="module")
def load() -> Iterator[Any]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.memory", "512m").config("spark.sql.shuffle.partitions", "2").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.dataSource.register(AnimDataSource)
    yield lambda: spark.read.format("anim")
    spark.stop()


def test_rows_of_many_files_are_those_of_a_scan(load: Any, tmp_path: Path) -> None:
    for index in range(20):
        shutil.copy(MOCAP, tmp_path / f"{index:02}.bvh")
    (tmp_path / "07.bvh").write_text("HIERARCHY")
    schema = "path string, node string, time double, x double, error string"
    rows = [tuple(row) for row in load().option("partitions", "4").schema(schema).load(str(tmp_path)).collect()]
    scan = animio.scan(tmp_path, columns=["path", "node", "time", "x", "error"])
    assert sorted(rows, key=str) == sorted((tuple(row.values()) for row in pa.table(scan).to_pylist()), key=str)
    assert [path for path, *_, error in rows if error] == [str(tmp_path / "07.bvh")]


def test_all_columns_and_options_reach_the_workers(load: Any) -> None:
    walk = FIXTURES / "tod" / "valid" / "walk.tod"
    frame = load().option("mode", "ideal").option("fps", "7.5").option("clips", "anim*,other").load(str(walk))
    expected = pa.table(animio.scan(walk, mode="ideal", fps=7.5))
    assert frame.columns == expected.schema.names
    assert [row.asDict() for row in frame.collect()] == expected.to_pylist()
    highest = {row["node"]: row["z"] for row in frame.groupBy("node").agg(f.max("z").alias("z")).collect()}
    assert highest == {row["node"]: row["z_max"] for row in expected.group_by("node").aggregate([("z", "max")]).to_pylist()}
