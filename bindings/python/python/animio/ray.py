"""Animation files as Ray datasets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa
from ray.data import Dataset, read_datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import Datasource, ReadTask

from ._parts import batches, parts_of, schema_of
from ._scan import Path, What, found


def read_anim(
    paths: Path | Iterable[Path],
    what: What = "poses",
    *,
    override_num_blocks: int | None = None,
    concurrency: int | None = None,
    **options: Any,
) -> Dataset:
    """A dataset of files; each task reads some of them, one at a time. The other arguments are those of ``animio.scan``."""
    source = AnimDatasource(found(paths), what, options)
    return read_datasource(source, override_num_blocks=override_num_blocks, concurrency=concurrency)


class AnimDatasource(Datasource):
    """The files of a dataset."""

    def __init__(self, files: list[str], what: What, options: dict[str, Any]) -> None:
        super().__init__()
        self.files, self.options = files, options
        self.what: What = what

    def get_name(self) -> str:
        return "Anim"

    def estimate_inmemory_data_size(self) -> int | None:
        return None

    def get_read_tasks(self, parallelism: int, *_: Any, **__: Any) -> list[ReadTask]:
        schema = schema_of(self.what, self.options)

        def task(files: list[str]) -> ReadTask:
            metadata = BlockMetadata(num_rows=None, size_bytes=None, exec_stats=None, input_files=tuple(files))
            return ReadTask(partial(tables, files, self.what, self.options), metadata, schema)

        return [task(files) for files in parts_of(self.files, parallelism)]


def tables(files: list[str], what: What, options: dict[str, Any]) -> Iterator[pa.Table]:
    """The blocks of a task."""
    for batch in batches(files, what, options):
        yield pa.Table.from_batches([batch])
