"""Shared by the adapters for engines: files in parts, and the batches of a part."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from ._scan import scan


def parts_of(files: list[str], count: int) -> list[list[str]]:
    """The files, in order, in at most `count` parts of about equal size in bytes."""
    sizes = [1 + (os.path.getsize(file) if "://" not in file and os.path.exists(file) else 0) for file in files]
    most = sum(sizes) / max(count, 1)
    parts: list[list[str]] = []
    filled = most
    for file, size in zip(files, sizes):
        if filled >= most and len(parts) < count:
            parts.append([])
            filled = 0
        parts[-1].append(file)
        filled += size
    return parts


def plain(schema: pa.Schema) -> pa.Schema:
    """The schema with lists of variable length, which all engines support."""
    fields = [field.with_type(pa.list_(pa.float64())) if pa.types.is_fixed_size_list(field.type) else field for field in schema]
    return pa.schema(fields)


def schema_of(what: Any, options: dict[str, Any]) -> pa.Schema:
    """The plain schema of a table."""
    return plain(pa.RecordBatchReader.from_stream(scan([], what, **options)).schema)


def batches(files: list[str], what: Any, options: dict[str, Any]) -> Iterator[pa.RecordBatch]:
    """The batches of some files, in the plain schema."""
    reader = pa.RecordBatchReader.from_stream(scan(files, what, **options))
    schema = plain(reader.schema)
    for batch in reader:
        yield batch if schema == batch.schema else batch.cast(schema)
