"""Ray Data on a cluster of two workers, one of which is lost in the middle."""

from __future__ import annotations

import pytest
from conftest import Many, RayCluster, Watch

pytest.importorskip("ray")


def test_every_row_once_though_a_worker_is_lost(many: Many, clock) -> None:  # type: ignore[no-untyped-def]
    from animio.ray import read_anim

    with RayCluster() as cluster:
        read_anim(many.bad[0], override_num_blocks=1, columns=["path"]).count()
        clock("Ray: cluster")
        dataset = read_anim(many.folder, columns=["path", "x", "error"], override_num_blocks=64)
        found: dict[str, tuple[int, float, int]] = {}
        with Watch(lambda line: "ray::" in line, None, cluster.lose) as watch:
            for batch in dataset.iter_batches(batch_format="pyarrow", batch_size=None):
                watch.strike()
                table = batch.group_by("path").aggregate([("x", "count"), ("x", "sum"), ("error", "count")])
                for row in table.to_pylist():
                    rows, x, errors = found.get(row["path"], (0, 0.0, 0))
                    found[row["path"]] = (rows + row["x_count"], x + (row["x_sum"] or 0.0), errors + row["error_count"])
        clock("Ray: 5,000 files, two workers, one lost")
        many.check(found)
        watch.check()
