"""Recordings whose events arrive over time, mixed with those of other recordings, across restarts.

The state of a recording is its events as they came. It is checked when it ends, by the program that checks whole recordings,
so the result is exact. The state is as large as the open recordings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.streaming import StatefulProcessor, StatefulProcessorHandle
from pyspark.sql.types import LongType, StringType, StructField, StructType

from . import command
from .spark import event_column, schema, shipped
from .tables import ANSWER_FIELDS, Layout, worker_of_process

#: The processor's own columns, in the order of a row; those of the metadata follow. Spark makes named tuples of rows, so a
#: name must not begin with an underscore.
_END, _ORDER, _MILLIS, _EVENT = "recording_end", "event_order", "event_millis", "event_json"


def check_stream(
    df: DataFrame,
    key: Sequence[str],
    *,
    order: str,
    event: str | None = None,
    end: str | None = None,
    time: str | None = None,
    close_after: float = 900,
    metadata: Sequence[str] = (),
    header: Mapping[str, object] | None = None,
    program: str = "callorder",
    grammar: str | None = None,
    options: Sequence[str] = (),
    stream: str = "spark",
    name: str | None = None,
) -> DataFrame:
    """Check each recording of a stream when it ends, and return one row for it with the columns of `check`.

    A recording ends at a row that says so, or at a pause. After its end, events with its key become another recording with
    the same name: if that matters, include something in the key that tells launches apart.

    Args beyond those of `check`:
        order: the column that orders the events of a recording, a whole number.
        end: a boolean column that is true in rows that end a recording; such a row is not an event.
        time: the column with the time of an event, for which the stream has a watermark. Without it, only `end` ends a
            recording.
        close_after: the seconds without an event, in the time of the events, after which a recording ends.

    The state store must be RocksDB (`spark.sql.streaming.stateStore.providerClass`).
    """
    if end is None and time is None:
        raise ValueError("nothing would end a recording; name the column 'end' or 'time'")
    layout = Layout(tuple(key), tuple(metadata), dict(header or {}), stream, name)
    own = [column for column in (end,) if column is not None]
    rows = df.select(
        *key,
        (F.unix_millis(time) if time else F.lit(0).cast("long")).alias(_MILLIS),
        F.col(order).cast("long").alias(_ORDER),
        (F.coalesce(F.col(end), F.lit(False)) if end else F.lit(False)).alias(_END),
        event_column(df, event, [*own, *metadata]).alias(_EVENT),
        *(F.col(column).cast("string").alias(text) for column, text in zip(metadata, _texts(layout), strict=True)),
    )
    pause = round(close_after * 1_000) if time else None
    return rows.groupBy(*key).transformWithStateInPandas(
        statefulProcessor=_Recordings(layout, program, grammar, tuple(options), pause),
        outputStructType=schema(df, key, ANSWER_FIELDS),
        outputMode="Append",
        timeMode="EventTime" if time else "None",
    )


class _Recordings(StatefulProcessor):
    """Keeps the events of open recordings, and checks recordings when they end."""

    def __init__(self, layout: Layout, program: str, grammar: str | None, options: tuple[str, ...], pause: int | None) -> None:
        self._layout = layout
        self._program = program
        self._grammar = grammar
        self._options = options
        self._pause = pause

    def init(self, handle: StatefulProcessorHandle) -> None:
        words = command(shipped(self._program), self._grammar and shipped(self._grammar), self._options)
        self._worker = worker_of_process(words)
        self._handle = handle
        texts = [StructField(each, StringType(), True) for each in _texts(self._layout)]
        event = [
            StructField(_ORDER, LongType(), True),
            StructField(_MILLIS, LongType(), True),
            StructField(_EVENT, StringType(), True),
        ]
        self._events = handle.getListState("events", StructType(event + texts))
        self._deadline = handle.getValueState("deadline", StructType([StructField("millis", LongType())]))

    def handleInputRows(
        self,
        key: tuple,
        rows: Iterator[pd.DataFrame],
        timerValues: object,  # noqa: ARG002
    ) -> Iterator[pd.DataFrame]:
        columns = [_END, _ORDER, _MILLIS, _EVENT, *_texts(self._layout)]
        found = [row for frame in rows for row in frame[columns].itertuples(index=False, name=None)]
        if not any(row[0] for row in found):
            self._events.appendList([_plain(row[1:]) for row in found])
            self._extend(max(int(row[2]) for row in found))
            return
        known = self._events.exists()
        if known:
            found += [(False, *row) for row in self._events.get()]
        closed, rest = [], []
        # An end comes after the events with the same order.
        for row in sorted(found, key=lambda row: (row[1], bool(row[0]), row[3] or "")):
            if not row[0]:
                rest.append(_plain(row[1:]))
            elif rest:
                closed.append(rest)
                rest = []
        if known:
            self._forget()
        if rest:
            self._events.put(rest)
            self._extend(max(row[1] for row in rest))
        yield from self._answers(key, [part for each in closed for part in self._parts(each)])

    def handleExpiredTimer(
        self,
        key: tuple,
        timerValues: object,  # noqa: ARG002
        expiredTimerInfo: object,  # noqa: ARG002
    ) -> Iterator[pd.DataFrame]:
        events = sorted((_plain(row) for row in self._events.get()), key=lambda row: (row[0], row[2] or ""))
        # The expired timer no longer exists.
        self._forget(has_timer=False)
        yield from self._answers(key, self._parts(events))

    def close(self) -> None:
        """Do nothing: the worker stays for the next task of this process."""

    def _extend(self, millis: int) -> None:
        """Let the recording end at a pause after that time."""
        if self._pause is None:
            return
        deadline = millis + self._pause
        if self._deadline.exists():
            known = self._deadline.get()[0]
            if known >= deadline:
                return
            self._handle.deleteTimer(known)
        self._deadline.update((deadline,))
        self._handle.registerTimer(deadline)

    def _forget(self, *, has_timer: bool = True) -> None:
        if self._pause is not None:
            if has_timer:
                self._handle.deleteTimer(self._deadline.get()[0])
            self._deadline.clear()
        self._events.clear()

    def _parts(self, events: list[tuple]) -> list[list[tuple]]:
        """Split ordered events into recordings at pauses; the batches in which they came make no difference."""
        parts: list[list[tuple]] = []
        for row in events:
            if parts and (self._pause is None or row[1] - parts[-1][-1][1] <= self._pause):
                parts[-1].append(row)
            else:
                parts.append([row])
        return parts

    def _answers(self, key: tuple, parts: list[list[tuple]]) -> Iterator[pd.DataFrame]:
        names = self._layout.metadata
        recordings = []
        for part in parts:
            row = dict(zip(self._layout.key, key, strict=True))
            for place, column in enumerate(names):
                row[column] = max((each[3 + place] for each in part if each[3 + place] is not None), default=None)
            recordings.append(self._layout.recording(row, ",\n".join(each[2] or "null" for each in part)))
        answers = list(self._worker.check(recordings))
        if not answers:
            return
        data = {name: [value] * len(answers) for name, value in zip(self._layout.key, key, strict=True)}
        for each in ANSWER_FIELDS:
            data[each.name] = [getattr(answer, each.name) for answer in answers]
        yield pd.DataFrame(data)


def _texts(layout: Layout) -> list[str]:
    """The columns of the metadata, with names that are valid in Python."""
    return [f"text_{place}" for place in range(len(layout.metadata))]


def _plain(row: Sequence[object]) -> tuple:
    """A row of the state, with the types that the state requires."""
    order, millis, event, *texts = row
    return (int(order), int(millis), event, *(None if text is None else str(text) for text in texts))
