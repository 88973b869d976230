"""Checks recordings of lifecycle callbacks in DuckDB, or in Parquet files on one machine."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import duckdb
import pyarrow as pa

from . import Worker, WorkerError, command
from .tables import ANSWER_FIELDS, VIOLATION_FIELDS, Layout, answered, violation_batches

__all__ = ["WorkerError", "check", "violations"]


def check(
    source: str | duckdb.DuckDBPyRelation,
    key: Sequence[str],
    *,
    event: str | None = None,
    order: Sequence[str] = (),
    recording: str | None = None,
    metadata: Sequence[str] = (),
    header: Mapping[str, object] | None = None,
    program: str = "callorder",
    grammar: str | None = None,
    options: Sequence[str] = (),
    stream: str = "duckdb",
    name: str | None = None,
    connection: duckdb.DuckDBPyConnection | None = None,
    jobs: int | None = None,
) -> pa.Table:
    """Check the recordings of a relation, or of Parquet files (a path as for `read_parquet`), and return one row for each.

    The rows are in the order of the key. `jobs` is the number of workers, by default one for each processor; the other
    arguments are those of `callorder.spark.check`. Raises `WorkerError` if the program cannot be started or refuses its
    options.
    """
    connection = connection or duckdb.connect()
    rows = connection.read_parquet(source) if isinstance(source, str) else source
    layout = Layout(tuple(key), tuple(metadata), dict(header or {}), stream, name)
    if recording is not None:
        columns = ", ".join(map(_quoted, (*key, *metadata)))
        content = f"CAST({_quoted(recording)} AS BLOB)"
        query = rows.query("rows", f"SELECT {columns}, {content} AS _recording FROM rows ORDER BY ALL")  # noqa: S608
    else:
        query = rows.query("rows", _grouping(rows.columns, layout, event, order))
    batches = query.to_arrow_reader(256)
    schema = pa.schema([*(batches.schema.field(column) for column in key), *ANSWER_FIELDS])
    found: dict[int, list[pa.RecordBatch]] = {}
    numbered, turn = enumerate(batches), threading.Lock()

    def work() -> None:
        with Worker(command(program, grammar, options)) as worker:
            while True:
                with turn:
                    place, batch = next(numbered, (0, None))
                if batch is None:
                    return
                found[place] = list(answered([batch], layout, worker, "_recording"))

    count = jobs or os.cpu_count() or 1
    with ThreadPoolExecutor(count) as pool:
        for worker in [pool.submit(work) for _ in range(count)]:
            worker.result()
    return pa.Table.from_batches([part for place in range(len(found)) for part in found[place]], schema)


def violations(checked: pa.Table, key: Sequence[str]) -> pa.Table:
    """Return one row for each violation that the reports of `check` list."""
    schema = pa.schema([*(checked.schema.field(column) for column in key), *VIOLATION_FIELDS])
    return pa.Table.from_batches(violation_batches(checked.to_batches(), key), schema)


def _grouping(columns: Sequence[str], layout: Layout, event: str | None, order: Sequence[str]) -> str:
    """One row for each recording, with its events as text."""
    if not order:
        raise ValueError("the rows of a table have no order; name the columns to order the events by")
    members = [column for column in columns if column not in layout.metadata]
    packed = ", ".join(f"{_quoted(column)} := {_quoted(column)}" for column in members)
    text = f"CAST({_quoted(event)} AS VARCHAR)" if event is not None else f"to_json(struct_pack({packed}))"
    key = ", ".join(map(_quoted, layout.key))
    most = "".join(f", max({_quoted(column)}) AS {_quoted(column)}" for column in layout.metadata)
    by = ", ".join(map(_quoted, order))
    return (
        f"SELECT {key}{most}, string_agg({text}, ',' || chr(10) ORDER BY {by}, {text}) AS _recording "  # noqa: S608
        f"FROM rows GROUP BY {key} ORDER BY {key}"
    )


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
