"""What the tests share: the fixtures of the project and the command, whose output is compared with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

# Shells start programs in the background with the signal ignored, and so they would have no handler, nor would what they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[3]
FIXTURES = ROOT / "fixtures"
COMMAND = os.environ.get("ANIM", str(ROOT / "target" / "debug" / "anim"))

# One file of each kind that has clips of its own.
EXTENSIONS = {".tod", ".anim", ".stt", ".stf", ".xml", ".hsf", ".glb", ".gltf", ".bvh"}
VALID = sorted(
    path for path in FIXTURES.glob("*/valid/*") if path.suffix in EXTENSIONS and path.stat().st_size < 200_000
)
INVALID = sorted(
    path for path in FIXTURES.glob("*/invalid/*") if path.suffix in EXTENSIONS and path.is_file()
)


def named(path: Path) -> str:
    """The name of a test for a file."""
    return f"{path.parts[-3]}/{path.name}"


def anim(*arguments: object, allowed: tuple[int, ...] = (0,)) -> str:
    """What the command prints."""
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, check=False)
    assert done.returncode in allowed, (arguments, done.stderr.decode())
    return done.stdout.decode()


def anim_json(*arguments: object, allowed: tuple[int, ...] = (0,)) -> Any:
    """The JSON that the command prints."""
    return json.loads(anim(*arguments, allowed=allowed))


@pytest.fixture(params=VALID, ids=named)
def valid(request: pytest.FixtureRequest) -> Path:
    """Each file that reads without an error."""
    return Path(request.param)


@pytest.fixture(params=INVALID, ids=named)
def invalid(request: pytest.FixtureRequest) -> Path:
    """Each file with something wrong in it."""
    return Path(request.param)
