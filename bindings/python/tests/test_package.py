"""The package as it is installed: its files, and what its metadata states."""

from __future__ import annotations

from importlib.metadata import files, metadata
from pathlib import Path

import pytest
from conftest import ROOT

import animio


def test_the_wheel_contains_its_licences() -> None:
    assert metadata("animio")["License-Expression"] == "MIT OR Apache-2.0"
    installed = {Path(file).name: file.locate() for file in files("animio") or ()}
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert Path(str(installed[name])).read_text() == (ROOT / name).read_text()


@pytest.mark.parametrize("engine", ["ray", "spark", "daft", "polars"])
def test_adapters_are_shorter_than_100_lines(engine: str) -> None:
    assert len(Path(animio.__file__).with_name(f"{engine}.py").read_text().splitlines()) < 100
