"""Animation files as Daft data frames."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any

import daft
from daft.io.pushdowns import Pushdowns
from daft.io.source import DataSource, DataSourceTask
from daft.recordbatch import RecordBatch
from daft.schema import Schema

from ._parts import batches, parts_of, schema_of
from ._scan import Path, What, found


def read_anim(
    paths: Path | Iterable[Path], what: What = "poses", *, partitions: int = 16, **options: Any
) -> daft.DataFrame:
    """A data frame of files, read in `partitions` tasks, one file at a time; columns that a query does not use are not computed.

    The other arguments are those of ``animio.scan``.
    """
    return AnimSource(found(paths), what, partitions, options).read()


class AnimSource(DataSource):
    """The files of a data frame."""

    def __init__(self, files: list[str], what: What, partitions: int, options: dict[str, Any]) -> None:
        self.files, self.partitions, self.options = files, partitions, options
        self.what: What = what

    @property
    def name(self) -> str:
        return "anim"

    @property
    def schema(self) -> Schema:
        return Schema.from_pyarrow_schema(schema_of(self.what, self.options))

    async def get_tasks(self, pushdowns: Pushdowns) -> AsyncIterator[DataSourceTask]:
        options = dict(self.options)
        if pushdowns.columns is not None:
            # Daft filters and selects after the task, whose columns it expects in the order of the schema.
            used = {*pushdowns.columns, *pushdowns.filter_required_column_names()}
            options["columns"] = [name for name in self.schema.column_names() if name in used]
        for files in parts_of(self.files, self.partitions):
            yield AnimTask(files, self.what, options)


class AnimTask(DataSourceTask):
    """Some of the files."""

    def __init__(self, files: list[str], what: What, options: dict[str, Any]) -> None:
        self.files, self.options = files, options
        self.what: What = what

    @property
    def schema(self) -> Schema:
        return Schema.from_pyarrow_schema(schema_of(self.what, self.options))

    async def read(self) -> AsyncIterator[RecordBatch]:
        schema = schema_of(self.what, self.options)
        for batch in batches(self.files, self.what, self.options):
            yield RecordBatch.from_arrow_record_batches([batch], schema)
