"""Checks recordings from Parquet with DuckDB, on one machine."""

import json
import os
import subprocess
import tempfile
import unittest

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from callorder.duckdb import check, violations
from recordings import COLUMNS, KEY, PROGRAM, documents, rows


def merged(reports: list[str]) -> list[dict]:
    """The traces of the reports, one of each, by path."""
    traces = [trace for report in reports for trace in json.loads(report)["traces"]]
    return sorted(map(alone, traces), key=lambda trace: trace["path"].encode())


def alone(trace: dict) -> dict:
    """The trace without what only a run over all of them knows: what the passing ones show about a call."""
    for each in trace["violations"]:
        each.pop("witness", None)
    return trace


def plain(folder: str, files: dict[str, bytes]) -> list[dict]:
    """The traces in the report of one run over the files, by path."""
    place = os.path.join(folder, "files")
    os.makedirs(place)
    for name, content in files.items():
        with open(os.path.join(place, name), "wb") as file:
            file.write(content)
    words = [PROGRAM, "check", ".", "--no-config", "--format", "json", "--fail-on", "never"]
    return list(map(alone, json.loads(subprocess.run(words, cwd=place, stdout=subprocess.PIPE, check=True).stdout)["traces"]))


class DuckDBTests(unittest.TestCase):
    def test_reports_are_those_of_one_run(self):
        events = rows(300)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "events.parquet")
            table = pa.Table.from_pylist([dict(zip(COLUMNS, row, strict=True)) for row in reversed(events)])
            pq.write_table(table, path)
            arguments = {
                "event": "event",
                "order": ["seq"],
                "metadata": ["version"],
                "program": PROGRAM,
                "name": "{app}-{process}.json",
            }
            found = check(path, KEY, jobs=2, **arguments)
            expected = plain(folder, documents(events))
            self.assertEqual(merged(found.column("report").to_pylist()), expected)
            self.assertEqual(check(path, KEY, jobs=1, **arguments), found)
            listed = violations(found, KEY).to_pylist()
            self.assertEqual(len(listed), sum(len(trace["violations"]) for trace in expected))
            self.assertEqual(listed[0]["rule"], "background-without-resign")

    def test_a_missing_key_is_a_row(self):
        query = "SELECT * FROM (VALUES ('a', 0, 'willConnect'), (NULL, 1, 'willConnect')) AS t(app, seq, callback)"
        relation = duckdb.connect().sql(query)
        found = check(relation, ["app"], order=["seq"], program=PROGRAM).to_pylist()
        self.assertEqual([row["app"] for row in found], ["a", None])
        self.assertEqual([row["failure"] for row in found], [None, "the key has no app"])
        self.assertEqual(found[0]["name"], "duckdb[app=a]")
        with self.assertRaises(ValueError):
            check(relation, ["app"], program=PROGRAM)


if __name__ == "__main__":
    unittest.main()
