"""Reports as rows: for each recording, what statistics need of its report."""

from __future__ import annotations

import glob
import gzip
import json
from collections.abc import Iterable, Iterator, Mapping

import pyarrow as pa

#: The columns of an outcome. `verdict` is null if the recording could not be read.
OUTCOME_FIELDS = [
    pa.field("grammar", pa.string()),
    pa.field("trace", pa.string()),
    pa.field("metadata", pa.map_(pa.string(), pa.string())),
    pa.field("verdict", pa.string()),
    # What counts as a launch, such as `process`, and how many there are.
    pa.field("launch_kind", pa.string()),
    pa.field("launches", pa.int64()),
    # The rules that the recording breaks, by errors and warnings in force.
    pa.field(
        "broken",
        pa.list_(
            pa.struct(
                [
                    ("rule", pa.string()),
                    ("severity", pa.string()),
                    ("violations", pa.int64()),
                    ("affected", pa.int64()),
                    # The first of the violations.
                    ("event", pa.int64()),
                    ("fingerprint", pa.string()),
                    # The repairs of the listed violations, without positions.
                    ("edits", pa.list_(pa.string())),
                ]
            )
        ),
    ),
]

#: The largest number of launches that a recording counts for.
_MOST_LAUNCHES = 1_000_000
#: How many reports become one batch.
_PART = 256


def outcomes(reports: str | Iterable[str]) -> pa.RecordBatchReader:
    """Read saved reports: paths or patterns of files with one report, or with one on each line; `.gz` is decompressed.

    The rows are read as they are needed, so the reports may be larger than the memory.

    Raises `ValueError`, when it gets there, at a file that is no report, and `OSError` at one that cannot be read.
    """
    patterns = [reports] if isinstance(reports, str) else list(reports)
    paths = [path for pattern in patterns for path in sorted(glob.glob(pattern)) or [pattern]]
    lines = (line for path in paths for line in _reports_of_file(path))
    schema = pa.schema(OUTCOME_FIELDS)
    return pa.RecordBatchReader.from_batches(schema, _batches(lines))


def outcome_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Outcomes of rows with a column `report`, such as those of `check`; rows without a report are failures."""
    for batch in batches:
        yield from _batches((report, "") for report in batch.column("report").to_pylist())


def _reports_of_file(path: str) -> Iterator[tuple[str, str]]:
    """The reports of a file, each with where it is."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        first = file.readline()
        if _is_whole(first):
            yield first, f"{path}:1: "
            yield from ((line, f"{path}:{number}: ") for number, line in enumerate(file, 2) if line.strip())
        else:
            yield first + file.read(), f"{path}: "


def _is_whole(line: str) -> bool:
    """Whether the first line of a file is a report by itself, and not the beginning of one that is laid out."""
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _batches(reports: Iterable[tuple[str | None, str]]) -> Iterator[pa.RecordBatch]:
    rows: list[dict[str, object]] = []
    for count, (report, place) in enumerate(reports, 1):
        rows += _rows(report, place)
        if count % _PART == 0:
            yield pa.RecordBatch.from_pylist(rows, pa.schema(OUTCOME_FIELDS))
            rows = []
    yield pa.RecordBatch.from_pylist(rows, pa.schema(OUTCOME_FIELDS))


def _rows(text: str | None, place: str) -> Iterator[dict[str, object]]:
    if text is None:
        yield {}
        return
    try:
        report = json.loads(text)
        if not str(report["format"]).startswith("callorder.report/"):
            raise ValueError(f"the format is {report['format']}")
        grammar = f"{report['grammar']['name']} {report['grammar']['version']}"
        yield from [{"grammar": grammar, "trace": each["path"]} for each in report["failures"]]
        yield from [{"grammar": grammar, **_outcome(each)} for each in report["traces"]]
    except (KeyError, TypeError, ValueError) as error:
        words = f"the member {error} is missing" if isinstance(error, KeyError) else error
        raise ValueError(f"{place}not a report of callorder: {words}") from error


def _outcome(trace: Mapping) -> dict[str, object]:
    counts = trace.get("subjectCounts") or {"process": trace.get("processes")}
    kind, count = next(iter(counts.items()))
    launches = min(_MOST_LAUNCHES, max(1, count or 1))
    return {
        "trace": trace["path"],
        "metadata": [(name, value) for name, value in trace["metadata"].items()],
        "verdict": trace["verdict"],
        "launch_kind": kind,
        "launches": launches,
        "broken": list(_broken(trace, launches)),
    }


def _broken(trace: Mapping, launches: int) -> Iterator[dict[str, object]]:
    """The rules that a trace breaks; the numbers are complete even if not all violations are listed."""
    edits: dict[str, list[str]] = {}
    for violation in trace["violations"]:
        if violation["severity"] != "note" and violation["suppression"] is None:
            edits.setdefault(violation["rule"], []).append(_edit(violation["repair"]))
    groups: dict[str, list[Mapping]] = {}
    for group in trace["groups"]:
        if group["severity"] != "note" and group["count"] > group["suppressed"]:
            groups.setdefault(group["rule"], []).append(group)
    for rule, found in groups.items():
        violations = sum(each["count"] - each["suppressed"] for each in found)
        event, fingerprint = min((each["firstEvent"], each["fingerprint"]) for each in found)
        yield {
            "rule": rule,
            "severity": "error" if any(each["severity"] == "error" for each in found) else "warning",
            "violations": violations,
            # Which launch a violation is in is not known, so each counts as another one as long as there are any.
            "affected": min(launches, violations),
            "event": event,
            "fingerprint": fingerprint,
            "edits": edits.get(rule, []),
        }


def _edit(repair: Mapping) -> str:
    """A repair without its positions, such as `insert didDisconnect`; equal for repairs of one kind."""
    deleted = [each["callback"] for each in repair["delete"]]
    parts = []
    for callback in (each["callback"] for each in repair["insert"]):
        if callback in deleted:
            deleted.remove(callback)
            parts.append(f"move {callback}")
        else:
            parts.append(f"insert {callback}")
    parts += [f"remove {callback}" for callback in deleted]
    unlisted = repair.get("unlistedInsertions", 0) + repair.get("unlistedDeletions", 0)
    if unlisted:
        parts.append(f"{unlisted} more")
    return ", ".join(parts) or "no edit of the calls"
