"""Datasets of Ray: their rows are those of the same scan, whichever worker made them."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from conftest import FIXTURES

import animio

pa = pytest.importorskip("pyarrow")
pytest.importorskip("ray")

MOCAP = FIXTURES / "bvh" / "valid" / "walk.bvh"
COLUMNS = ["path", "node", "time", "x", "error"]

# Ray lets its workers wait for every other program, by 15 steps of niceness: on a busy machine they would take minutes to start. Nor
# does a test tell its makers about itself, or leave a token in the folder of the user.
ENVIRONMENT = {"RAY_worker_niceness": "0", "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}


def test_rows_of_many_files_are_those_of_a_scan(tmp_path: Path) -> None:
    for index in range(8):
        shutil.copy(MOCAP, tmp_path / f"{index}.bvh")
    bad = tmp_path / "5.bvh"
    bad.write_text("HIERARCHY")
    # A process of its own, which a timeout can end.
    run = subprocess.run(
        [sys.executable, __file__, tmp_path], env=os.environ | ENVIRONMENT, stdout=subprocess.PIPE, timeout=480, check=True
    )
    poses, findings = json.loads(run.stdout)
    expected = pa.table(animio.scan(tmp_path, columns=COLUMNS)).to_pylist()
    assert sorted(poses, key=str) == sorted(expected, key=str)
    assert [row["path"] for row in poses if row["error"]] == [str(bad)]
    expected = pa.table(animio.scan(tmp_path, "findings")).to_pylist()
    assert sorted(findings, key=str) == sorted(expected, key=str)
    assert {row["path"] for row in findings if row["severity"] == "error"} == {str(bad)}


def main(folder: str) -> None:
    """Prints the poses and the findings of a folder, read by two workers."""
    import ray

    from animio.ray import read_anim

    with TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as temporary:
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            object_store_memory=400_000_000,
            logging_level=logging.ERROR,
            log_to_driver=False,
            _temp_dir=temporary,
        )
        poses = read_anim(folder, columns=COLUMNS, override_num_blocks=4).take_all()
        findings = read_anim(folder, "findings", override_num_blocks=2).take_all()
        ray.shutdown()
    json.dump([poses, findings], sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
