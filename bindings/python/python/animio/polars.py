"""Animation files as Polars lazy frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isnan
from typing import Any

import polars as pl
from polars.io.plugins import register_io_source

from ._scan import Path, What, found, scan, seconds, shown


def scan_anim(paths: Path | Iterable[Path], what: What = "poses", **options: Any) -> pl.LazyFrame:
    """A lazy frame of files. The arguments are those of ``animio.scan``.

    Columns that a query does not use are not computed. Filters on ``path`` alone select the files to read, and comparisons of
    ``time`` and ``clip`` with a constant select the rows to compute.
    """
    files = found(paths)

    def read(
        columns: list[str] | None, predicate: pl.Expr | None, rows: int | None, _batch: int | None
    ) -> Iterator[pl.DataFrame]:
        # A limit applies before the filters: with one, the filters cannot restrict the files and rows in advance.
        parts = [] if predicate is None or rows is not None else conjuncts(predicate)
        chosen = pl.DataFrame({"path": list(map(shown, files))}, schema={"path": pl.String}).with_row_index("file")
        for part in parts:
            if part.meta.root_names() == ["path"]:
                chosen = chosen.filter(part)
        bounds = within(options, bounds_of(parts))
        needed = None
        if columns is not None:
            filtered = [] if predicate is None else predicate.meta.root_names()
            needed = list(dict.fromkeys([*columns, *filtered]))
        for file in chosen["file"]:
            arguments: dict[str, Any] = {"columns": needed, **options, **bounds}
            frame = pl.DataFrame(scan([files[file]], what, **arguments))
            if rows is not None:
                frame = frame.head(rows)
                rows -= len(frame)
            if predicate is not None:
                frame = frame.filter(predicate)
            if columns is not None:
                frame = frame.select(columns)
            yield frame
            if rows == 0:
                return

    return register_io_source(read, schema=pl.DataFrame(scan([], what, **options)).schema)


def within(options: dict[str, Any], bounds: dict[str, Any]) -> dict[str, Any]:
    """The bounds combined with those of the caller. Two selections of clips cannot become one pattern: the caller's is kept."""
    both: dict[str, Any] = {}
    starts = [value for value in (seconds(options.get("start")), bounds.get("start")) if value is not None]
    ends = [value for value in (seconds(options.get("end")), bounds.get("end")) if value is not None]
    if starts:
        both["start"] = max(starts)
    if ends:
        both["end"] = min(ends)
    if options.get("clips") is None and "clips" in bounds:
        both["clips"] = bounds["clips"]
    return both


def conjuncts(predicate: pl.Expr) -> list[pl.Expr]:
    """The conjuncts of a predicate."""
    parts = predicate.meta.pop()
    for left, right in (parts, parts[::-1]) if len(parts) == 2 else ():
        if (left & right).meta.eq(predicate):
            return conjuncts(left) + conjuncts(right)
    return [predicate]


def bounds_of(parts: list[pl.Expr]) -> dict[str, Any]:
    """The times and the clip to which comparisons with constants restrict the rows, which are filtered again later."""
    bounds: dict[str, Any] = {}
    for part in parts:
        sides = part.meta.pop()
        if len(sides) != 2 or part.meta.root_names() not in (["time"], ["clip"]):
            continue
        for column, constant in (sides, sides[::-1]):
            if not column.meta.is_column() or constant.meta.root_names():
                continue
            value = pl.select(constant).item()
            if isinstance(value, str):
                if (column == constant).meta.eq(part) and not set("*?") & set(value):
                    bounds["clips"] = value
            elif isinstance(value, (int, float)) and not isnan(value):
                if any(one.meta.eq(part) for one in (column >= constant, column > constant, constant <= column, constant < column)):
                    bounds["start"] = max(float(value), bounds.get("start", -float("inf")))
                if any(one.meta.eq(part) for one in (column <= constant, column < constant, constant >= column, constant > column)):
                    bounds["end"] = min(float(value), bounds.get("end", float("inf")))
    return bounds
