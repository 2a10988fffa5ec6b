"""Daft on a Ray cluster of two workers, one of which is lost in the middle."""

from __future__ import annotations

import pytest
from conftest import Many, Watch

daft = pytest.importorskip("daft")
ray = pytest.importorskip("ray")


def test_every_row_once_though_a_worker_is_lost(many: Many, clock) -> None:  # type: ignore[no-untyped-def]
    from ray.cluster_utils import Cluster

    from animio.daft import read_anim

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "object_store_memory": 500_000_000})
    workers = [cluster.add_node(num_cpus=1, object_store_memory=500_000_000) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False)
    lost = []

    def lose() -> None:
        lost.append(workers[0])
        cluster.remove_node(workers[0], allow_graceful=False)

    try:
        cluster.wait_for_nodes()
        daft.set_runner_ray(cluster.address, noop_if_initialized=True)
        read_anim(many.bad[0], columns=["path"]).count_rows()
        clock("Daft: cluster")
        frame = read_anim(many.folder, partitions=64).select("path", "x", "error")
        with Watch(lambda line: "ray::" in line, 1.0, lose) as watch:
            grouped = frame.groupby("path").agg(
                daft.col("x").count().alias("rows"), daft.col("x").sum().alias("sum"), daft.col("error").count().alias("errors")
            )
            rows = grouped.to_pylist()
        clock("Daft on Ray: 5,000 files, two workers, one lost")
        assert lost, "the run was over before a worker was lost"
        assert len(rows) == 5000
        assert sorted(row["path"] for row in rows if row["errors"]) == sorted(many.bad)
        each = many.rows // (5000 - len(many.bad))
        assert all(row["rows"] == (0 if row["path"] in many.bad else each) for row in rows)
        print(f"a worker grew by {watch.growth() / 1e6:.0f} MB in the second half")
    finally:
        ray.shutdown()
        cluster.shutdown()
