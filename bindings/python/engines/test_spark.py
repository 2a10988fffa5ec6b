"""Spark on a local cluster of two workers, an executor of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import sys

import pytest
from conftest import Many, Watch, children, command

pyspark = pytest.importorskip("pyspark")


def test_every_row_once_though_an_executor_is_killed(many: Many, clock) -> None:  # type: ignore[no-untyped-def]
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import count, sum

    from animio.spark import AnimDataSource

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.executor.memory", "700m").config("spark.driver.memory", "1g").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    killed = []

    def kill() -> None:
        executors = [pid for pid in children(os.getpid()) if "CoarseGrainedExecutorBackend" in command(pid)]
        if executors:
            killed.append(executors[0])
            os.kill(executors[0], signal.SIGKILL)

    try:
        spark.dataSource.register(AnimDataSource)
        load = spark.read.format("anim").option("partitions", "64").schema("path string, x double, error string")
        load.load(many.bad[0]).count()
        clock("Spark: cluster")
        frame = load.load(str(many.folder))
        with Watch(lambda line: "pyspark" in line and "daemon" in line, 5.0, kill) as watch:
            grouped = frame.groupBy("path").agg(count("x"), sum("x"), count("error"))
            rows = [tuple(row) for row in grouped.collect()]
        clock("Spark: 5,000 files, two workers, one killed")
        assert killed, "there was no executor to kill"
        many.check({path: (rows, x or 0.0, errors) for path, rows, x, errors in rows})
        assert len(rows) == len({path for path, *_ in rows})
        watch.check()
    finally:
        spark.stop()
