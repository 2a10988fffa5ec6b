"""The README and the tutorial: every block of code runs, in order, and prints what the page shows."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from pathlib import Path

import pytest
from conftest import FIXTURES, ROOT

PAGES = [ROOT / "bindings" / "python" / "README.md", ROOT / "docs" / "python.md"]
# A block of Python, and the text it prints if the page shows it.
BLOCK = re.compile(r"```python\n(.*?)```(?:\n+```text\n(.*?)```)?", re.DOTALL)
FILES = {
    "walk.tod": "tod/valid/walk.tod",
    "walk.bvh": "bvh/valid/walk.bvh",
    "gate.stt": "stt/valid/gate.stt",
    "blocks.xml": "hsf-xml/valid/blocks.xml",
    "broken.tod": "tod/invalid/empty-packet.tod",
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("matplotlib", "polars", "pyarrow"):
        pytest.importorskip(module)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(tmp_path)
    for name, fixture in FILES.items():
        shutil.copy(FIXTURES / fixture, name)
    blocks = BLOCK.findall(page.read_text())
    assert blocks
    names: dict[str, object] = {"__name__": "__main__"}
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page.name, "exec"), names)
        assert not expected or printed.getvalue().rstrip() == expected.rstrip(), code
    if page.name == "README.md":
        assert (tmp_path / "speeds.png").stat().st_size > 10_000
