"""The tables of a report as Arrow, Parquet and Arrow IPC."""

import csv
import os
import subprocess
import sys
import tempfile
import unittest

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
from callorder_worker import columns
from recordings import PROGRAM, documents, rows

HOSTILE = '{"callback": "willConnect", "session": "a,\\"b\\"\\n=1"}\n{"callback": "didBecomeActive", "session": "a,\\"b\\"\\n=1"}\n'


class ColumnTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        files = {**documents(rows(60)), 'a,"b".jsonl': HOSTILE.encode()}
        os.makedirs(cls.path("files"))
        for name, content in files.items():
            with open(cls.path(f"files/{name}"), "wb") as file:
                file.write(content)
        words = [PROGRAM, "check", "files", "--no-config", "--fail-on", "never", "-q", "--records", "all"]
        for name in columns.SCHEMAS:
            words += ["--report", f"{name}={name}.csv"]
        subprocess.run(words, cwd=cls.folder, check=True)

    @classmethod
    def path(cls, name: str) -> str:
        return os.path.join(cls.folder, name)

    def test_every_value_is_that_of_the_file(self):
        for name, schema in columns.SCHEMAS.items():
            table = columns.read(self.path(f"{name}.csv"))
            self.assertEqual(table.schema, schema)
            with open(self.path(f"{name}.csv"), encoding="utf-8", newline="") as file:
                lines = list(csv.DictReader(file))
            self.assertGreater(len(lines), 10)
            found = table.to_pylist()
            self.assertEqual(len(found), len(lines))
            for row, line in zip(found, lines, strict=True):
                for column, text in line.items():
                    value = row[column]
                    if value is None:
                        self.assertEqual(text, "")
                    elif isinstance(value, bool):
                        self.assertEqual(text, str(value).lower())
                    else:
                        self.assertEqual(type(value)(text), value)
        paths = set(columns.read(self.path("violations.csv")).column("path").to_pylist())
        self.assertIn('files/a,"b".jsonl', paths)

    def test_files_have_the_same_rows(self):
        for name in columns.SCHEMAS:
            source = self.path(f"{name}.csv")
            table = columns.read(source)
            targets = [self.path(name + suffix) for suffix in (".parquet", ".arrow", ".arrows")]
            for target in targets:
                self.assertEqual(columns.convert(source, target), table.num_rows)
            self.assertEqual(pq.read_table(targets[0]), table)
            with pa.ipc.open_file(targets[1]) as file:
                self.assertEqual(file.read_all(), table)
            with pa.ipc.open_stream(targets[2]) as file:
                self.assertEqual(file.read_all(), table)

    def test_columns_of_a_later_version_are_text(self):
        with open(self.path("later.csv"), "w") as file:
            file.write("path,lifecycle,state,callback,next_state,visits,new\n,l,s,,,3,007\n")
        row = columns.read(self.path("later.csv")).to_pylist()[0]
        self.assertEqual((row["path"], row["visits"], row["new"]), (None, 3, "007"))

    def test_another_file_is_refused_and_an_old_target_stays(self):
        with open(self.path("other.csv"), "w") as file:
            file.write("a,b\n1,2\n")
        with open(self.path("bad.csv"), "w") as file:
            file.write("path,lifecycle,state,callback,next_state,visits\np,l,s,,,many\n")
        with open(self.path("old.parquet"), "w") as file:
            file.write("old")
        for name, target in (("other.csv", "old.parquet"), ("bad.csv", "old.parquet"), ("visits.csv", "old.txt")):
            with self.assertRaises(ValueError):
                columns.convert(self.path(name), self.path(target))
        with open(self.path("old.parquet")) as file:
            self.assertEqual(file.read(), "old")
        self.assertFalse(os.path.exists(self.path("old.parquet.part")))

    def test_the_command(self):
        words = [sys.executable, "-m", "callorder_worker.columns"]
        run = subprocess.run([*words, "visits.csv", "v.parquet"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout.split()[1]), (0, "rows"))
        run = subprocess.run([*words, "missing.csv", "v.parquet"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (1, 1))


if __name__ == "__main__":
    unittest.main()
