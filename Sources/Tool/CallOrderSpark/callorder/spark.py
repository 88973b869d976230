"""Checks recordings of lifecycle callbacks in Spark.

A row is an event, or a whole recording. The result has one row for each recording: its key, the verdict, numbers and the
report. The program `callorder` must be available where tasks run, for example by `spark.files`; each Python process of an
executor starts it once. Streams are in a module of their own, because each Python process of a table would load pandas, too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

import pyarrow as pa
from pyspark import SparkFiles
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import BinaryType, StructField, StructType

from . import WorkerError, command
from .tables import ANSWER_FIELDS, VIOLATION_FIELDS, Layout, answered, violation_batches, worker_of_process

__all__ = ["WorkerError", "check", "violations"]


def check(
    df: DataFrame,
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
    stream: str = "spark",
    name: str | None = None,
) -> DataFrame:
    """Check the recordings of a table, and return one row for each.

    Args:
        df: rows that are events, or with `recording` rows that are recordings.
        key: the columns that identify a recording; each combination of values is one. If a value is null, the row of the
            recording has a `failure`.
        event: the column with an event as JSON; without it, all columns except `metadata` are members of the event.
        order: the columns that order the events of a recording; required for rows that are events.
        recording: the column with a whole recording, as bytes in any format that `callorder check` reads.
        metadata: columns that say more about a recording, such as `version` and `os`; they become metadata of its report.
        header: members of the header of each recording, such as `{"records": "all"}`.
        program: the path of the program. A name without a folder is looked for in `spark.files`, then in `PATH`.
        grammar: the grammar to use, a name or a file; looked for in the same way.
        options: further options of `callorder worker`.
        stream: the name of the stream in reports, as for `callorder check --stdin-name`.
        name: the pattern for the name of a recording in reports, with columns of the key in braces.

    Raises `WorkerError` in a task if the program cannot be started or refuses its options.

    """
    layout = Layout(tuple(key), tuple(metadata), dict(header or {}), stream, name)
    if recording is None:
        rows = _grouped(df, layout, event, order)
    else:
        rows = df.select(*key, *metadata, F.col(recording).cast(BinaryType()).alias("_recording"))

    def answers(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        words = command(shipped(program), grammar and shipped(grammar), options)
        return answered(batches, layout, worker_of_process(words), "_recording")

    return rows.mapInArrow(answers, schema(df, key, ANSWER_FIELDS))


def violations(checked: DataFrame, key: Sequence[str]) -> DataFrame:
    """Return one row for each violation that the reports of `check` or `check_stream` list."""

    def rows(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return violation_batches(batches, key)

    return checked.select(*key, "report").mapInArrow(rows, schema(checked, key, VIOLATION_FIELDS))


def _grouped(df: DataFrame, layout: Layout, event: str | None, order: Sequence[str]) -> DataFrame:
    """One row for each recording, with its events as text, which the engine itself joins."""
    if not order:
        raise ValueError("the rows of a table have no order; name the columns to order the events by")
    text = event_column(df, event, layout.metadata)
    ordered = F.sort_array(F.collect_list(F.struct(*order, text.alias("_event"))))
    joined = F.array_join(F.transform(ordered, lambda each: each["_event"]), ",\n")
    return df.groupBy(*layout.key).agg(*(F.max(column).alias(column) for column in layout.metadata), joined.alias("_recording"))


def event_column(df: DataFrame, event: str | None, others: Sequence[str]) -> Column:
    """The events as JSON, from one column or from all except some; members without a value are left out."""
    if event is not None:
        return F.col(event)
    return F.to_json(F.struct(*(name for name in df.columns if name not in others)))


def shipped(name: str) -> str:
    """The path of a file that was sent with the job, if there is one with that name; otherwise the name itself."""
    path = SparkFiles.get(name) if os.path.basename(name) == name else name
    return path if os.path.exists(path) else name


def schema(df: DataFrame, key: Sequence[str], fields: Sequence[pa.Field]) -> StructType:
    """The columns of a result: those of the key, and the fields."""
    keys = [StructField(name, df.schema[name].dataType, True) for name in key]
    return StructType(keys + from_arrow_schema(pa.schema(fields)).fields)
