"""A process of `callorder worker` that checks one recording after the other.

An engine keeps one for each of its tasks. Problems with a recording affect only that recording: if it cannot be read, its
answer has a failure, and if the process ends, it is started again.
"""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

__all__ = ["Answer", "Recording", "Worker", "WorkerError", "command", "document", "recording_name"]


#: `json.dumps` would make one for each recording.
_ENCODER = json.JSONEncoder(ensure_ascii=False, default=str)

#: The beginning of a report; a report that begins in another way is decoded as a whole.
_HEAD = re.compile(
    rb'\{"format":"callorder\.report/1","tool":\{[^{}]*\},"grammar":\{[^{}]*\},"verdict":"([a-z]+)","summary":'
    rb'\{"traces":(\d+),"events":(\d+),[^{}]*"errors":(\d+),"warnings":(\d+),"notes":(\d+),[^{}]*"recordingNotes":(\d+),"failures":0\},'
)


class WorkerError(Exception):
    """The program cannot be started, or does not take its options."""


class Recording(NamedTuple):
    """A recording to check: a name for the report, and the bytes; `failure` says why there are none."""

    name: str
    content: bytes | None
    failure: str | None = None


class Answer(NamedTuple):
    """The answer for a recording: the report as a line of JSON with its most important members, or why there is none."""

    name: str
    verdict: str | None = None
    events: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    recording_notes: int = 0
    failure: str | None = None
    report: str | None = None


def command(program: str = "callorder", grammar: str | None = None, options: Sequence[str] = ()) -> tuple[str, ...]:
    """The command line of a worker: without a configuration, because machines differ."""
    words = [program, "worker", "--no-config"]
    if grammar is not None:
        words += ["--grammar", grammar]
    return (*words, *options)


def recording_name(stream: str, key: Mapping[str, object]) -> str:
    """The name of the recording with a key in a stream: `spark[app=notes,process=12]`."""
    parts = []
    for name, value in key.items():
        text = str(value)
        for mark in "\\,]":
            text = text.replace(mark, "\\" + mark)
        parts.append(f"{name}={text}")
    return f"{stream}[{','.join(parts)}]"


def document(events: str, metadata: Mapping[str, object], header: Mapping[str, object]) -> bytes:
    """A recording of events that are separated by commas and line feeds; the first one is on the first line."""
    known = {name: value for name, value in metadata.items() if value is not None}
    start = {**header, "format": "callorder.trace/1", "metadata": {**header.get("metadata", {}), **known}}
    text = _ENCODER.encode(start)
    return f'{text[:-1]}, "events": [{events}]}}'.encode("utf-8", "replace")


class Worker:
    """A process that is started when it is first needed, and again if it has ended.

    A thread writes the recordings while answers are read, so that neither side waits for the other.
    """

    #: How many recordings, and how many bytes of recordings, may be in flight at once.
    batch_count = 512
    batch_bytes = 4 << 20

    def __init__(self, words: Sequence[str]) -> None:
        self._words = list(words)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)

    def check(self, recordings: Iterable[Recording]) -> Iterator[Answer]:
        """The answer for each recording, in order.

        Raises `WorkerError` if the program cannot be started or refuses its options.
        """
        batch: list[Recording] = []
        size = 0
        for recording in recordings:
            batch.append(recording)
            size += len(recording.content or b"")
            if len(batch) >= self.batch_count or size >= self.batch_bytes:
                yield from self._answers(batch)
                batch, size = [], 0
        yield from self._answers(batch)

    def _answers(self, batch: list[Recording]) -> Iterator[Answer]:
        asked = [each for each in batch if each.content is not None]
        lines = self._lines(asked)
        for recording in batch:
            if recording.content is None:
                yield Answer(recording.name, failure=recording.failure)
            else:
                line = next(lines)
                if isinstance(line, bytes):
                    yield _answer(recording.name, line)
                else:
                    yield Answer(recording.name, failure=line)

    def _lines(self, recordings: list[Recording]) -> Iterator[bytes | str]:
        """For each recording, the line with its report, or why there is none."""
        start = 0
        for line in self._attempt(recordings):
            yield line
            start += 1
        # The process has ended, by itself or because of one of these, and answers may have been lost: ask one at a time.
        for place in range(start, len(recordings)):
            for _ in range(2):
                line = next(self._attempt(recordings[place : place + 1]), None)
                if line is not None:
                    break
            yield line or f"the worker ended ({self._status()}) twice at this recording"

    def _attempt(self, recordings: list[Recording]) -> Iterator[bytes]:
        """The lines until all are there or the process ends."""
        if not recordings:
            return
        process = self._started()
        writer = threading.Thread(target=_write, args=(process, _request(recordings)), daemon=True)
        writer.start()
        unanswered = len(recordings)
        try:
            for _ in recordings:
                line = process.stdout.readline()
                if not line.endswith(b"\n"):
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(timeout=5)
                    break
                unanswered -= 1
                yield line
        finally:
            if unanswered:
                # It ended, or the caller wants no more; the writer sees a closed pipe.
                process.kill()
            writer.join()
            if unanswered:
                _end(process)
        if unanswered and process.returncode in (2, 3):
            self._explain()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            try:
                self._process = subprocess.Popen(
                    self._words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    # What it prints about recordings is also in their reports.
                    stderr=subprocess.DEVNULL,
                )
            except OSError as error:
                raise WorkerError(f"{self._words[0]} cannot be started: {error.strerror}") from error
        return self._process

    def _status(self) -> str:
        code = self._process.returncode if self._process else 0
        return f"signal {-code}" if code < 0 else f"status {code}"

    def _explain(self) -> None:
        """Raise what the program prints about its options or grammar, which it does even without a recording."""
        run = subprocess.run(self._words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if run.returncode != 0:
            raise WorkerError(run.stderr.decode("utf-8", "replace").strip()[:4_096])


def _end(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        process.stdin.close()
    process.stdout.close()
    process.wait()


def _request(recordings: list[Recording]) -> bytes:
    parts = []
    for name, content, _ in recordings:
        name = name.replace("\n", "\\n").replace("\r", "\\r").replace("\0", "\\0")
        parts += (f"{len(content)} {name}\n".encode("utf-8", "replace"), content)
    return b"".join(parts)


def _write(process: subprocess.Popen[bytes], request: bytes) -> None:
    # The reader notices a process that ended.
    with contextlib.suppress(OSError, ValueError):
        process.stdin.write(request)
        process.stdin.flush()


def _answer(name: str, line: bytes) -> Answer:
    """The most important members of a report; only its beginning is looked at where nothing failed."""
    text = line.rstrip(b"\n").decode()
    if head := _HEAD.match(line):
        verdict, *numbers = head.groups()
        traces, *counts = map(int, numbers)
        return Answer(name, verdict.decode() if traces else None, *counts, None, text)
    report = json.loads(text)
    summary = report["summary"]
    return Answer(
        name,
        report["verdict"] if summary["traces"] else None,
        summary["events"],
        summary["errors"],
        summary["warnings"],
        summary["notes"],
        summary["recordingNotes"],
        "; ".join(map(_failure_words, report["failures"])) if summary["failures"] else None,
        text,
    )


def _failure_words(failure: Mapping[str, object]) -> str:
    position = failure.get("position")
    return f"line {position['line']}: {failure['message']}" if position else str(failure["message"])
