"""Tables of many files."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from datetime import timedelta
from os import PathLike
from typing import Literal, Unpack

import numpy as np

from ._animio import Scan, formats
from ._options import ReadOptions
from ._types import Time
from ._urls import is_url, links

Path = str | PathLike[str]
What = Literal["samples", "poses", "keys", "findings", "info"]


def scan(
    paths: Path | Iterable[Path],
    what: What = "poses",
    *,
    fps: float | None = None,
    columns: str | Sequence[str] | None = None,
    clips: str | Sequence[str] | None = None,
    nodes: str | Sequence[str] | None = None,
    start: Time | None = None,
    end: Time | None = None,
    errors: Literal["row", "skip", "raise"] = "row",
    **options: Unpack[ReadOptions],
) -> Scan:
    """Make a table of any number of files, as a stream of Arrow record batches.

    ``pyarrow.table(scan)``, ``polars.DataFrame(scan)``, DuckDB and pandas read it without a copy. At most one file and one batch
    are in memory at a time.

    Args:
        paths: files, folders including subfolders, patterns such as ``"mocap/**/*.bvh"``, and URLs of files and patterns, which
            fsspec opens.
        what: the rows:
            ``"samples"``, the value of a component of a channel at a time: path, clip, time, node, channel, component, value;
            ``"poses"``, a node at a time: path, clip, time, node, parent, alive, its position x, y, z in the world, and the matrices
            local and world, lists of 12 numbers;
            ``"keys"``, a component of a key: path, clip, node, channel, component, key, time, value, ease;
            ``"findings"``, a finding of a check: path, severity, code, message, place, start, end, line, column;
            ``"info"``, a clip: path, format, bytes, clip, duration, rate, nodes, channels, keys, up, forward, unit.
            The last column is always error: the reason why a file could not be read.
        fps: frames a second; by default every frame of each clip at its own rate, or its keys. A clip cannot be read if it has
            more than 262,144 frames at its own rate, or more than 16,777,216 at this one, and also more than 64 for each key.
        columns: the names of the columns; by default all. Other columns are not computed.
        clips, nodes: names with the wildcards ``*`` and ``?``; by default all, none for an empty list.
        start, end: the first and the last time, as seconds or durations; by default all.
        errors: the treatment of a file or a clip that cannot be read: a ``"row"`` with its path and the error, ``"skip"`` or
            ``"raise"``.
        options: options of reading, for the files whose formats have them.
    """
    return Scan(
        found(paths),
        what,
        fps,
        names(columns),
        names(clips),
        names(nodes),
        seconds(start),
        seconds(end),
        errors,
        dict(options),
    )


def seconds(time: Time | None) -> float | None:
    """A time in seconds; numbers are seconds."""
    if isinstance(time, timedelta):
        return time.total_seconds()
    if isinstance(time, np.timedelta64):
        return float(time / np.timedelta64(1, "s"))
    return time


def names(patterns: str | Sequence[str] | None) -> list[str] | None:
    """A list of one or several names; None for all."""
    if patterns is None:
        return None
    return [patterns] if isinstance(patterns, str) else list(patterns)


def found(paths: Path | Iterable[Path]) -> list[str]:
    """The files in paths, folders, patterns and URLs, sorted within each."""
    if isinstance(paths, (str, bytes, PathLike)):
        paths = [paths]
    return [file for path in paths for file in one(os.fsdecode(path))]


def shown(file: str) -> str:
    """The path of a file in tables: bytes that are not UTF-8 are replaced."""
    return os.fsencode(file).decode(errors="replace")


def one(path: str) -> list[str]:
    """The files in one path, pattern or URL."""
    if is_url(path):
        if not glob.has_magic(path):
            return [path]
        from fsspec.core import url_to_fs

        system, pattern = url_to_fs(path)
        if system.isfile(pattern):
            return [path]
        before, _, after = links(path)
        below = system.glob(pattern, detail=True)
        files = [file for file in sorted(below) if below[file]["type"] != "directory"]
        return [f"{before}{system.unstrip_protocol(file)}{after}" for file in files]
    if os.path.isdir(path):
        extensions = {f".{extension}" for format in formats() for extension in format.extensions}
        below = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
        return sorted(file for file in below if os.path.splitext(file)[1].lower() in extensions)
    if glob.has_magic(path) and not os.path.exists(path):
        return sorted(file for file in glob.glob(path, recursive=True) if os.path.isfile(file))
    return [path]
