"""Animation files as a data source of Spark 4: `spark.dataSource.register(animio.spark.AnimDataSource)`, and then
`spark.read.format("anim").load("s3://bucket/*.bvh")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from ._parts import batches, parts_of, schema_of
from ._scan import found

# The options that do not belong to formats, and the conversions from text.
OWN: dict[str, Callable[[str], Any]] = {
    "fps": float,
    "start": float,
    "end": float,
    "errors": str,
    "clips": lambda text: text.split(","),
    "nodes": lambda text: text.split(","),
}


class AnimDataSource(DataSource):
    """Files as rows. Options: `path` (`load` sets it), `what`, `fps`, `clips`, `nodes`, `start`, `end`, `errors`, as for
    `animio.scan`, with commas between several names; `partitions`, by default twice the cores of the cluster; and the options of
    formats. The schema may name some of the columns: `.schema("path string, time double, x double")`.
    """

    @classmethod
    def name(cls) -> str:
        return "anim"

    def schema(self) -> StructType:
        what, options = self.chosen()
        return from_arrow_schema(schema_of(what, options))

    def reader(self, schema: StructType) -> AnimReader:
        what, options = self.chosen()
        return AnimReader(dict(self.options), what, {**options, "columns": schema.names})

    def chosen(self) -> tuple[str, dict[str, Any]]:
        """The kind of rows, and the options of the scan."""
        given = {key: value for key, value in self.options.items() if key not in ("path", "what", "partitions")}
        return self.options.get("what", "poses"), {key: OWN.get(key, str)(value) for key, value in given.items()}


class AnimReader(DataSourceReader):
    """Reads the files of a partition, one at a time."""

    def __init__(self, given: dict[str, str], what: str, options: dict[str, Any]) -> None:
        self.what, self.options = what, options
        self.files = found(given["path"])
        self.count = int(given.get("partitions", 0)) or default_parallelism() * 2

    def partitions(self) -> list[InputPartition]:
        return [InputPartition(files) for files in parts_of(self.files, self.count)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        return batches(partition.value, self.what, self.options)


def default_parallelism() -> int:
    """The number of cores of the cluster, or 8 if it is not known."""
    from pyspark.sql import SparkSession

    session = SparkSession.getActiveSession()
    return session.sparkContext.defaultParallelism if session else 8
