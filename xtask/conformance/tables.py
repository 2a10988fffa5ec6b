#!/usr/bin/env python3
"""Compares a table of `anim sample` as Parquet, as other programs read it, with the same table as CSV.

    tables.py TABLE.csv TABLE.parquet READER,READER

The columns have the same names, in the same order, with the types that are stated; every value is the same to the bit.
"""

import csv
import struct
import sys


def main():
    text, columns, readers = sys.argv[1:]
    with open(text, newline="", encoding="utf-8") as lines:
        head, *rows = csv.reader(lines)
    expected = [(bits(t), clip, node, channel, int(component), bits(v)) for t, clip, node, channel, component, v in rows]
    for reader in readers.split(","):
        names, types, found = READERS[reader](columns)
        if names != head:
            sys.exit(f"{reader}: the columns are {names}, expected {head}")
        if types != TYPES[reader]:
            sys.exit(f"{reader}: the types are {types}, expected {TYPES[reader]}")
        found = [(bits(t), clip, node, channel, component, bits(v)) for t, clip, node, channel, component, v in found]
        if found != expected:
            first = next((i for i, pair in enumerate(zip(expected, found)) if pair[0] != pair[1]), min(len(expected), len(found)))
            sys.exit(f"{reader}: {len(found)} rows, expected {len(expected)}; they differ from row {first} on")
    print(f"{len(expected)} rows are the same")


def bits(number):
    return struct.pack("<d", float(number))


def pyarrow(path):
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(path)
    types = [str(field.type) for field in table.schema]
    return table.column_names, types, zip(*(column.to_pylist() for column in table.columns))


def polars(path):
    import polars

    frame = polars.read_parquet(path)
    return frame.columns, [str(kind) for kind in frame.dtypes], frame.iter_rows()


READERS = {"pyarrow": pyarrow, "polars": polars}
TYPES = {
    "pyarrow": ["double", "string", "string", "string", "int32", "double"],
    "polars": ["Float64", "String", "String", "String", "Int32", "Float64"],
}

main()
