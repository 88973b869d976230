"""Recordings and their reports as rows of Arrow tables."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from . import Recording, Worker, document, recording_name

#: The columns for a recording, beside its key.
ANSWER_FIELDS = [
    pa.field("name", pa.string()),
    pa.field("verdict", pa.string()),
    pa.field("events", pa.int64()),
    pa.field("errors", pa.int64()),
    pa.field("warnings", pa.int64()),
    pa.field("notes", pa.int64()),
    pa.field("recording_notes", pa.int64()),
    pa.field("failure", pa.string()),
    pa.field("report", pa.string()),
]

#: The columns for a violation, beside the key.
VIOLATION_FIELDS = [
    pa.field("name", pa.string()),
    pa.field("rule", pa.string()),
    pa.field("severity", pa.string()),
    pa.field("event", pa.int64()),
    pa.field("callback", pa.string()),
    pa.field("subject", pa.string()),
    pa.field("message", pa.string()),
    pa.field("repair_cost", pa.int64()),
    pa.field("fingerprint", pa.string()),
]


#: How many recordings are answered in one batch: memory that is used again is faster than more of it.
_PART = 1_024


@dataclass(frozen=True)
class Layout:
    """How rows become recordings: their identity, their header and their name."""

    key: Sequence[str]
    #: Columns that go into the metadata of the header, beside the key.
    metadata: Sequence[str] = ()
    #: Members of the header of each recording, such as `records`.
    header: Mapping[str, object] = field(default_factory=dict)
    #: The name of the stream in the names of recordings.
    stream: str = "spark"
    #: The pattern for the name of a recording, with columns of the key in braces; by default that of `recording_name`.
    name: str | None = None

    def __post_init__(self) -> None:
        taken = {each.name for each in (*ANSWER_FIELDS, *VIOLATION_FIELDS)} & set(self.key)
        if taken or not self.key:
            words = f"the result already has columns with these names: {', '.join(sorted(taken))}"
            raise ValueError(words if taken else "the key has no column")

    def recording(self, row: Mapping[str, object], content: str | bytes | None) -> Recording:
        """A row as a recording: `content` is the text of its events, or the bytes of the whole recording."""
        key = {name: row[name] for name in self.key}
        name = self.name.format(**key) if self.name else recording_name(self.stream, key)
        missing = [column for column, value in key.items() if value is None]
        if missing:
            return Recording(name, None, f"the key has no {' and no '.join(missing)}")
        if content is None:
            return Recording(name, None, "there is no recording")
        if isinstance(content, str):
            metadata = {column: row[column] for column in (*self.key, *self.metadata)}
            content = document(content, metadata, self.header)
        return Recording(name, content)


@functools.lru_cache(maxsize=8)
def worker_of_process(words: tuple[str, ...]) -> Worker:
    """The worker of this process for a command; engines use a process for many tasks, one after the other."""
    return Worker(words)


def answered(batches: Iterable[pa.RecordBatch], layout: Layout, worker: Worker, content: str) -> Iterator[pa.RecordBatch]:
    """Batches of answers with the keys of the recordings, in their order.

    `content` is the column with the text of the events, or with the bytes of the recording.
    """
    for batch in (whole.slice(start, _PART) for whole in batches for start in range(0, whole.num_rows, _PART)):
        names = (*layout.key, *layout.metadata)
        columns = [batch.column(name).to_pylist() for name in names]
        rows = zip(*columns, strict=True)
        contents = batch.column(content).to_pylist()
        answers = list(
            worker.check(
                layout.recording(dict(zip(names, row, strict=True)), text) for row, text in zip(rows, contents, strict=True)
            )
        )
        arrays = [batch.column(name) for name in layout.key]
        columns = zip(*answers, strict=True) if answers else [()] * len(ANSWER_FIELDS)
        arrays += [pa.array(column, type=each.type) for each, column in zip(ANSWER_FIELDS, columns, strict=True)]
        names = [*layout.key, *(each.name for each in ANSWER_FIELDS)]
        yield pa.RecordBatch.from_arrays(arrays, names=names)


def violations(report: str | None) -> list[dict[str, object]]:
    """The violations that a report lists, one row each."""
    if report is None:
        return []
    return [
        {
            "name": trace["path"],
            "rule": each["rule"],
            "severity": each["severity"],
            "event": each["event"],
            "callback": each["callback"],
            "subject": each["subject"],
            "message": each["message"],
            "repair_cost": each["repair"]["cost"],
            "fingerprint": each["fingerprint"],
        }
        for trace in json.loads(report)["traces"]
        for each in trace["violations"]
    ]


def violation_batches(batches: Iterable[pa.RecordBatch], key: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """The violations of answers, with their keys."""
    names = [each.name for each in VIOLATION_FIELDS]
    for batch in batches:
        rows: list[dict[str, object]] = []
        places: list[int] = []
        for place, report in enumerate(batch.column("report").to_pylist()):
            found = violations(report)
            rows += found
            places += [place] * len(found)
        taken = batch.take(pa.array(places, type=pa.int64()))
        arrays = [taken.column(name) for name in key]
        arrays += [pa.array([row[each.name] for row in rows], type=each.type) for each in VIOLATION_FIELDS]
        yield pa.RecordBatch.from_arrays(arrays, names=[*key, *names])
