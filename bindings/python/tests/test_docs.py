"""The README, the tutorial and the page on many files: every block of code runs, in order, and prints what the page shows."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import FIXTURES, ROOT

import animio

PAGES = [ROOT / "bindings" / "python" / "README.md", ROOT / "docs" / "python.md", ROOT / "docs" / "at-scale.md"]
# A block of Python, and the text it prints if the page shows it.
BLOCK = re.compile(r"```python\n(.*?)```(?:\n+```text\n(.*?)```)?", re.DOTALL)
FILES = {
    "walk.tod": "tod/valid/walk.tod",
    "walk.bvh": "bvh/valid/walk.bvh",
    "mocap/a/walk.bvh": "bvh/valid/walk.bvh",
    "mocap/broken.bvh": "tod/invalid/empty-packet.tod",
    "gate.stt": "stt/valid/gate.stt",
    "blocks.xml": "hsf-xml/valid/blocks.xml",
    "broken.tod": "tod/invalid/empty-packet.tod",
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("daft", "matplotlib", "polars", "pyarrow"):
        pytest.importorskip(module)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(tmp_path)
    for name, fixture in FILES.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FIXTURES / fixture, name)
    blocks = BLOCK.findall(page.read_text())
    assert blocks
    names: dict[str, Any] = {"__name__": "__main__"}
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page.name, "exec"), names)
        assert not expected or printed.getvalue().rstrip() == expected.rstrip(), code
    if page.name == "README.md":
        assert (tmp_path / "speeds.png").stat().st_size > 10_000
    if page.name == "at-scale.md":
        clip = animio.read("walk.bvh")[0]
        times = clip.times(60)
        steps = np.diff(clip.world(times)[..., 3], axis=0)
        expected = dict(zip(clip.node_names, np.linalg.norm(steps, axis=2).mean(axis=0) * 60))
        assert dict(names["speeds"].rows()) == pytest.approx(expected)
        assert names["bad"]["path"].to_list() == ["mocap/broken.bvh"]
        head = clip.node_names.index("Head")
        assert names["heads"]["time"].to_list() == [time for time in clip.times().tolist() if time < 2.0]
        heights = names["heights"]
        assert [height for height in heights["y"] if height is not None] == clip.world(times)[:, head, 1, 3].tolist()
