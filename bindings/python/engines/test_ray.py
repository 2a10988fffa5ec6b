"""Ray Data on a cluster of two workers, one of which is lost in the middle."""

from __future__ import annotations

import pytest
from conftest import Many, Watch

ray = pytest.importorskip("ray")


def test_every_row_once_though_a_worker_is_lost(many: Many, clock) -> None:  # type: ignore[no-untyped-def]
    from ray.cluster_utils import Cluster

    from animio.ray import read_anim

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "object_store_memory": 500_000_000})
    workers = [cluster.add_node(num_cpus=1, object_store_memory=500_000_000) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False)
    lost = []

    def lose() -> None:
        lost.append(workers[0])
        cluster.remove_node(workers[0], allow_graceful=False)

    try:
        cluster.wait_for_nodes()
        read_anim(many.bad[0], override_num_blocks=1, columns=["path"]).count()
        clock("Ray: cluster")
        dataset = read_anim(many.folder, columns=["path", "x", "error"], override_num_blocks=64)
        with Watch(lambda line: "ray::" in line, 6.0, lose) as watch:
            rows = {}
            for batch in dataset.iter_batches(batch_format="pyarrow", batch_size=None):
                table = batch.group_by("path").aggregate([("x", "count"), ("x", "sum"), ("error", "count")])
                for row in table.to_pylist():
                    before = rows.get(row["path"], (0, 0.0, 0))
                    rows[row["path"]] = (
                        before[0] + row["x_count"],
                        before[1] + (row["x_sum"] or 0.0),
                        before[2] + row["error_count"],
                    )
        clock("Ray: 5,000 files, two workers, one lost")
        assert lost, "the run was over before a worker was lost"
        assert len(rows) == 5000
        assert sorted(path for path, row in rows.items() if row[2]) == sorted(many.bad)
        assert {row[0] for path, row in rows.items() if path not in many.bad} == {many.rows // (5000 - len(many.bad))}
        assert abs(sum(row[1] for row in rows.values()) - many.sum_of_x) < 1e-6 * many.rows
        print(f"a worker grew by {watch.growth() / 1e6:.0f} MB in the second half")
        assert watch.growth() < 150e6
    finally:
        ray.shutdown()
        cluster.shutdown()
