"""The tables `violations` and `visits` that `callorder check --report` writes, as Arrow tables and files.

On the command line: `python -m callorder_worker.columns violations.csv violations.parquet`.
"""

from __future__ import annotations

import os
import sys

import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet

__all__ = ["SCHEMAS", "convert", "read"]

_TEXT, _COUNT = pa.string(), pa.int64()

#: The columns of each table; a value that is empty in the file is null.
SCHEMAS = {
    "violations": pa.schema(
        [
            *[(name, _TEXT) for name in ("path", "metadata", "rule", "severity")],
            ("suppressed", pa.bool_()),
            ("event", _COUNT),
            ("line", _COUNT),
            ("time", pa.float64()),
            *[(name, _TEXT) for name in ("callback", "spelling", "lifecycle", "subject_kind", "subject", "process")],
            *[(name, _TEXT) for name in ("states", "expected", "message")],
            ("repair_cost", _COUNT),
            *[(name, _TEXT) for name in ("insert", "delete", "quirk", "fingerprint")],
        ]
    ),
    "visits": pa.schema(
        [*[(name, _TEXT) for name in ("path", "lifecycle", "state", "callback", "next_state")], ("visits", _COUNT)]
    ),
}


def read(source: str) -> pa.Table:
    """Return one of the tables, with the types of `SCHEMAS`; columns of a later version are text.

    Raises `ValueError` if the file is another one.
    """
    with _opened(source) as reader:
        return reader.read_all()


def convert(source: str, target: str) -> int:
    """Write one of the tables as Parquet (`.parquet`), as an Arrow file (`.arrow`) or stream (`.arrows`).

    Returns the number of rows, of which only some are in memory at once. The target is replaced as a whole or not at all.

    Raises `ValueError` if the file is another one, or the target has another suffix.
    """
    suffix = os.path.splitext(target)[1]
    if suffix not in (".parquet", ".arrow", ".arrows"):
        raise ValueError(f"{target}: expected a name that ends with .parquet, .arrow or .arrows")
    count, part = 0, target + ".part"
    try:
        with _opened(source) as reader, _writer(part, suffix, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
                count += batch.num_rows
        os.replace(part, target)
    finally:
        if os.path.exists(part):
            os.remove(part)
    return count


def _opened(source: str) -> pa.csv.CSVStreamingReader:
    with open(source, encoding="utf-8", errors="replace") as file:
        names = file.readline(1 << 16).rstrip("\n").split(",")
    schema = next((each for each in SCHEMAS.values() if names[: len(each)] == each.names), None)
    if schema is None:
        raise ValueError(f"{source}: neither the table 'violations' nor the table 'visits'")
    types = {name: _TEXT for name in names} | dict(zip(schema.names, schema.types, strict=True))
    return pa.csv.open_csv(
        source,
        # A row has to fit; a message is never that long.
        read_options=pa.csv.ReadOptions(block_size=16 << 20),
        parse_options=pa.csv.ParseOptions(newlines_in_values=True),
        convert_options=pa.csv.ConvertOptions(
            column_types=types,
            null_values=[""],
            true_values=["true"],
            false_values=["false"],
            strings_can_be_null=True,
        ),
    )


def _writer(path: str, suffix: str, schema: pa.Schema) -> pa.parquet.ParquetWriter | pa.ipc.RecordBatchStreamWriter:
    if suffix == ".parquet":
        return pa.parquet.ParquetWriter(path, schema, compression="zstd")
    return pa.ipc.new_file(path, schema) if suffix == ".arrow" else pa.ipc.new_stream(path, schema)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m callorder_worker.columns TABLE.csv TABLE.parquet")
    try:
        print(convert(sys.argv[1], sys.argv[2]), "rows")
    except (OSError, ValueError) as error:
        sys.exit(str(error))
