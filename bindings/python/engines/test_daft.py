"""Daft on a Ray cluster of two workers, one of which is lost in the middle."""

from __future__ import annotations

import pytest
from conftest import Many, RayCluster, Watch

daft = pytest.importorskip("daft")
pytest.importorskip("ray")


def test_every_row_once_though_a_worker_is_lost(many: Many, clock) -> None:  # type: ignore[no-untyped-def]
    from animio.daft import read_anim

    with RayCluster() as cluster:
        daft.set_runner_ray(cluster.address, noop_if_initialized=True)
        read_anim(many.bad[0], columns=["path"]).count_rows()
        clock("Daft: cluster")
        frame = read_anim(many.folder, partitions=64).select("path", "x", "error")
        with Watch(lambda line: "ray::" in line, 1.0, cluster.lose) as watch:
            x, errors = daft.col("x"), daft.col("error").count()
            grouped = frame.groupby("path").agg(x.count().alias("rows"), x.sum().alias("sum"), errors.alias("errors"))
            rows = grouped.to_pylist()
        clock("Daft on Ray: 5,000 files, two workers, one lost")
        many.check({row["path"]: (row["rows"], row["sum"] or 0.0, row["errors"]) for row in rows})
        assert len(rows) == len({row["path"] for row in rows})
        watch.check()
