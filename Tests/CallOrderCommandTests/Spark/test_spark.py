"""Checks 20,000 recordings with Spark on this machine, as a table and as a stream, and compares with one plain run."""

import json
import os
import shutil
import tempfile
import unittest

from callorder.spark import check, violations
from callorder.stream import check_stream
from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from recordings import COLUMNS, KEY, PROGRAM, documents, rows, say
from test_duckdb import merged, plain

COUNT = int(os.environ.get("CALLORDER_RECORDINGS", "20000"))
ARGUMENTS = {"event": "event", "metadata": ["version"], "program": PROGRAM, "name": "{app}-{process}.json"}
ROCKS = "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"


class SparkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.warehouse.dir", cls.path("warehouse"))
            .config("spark.sql.streaming.stateStore.providerClass", ROCKS)
            .getOrCreate()
        )
        cls.addClassCleanup(cls.spark.stop)
        cls.spark.sparkContext.setLogLevel("ERROR")
        cls.events = rows(COUNT)
        cls.expected = plain(cls.folder, documents(cls.events))
        say(f"{COUNT} recordings, {len(cls.events)} events")

    @classmethod
    def path(cls, name: str) -> str:
        return os.path.join(cls.folder, name)

    def write(self, events: list[tuple], name: str) -> str:
        """Writes the events as Parquet, in a different order."""
        frame = self.spark.createDataFrame(
            sorted(events, key=lambda row: (row[3], -row[2], row[1])),
            "app string, process long, seq long, at long, end boolean, event string, version string",
        )
        frame.coalesce(1).write.parquet(self.path(name))
        return self.path(name)

    def expect_plain(self, found: list) -> None:
        self.assertEqual(len(found), COUNT)
        self.assertEqual([row.failure for row in found if row.failure], [])
        # Not with assertEqual: the difference of such large reports is not a readable message.
        self.assertTrue(merged([row.report for row in found]) == self.expected)

    def test_a_table_is_checked_as_one_plain_run_does(self):
        table = self.spark.read.parquet(self.write(self.events, "events"))
        checked = check(table, KEY, order=["seq"], **ARGUMENTS)
        self.expect_plain(checked.collect())
        some = checked.where("process < 500").cache()
        listed = violations(some, KEY)
        counts = some.agg(F.sum(F.col("errors") + F.col("warnings") + F.col("notes"))).first()[0]
        self.assertEqual(listed.count(), counts)
        self.assertEqual(listed.first().rule, "background-without-resign")

    def test_recordings_as_they_are_are_checked_where_they_are(self):
        files = documents(self.events[:2_000])
        frame = self.spark.createDataFrame(list(files.items()), "file string, content binary").repartition(3)
        checked = check(frame, ["file"], recording="content", program=PROGRAM, name="{file}")
        names = {row.file: json.loads(row.report)["traces"][0]["path"] for row in checked.collect()}
        self.assertEqual(names, {name: name for name in files})

    def test_a_stream_over_a_restart_is_checked_as_one_plain_run_does(self):
        """Every other recording has an end marker; the others end with a pause, which the last event of all reveals."""
        middle = 1_000_000 + COUNT // 2
        ends = {}
        for row in self.events:
            if row[1] % 2 == 0:
                ends[row[1]] = (*row[:2], row[2] + 1, row[3], True, None, row[6])
        late = ("flush", -1, 0, 1_000_000 + 10 * COUNT, True, None, None)
        everything = self.events + list(ends.values())
        parts = [
            [row for row in everything if row[3] <= middle],
            [row for row in everything if row[3] > middle] + [late],
        ]
        open_in_the_middle = {row[1] for row in parts[0]} & {row[1] for row in parts[1]}
        self.assertGreater(len(open_in_the_middle), 5)
        os.makedirs(self.path("in"))
        seen = []
        for number, part in enumerate(parts):
            source = self.write(part, f"part-{number}")
            name = next(each for each in os.listdir(source) if each.endswith(".parquet"))
            shutil.copy(os.path.join(source, name), self.path(f"in/{number}.parquet"))
            self.run_stream()
            seen.append(self.spark.read.parquet(self.path("out")).count())
        self.assertTrue(0 < seen[0] < seen[1])
        self.expect_plain(self.spark.read.parquet(self.path("out")).collect())

    def run_stream(self) -> None:
        """Processes the available rows and stops; the next run continues from the checkpoint."""
        schema = "app string, process long, seq long, at long, end boolean, event string, version string"
        stream = self.spark.readStream.schema(schema).parquet(self.path("in"))
        stream = stream.withColumn("time", F.timestamp_seconds("at")).withWatermark("time", "5 seconds")
        checked = check_stream(stream, KEY, order="seq", end="end", time="time", close_after=60, **ARGUMENTS)
        query = (
            checked.writeStream.format("parquet")
            .option("path", self.path("out"))
            .option("checkpointLocation", self.path("checkpoint"))
            .outputMode("append")
            .trigger(availableNow=True)
            .start()
        )
        query.awaitTermination()
        self.assertIsNone(query.exception())

    def test_what_cannot_be_checked_is_a_row(self):
        events = [("a", 1, 0, "{}x"), (None, 2, 0, "{}"), ("b", 3, 0, '{"callback": "willConnect"}'), ("c", 4, 0, None)]
        table = self.spark.createDataFrame(events, "app string, process long, seq long, event string")
        found = check(table, KEY, event="event", order=["seq"], program=PROGRAM).collect()
        failures = {row.process: row.failure for row in found}
        self.assertRegex(failures[1], "^line 1: ")
        self.assertEqual(failures[2], "the key has no app")
        self.assertIsNone(failures[3])
        self.assertEqual(len(found), 4)
        with self.assertRaises(ValueError):
            check(table.withColumnRenamed("app", "name"), ["name"], order=["seq"])


if __name__ == "__main__":
    unittest.main()
